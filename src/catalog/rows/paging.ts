import { SkillficheError } from '../../base/errors.ts';
import { DEFAULT_PAGE_ROWS, MAX_PAGE_CHARACTERS, MAX_PAGE_ROWS } from '../../base/limits.ts';
import { quoteValue } from '../../base/text.ts';

/** One page of a list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly offset: number;
  /** Absent on the last page; else greater than `offset`. */
  readonly next_offset?: number;
}

/** Checks a caller's offset: a whole number from 0. Any number past the end is fine, the page is empty then. */
export function readOffset(offset: unknown): number {
  if (offset === undefined) return 0;
  if (typeof offset === 'number' && Number.isInteger(offset) && offset >= 0) return offset + 0;
  throw new SkillficheError('INVALID_ARGUMENT', `offset must be a whole number from 0, not ${quoteValue(offset)}.`);
}

/** Checks a caller's limit: a whole number from 1 to 200; absent = 50. */
export function readLimit(limit: unknown, most: number = MAX_PAGE_ROWS, usual: number = DEFAULT_PAGE_ROWS): number {
  if (limit === undefined) return usual;
  if (typeof limit === 'number' && Number.isSafeInteger(limit) && limit >= 1 && limit <= most) return limit;
  throw new SkillficheError(
    'INVALID_ARGUMENT',
    `limit must be a whole number from 1 to ${most}, not ${quoteValue(limit)}.`,
  );
}

/**
 * Cuts one page out of a list. It ends after `limit` rows or before `maxCharacters` of JSON, whichever comes first,
 * but always holds at least one row, so that following `next_offset` reaches the end.
 */
export function cutPage<Item, Row>(
  items: readonly Item[],
  options: { readonly offset: number; readonly limit: number; readonly maxCharacters?: number },
  render: (item: Item) => Row,
): Page<Row> {
  const { offset, limit, maxCharacters = MAX_PAGE_CHARACTERS } = options;
  const rows: Row[] = [];
  let characters = 0;
  let at = offset;
  for (; at < items.length && rows.length < limit; at++) {
    const row = render(items[at] as Item);
    characters += JSON.stringify(row).length;
    if (rows.length > 0 && characters > maxCharacters) break;
    rows.push(row);
  }
  return at < items.length ? { rows, offset, next_offset: at } : { rows, offset };
}
