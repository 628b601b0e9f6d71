import { Command, InvalidArgumentError } from 'commander';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { createPaint } from '../render/color.ts';
import { plural } from '../render/diagnostics.ts';
import { renderDiff } from '../render/diff.ts';
import { withWorkspace } from '../workspace.ts';

type Side = number | 'disk';

export function diffCommand(io: Io): Command {
  return new Command('diff')
    .description('show what differs between two versions of a skill, or between one and its folder')
    .argument('<ref>', 'an id such as project:deploy, or the name of its folder')
    .argument('[from]', 'number of a version, or "disk" (default: the active version)', readSide)
    .argument('[to]', 'the same (default: disk, what lies in the folder)', readSide)
    .addHelpText(
      'after',
      `
Examples:
  skillfiche diff deploy            what was edited and not published
  skillfiche diff deploy 1 3
  skillfiche diff deploy 2 disk --json
`,
    )
    .action(async (ref: string, from: Side | undefined, to: Side | undefined, _flags: object, command: Command) => {
      const globals = globalsOf(command);
      const sides = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
      const report = await withWorkspace(globals, io, ({ skills }) => skills.diff(ref, sides));
      if (globals.json) io.out(`${JSON.stringify(report, undefined, 2)}\n`);
      else io.out(renderDiff(report.diff, io, createPaint(io, globals.color)));
      if (globals.quiet || globals.json) return;
      const name = (side: Side): string =>
        side === 'disk' ? 'what lies on disk' : side === 0 ? 'nothing' : `version ${side}`;
      const count =
        report.files.length === 0
          ? 'nothing differs'
          : `${plural(report.files.length, 'file differs', 'files differ')}`;
      io.err(`skillfiche: ${report.id}, ${name(report.from)} and ${name(report.to)}: ${count}.\n`);
    });
}

function readSide(text: string): Side {
  if (text === 'disk') return 'disk';
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be the number of a version, or "disk".');
}
