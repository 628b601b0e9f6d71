import { compareCodePoints } from '../../base/text.ts';
import type { CatalogData, CatalogScope } from './build.ts';

/** The scope that holds a row of the catalog. */
export function scopeOfRow(data: CatalogData, row: number): CatalogScope {
  const { scopesByRow } = data;
  let low = 0;
  let high = scopesByRow.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((scopesByRow[middle]?.first ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  const scope = scopesByRow[low];
  if (scope === undefined || row < scope.first || row >= scope.first + scope.count)
    throw new RangeError(`no scope holds row ${row}`);
  return scope;
}

/** The id of a row of this scope. */
export function idOf(scope: CatalogScope, row: number): string {
  return `${scope.id}:${scope.table.path(row - scope.base)}`;
}

/** The row of an exact id, visible or not. Cost: a binary search. */
export function rowOfId(data: CatalogData, id: string): number | undefined {
  const colon = id.indexOf(':');
  if (colon < 0) return undefined;
  const scope = data.scopes.find((one) => one.id === id.slice(0, colon));
  if (scope === undefined) return undefined;
  const path = id.slice(colon + 1);
  let low = scope.first;
  let high = scope.first + scope.count - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = compareCodePoints(scope.table.path(middle - scope.base), path);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
