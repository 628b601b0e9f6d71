import { toOneLine } from '../../../base/text.ts';
import type { ChangeReport, ConflictPlace, RefusedPackage } from '../../../owner/store/types.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import type { Paint } from './color.ts';
import { renderDiagnostic } from './diagnostics.ts';

const REASONS: Readonly<Record<ConflictPlace['reason'], string>> = {
  text: 'changed on both sides',
  binary: 'changed on both sides, and no text that could be merged',
  'removed-here': 'removed here, changed there',
  'removed-there': 'changed here, removed there',
  'added-twice': 'added on both sides',
};

/** What a change did, did not, and how to undo it, as sentences; `done` says it in the past: `published`. */
export function renderChanges(report: ChangeReport, done: string, paint: Paint): string {
  const lines: string[] = [];
  for (const { id, from, version, saved, modified } of report.changed) {
    const what =
      version === undefined
        ? ''
        : from === undefined || from === version
          ? `, version ${version}`
          : `, version ${from} → ${version}`;
    const kept = modified === true ? '; your edits were merged in and are not published yet' : '';
    const put = saved === undefined ? '' : `; what lay there was saved as version ${saved}`;
    lines.push(`${paint('green', report.dry_run ? `would be ${done}` : done)}  ${toOneLine(id)}${what}${put}${kept}`);
  }
  for (const { id, version, modified } of report.unchanged) {
    const edited = modified === true ? '; edited here, which stays' : '';
    lines.push(`unchanged  ${toOneLine(id)}${version === undefined ? '' : `, version ${version}`}${edited}`);
  }
  for (const { id, files } of report.conflicts) {
    const why = files.length === 0 ? ': its folder holds what no version is' : '';
    lines.push(`${paint('red', 'conflict')}  ${toOneLine(id)}: nothing was changed${why}`);
    for (const file of files) lines.push(`    ${renderConflict(file)}`);
  }
  const text = lines.map((line) => `${line}\n`).join('');
  return (
    text +
    renderRefused(
      report.refused.map(({ id, findings }) => ({ path: id, findings })),
      paint,
    )
  );
}

function renderConflict({ path, reason, lines = [] }: ConflictPlace): string {
  const range = ([first, last]: readonly [number, number]): string =>
    last < first ? `before line ${first}` : first === last ? `line ${first}` : `lines ${first} to ${last}`;
  const places = lines.map(({ ours, theirs }) => `${range(ours)} here, ${range(theirs)} there`);
  return `${toOneLine(path)}: ${REASONS[reason]}${places.length === 0 ? '' : `: ${places.join('; ')}`}`;
}

/** What was kept out, each with the findings that did it. */
export function renderRefused(refused: readonly RefusedPackage[], paint: Paint): string {
  return refused
    .map(({ path, findings }) => {
      const why = findings.filter(({ severity }) => severity === 'error');
      return `${paint('red', 'refused')}  ${toOneLine(path)}\n${why.map((one) => renderDiagnostic(one, paint)).join('')}`;
    })
    .join('');
}

/** Prints a report, and ends with 1 where anything was refused or met a conflict. */
export function showChanges(report: ChangeReport, { io, json, quiet, paint, done, undo }: ShowOptions): void {
  if (json) io.out(`${JSON.stringify(report, undefined, 2)}\n`);
  else io.out(renderChanges(report, done, paint));
  if (!quiet && !json) {
    if (report.dry_run) io.err('skillfiche: dry run, nothing was changed.\n');
    else if (report.changed.length > 0 && undo !== undefined) io.err(`skillfiche: to undo it: ${undo(report)}\n`);
  }
  if (report.refused.length + report.conflicts.length > 0) throw new Exit(EXIT.findings);
}

export interface ShowOptions {
  readonly io: Io;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly paint: Paint;
  readonly done: string;
  readonly undo?: (report: ChangeReport) => string;
}

/** Several reports as one. */
export function joinReports(reports: readonly ChangeReport[]): ChangeReport {
  return {
    changed: reports.flatMap(({ changed }) => changed),
    unchanged: reports.flatMap(({ unchanged }) => unchanged),
    conflicts: reports.flatMap(({ conflicts }) => conflicts),
    refused: reports.flatMap(({ refused }) => refused),
    dry_run: reports.some(({ dry_run }) => dry_run),
  };
}
