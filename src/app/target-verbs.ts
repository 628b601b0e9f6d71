import { type OptionKeys, requireOptions } from '../base/options.ts';
import type { Desk } from '../owner/store/desk.ts';
import type { ArchiveOptions } from '../owner/target/archive.ts';
import type { ExportOptions } from '../owner/target/export.ts';
import type { TargetWorld } from '../owner/target/folder.ts';
import type { SyncExportsOptions } from '../owner/target/sync.ts';
import type { UnexportOptions } from '../owner/target/unexport.ts';
import type { OwnView, TargetVerbs } from './target-types.ts';

const EXPORT_KEYS: OptionKeys<ExportOptions> = {
  to: true,
  place: true,
  prefix: true,
  keepHints: true,
  follow: true,
  fold: true,
  all: true,
  discard: true,
  dryRun: true,
  view: true,
  command: true,
};
const UNEXPORT_KEYS: OptionKeys<UnexportOptions> = { to: true, all: true, discard: true, dryRun: true };
const ARCHIVE_KEYS: OptionKeys<ArchiveOptions> = { format: true, view: true };
const SYNC_KEYS: OptionKeys<SyncExportsOptions> = { dryRun: true, renew: true };

/** The verbs of other tools' folders; each room is loaded when a verb is called. */
export function targetVerbs(
  getDesk: (forReading?: boolean) => Promise<Desk>,
  world: TargetWorld,
  ownView: OwnView,
): TargetVerbs {
  return {
    async export(refs, options) {
      requireOptions(options, 'export', EXPORT_KEYS);
      const { exportSkills } = await import('../owner/target/export.ts');
      const { viewOfFolder } = await import('./own-view.ts');
      const desk = await getDesk();
      return exportSkills(desk, world, options.view ?? (await ownView()), refs, options, viewOfFolder(desk));
    },
    async unexport(refs, options = {}) {
      requireOptions(options, 'unexport', UNEXPORT_KEYS);
      const { unexportSkills } = await import('../owner/target/unexport.ts');
      return unexportSkills(await getDesk(), world, refs, options);
    },
    async archive(ref, options = {}) {
      requireOptions(options, 'archive', ARCHIVE_KEYS);
      const { archiveSkill } = await import('../owner/target/archive.ts');
      return archiveSkill(await getDesk(true), options.view ?? (await ownView()), ref, options);
    },
    async list() {
      const { listExports } = await import('../owner/target/unexport.ts');
      return listExports(await getDesk(true));
    },
    async sync(options = {}) {
      requireOptions(options, 'sync', SYNC_KEYS);
      const { syncCopies } = await import('./sync-copies.ts');
      return syncCopies(await getDesk(), options);
    },
  };
}
