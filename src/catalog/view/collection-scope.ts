import { SkillficheError } from '../../base/errors.ts';
import { cutTo, quoteValue, toOneLine } from '../../base/text.ts';
import type { CatalogContext } from '../internals.ts';
import type { CatalogScope } from '../rows/build.ts';

/** Every collection of the catalog, in order of id. For the owner of the trees, not for a view. */
export function collectionScopes(context: CatalogContext): CatalogScope[] {
  return context.data.scopes.filter((scope) => scope.collection !== undefined);
}

/** The collection with this id. Throws COLLECTION_NOT_FOUND. */
export function collectionScope(context: CatalogContext, id: string): CatalogScope {
  const scopes = collectionScopes(context);
  const scope = scopes.find((one) => one.id === id);
  if (scope !== undefined) return scope;
  const suggestions = scopes.slice(0, 3).map((one) => one.id);
  const others =
    suggestions.length === 0
      ? 'There is no collection.'
      : `There is ${suggestions.join(', ')}${scopes.length > 3 ? ' ...' : ''}.`;
  throw new SkillficheError(
    'COLLECTION_NOT_FOUND',
    `No collection has the id "${cutTo(toOneLine(String(id)), 80)}". ${others}`,
    {
      suggestions,
    },
  );
}

/** The collections with these ids; every one where the list is empty. Throws INVALID_ARGUMENT, COLLECTION_NOT_FOUND. */
export function scopesOf(context: CatalogContext, ids: readonly string[]): CatalogScope[] {
  if (!Array.isArray(ids)) {
    throw new SkillficheError('INVALID_ARGUMENT', `collections must be a list of ids, not ${quoteValue(ids)}.`);
  }
  return ids.length === 0 ? collectionScopes(context) : ids.map((id) => collectionScope(context, id));
}
