import { syncSessions } from '../owner/session/sync.ts';
import type { Desk } from '../owner/store/desk.ts';
import { type SyncExportsOptions, syncExports } from '../owner/target/sync.ts';
import type { ExportReport } from '../owner/target/types.ts';
import { viewOfFolder } from './own-view.ts';

/** Looks at every copy this machine wrote, in tools' folders and in those of sessions. */
export async function syncCopies(desk: Desk, options: SyncExportsOptions): Promise<ExportReport> {
  const tools = await syncExports(desk, options, viewOfFolder(desk));
  const sessions = await syncSessions(desk, { dryRun: options.dryRun === true });
  return {
    written: tools.written,
    removed: [...tools.removed, ...sessions.removed],
    conflicts: [...tools.conflicts, ...sessions.conflicts],
    unchanged: [...tools.unchanged, ...sessions.unchanged],
    outdated: sessions.outdated ?? [],
    refused: tools.refused,
    dry_run: tools.dry_run,
  };
}
