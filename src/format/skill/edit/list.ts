import { leastQuotes, writeInline } from './scalar.ts';
import type { Slot, Writing } from './write.ts';

/** A list in brackets that would be longer than this goes on lines of its own. Characters. */
const MAX_BRACKETS = 100;
/** What would end an item between brackets. */
const BREAKS_ITEM = /[,[\]{}]/;

/** Ways to write a list: as it is written there, else in brackets, else an item a line. */
export function* waysToList(place: Slot, items: readonly string[]): Generator<Writing> {
  const { text, located, margin, eol } = place;
  const { spelling, keyEnd, valueStart, valueEnd, lineEnd } = located;
  const there = text.slice(valueStart, valueEnd);
  const quoting = /^[-[]\s*(["'])/.exec(there)?.[1];
  const preferred = quoting === '"' ? 'double' : quoting === "'" ? 'single' : 'plain';
  const write = (item: string, inBrackets: boolean): string =>
    (preferred === 'plain' && inBrackets && BREAKS_ITEM.test(item) ? undefined : writeInline(item, preferred)) ??
    writeInline(item, leastQuotes(item)) ??
    JSON.stringify(item);
  const brackets = `[${items.map((item) => write(item, true)).join(', ')}]`;
  const lines = items.map((item) => `- ${write(item, false)}`);
  if (/^-(?:\s|$)/.test(there) && items.length > 0) {
    const lineStart = Math.max(text.lastIndexOf('\n', valueStart - 1), text.lastIndexOf('\r', valueStart - 1)) + 1;
    const before = located.below ? /^[ \t]*/.exec(text.slice(lineStart, valueStart))?.[0] : undefined;
    const replacement = lines.join(eol + (before ?? ' '.repeat(margin)));
    yield { style: 'lines', start: valueStart, end: valueEnd, replacement };
    return;
  }
  if (located.below && items.length === 0) {
    // Back to the key's line, with the comment there: brackets at the margin would be read as another line's.
    const tail = /^[^\r\n]*/.exec(text.slice(keyEnd))?.[0] ?? '';
    yield { style: 'brackets', start: keyEnd, end: valueEnd, replacement: ` ${brackets}${tail}` };
    return;
  }
  if (spelling !== 'empty') {
    yield { style: 'brackets', start: valueStart, end: located.blockEnd ?? valueEnd, replacement: brackets };
    return;
  }
  const tail = text.slice(valueEnd, lineEnd);
  const inBrackets: Writing = { style: 'brackets', start: keyEnd, end: lineEnd, replacement: ` ${brackets}${tail}` };
  if (brackets.length <= MAX_BRACKETS) yield inBrackets;
  const spaces = ' '.repeat(margin + 2);
  yield {
    style: 'lines',
    start: keyEnd,
    end: lineEnd,
    replacement: [tail, ...lines.map((one) => spaces + one)].join(eol),
  };
  yield inBrackets;
}

/** A truth value, which must stand without quotes. */
export function* waysToWord(place: Slot, word: string): Generator<Writing> {
  const { text, located } = place;
  const { spelling, keyEnd, valueStart, valueEnd, lineEnd, blockEnd } = located;
  if (spelling === 'empty') {
    const tail = text.slice(valueEnd, lineEnd);
    yield { style: 'plain', start: keyEnd, end: lineEnd, replacement: ` ${word}${tail}` };
  } else yield { style: 'plain', start: valueStart, end: blockEnd ?? valueEnd, replacement: word };
}
