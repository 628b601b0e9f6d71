import type { ChangeReport } from '../types.ts';

export function emptyReport(dryRun: boolean): ChangeReport {
  return { changed: [], unchanged: [], conflicts: [], refused: [], dry_run: dryRun };
}
