import { Command } from 'commander';
import { globalsOf, wholeNumber } from '../globals.ts';
import type { Io } from '../io.ts';
import { showChanges } from '../render/changes.ts';
import { createPaint } from '../render/color.ts';
import { withWorkspace } from '../workspace.ts';

interface Flags {
  readonly to?: number;
  readonly discard?: boolean;
  readonly dryRun?: boolean;
}

export function rollbackCommand(io: Io): Command {
  return new Command('rollback')
    .description('make an earlier version of a skill the active one again')
    .argument('<ref>', 'an id such as project:deploy, or the name of its folder')
    .option('--to <n>', 'number of the version (default: the one before)', wholeNumber)
    .option('--discard', 'let edits that are in no version go, instead of saving them as one first')
    .option('--dry-run', 'say what would change and write nothing')
    .addHelpText(
      'after',
      `
Brings a removed skill back too. Checked anew: a shipped skill may have taken its name meanwhile.

Examples:
  skillfiche rollback deploy
  skillfiche rollback project:deploy --to 3 --dry-run
`,
    )
    .action(async (ref: string, flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const report = await withWorkspace(globals, io, ({ skills }) => skills.rollback(ref, flags));
      const undo = (): string =>
        report.changed
          .map(({ id, from, saved }) => {
            const back = saved ?? from;
            return back === undefined ? `skillfiche remove ${id}` : `skillfiche rollback ${id} --to ${back}`;
          })
          .join('; ');
      const { json, quiet } = globals;
      showChanges(report, { io, json, quiet, paint: createPaint(io, globals.color), done: 'rolled back', undo });
    });
}
