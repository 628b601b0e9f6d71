import { compareCodePoints, toOneLine } from '../base/text.ts';
import type { SearchResult } from '../base/types.ts';
import { readLimit, readOffset } from '../catalog/paging.ts';
import type { Selection } from '../catalog/selection.ts';
import type { CatalogContext } from './internals.ts';
import type { Lookup } from './lookup.ts';
import type { SearchOptions } from './types.ts';

/** Hits among the visible skills. */
export async function searchSelection(
  _context: CatalogContext,
  _selection: Selection,
  _lookup: Lookup,
  options: SearchOptions,
): Promise<SearchResult> {
  readLimit(options.limit);
  return { query: toOneLine(options.query), total: 0, offset: readOffset(options.offset), skills: [] };
}

/** Visible ids close to `text`, the best first. */
export async function suggestSelection(
  _context: CatalogContext,
  selection: Selection,
  text: string,
  limit: number,
): Promise<readonly string[]> {
  const wanted = text.toLowerCase();
  const rows = selection.all().filter((row) => selection.name(row).toLowerCase().includes(wanted));
  return rows
    .map((row) => selection.id(row))
    .sort(compareCodePoints)
    .slice(0, limit);
}
