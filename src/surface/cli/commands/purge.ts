import { Command } from 'commander';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { showChanges } from '../render/changes.ts';
import { createPaint } from '../render/color.ts';
import { withWorkspace } from '../workspace.ts';

interface Flags {
  readonly dryRun?: boolean;
}

export function purgeCommand(io: Io): Command {
  return new Command('purge')
    .description('forget a removed skill: every version of it, for good')
    .argument('<ref>', 'an id such as project:deploy')
    .option('--dry-run', 'say what would be forgotten and forget nothing')
    .addHelpText(
      'after',
      `
There is no way back; \`skillfiche store backup FILE\` keeps one.

Examples:
  skillfiche purge project:deploy --dry-run
  skillfiche purge project:deploy
`,
    )
    .action(async (ref: string, flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const report = await withWorkspace(globals, io, ({ skills }) => skills.purge(ref, flags));
      const { json, quiet } = globals;
      showChanges(report, { io, json, quiet, paint: createPaint(io, globals.color), done: 'purged' });
    });
}
