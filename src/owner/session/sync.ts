import { SkillficheError } from '../../base/errors.ts';
import type { Desk } from '../store/desk.ts';
import { readRecord } from '../store/switches.ts';
import { conflictOf, emptyExport, note } from '../target/export.ts';
import { listWritten } from '../target/manifest.ts';
import { takeFolder } from '../target/put.ts';
import { settleAll } from '../target/settle.ts';
import { type Fate, fateOf, keepStamp } from '../target/sync.ts';
import type { ExportedFolder, ExportReport } from '../target/types.ts';
import { dropLine } from './unseed.ts';

/**
 * Removes seeded copies of what is gone or switched off, with their lines. A copy of what is another one now stays, since
 * the session may be at work with it, and is told as `outdated`; a skill that cannot be read keeps its copy.
 */
export async function syncSessions(
  desk: Desk,
  { dryRun = false }: { readonly dryRun?: boolean },
): Promise<ExportReport> {
  const draft = emptyExport(dryRun);
  const outdated: ExportedFolder[] = [];
  const rows = (await settleAll(desk.store, await listWritten(desk.store))).filter(
    ({ session }) => session !== undefined,
  );
  if (rows.length === 0) return { ...draft, outdated };
  const record = await readRecord(desk.store, desk.store.db.shared);
  for (const row of rows) {
    const one = { id: row.id, path: row.folder };
    let fate: Fate;
    try {
      fate = fateOf(desk, row, record);
    } catch (error) {
      if (!(error instanceof SkillficheError)) throw error;
      draft.conflicts.push(conflictOf(row.id, row.folder, 'unreadable'));
      continue;
    }
    if (fate.why === undefined) {
      draft.unchanged.push(one);
      if (!dryRun) await keepStamp(desk, row, fate);
    } else if (fate.why === 'changed') outdated.push({ ...one, why: fate.why });
    else {
      const after = (): Promise<void> => dropLine(desk, row);
      note(draft, { ...one, why: fate.why }, await takeFolder(desk, row.folder, { dryRun, after }));
    }
  }
  return { ...draft, outdated };
}
