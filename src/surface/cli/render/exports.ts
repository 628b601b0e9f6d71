import type { ExportsSynced } from '../../../app/export-sync.ts';
import { toOneLine } from '../../../base/text.ts';
import type { ExportReport } from '../../../owner/target/types.ts';
import { EXIT, Exit, type Io } from '../io.ts';
import { renderRefused } from './changes.ts';
import type { Paint } from './color.ts';

const WHY = {
  gone: 'the skill is gone',
  disabled: 'the skill is switched off',
  changed: 'the skill is another one now: export it again to review it',
} as const;

const OUTDATED = 'shows what its skill was when the session was seeded; seed it again to renew it.';

/** What was written, removed and left in other tools' folders; `done` says the first: `written`. */
export function renderExports(report: ExportReport, paint: Paint, done = 'written'): string {
  const would = report.dry_run ? 'would be ' : '';
  const lines = [
    ...report.written.map(({ id, path }) => `${paint('green', `${would}${done}`)}  ${toOneLine(id)}, ${path}`),
    ...report.removed.map(
      ({ id, path, why }) =>
        `${paint('green', `${would}removed`)}  ${toOneLine(id)}, ${path}${why === undefined ? '' : ` (${WHY[why]})`}`,
    ),
    ...report.unchanged.map(({ id, path }) => `unchanged  ${toOneLine(id)}, ${path}`),
    ...(report.outdated ?? []).map(
      ({ id, path }) => `${paint('yellow', 'outdated')}  ${toOneLine(id)}, ${path} ${OUTDATED}`,
    ),
    ...report.conflicts.map(({ id, message }) => `${paint('red', 'conflict')}  ${toOneLine(id)}: ${message}`),
  ];
  const refused = report.refused.map(({ id, findings }) => ({ path: id, findings }));
  return lines.map((line) => `${line}\n`).join('') + renderRefused(refused, paint);
}

interface ShowExports {
  readonly io: Io;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly paint: Paint;
  readonly undo?: string | undefined;
  /** What is said where nothing was there to do. */
  readonly none?: string;
}

export function showExports(
  report: ExportReport,
  { io, json, quiet, paint, undo, none = 'Nothing is exported, so nothing was done.\n' }: ShowExports,
): void {
  if (json) io.out(`${JSON.stringify(report, undefined, 2)}\n`);
  else io.out(renderExports(report, paint) || none);
  if (!quiet && !json) {
    if (report.dry_run) io.err('skillfiche: dry run, nothing was changed.\n');
    else if (undo !== undefined) io.err(`skillfiche: to undo it: ${undo}\n`);
  }
  if (report.conflicts.length + report.refused.length > 0) throw new Exit(EXIT.findings);
}

/** What a change of skills did to their copies, as notes. */
export function renderSynced({ report, levels = [], failure }: ExportsSynced): string {
  if (failure !== undefined) {
    return `skillfiche: the exported copies could not be looked at: ${toOneLine(failure)} \`skillfiche export --sync\` does it.\n`;
  }
  if (report === undefined) return '';
  return [
    ...report.removed.map(({ path, why }) => `the copy ${path} was removed: ${WHY[why ?? 'gone']}.`),
    ...report.written.map(({ path }) => `the copy ${path} was renewed.`),
    ...(report.outdated ?? []).map(({ path }) => `${path} ${OUTDATED}`),
    ...report.conflicts.map(({ message }) => message),
    ...levels.map(({ key, id, forgotten }) =>
      forgotten
        ? `${toOneLine(id)} was taken off the level ${key}.`
        : `the level ${key} still names ${toOneLine(id)}, and gives it to nobody until it is back.`,
    ),
  ]
    .map((line) => `skillfiche: ${line}\n`)
    .join('');
}
