import { canonicalName } from '../base/text.ts';
import type { Root } from '../base/types.ts';
import { shippedCollections } from '../io/places/shipped.ts';
import type { BundledNames } from '../owner/store/collisions.ts';

/** What shipped skills are called now. Cost: that of opening their catalog, from its snapshot where there is one. */
export async function bundledNames(given: readonly Root[] | undefined, cache: string | false): Promise<BundledNames> {
  const shipped = shippedCollections();
  const shippedRoots: Root[] = shipped === undefined ? [] : [{ id: 'bundled', kind: 'bundled', path: shipped }];
  const roots = given?.filter(({ kind }) => kind === 'bundled') ?? shippedRoots;
  const names = new Map<string, string>();
  const folders = new Map<string, string>();
  if (roots.length === 0) return { names, folders };
  const { openCatalog } = await import('./open-catalog.ts');
  const catalog = await openCatalog({ roots, cache, onDuplicate: 'report' });
  for (const { id, name, path } of catalog.view({ audience: 'owner' }).entries()) {
    names.set(canonicalName(name), id);
    const folder = path === '.' ? id.slice(0, id.indexOf(':')) : path.slice(path.lastIndexOf('/') + 1);
    folders.set(canonicalName(folder), id);
  }
  for (const { id } of catalog.view({ audience: 'owner' }).collections()) folders.set(canonicalName(id), id);
  return { names, folders };
}
