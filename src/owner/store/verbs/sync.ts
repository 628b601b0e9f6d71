import { activate } from '../activate.ts';
import { readFullTree } from '../content.ts';
import { type Desk, placesOf } from '../desk.ts';
import { listPackages, type StoredPackage } from '../packages.ts';
import type { ChangeReport } from '../types.ts';
import { emptyReport } from './report.ts';
import { type ChangeOptions, changeOf, saveEdits, swapPlan, viewFolderOf } from './rollback.ts';
import { lookAt } from './status.ts';

/** Makes the folders of this machine show what is active. One that somebody edited is a conflict, and stays. */
export async function syncViews(desk: Desk, options: ChangeOptions = {}): Promise<ChangeReport> {
  const report = emptyReport(options.dryRun === true);
  const changed: ChangeReport['changed'][number][] = [];
  const unchanged: ChangeReport['unchanged'][number][] = [];
  const conflicts: ChangeReport['conflicts'][number][] = [];
  for (const one of await listPackages(desk.store, placesOf(desk))) {
    const { active, id } = one;
    if (active === undefined) continue;
    const { modified, stale, tree } = await lookAt(desk.store, one, active);
    if (!stale) unchanged.push({ id, version: active.number });
    else if (modified && tree !== active.tree) conflicts.push({ id, files: [] });
    else {
      if (options.dryRun !== true) await showActive(desk, one, tree);
      const from = one.view?.number;
      const { from: _, ...change } = changeOf(one, active, undefined);
      changed.push(from === undefined ? change : { ...change, from });
    }
  }
  return { ...report, changed, unchanged, conflicts };
}

async function showActive(desk: Desk, one: StoredPackage, tree: string | undefined): Promise<void> {
  const { active } = one;
  if (active === undefined) return;
  const { store } = desk;
  if (tree === active.tree) {
    // The folder is there already, and only the note of it is behind.
    const view = { number: active.number, folder: viewFolderOf(desk, one), tree, stamp: '' };
    await store.db.local.updateTable('views').set(view).where('package', '=', one.key).execute();
    return;
  }
  const { disk } = tree === undefined ? {} : await saveEdits(desk, one, true);
  const content = await readFullTree(store.db.shared, active);
  await activate(store, {
    plan: { ...swapPlan(desk, one, 'sync', active, content, disk?.old), isLocal: true },
    versions: [],
    view: content,
    ...(disk === undefined ? {} : { listing: disk.listing }),
  });
}
