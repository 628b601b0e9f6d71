import type { Root } from '../../base/types.ts';
import { contextOf } from '../internals.ts';
import type { ReadableCatalog } from '../types.ts';

/** Findings of severity error in the trees, those of withheld skills among them. Cost: none, the tables know. */
export function countTreeErrors(catalog: ReadableCatalog): number {
  const { data } = contextOf(catalog);
  const ofTables = data.tables.reduce((sum, { header }) => sum + header.errors, 0);
  return ofTables + data.dropped.filter(({ reason }) => reason !== 'revisit').length;
}

/** Roots without a folder to walk, and why: the end of a sentence that begins with the root. */
export function missingRoots(catalog: ReadableCatalog): { readonly root: Root; readonly why: string }[] {
  return contextOf(catalog).data.tables.flatMap(({ header: { root, missing } }) => {
    if (missing === undefined) return [];
    const [reason = '', cause = ''] = missing.split(' ');
    const why =
      reason === 'missing'
        ? 'does not exist'
        : reason === 'unreadable'
          ? `cannot be read (${cause})`
          : 'is not a folder';
    return [{ root, why }];
  });
}
