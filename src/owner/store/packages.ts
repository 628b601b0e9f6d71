import { SkillficheError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import { canonicalName, quoteValue } from '../../base/text.ts';
import { type Place, packageId } from './place.ts';
import { reachedBefore } from './purged.ts';
import type { CameBy, LockSource, PackageKind } from './types.ts';
import type { Store } from './world.ts';

/** A version as the store has it, without its bytes. */
export interface StoredVersion {
  readonly number: number;
  readonly digest: string;
  readonly tree: string;
  readonly name: string;
  readonly members: number;
  readonly came_by: CameBy;
  readonly source?: LockSource;
  readonly note?: string;
  readonly at: string;
}

/** A package, what is active of it, and the folder of this machine that shows it. */
export interface StoredPackage {
  readonly key: string;
  readonly id: string;
  readonly place: Place;
  readonly slug: string;
  readonly kind: PackageKind;
  /** 0 before anything was active. */
  readonly revision: number;
  /** Absent: removed. */
  readonly active?: StoredVersion;
  readonly view?: { readonly number: number; readonly folder: string; readonly tree: string; readonly stamp: string };
}

interface VersionColumns {
  readonly number: number | null;
  readonly digest: string | null;
  readonly tree: string | null;
  readonly name: string | null;
  readonly members: number | null;
  readonly came_by: string | null;
  readonly source: string | null;
  readonly note: string | null;
  readonly at: string | null;
}

export function toVersion(row: VersionColumns): StoredVersion | undefined {
  const { number, digest, tree, name, came_by, at } = row;
  if (number === null || digest === null || tree === null || name === null || came_by === null || at === null) {
    return undefined;
  }
  return {
    number: Number(number),
    digest,
    tree,
    name,
    members: Number(row.members),
    came_by: came_by as CameBy,
    at,
    ...(row.source === null ? {} : { source: JSON.parse(row.source) as LockSource }),
    ...(row.note === null ? {} : { note: row.note }),
  };
}

/** Every package of some places, removed ones too, in order of place and slug. */
export async function listPackages(store: Store, places: readonly Place[]): Promise<StoredPackage[]> {
  const { shared, local } = store.db;
  const rows = await shared
    .selectFrom('packages')
    .leftJoin('active', 'active.package', 'packages.package')
    .leftJoin('versions', (on) =>
      on.onRef('versions.package', '=', 'active.package').onRef('versions.number', '=', 'active.number'),
    )
    .select(['packages.package as key', 'packages.place', 'packages.slug', 'packages.kind', 'active.revision'])
    .select(['versions.number', 'versions.digest', 'versions.tree', 'versions.name', 'versions.members'])
    .select(['versions.came_by', 'versions.source', 'versions.note', 'versions.at'])
    .where(
      'packages.place',
      'in',
      places.map((place) => place.key),
    )
    .execute();
  const views = new Map((await local.selectFrom('views').selectAll().execute()).map((row) => [row.package, row]));
  const found = rows.flatMap((row): StoredPackage[] => {
    const place = places.find(({ key }) => key === row.place);
    if (place === undefined) return [];
    const active = toVersion(row);
    const view = views.get(row.key);
    return [
      {
        key: row.key,
        id: packageId(place, row.slug),
        place,
        slug: row.slug,
        kind: row.kind as PackageKind,
        revision: Number(row.revision ?? 0),
        ...(active === undefined ? {} : { active }),
        ...(view === undefined
          ? {}
          : { view: { number: Number(view.number), folder: view.folder, tree: view.tree, stamp: view.stamp } }),
      },
    ];
  });
  return found.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** The package a reference means: its id, its folder's name, or the name it declares. The project's comes first. */
export function findPackage(packages: readonly StoredPackage[], ref: string): StoredPackage {
  const wanted = canonicalName(ref);
  const by = (match: (one: StoredPackage) => boolean): StoredPackage[] => {
    const found = packages.filter(match);
    const active = found.filter((one) => one.active !== undefined);
    return active.length > 0 ? active : found;
  };
  for (const found of [
    by(({ id }) => id === ref),
    by(({ slug }) => slug === ref),
    by(({ active }) => active !== undefined && canonicalName(active.name) === wanted),
  ]) {
    const [first, second] = found;
    if (first === undefined) continue;
    if (second === undefined) return first;
    const ids = found.map(({ id }) => id).slice(0, 3);
    throw new SkillficheError('AMBIGUOUS_NAME', `${quoteValue(ref)} may be ${ids.join(' or ')}. Give the id.`, {
      suggestions: ids,
    });
  }
  const suggestions = nearest(
    ref,
    packages.flatMap(({ id, slug }) => [id, slug]),
    3,
  );
  const meant =
    suggestions.length === 0 ? '`skillfiche status` lists them.' : `Did you mean ${suggestions.join(' or ')}?`;
  throw new SkillficheError('PACKAGE_NOT_FOUND', `The store keeps no skill ${quoteValue(ref)}. ${meant}`, {
    suggestions,
  });
}

/** All versions of a package, the newest first. */
export async function listVersions(store: Store, key: string): Promise<StoredVersion[]> {
  const rows = await store.db.shared
    .selectFrom('versions')
    .select(['number', 'digest', 'tree', 'name', 'members', 'came_by', 'source', 'note', 'at'])
    .where('package', '=', key)
    .orderBy('number', 'desc')
    .execute();
  return rows.flatMap((row) => toVersion(row) ?? []);
}

/** The number after the last one that was given, also before the package was purged. */
export async function nextNumber(
  store: Store,
  key: string,
  db: Pick<Store['db']['shared'], 'selectFrom'> = store.db.shared,
): Promise<number> {
  const row = await db
    .selectFrom('versions')
    .select((on) => on.fn.max('number').as('most'))
    .where('package', '=', key)
    .executeTakeFirst();
  return Number(row?.most ?? (await reachedBefore(db, key)).number) + 1;
}
