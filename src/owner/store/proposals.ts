import type { Desk } from './desk.ts';
import { placesOf } from './desk.ts';
import { packageId } from './place.ts';
import type { Proposal } from './types.ts';

/** What waits for a person: packages that a model wrote, and of which nothing was ever active. In order of id. */
export async function listProposals(desk: Desk): Promise<Proposal[]> {
  const places = placesOf(desk);
  const rows = await desk.store.db.shared
    .selectFrom('packages')
    .innerJoin('versions', 'versions.package', 'packages.package')
    .innerJoin('trees', 'trees.tree', 'versions.tree')
    .leftJoin('active', 'active.package', 'packages.package')
    .select(['packages.place', 'packages.slug', 'versions.number', 'versions.digest', 'versions.name'])
    .select(['versions.note', 'versions.at', 'trees.files'])
    .where('versions.came_by', '=', 'proposal')
    .where('active.package', 'is', null)
    .where(
      'packages.place',
      'in',
      places.map(({ key }) => key),
    )
    .execute();
  const found = rows.flatMap((row): Proposal[] => {
    const place = places.find(({ key }) => key === row.place);
    if (place === undefined) return [];
    const { slug, name, digest, at } = row;
    return [
      {
        id: packageId(place, slug),
        place: place.name,
        slug,
        name,
        version: Number(row.number),
        digest,
        files: Number(row.files),
        at,
        ...(row.note === null ? {} : { note: row.note }),
      },
    ];
  });
  return found.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

/** The proposal that a reference means: its id, or the name of its folder. */
export function findProposal(proposals: readonly Proposal[], ref: string): Proposal | undefined {
  return proposals.find(({ id }) => id === ref) ?? proposals.find(({ slug }) => slug === ref);
}
