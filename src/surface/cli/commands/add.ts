import { Command, Option } from 'commander';
import type { AddReport, PlaceName } from '../../../owner/store/types.ts';
import { globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { renderRefused } from '../render/changes.ts';
import { createPaint, type Paint } from '../render/color.ts';
import { plural, renderDiagnostic } from '../render/diagnostics.ts';
import { withWorkspace } from '../workspace.ts';

interface Flags {
  readonly place?: PlaceName;
  readonly into?: string;
  readonly as?: string;
  readonly note?: string;
  readonly off?: boolean;
  readonly dryRun?: boolean;
}

export function addCommand(io: Io): Command {
  return new Command('add')
    .description('take a skill in: checked, kept as version 1, and put among the skills of the project or the person')
    .argument('<source>', 'a folder, or a .zip, .skill or .tar.gz of one skill')
    .addOption(placeOption())
    .option('--into <dir>', 'put it into this folder of skills instead of .agents/skills')
    .option('--as <name>', 'name of its folder, where the own one is taken')
    .option('--note <text>', 'a word on why, for the history')
    .option('--off', 'switched off until `enable` turns it on')
    .option('--dry-run', 'say what would come in and write nothing')
    .addHelpText(
      'after',
      `
Links, paths that lead out, secrets and hidden text are refused. Exit code 1 when anything was.

Examples:
  skillfiche add ./drafts/deploy
  skillfiche add ~/Downloads/pdf.skill --place personal --dry-run
  skillfiche add ./deploy --as deploy-service --off
`,
    )
    .action(async (source: string, flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const { off, ...options } = flags;
      const report = await withWorkspace(globals, io, ({ skills }) =>
        skills.add(source, { ...options, ...(off === true ? { enabled: false } : {}) }),
      );
      if (globals.json) io.out(`${JSON.stringify(report, undefined, 2)}\n`);
      else io.out(renderAdded(report, createPaint(io, globals.color)));
      if (!globals.quiet && !globals.json) io.err(lastWord(report));
      if (report.refused.length > 0) throw new Exit(EXIT.findings);
    });
}

export function placeOption(): Option {
  return new Option('--place <place>', 'whose it is (default: project in a repository, else personal)').choices([
    'personal',
    'project',
  ]);
}

export function renderAdded({ added, refused, dry_run }: AddReport, paint: Paint): string {
  const lines = added.map(({ id, version, folder, findings }) => {
    const shown = findings.filter(({ severity }) => severity === 'warning');
    const head = `${paint('green', dry_run ? 'would be added' : 'added')}  ${id}, version ${version}, ${folder}\n`;
    return head + shown.map((one) => renderDiagnostic(one, paint)).join('');
  });
  return lines.join('') + renderRefused(refused, paint);
}

function lastWord({ added, refused, dry_run }: AddReport): string {
  if (dry_run) return 'skillfiche: dry run, nothing was written.\n';
  const undo = added.map(({ id }) => `skillfiche remove ${id}`).join('; ');
  const out = refused.length === 0 ? '' : `${plural(refused.length, 'skill was', 'skills were')} refused. `;
  return `skillfiche: ${out}${undo === '' ? 'Nothing was written.' : `To undo it: ${undo}`}\n`;
}
