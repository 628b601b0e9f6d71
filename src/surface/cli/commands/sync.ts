import { Command } from 'commander';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { showChanges } from '../render/changes.ts';
import { createPaint } from '../render/color.ts';
import { withWorkspace } from '../workspace.ts';

interface Flags {
  readonly dryRun?: boolean;
}

export function syncCommand(io: Io): Command {
  return new Command('sync')
    .description('make the folders of this machine show the active versions; edited ones are left and named')
    .option('--dry-run', 'say what would change and write nothing')
    .addHelpText('after', '\nExamples:\n  skillfiche sync\n  skillfiche sync --dry-run --json\n')
    .action(async (flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const report = await withWorkspace(globals, io, ({ skills }) => skills.sync(flags));
      const { json, quiet } = globals;
      showChanges(report, { io, json, quiet, paint: createPaint(io, globals.color), done: 'synced' });
    });
}
