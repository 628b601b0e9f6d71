import type { FieldValue } from '../../../base/types.ts';
import {
  advance,
  CR,
  type Cursor,
  DASH,
  endLine,
  HASH,
  hasNextKey,
  LF,
  peekContent,
  readKey,
  SPACE,
} from './cursor.ts';
import { readFlow } from './flow.ts';
import { beginsPlain, readBlockScalar, readPlain, readQuoted } from './scalar.ts';
import { MAX_FAST_NESTING, MapBuilder, orNull, type Way, within } from './way.ts';

/**
 * The value behind `key:` at indentation `parent`, with the cursor behind the colon; stands on the next line after.
 * Undefined: declined. Where the value is not wanted it is only checked, and what comes back says nothing.
 */
export function readValue(cursor: Cursor, parent: number, way: Way): FieldValue | undefined {
  const { head } = cursor;
  let code = head.charCodeAt(cursor.at);
  while (code === SPACE) code = head.charCodeAt(++cursor.at);
  if (code !== HASH && code !== LF && code !== CR) return readInline(cursor, parent, way);
  if (code === HASH) cursor.at--;
  if (!endLine(cursor)) return undefined;
  peekContent(cursor);
  const isItem = isItemAt(cursor, cursor.nextAt);
  // A list may stand at the indentation of its key.
  if (cursor.nextIndent < parent || (cursor.nextIndent === parent && !isItem)) return null;
  if (way.depth >= MAX_FAST_NESTING) return undefined;
  const indent = cursor.nextIndent;
  advance(cursor);
  if (isItem) return readList(cursor, indent, way);
  return isKeyAt(cursor) ? readMap(cursor, indent, way) : readInline(cursor, parent, way);
}

function isItemAt(cursor: Cursor, at: number): boolean {
  return cursor.head.charCodeAt(at) === DASH && cursor.head.charCodeAt(at + 1) === SPACE;
}

function isKeyAt(cursor: Cursor): boolean {
  const { at } = cursor;
  const isKey = readKey(cursor) !== undefined;
  cursor.at = at;
  return isKey;
}

/** A value that begins where the cursor stands. */
function readInline(cursor: Cursor, parent: number, way: Way): FieldValue | undefined {
  const first = cursor.head.charAt(cursor.at);
  if (first === '"' || first === "'") {
    const text = readQuoted(cursor, parent, way.isWanted);
    return text !== undefined && endLine(cursor) ? text : undefined;
  }
  if (first === '[' || first === '{') {
    const value = readFlow(cursor, parent, way);
    return value !== undefined && endLine(cursor) ? value : undefined;
  }
  if (first === '|' || first === '>') return readBlockScalar(cursor, parent, way.isWanted);
  if (!beginsPlain(cursor, cursor.at)) return undefined;
  const text = readPlain(cursor, parent, way.isWanted);
  return text === undefined ? undefined : orNull(text);
}

function readMap(cursor: Cursor, indent: number, way: Way): FieldValue | undefined {
  const map = new MapBuilder(cursor, way);
  let hasNext: boolean | undefined = true;
  while (hasNext === true) {
    const { line } = cursor;
    const below = map.open(readKey(cursor), line);
    const value = below === undefined ? undefined : readValue(cursor, indent, below);
    if (value === undefined) return undefined;
    map.close(value);
    hasNext = hasNextKey(cursor, indent);
  }
  return hasNext === undefined ? undefined : map.value;
}

function readList(cursor: Cursor, indent: number, way: Way): FieldValue | undefined {
  const { head } = cursor;
  const items: FieldValue[] = [];
  const below = within(way, undefined);
  for (;;) {
    const dash = cursor.at;
    cursor.at++;
    while (head.charCodeAt(cursor.at) === SPACE) cursor.at++;
    const inner = indent + cursor.at - dash;
    const item = isKeyAt(cursor) ? readMap(cursor, inner, below) : readInline(cursor, indent, below);
    if (item === undefined) return undefined;
    if (way.isWanted) items.push(item);
    peekContent(cursor);
    if (cursor.nextIndent > indent) return undefined;
    if (cursor.nextIndent < indent || !isItemAt(cursor, cursor.nextAt)) return items;
    advance(cursor);
  }
}
