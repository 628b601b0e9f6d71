import { Command } from 'commander';
import { toOneLine } from '../../../base/text.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { renderTable } from '../render/table.ts';
import { withWorkspace } from '../workspace.ts';

export function historyCommand(io: Io): Command {
  return new Command('history')
    .description('list the versions of a skill, the newest first')
    .argument('<ref>', 'an id such as project:deploy, or the name of its folder')
    .addHelpText('after', '\nExamples:\n  skillfiche history deploy\n  skillfiche history personal:notes --json\n')
    .action(async (ref: string, _flags: object, command: Command) => {
      const globals = globalsOf(command);
      const history = await withWorkspace(globals, io, ({ skills }) => skills.history(ref));
      if (globals.json) {
        io.out(`${JSON.stringify(history, undefined, 2)}\n`);
        return;
      }
      const rows = history.versions.map(({ number, active, came_by, at, digest, note, source }) => [
        active ? `${number} *` : String(number),
        came_by,
        at.slice(0, 16).replace('T', ' '),
        digest.slice(0, 19),
        toOneLine(note ?? source?.commit?.slice(0, 12) ?? ''),
      ]);
      const columns = ['VERSION', 'CAME BY', 'AT (UTC)', 'DIGEST'].map((title) => ({ title }));
      io.out(await renderTable([...columns, { title: 'NOTE', flexible: true }], rows, io.columns));
    });
}
