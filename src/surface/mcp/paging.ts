import { compareCodePoints } from '../../base/text.ts';

// Cursors name the last item of the page before: paging goes on at the right place whatever was added or removed.

const PREFIX = 'after:';

export interface Addressed {
  readonly uri: string;
}

/** Index of the first item behind the cursor; undefined when the cursor is none of ours. Items are in code-point order. */
export function startAfter(items: readonly Addressed[], cursor: string | undefined): number | undefined {
  if (cursor === undefined) return 0;
  const after = decodeCursor(cursor);
  return after === undefined ? undefined : firstAfter(items, after);
}

/** Index of the first item whose URI comes after `uri`. */
export function firstAfter(items: readonly Addressed[], uri: string): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareCodePoints(items[middle]?.uri ?? '', uri) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function encodeCursor(key: string): string {
  return Buffer.from(PREFIX + key).toString('base64url');
}

function decodeCursor(cursor: string): string | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  return text.startsWith(PREFIX) && encodeCursor(text.slice(PREFIX.length)) === cursor
    ? text.slice(PREFIX.length)
    : undefined;
}
