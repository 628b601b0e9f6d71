import { Command } from 'commander';
import { globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { createPaint } from '../render/color.ts';
import { withWorkspace } from '../workspace.ts';

export function doctorCommand(io: Io): Command {
  return new Command('doctor')
    .description('look whether everything is as it was put in: the store, its contents, the folders')
    .addHelpText(
      'after',
      '\nReads every byte of the store. Exit code 1 when something is wrong.\n\nExamples:\n  skillfiche doctor\n  skillfiche doctor --json\n',
    )
    .action(async (_flags: object, command: Command) => {
      const globals = globalsOf(command);
      const report = await withWorkspace(globals, io, ({ store }) => store.doctor());
      const paint = createPaint(io, globals.color);
      if (globals.json) io.out(`${JSON.stringify(report, undefined, 2)}\n`);
      else {
        io.out(`store: ${report.store}\n`);
        for (const { ok, name, message, hint } of report.checks) {
          io.out(`${ok ? paint('green', 'ok  ') : paint('red', 'BAD ')} ${name}: ${message}\n`);
          if (hint !== undefined) io.out(`     ${paint('dim', `fix: ${hint}`)}\n`);
        }
      }
      if (!report.ok) throw new Exit(EXIT.findings);
    });
}
