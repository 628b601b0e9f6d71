import { sha256Hex } from '../../base/hash.ts';
import type { ScopeRecord } from './types.ts';

/** The digest of all rows; see TableHeader. */
export function digestOfRows(
  scopes: readonly ScopeRecord[],
  sha256: (row: number) => string,
  path: (row: number) => string,
): string {
  let lines = '';
  for (const scope of scopes.toSorted((a, b) => a.first - b.first)) {
    for (let row = scope.first; row < scope.first + scope.count; row++)
      lines += `${sha256(row)}  ${scope.id}:${path(row)}\n`;
  }
  return sha256Hex(lines);
}
