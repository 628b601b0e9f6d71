import { type Desk, placesOf } from '../desk.ts';
import { listFolder, readTree } from '../folder.ts';
import type { StoredPackage } from '../packages.ts';
import { packageId } from '../place.ts';

// Whether what lies in a folder is what the store once put there: only that may be replaced or taken away.

/** The folder of a package is a version of that number, also where the version itself was purged: the log has its digest. */
export async function isOfVersion({ store }: Desk, one: StoredPackage, number: number): Promise<boolean> {
  const { db, disk } = store;
  const folder = one.view?.folder ?? '';
  const listing = listFolder(disk, folder, one.kind);
  if (listing === undefined) return false;
  const { tree, digest } = readTree(disk, folder, one.kind, listing);
  const version = await db.shared
    .selectFrom('versions')
    .select('tree')
    .where('package', '=', one.key)
    .where('number', '=', number)
    .executeTakeFirst();
  if (version !== undefined) return version.tree === tree;
  // A tree with a link in it has a digest too, and no version had a link.
  if (tree.includes('+')) return false;
  const logged = await db.shared
    .selectFrom('events')
    .select('number')
    .where('package', '=', one.key)
    .where('version', '=', number)
    .where('digest', '=', digest)
    .executeTakeFirst();
  return logged !== undefined;
}

export async function isOfSomeVersion({ store }: Desk, one: StoredPackage, tree: string): Promise<boolean> {
  const found = await store.db.shared
    .selectFrom('versions')
    .select('number')
    .where('package', '=', one.key)
    .where('tree', '=', tree)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Folders of this machine whose package was purged. The log must say so: a store that never knew a package says nothing
 * of its folder.
 */
export async function purgedViews(desk: Desk, packages: readonly StoredPackage[]): Promise<StoredPackage[]> {
  const { store } = desk;
  const known = new Set(packages.map(({ key }) => key));
  const found: StoredPackage[] = [];
  for (const row of await store.db.local.selectFrom('views').selectAll().execute()) {
    const { package: key, folder, tree, stamp } = row;
    const slug = key.slice(key.lastIndexOf(':') + 1);
    const place = placesOf(desk).find((one) => `${one.key}:${slug}` === key);
    if (known.has(key) || place === undefined) continue;
    const purged = await store.db.shared
      .selectFrom('events')
      .select('number')
      .where('package', '=', key)
      .where('verb', '=', 'purge')
      .executeTakeFirst();
    if (purged === undefined) continue;
    const kind = store.disk.state(`${folder}/COLLECTION.json`)?.kind === 'file' ? 'collection' : 'skill';
    const view = { number: Number(row.number), folder, tree, stamp };
    found.push({ key, id: packageId(place, slug), place, slug, kind, revision: 0, view });
  }
  return found;
}
