import { relative } from 'node:path';
import { Command, Option } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import type { Diagnostic } from '../../../base/types.ts';
import { VERSION } from '../../../base/version.ts';
import type { AuditReport } from '../../../owner/source/verbs/audit.ts';
import { globalsOf } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { createPaint } from '../render/color.ts';
import { plural, renderDiagnostic } from '../render/diagnostics.ts';
import { Findings } from '../render/findings.ts';
import { withWorkspace } from '../workspace.ts';

interface Flags {
  readonly format: 'text' | 'sarif';
  readonly details?: boolean;
}

/** Places shown of one code; a tree of hundreds has as many of some. */
const SHOWN_PLACES = 3;

export function auditCommand(io: Io): Command {
  return new Command('audit')
    .description(
      'check everything installed again: the gate, versions against disk, locks against both; fetches nothing',
    )
    .addOption(new Option('--format <format>', 'sarif for code hosts').choices(['text', 'sarif']).default('text'))
    .option('--details', 'list every finding; else the first three of each kind and how many there are')
    .addHelpText(
      'after',
      '\nExit code 1 for findings of severity error.\n\nExamples:\n  skillfiche audit\n  skillfiche audit --format sarif > skillfiche.sarif\n',
    )
    .action(async (flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const report = await withWorkspace(globals, io, ({ sources }) => sources.audit());
      const all = located(report, io.cwd);
      if (globals.json) io.out(jsonText(report));
      else if (flags.format === 'sarif') {
        const { formatSarif } = await import('../../../format/source/sarif.ts');
        io.out(formatSarif(all, VERSION));
      } else {
        const paint = createPaint(io, globals.color);
        const told = all.filter(({ severity }) => severity !== 'info');
        const errors = told.filter(({ severity }) => severity === 'error').length;
        if (flags.details === true) io.out(told.map((one) => renderDiagnostic(one, paint)).join(''));
        else {
          const findings = new Findings();
          findings.add(told);
          io.out(findings.render(paint, SHOWN_PLACES));
        }
        io.out(
          `${plural(report.checked, 'package')} checked: ${plural(errors, 'error')}, ${plural(told.length - errors, 'warning')}.\n`,
        );
      }
      if (!report.ok) throw new Exit(EXIT.findings);
    });
}

/** Findings with paths from where one stands. */
function located({ packages, missing }: AuditReport, cwd: string): Diagnostic[] {
  const inside = packages.flatMap(({ folder, findings }) =>
    findings.map((one) => ({
      ...one,
      path: (relative(cwd, one.path === '.' ? folder : `${folder}/${one.path}`) || '.').replaceAll('\\', '/'),
    })),
  );
  return [...inside, ...missing.map(({ finding }) => ({ ...finding, path: 'skillfiche.lock.json' }))];
}
