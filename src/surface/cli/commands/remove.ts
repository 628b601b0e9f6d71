import { Command } from 'commander';
import type { ChangeReport } from '../../../owner/store/types.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { joinReports, showChanges } from '../render/changes.ts';
import { createPaint } from '../render/color.ts';
import { withWorkspace } from '../workspace.ts';

interface Flags {
  readonly discard?: boolean;
  readonly dryRun?: boolean;
}

export function removeCommand(io: Io): Command {
  return new Command('remove')
    .description('take the folders of skills away; their versions stay, and rollback brings them back')
    .argument('<ref...>', 'ids such as project:deploy, or names of folders')
    .option('--discard', 'let edits that are in no version go, instead of saving them as one first')
    .option('--dry-run', 'say what would go and remove nothing')
    .addHelpText(
      'after',
      `
Examples:
  skillfiche remove deploy
  skillfiche remove project:deploy personal:notes --dry-run
`,
    )
    .action(async (refs: readonly string[], flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const report = await withWorkspace(globals, io, async ({ skills }) => {
        const reports: ChangeReport[] = [];
        for (const ref of refs) reports.push(await skills.remove(ref, flags));
        return joinReports(reports);
      });
      const undo = (): string =>
        report.changed.map(({ id, saved, from }) => `skillfiche rollback ${id} --to ${saved ?? from}`).join('; ');
      const { json, quiet } = globals;
      showChanges(report, { io, json, quiet, paint: createPaint(io, globals.color), done: 'removed', undo });
    });
}
