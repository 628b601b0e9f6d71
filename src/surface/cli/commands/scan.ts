import { Command } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import { toOneLine } from '../../../base/text.ts';
import type { Diagnostic } from '../../../base/types.ts';
import type { ScanReport } from '../../../catalog/view/report.ts';
import { globalsOf, withRoots } from '../globals.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { createPaint, type Paint } from '../render/color.ts';
import { countSeverities, placeText, plural, renderDiagnostic } from '../render/diagnostics.ts';
import { renderTable } from '../render/table.ts';

interface Flags {
  readonly details?: boolean;
}

export function scanCommand(io: Io): Command {
  return new Command('scan')
    .description('say what every tree holds: each SKILL.md is listed, or there is a reason why not')
    .argument('[dir...]', 'the same as --root DIR')
    .option('--details', 'list every finding with its place and fix')
    .addHelpText(
      'after',
      `
Exit code 1 when a finding has severity error.

Examples:
  skillfiche --bundled scan
  skillfiche scan ./skills
  skillfiche scan --root bundled=./collections --details
  skillfiche scan --root ./skills --json       {ledger, scopes, diagnostics, catalog_digest, elapsed_ms}
`,
    )
    .action(async (folders: readonly string[], flags: Flags, command: Command) => {
      const globals = withRoots(globalsOf(command), folders);
      const started = performance.now();
      const { catalog, view, setup } = await openFromFlags(globals, io, { onDuplicate: 'report' });
      const report = await catalog.report({ view });
      const elapsed_ms = Math.round((performance.now() - started) * 10) / 10;
      if (globals.json) {
        const { how: _how, ...record } = report;
        io.out(jsonText({ ...record, elapsed_ms }));
      } else io.out(await renderReport(report, elapsed_ms, flags.details === true, io, createPaint(io, globals.color)));
      if (setup.only !== undefined && !globals.quiet) {
        io.err(
          `skillfiche: trees are counted whole; the allowlist shows ${plural(view.ledger().shown, 'skill')} of these, and the findings are theirs.\n`,
        );
      }
      if (report.diagnostics.some((one) => one.severity === 'error')) throw new Exit(EXIT.findings);
    });
}

const REASONS = [
  ['nested', 'NESTED'],
  ['miscased_duplicate', 'MISCASED'],
  ['invalid', 'INVALID'],
  ['unreadable', 'UNREADABLE'],
  ['in_broken_collection', 'BROKEN'],
  ['ignored', 'IGNORED'],
] as const;

async function renderReport(
  report: ScanReport,
  elapsedMs: number,
  details: boolean,
  io: Io,
  paint: Paint,
): Promise<string> {
  // A reason that occurs nowhere has no column.
  const reasons = REASONS.filter(([key]) => report.ledger[key] > 0);
  const columns = [
    { title: 'TREE' },
    { title: 'FOUND', right: true },
    { title: 'INDEXED', right: true },
    ...reasons.map(([, title]) => ({ title, right: true })),
    { title: 'PATH', flexible: 'start' as const },
  ];
  const cells = (ledger: ScanReport['ledger']): string[] => [
    String(ledger.found),
    String(ledger.indexed),
    ...reasons.map(([key]) => String(ledger[key])),
  ];
  const rows = report.scopes.map((scope) => [
    scope.kind === 'collection' ? `  ${scope.id}` : `${scope.id} (root)`,
    ...cells(scope.ledger),
    toOneLine(scope.path),
  ]);
  if (rows.length > 1) rows.push(['total', ...cells(report.ledger), '']);
  const { ordinary, members, indexed } = report.ledger;
  const parts = [
    await renderTable(columns, rows, io.columns),
    '\n',
    `${plural(indexed, 'skill')} (${ordinary} ordinary, ${members} in collections) in ${formatMs(elapsedMs)}${howText(report)}.\n`,
  ];
  if (report.roots.length > 1)
    parts.push(
      `A name that several skills bear goes to the first of: ${report.roots.map((root) => root.id).join(', ')}.\n`,
    );
  if (report.revisits > 0)
    parts.push(`${plural(report.revisits, 'folder')} reached a second time through links; listed once.\n`);
  if (report.diagnostics.length === 0) parts.push('No findings.\n');
  else if (details)
    parts.push(
      '\n',
      report.diagnostics.map((one) => renderDiagnostic(one, paint)).join(''),
      '\n',
      `${countSeverities(report.diagnostics)}.\n`,
    );
  else parts.push(await renderSummary(report.diagnostics, io, paint));
  return parts.join('');
}

/** Findings by code, the worst first, each with one place as an example. */
async function renderSummary(diagnostics: readonly Diagnostic[], io: Io, paint: Paint): Promise<string> {
  const byCode = new Map<string, Diagnostic[]>();
  for (const one of diagnostics) {
    const list = byCode.get(one.code);
    if (list === undefined) byCode.set(one.code, [one]);
    else list.push(one);
  }
  const weight = { error: 0, warning: 1, info: 2 };
  const groups = [...byCode.values()].sort((a, b) => {
    const [x, y] = [a[0], b[0]];
    return x === undefined || y === undefined
      ? 0
      : weight[x.severity] - weight[y.severity] || b.length - a.length || (x.code < y.code ? -1 : 1);
  });
  const rows = groups.map((group) => [
    group[0]?.severity ?? '',
    group[0]?.code ?? '',
    String(group.length),
    group[0] === undefined ? '' : placeText(group[0].path, group[0]),
  ]);
  const table = await renderTable(
    [
      { title: 'SEVERITY' },
      { title: 'FINDING' },
      { title: 'COUNT', right: true },
      { title: 'FIRST AT', flexible: 'start' },
    ],
    rows,
    io.columns,
  );
  return `\n${table}\n${countSeverities(diagnostics)}. ${paint('dim', '`skillfiche scan --details` gives each with its place and fix.')}\n`;
}

function howText(report: ScanReport): string {
  if (report.how.every((one) => one === 'snapshot' || one === 'unchanged'))
    return ', from a snapshot checked against the disk';
  return report.how.includes('partial') ? ', only what changed was read again' : '';
}

export function formatMs(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
