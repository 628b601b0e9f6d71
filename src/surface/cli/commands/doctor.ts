import { Command } from 'commander';
import { globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { createPaint } from '../render/color.ts';
import { withWorkspace } from '../workspace.ts';

export function doctorCommand(io: Io): Command {
  return new Command('doctor')
    .description(
      'look whether everything is as it was put in, and what the agents that are here would see of their skills',
    )
    .addHelpText(
      'after',
      '\nReads every byte of the store. Exit code 1 when something is wrong. Of each agent that has a folder\nin the project or the home it says how many skills it would see, what it would cut, and where that was read; a note is\nno fault. It also says what keeps Claude Code from its tool Skill.\n\nExamples:\n  skillfiche doctor\n  skillfiche doctor --json\n',
    )
    .action(async (_flags: object, command: Command) => {
      const globals = globalsOf(command);
      const report = await withWorkspace(globals, io, ({ store }) => store.doctor());
      const paint = createPaint(io, globals.color);
      if (globals.json) io.out(`${JSON.stringify(report, undefined, 2)}\n`);
      else {
        io.out(`store: ${report.store}\n`);
        for (const { ok, note, name, message, hint } of report.checks) {
          const state = !ok ? paint('red', 'BAD ') : note === true ? paint('yellow', 'note') : paint('green', 'ok  ');
          io.out(`${state} ${name}: ${message}\n`);
          if (hint !== undefined) io.out(`     ${paint('dim', `fix: ${hint}`)}\n`);
        }
      }
      if (!report.ok) throw new Exit(EXIT.findings);
    });
}
