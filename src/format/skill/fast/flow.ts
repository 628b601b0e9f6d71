import type { FieldValue } from '../../../base/types.ts';
import { advance, CR, type Cursor, feedAfter, LF, peek, readKey, SPACE, textOf, trimmedEnd } from './cursor.ts';
import { readQuoted } from './scalar.ts';
import { MAX_FAST_NESTING, MapBuilder, orNull, type Way, within } from './way.ts';

const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_MAP = 123;
const CLOSE_MAP = 125;

/** A list or a map in brackets, deeper than `parent` on every line; stands behind the closing one. */
export function readFlow(cursor: Cursor, parent: number, way: Way): FieldValue | undefined {
  // On the key's own line: then no key below it has a line to remember.
  const json = way.depth === 0 && cursor.line === cursor.fieldLine ? readJsonLine(cursor, way) : undefined;
  return json ?? readBrackets(cursor, parent, way);
}

/**
 * A value that is JSON to the end of its line, as most one-line metadata is. Undefined, and not moved: it is something
 * else, or JSON that YAML reads in another way: numbers lose their spelling, and a key written twice its first value.
 */
function readJsonLine(cursor: Cursor, way: Way): FieldValue | undefined {
  const { head, at } = cursor;
  const first = head.charCodeAt(at + 1);
  if (first !== 34 && first !== OPEN_MAP) return undefined;
  const end = trimmedEnd(cursor, feedAfter(cursor, at));
  const text = textOf(cursor, at, end);
  if (text.includes('\\')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const strings = countStrings(value, way.depth);
  if (strings === undefined || strings * 2 !== countQuotes(text)) return undefined;
  cursor.at = end;
  return value as FieldValue;
}

/** Keys and strings of a value that holds nothing but strings; undefined when it holds more. */
function countStrings(value: unknown, depth: number): number | undefined {
  if (typeof value === 'string') return 1;
  if (typeof value !== 'object' || value === null || depth >= MAX_FAST_NESTING) return undefined;
  let count = 0;
  for (const [key, item] of Object.entries(value)) {
    const inner = countStrings(item, depth + 1);
    if (inner === undefined || key === '') return undefined;
    count += inner;
  }
  return Array.isArray(value) ? count : count + Object.keys(value).length;
}

function countQuotes(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count++;
  return count;
}

function readBrackets(cursor: Cursor, parent: number, way: Way): FieldValue | undefined {
  if (way.depth >= MAX_FAST_NESTING) return undefined;
  const { head } = cursor;
  const isMap = head.charCodeAt(cursor.at) === OPEN_MAP;
  const close = isMap ? CLOSE_MAP : CLOSE_LIST;
  const items: FieldValue[] = [];
  const map = isMap ? new MapBuilder(cursor, way) : undefined;
  const inList = within(way, undefined);
  cursor.at++;
  for (;;) {
    if (!skipBlanks(cursor, parent)) return undefined;
    if (head.charCodeAt(cursor.at) === close) break;
    let below: Way | undefined = inList;
    if (map !== undefined) {
      const { line } = cursor;
      below = map.open(readKey(cursor) ?? readJsonKey(cursor), line);
      if (below === undefined || !skipBlanks(cursor, parent)) return undefined;
    }
    const value = readItem(cursor, parent, below);
    if (value === undefined || !skipBlanks(cursor, parent)) return undefined;
    if (map !== undefined) map.close(value);
    else if (way.isWanted) items.push(value);
    if (head.charCodeAt(cursor.at) === COMMA) cursor.at++;
    else if (head.charCodeAt(cursor.at) !== close) return undefined;
  }
  cursor.at++;
  return map === undefined ? items : map.value;
}

/** A quoted key whose colon has no blank behind it. */
function readJsonKey(cursor: Cursor): string | undefined {
  const { head, at } = cursor;
  if (head.charCodeAt(at) !== 34) return undefined;
  const close = head.indexOf('"', at + 1);
  const key = head.slice(at + 1, close);
  if (head.charCodeAt(close + 1) !== COLON || !/^[ !#-[\]-~]{1,200}$/.test(key)) return undefined;
  cursor.at = close + 2;
  return key;
}

// Plain text in brackets: without anything that could be more than text.
const PLAIN = /[\w./+<=~$^\x80-\xff(][^,[\]{}#"\n\r:]*(?::[\w/][^,[\]{}#"\n\r:]*)*(?=[,\]}])/y;

function readItem(cursor: Cursor, parent: number, way: Way): FieldValue | undefined {
  const { head, at } = cursor;
  const code = head.charCodeAt(at);
  if (code === 34 || code === 39) return readQuoted(cursor, parent, way.isWanted);
  if (code === OPEN_LIST || code === OPEN_MAP) return readBrackets(cursor, parent, way);
  PLAIN.lastIndex = at;
  if (!PLAIN.test(head)) return undefined;
  cursor.at = PLAIN.lastIndex;
  let end = cursor.at;
  while (head.charCodeAt(end - 1) === SPACE) end--;
  return way.isWanted ? orNull(textOf(cursor, at, end)) : '';
}

/** Blanks and line ends between brackets. False where a line is not indented deeper than the key. */
function skipBlanks(cursor: Cursor, parent: number): boolean {
  const { head } = cursor;
  let code = head.charCodeAt(cursor.at);
  while (code === SPACE) code = head.charCodeAt(++cursor.at);
  if (code !== LF && code !== CR) return true;
  cursor.at = feedAfter(cursor, cursor.at) + 1;
  cursor.line++;
  peek(cursor);
  advance(cursor);
  return cursor.nextIndent > parent;
}
