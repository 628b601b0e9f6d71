import { SkillficheError } from '../../base/errors.ts';
import type { Desk } from '../store/desk.ts';
import { isOff, layersFor, type SwitchRecord } from '../store/switch-record.ts';
import { readRecord } from '../store/switches.ts';
import { conflictOf, copySkill, type ExportDraft, emptyExport, note, type ViewOf } from './export.ts';
import { foldCollection } from './fold.ts';
import { listWritten, replaceWritten, type Written } from './manifest.ts';
import { putFolder, takeFolder } from './put.ts';
import { digestNow, type Stamped } from './read.ts';
import { settleAll } from './settle.ts';
import type { ExportedFolder, ExportReport } from './types.ts';

export interface SyncExportsOptions {
  readonly dryRun?: boolean;
  /** Ids whose update the person has reviewed: their exports that follow are renewed. Default: nothing is written. */
  readonly renew?: readonly string[];
}

/**
 * Removes copies of what is gone, switched off or another one now. Writes nothing but what follows a reviewed update; a
 * skill that cannot be read keeps its copy, for unreadable is not gone.
 */
export async function syncExports(desk: Desk, options: SyncExportsOptions, viewOf: ViewOf): Promise<ExportReport> {
  const draft = emptyExport(options.dryRun === true);
  const rows = (await settleAll(desk.store, await listWritten(desk.store))).filter(
    ({ session }) => session === undefined,
  );
  if (rows.length === 0) return draft;
  const record = await readRecord(desk.store, desk.store.db.shared);
  for (const row of rows) await syncOne(desk, row, record, draft, { ...options, viewOf });
  return draft;
}

type Why = NonNullable<ExportedFolder['why']>;

export type Fate = Partial<Stamped> & { readonly why?: Why };

/** Why a copy has to go, or what its skill is now. Throws UNREADABLE. */
export function fateOf(desk: Desk, { id, source, digest }: Written, record: SwitchRecord): Fate {
  if (isOff(layersFor(record, source.project), id)) return { why: 'disabled' };
  const { stamp } = source;
  const now = digestNow(desk.store.disk, source.folder, source.kind, {
    digest,
    ...(stamp === undefined ? {} : { stamp }),
  });
  if (now === undefined) return { why: 'gone' };
  return now.digest === digest ? now : { ...now, why: 'changed' };
}

/** Writes down what an unchanged skill was read under: the next look reads no file of it. */
export async function keepStamp(desk: Desk, row: Written, { stamp }: Fate): Promise<void> {
  if (stamp === undefined || stamp === row.source.stamp || row.pending !== undefined || desk.store.db.readOnly) return;
  // Where somebody is at the row meanwhile, theirs stands: a stamp only saves time.
  await replaceWritten(desk.store, row, { ...row, source: { ...row.source, stamp } });
}

async function syncOne(
  desk: Desk,
  row: Written,
  record: SwitchRecord,
  draft: ExportDraft,
  { dryRun = false, renew = [], viewOf }: SyncExportsOptions & { readonly viewOf: ViewOf },
): Promise<void> {
  const { id, folder, source } = row;
  const one = { id, path: folder };
  let found: Fate;
  try {
    found = fateOf(desk, row, record);
  } catch (error) {
    if (!(error instanceof SkillficheError)) throw error;
    draft.conflicts.push(conflictOf(id, folder, 'unreadable'));
    return;
  }
  if (found.why === undefined) {
    draft.unchanged.push(one);
    if (!dryRun) await keepStamp(desk, row, found);
    return;
  }
  if (found.why === 'changed' && row.follow && isReviewed(row, renew)) {
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    const copy =
      source.kind === 'skill'
        ? await copySkill(desk, source.folder, name, source.hints === true)
        : await foldCollection(desk, await viewOf(source.folder), { id, folder: source.folder, name }, source);
    if (!('findings' in copy)) {
      note(
        draft,
        one,
        await putFolder(desk, { ...columnsOf(row), digest: copy.digest, files: copy.files }, { dryRun }),
      );
      return;
    }
    draft.refused.push({ id, findings: copy.findings });
  }
  note(draft, { ...one, why: found.why }, await takeFolder(desk, folder, { dryRun }));
}

/** An update names a collection by its package, and the export by what it holds. */
function isReviewed({ id, source }: Written, renew: readonly string[]): boolean {
  if (source.kind === 'skill') return renew.includes(id);
  return renew.some((one) => one.slice(one.indexOf(':') + 1) === id.slice(0, -2));
}

const columnsOf = ({ folder, tool, id, follow, source }: Written) => ({ folder, tool, id, follow, source });
