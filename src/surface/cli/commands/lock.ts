import { Command, Option } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import { INSTALL_LOCK } from '../../../format/source/lock.ts';
import type { LockFormat } from '../../../owner/source/verbs/export-lock.ts';
import type { PlaceName } from '../../../owner/store/types.ts';
import { globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { createPaint } from '../render/color.ts';
import { plural, renderDiagnostic } from '../render/diagnostics.ts';
import { withWorkspace } from '../workspace.ts';
import { placeOption } from './add.ts';

export function lockCommand(io: Io): Command {
  return new Command('lock')
    .description('compare locks with what is installed, or write them for other tools')
    .addCommand(checkCommand(io))
    .addCommand(exportCommand(io));
}

function checkCommand(io: Io): Command {
  return new Command('check')
    .description('say where what is installed is not what the locks say; fetches and writes nothing')
    .argument('[file]', 'another lock than those of the project and the person')
    .addHelpText(
      'after',
      '\nExit code 3 for a difference.\n\nExamples:\n  skillfiche lock check\n  skillfiche lock check --json\n',
    )
    .action(async (file: string | undefined, _flags: object, command: Command) => {
      const globals = globalsOf(command);
      const { resolve } = await import('node:path');
      const path = file === undefined ? undefined : resolve(io.cwd, file).replaceAll('\\', '/');
      const report = await withWorkspace(globals, io, ({ sources }) => sources.checkLocks(path));
      if (globals.json) io.out(jsonText(report));
      else {
        const paint = createPaint(io, globals.color);
        io.out(report.findings.map((one) => renderDiagnostic(one, paint)).join(''));
        if (report.locks.length === 0) io.out(`There is no ${INSTALL_LOCK} here, and none of yours in ~/.agents.\n`);
        else if (report.ok) {
          // An edit of one's own is no difference of locks, and yet what lies there is not what the lock says.
          const edited = report.findings.filter(({ code }) => code === 'source/modified').length;
          const more = edited === 0 ? '' : `; ${plural(edited, 'was', 'were')} edited since`;
          io.out(`${plural(report.checked - edited, 'entry is', 'entries are')} as locked${more}.\n`);
        }
      }
      if (!report.ok) throw new Exit(EXIT.drift);
    });
}

function exportCommand(io: Io): Command {
  return new Command('export')
    .description('print the lock of a place as another tool writes it')
    .addOption(new Option('--format <format>', 'whose').choices(['skills', 'skills-lock']).default('skills'))
    .addOption(placeOption())
    .addHelpText(
      'after',
      '\nExamples:\n  skillfiche lock export > skills-lock.json\n  skillfiche lock export --format skills-lock --place personal\n',
    )
    .action(async ({ format, place }: { format: LockFormat; place?: PlaceName }, command: Command) => {
      const globals = globalsOf(command);
      const exported = await withWorkspace(globals, io, ({ sources }) => sources.exportLock(format, place));
      io.out(globals.json ? jsonText(exported) : exported.text);
      if (globals.quiet || globals.json) return;
      for (const { id, why } of exported.left_out) io.err(`skillfiche: ${id} is left out: ${why}.\n`);
    });
}
