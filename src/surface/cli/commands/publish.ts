import { Command } from 'commander';
import { acceptOption } from '../accept-option.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { showChanges } from '../render/changes.ts';
import { createPaint } from '../render/color.ts';
import { withWorkspace } from '../workspace.ts';

interface Flags {
  readonly note?: string;
  readonly accept?: readonly string[];
  readonly dryRun?: boolean;
}

export function publishCommand(io: Io): Command {
  return new Command('publish')
    .description('keep what lies in the folder of a skill as its next version; a new folder comes under the store')
    .argument('<ref>', 'an id such as project:deploy, or the name of its folder')
    .option('--note <text>', 'a word on what changed, for the history')
    .addOption(acceptOption())
    .option('--dry-run', 'say what would be kept and write nothing')
    .addHelpText(
      'after',
      `
The folder is not touched. Exit code 1 when the gate or a shipped skill of the same name refuses it.

Examples:
  skillfiche publish deploy --note "says how to roll back"
  skillfiche publish personal:notes --dry-run
`,
    )
    .action(async (ref: string, flags: Flags, command: Command) => {
      const { json, quiet, color, ...globals } = globalsOf(command);
      const all = { json, quiet, color, ...globals };
      const report = await withWorkspace(all, io, ({ skills }) => skills.publish(ref, flags));
      const paint = createPaint(io, color);
      const undo = (): string =>
        report.changed
          .map(({ id, from }) =>
            from === undefined ? `skillfiche remove ${id}` : `skillfiche rollback ${id} --to ${from}`,
          )
          .join('; ');
      showChanges(report, { io, json, quiet, paint, done: 'published', undo });
    });
}
