// Records as a model reads them: a line a thing, and nothing twice.

import { MAX_ROW_DESCRIPTION_CHARACTERS } from '../../base/limits.ts';
import { cutTo, toOneLine } from '../../base/text.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly readiness?: { readonly state: string };
  readonly network?: { readonly mode: string };
}

/** A row as a line; the name only where the id does not say it, and what stands in the way of using it. */
export function rowLine(row: Row, limit: number = MAX_ROW_DESCRIPTION_CHARACTERS): string {
  const id = toOneLine(row.id);
  const name = toOneLine(row.name);
  const label = isSaidBy(id, name) ? id : `${id} "${name}"`;
  const marks = [
    row.readiness?.state === 'needs_setup' ? 'needs setup' : '',
    row.network?.mode === 'raw_required' ? 'wants the network' : '',
  ].filter((mark) => mark !== '');
  const description = cutTo(toOneLine(row.description), limit);
  return `- ${label}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}${description === '' ? '' : `: ${description}`}`;
}

/** Do the words of the id hold those of the name, or all but a prefix that every name of a collection has? */
function isSaidBy(id: string, name: string): boolean {
  const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const said = words(id);
  return words(name).every((word) => said.some((one) => one.startsWith(word)));
}

/** `1 to 50 of 562`; what there is on a page past the end is nothing. */
export function rangeOf(offset: number, count: number, total: number): string {
  if (count === 0) return `none from ${offset} on, of ${total}`;
  return count === total ? String(total) : `${offset + 1} to ${offset + count} of ${total}`;
}

/** How to go on, as the last line; nothing at the end. */
export function moreLine(next: number | undefined): readonly string[] {
  return next === undefined ? [] : [`Go on with offset=${next}.`];
}
