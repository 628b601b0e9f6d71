import type { Audience, Root } from '../base/types.ts';
import type { View } from '../catalog/types.ts';
import { shippedCollections } from '../io/places/shipped.ts';
import type { Desk } from '../owner/store/desk.ts';

/** Every skill of one folder that is not switched off. */
export function viewOfFolder(desk: Desk): (path: string) => Promise<View> {
  return async (path) => {
    const { openCatalog } = await import('./open-catalog.ts');
    const root = { id: 'fiche-root', kind: 'project', path };
    const catalog = await openCatalog({ roots: [root], cache: false, onDuplicate: 'report' });
    return catalog.view({ enabled: desk.isEnabled, audience: 'owner' });
  };
}

/** The skills a workspace speaks of where nobody gives a view: its roots, then those of the project and the person, switches kept. */
export async function ownView(
  desk: Desk,
  given: readonly Root[] | undefined,
  cache: string | false,
  audience: Audience = 'owner',
): Promise<View> {
  const shipped = given === undefined ? shippedCollections() : undefined;
  const first: readonly Root[] =
    given ?? (shipped === undefined ? [] : [{ id: 'bundled', kind: 'bundled', path: shipped }]);
  const own = [desk.project, desk.personal].flatMap((place): Root[] =>
    place === undefined ? [] : [{ id: place.name, kind: place.name, path: `${place.folder}/.agents/skills` }],
  );
  const roots = [...first, ...own.filter(({ id }) => !first.some((root) => root.id === id))];
  const { openCatalog } = await import('./open-catalog.ts');
  const catalog = await openCatalog({ roots, cache, onDuplicate: 'report' });
  return catalog.view({ enabled: desk.isEnabled, audience });
}
