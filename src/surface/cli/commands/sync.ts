import { Command } from 'commander';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { showChanges } from '../render/changes.ts';
import { createPaint } from '../render/color.ts';
import { plural } from '../render/diagnostics.ts';
import { withWorkspace } from '../workspace.ts';

interface Flags {
  readonly dryRun?: boolean;
  readonly discard?: boolean;
}

export function syncCommand(io: Io): Command {
  return new Command('sync')
    .description('make the folders of this machine show the active versions; edited ones are left and named')
    .option('--discard', 'let edits go where another version is active now')
    .option('--dry-run', 'say what would change and write nothing')
    .addHelpText(
      'after',
      `
Folders of skills that were removed or purged elsewhere are taken away. One that holds
what no version is stays: \`skillfiche diff\` shows the edits, publish keeps them.

Examples:
  skillfiche sync
  skillfiche sync --dry-run --json
`,
    )
    .action(async (flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const report = await withWorkspace(globals, io, ({ skills }) => skills.sync(flags));
      const { json, quiet } = globals;
      const { fetched } = report;
      if (!json && !quiet && fetched !== undefined && fetched.contents > 0) {
        io.err(`skillfiche: ${plural(fetched.contents, 'content')} came from the server (${fetched.bytes} bytes).\n`);
      }
      showChanges(report, { io, json, quiet, paint: createPaint(io, globals.color), done: 'synced' });
    });
}
