import { compareCodePoints } from '../../base/text.ts';
import type { Diagnostic } from '../../base/types.ts';
import { type CatalogData, type CatalogScope, folderOf } from './build.ts';

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

/** What each scope that has skills is made of: all that a search index depends on. */
export function scopeContents(
  data: CatalogData,
): readonly (readonly [id: string, isCollection: boolean, digest: string])[] {
  return data.scopes
    .filter(({ count }) => count > 0)
    .map(({ id, collection, table, first, base, count }) => [
      id,
      collection !== undefined,
      table.contentDigest(first - base, count),
    ]);
}

/** One skill as it leaves this wing: no row number goes with it. */
export interface SkillAt {
  readonly id: string;
  /** The collection's id for a member. */
  readonly collection?: string;
  /** Relative to the scope's folder; `.` for its own. */
  readonly path: string;
  readonly name: string;
  /** Absolute folder, and the spelling of SKILL.md in it. */
  readonly folder: string;
  readonly file: string;
  /** sha256 of SKILL.md as it was scanned, 64 hex digits. */
  readonly sha256: string;
  readonly recovered: boolean;
}

/** The skill of a row of this scope. */
export function skillAt(scope: CatalogScope, row: number): SkillAt {
  const { table } = scope;
  const at = row - scope.base;
  const path = table.path(at);
  return {
    id: `${scope.id}:${path}`,
    ...(scope.collection === undefined ? {} : { collection: scope.id }),
    path,
    name: table.name(at),
    folder: folderOf(scope.root, table.folder(at)),
    file: table.file(at),
    sha256: table.sha256(at),
    recovered: table.recovered(at),
  };
}

/** The rows of a scope, in order of path. */
export function rowsIn(scope: CatalogScope): number[] {
  return Array.from({ length: scope.count }, (_, index) => scope.first + index);
}

/** What reading the skill of a row found, the others' left undecoded; `path` is how its file is called. */
export function diagnosticsAt(scope: CatalogScope, row: number, path: string): Diagnostic[] {
  return scope.table
    .diagnosticsOf(row - scope.base)
    .map(({ scope: _scope, skill: _skill, path: _path, code, severity, ...rest }) => ({
      code,
      severity,
      path,
      ...rest,
    }));
}
