import { SkillficheError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import { quoteValue } from '../../base/text.ts';
import type { Desk } from '../store/desk.ts';
import { emptyExport, note } from './export.ts';
import { type TargetWorld, targetOf } from './folder.ts';
import { exportRowOf, listWritten, type Written } from './manifest.ts';
import { takeFolder } from './put.ts';
import { settleAll } from './settle.ts';
import type { ExportReport, ExportRow } from './types.ts';

export interface UnexportOptions {
  /** Only from this tool's folders, or this folder. */
  readonly to?: string;
  /** Everything that was exported. */
  readonly all?: boolean;
  /** Removes also copies that somebody edited. Default false. */
  readonly discard?: boolean;
  readonly dryRun?: boolean;
}

const isExport = (row: Written): boolean => row.session === undefined;

/** What this machine exported and did not take back, in order of path. */
export async function listExports(desk: Desk): Promise<ExportRow[]> {
  return (await settleAll(desk.store, await listWritten(desk.store))).filter(isExport).map(exportRowOf);
}

/** Removes copies of ours; a folder that we cannot prove to be one stays, and is a conflict. */
export async function unexportSkills(
  desk: Desk,
  world: TargetWorld,
  refs: readonly string[],
  options: UnexportOptions = {},
): Promise<ExportReport> {
  const rows = (await settleAll(desk.store, await listWritten(desk.store))).filter(isExport);
  const chosen = choose(rows, refs, options);
  const among = options.to === undefined ? chosen : chosen.filter(within(desk, world, options.to));
  const draft = emptyExport(options.dryRun === true);
  for (const { id, folder } of among) {
    const how = { dryRun: options.dryRun === true, discard: options.discard === true };
    note(draft, { id, path: folder }, await takeFolder(desk, folder, how));
  }
  return draft;
}

function choose(rows: readonly Written[], refs: readonly string[], { all }: UnexportOptions): Written[] {
  if (all === true) return [...rows];
  if (refs.length === 0) throw new SkillficheError('INVALID_ARGUMENT', 'Name what to take back, or say --all.');
  const chosen = new Set<Written>();
  for (const ref of refs) {
    const found = rows.filter((row) => namesOf(row).includes(ref.replace(/(?<=.)\/$/, '')));
    if (found.length === 0) throw unknownExport(ref, rows);
    for (const row of found) chosen.add(row);
  }
  return [...chosen];
}

/** An export is called by its skill's id, a collection's id, the name of its folder, or its path. */
function namesOf({ id, folder }: Written): string[] {
  const slug = id.slice(id.lastIndexOf('/') + 1).replace(/^[^:]*:/, '');
  return [id, id.replace(/:\*$/, ''), slug, folder, folder.slice(folder.lastIndexOf('/') + 1)];
}

function unknownExport(ref: string, rows: readonly Written[]): SkillficheError {
  const suggestions = nearest(ref, [...new Set(rows.flatMap(namesOf))], 3);
  const meant =
    suggestions.length === 0
      ? '`skillfiche unexport --list` shows what was.'
      : `Did you mean ${suggestions.join(' or ')}?`;
  return new SkillficheError('PACKAGE_NOT_FOUND', `Nothing called ${quoteValue(ref)} was exported. ${meant}`, {
    suggestions,
  });
}

function within(desk: Desk, world: TargetWorld, to: string): (row: Written) => boolean {
  if (!/[/\\]/.test(to) && !to.startsWith('.') && !to.startsWith('~')) {
    const tool = toolOf(desk, world, to);
    return (row) => row.tool === tool;
  }
  const { folder } = targetOf(desk, world, to, undefined);
  return (row) => row.folder.startsWith(`${folder}/`);
}

const toolOf = (desk: Desk, world: TargetWorld, to: string): string => targetOf(desk, world, to, 'personal').tool;
