import { type Desk, placesOf } from '../desk.ts';
import { listFolder, readTree } from '../folder.ts';
import { listPackages, type StoredPackage, type StoredVersion } from '../packages.ts';
import { listProposals } from '../proposals.ts';
import type { StoreStatus } from '../types.ts';
import type { Store } from '../world.ts';

/** A stamp younger than this proves nothing: a write in the same tick would leave it as it is. */
const YOUNG_MS = 2_000;

/** What the folder of a package holds: a tree, or nothing. */
export interface OnDisk {
  readonly tree: string | undefined;
  readonly modified: boolean;
  readonly stale: boolean;
}

/** Looks at the folder of a package. Perf: one that was found unchanged is known by sizes and times afterwards. */
export async function lookAt(store: Store, one: StoredPackage, active: StoredVersion): Promise<OnDisk> {
  const { disk } = store;
  const { view } = one;
  if (view === undefined) return { tree: undefined, modified: false, stale: true };
  const state = disk.state(view.folder);
  if (state === undefined) return { tree: undefined, modified: false, stale: true };
  const stale = view.number !== active.number;
  // A link or a file in its place is not what any version is.
  if (state.kind !== 'folder') return { tree: undefined, modified: true, stale };
  const listing = listFolder(disk, view.folder, one.kind);
  if (listing === undefined) return { tree: undefined, modified: false, stale: true };
  let tree = view.tree;
  if (view.stamp === '' || view.stamp !== listing.stamp) {
    ({ tree } = readTree(disk, view.folder, one.kind, listing));
    if (!store.db.readOnly && Date.now() - listing.newestMs > YOUNG_MS) {
      await store.db.local
        .updateTable('views')
        .set({ tree, stamp: listing.stamp })
        .where('package', '=', one.key)
        .where('number', '=', view.number)
        .execute();
    }
  }
  const shown = stale ? await treeOfVersion(store, one.key, view.number) : active.tree;
  return { tree, modified: tree !== shown, stale };
}

async function treeOfVersion(store: Store, key: string, number: number): Promise<string | undefined> {
  const row = await store.db.shared
    .selectFrom('versions')
    .select('tree')
    .where('package', '=', key)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.tree;
}

/** Every skill and collection the store keeps for the person and the project. Cost: a listing a folder, no read. */
export async function storeStatus(desk: Desk): Promise<StoreStatus> {
  const skills: StoreStatus['skills'][number][] = [];
  const collections: StoreStatus['collections'][number][] = [];
  for (const one of await listPackages(desk.store, placesOf(desk))) {
    const { active, id, slug } = one;
    if (active === undefined) continue;
    const { modified, stale } = await lookAt(desk.store, one, active);
    const { number, digest, name, came_by, source, members } = active;
    const place = one.place.name;
    if (one.kind === 'collection') {
      const commit = source?.commit;
      const head = { id, place, slug, version: number, digest };
      collections.push({ ...head, ...(commit === undefined ? {} : { commit }), members, modified });
      continue;
    }
    const enabled = desk.isEnabled(id);
    const more = source === undefined ? {} : { source };
    skills.push({ id, place, slug, name, version: number, digest, came_by, ...more, enabled, modified, stale });
  }
  return { skills, collections, proposals: await listProposals(desk) };
}
