import { SkillficheError } from '../../base/errors.ts';
import type { Desk } from '../store/desk.ts';
import { isOff, layersFor, type SwitchRecord } from '../store/switch-record.ts';
import { readRecord } from '../store/switches.ts';
import { conflictOf, copySkill, type ExportDraft, emptyExport, note } from './export.ts';
import { listWritten, type Written } from './manifest.ts';
import { putFolder, takeFolder } from './put.ts';
import { digestNow } from './read.ts';
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
export async function syncExports(desk: Desk, options: SyncExportsOptions = {}): Promise<ExportReport> {
  const draft = emptyExport(options.dryRun === true);
  const rows = (await settleAll(desk.store, await listWritten(desk.store))).filter(
    ({ session }) => session === undefined,
  );
  if (rows.length === 0) return draft;
  const record = await readRecord(desk.store, desk.store.db.shared);
  for (const row of rows) await syncOne(desk, row, record, draft, options);
  return draft;
}

type Why = NonNullable<ExportedFolder['why']>;

/** Why a copy has to go, or what its skill is now. */
function fate(desk: Desk, row: Written, record: SwitchRecord): { readonly why?: Why; readonly digest?: string } {
  const { id, source } = row;
  if (isOff(layersFor(record, source.project), id)) return { why: 'disabled' };
  const digest = digestNow(desk.store.disk, source.folder, source.kind);
  if (digest === undefined) return { why: 'gone' };
  return digest === row.digest ? { digest } : { digest, why: 'changed' };
}

async function syncOne(
  desk: Desk,
  row: Written,
  record: SwitchRecord,
  draft: ExportDraft,
  { dryRun = false, renew = [] }: SyncExportsOptions,
): Promise<void> {
  const { id, folder, source } = row;
  const one = { id, path: folder };
  let found: ReturnType<typeof fate>;
  try {
    found = fate(desk, row, record);
  } catch (error) {
    if (!(error instanceof SkillficheError)) throw error;
    draft.conflicts.push(conflictOf(id, folder, 'unreadable'));
    return;
  }
  if (found.why === undefined) {
    draft.unchanged.push(one);
    return;
  }
  if (found.why === 'changed' && row.follow && source.kind === 'skill' && renew.includes(id)) {
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    const copy = await copySkill(desk, source.folder, name, source.hints === true);
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

const columnsOf = ({ folder, tool, id, follow, source }: Written) => ({ folder, tool, id, follow, source });
