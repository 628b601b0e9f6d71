import { cleanScalar } from '../read/clean.ts';
import { advance, CR, type Cursor, DASH, feedAfter, HASH, LF, peek, SPACE, textOf, trimmedEnd } from './cursor.ts';

// Every reader here returns undefined where it declines, and '' where nobody wants the text.

const INDICATORS = '#&*!|>%@`[]{},?:"\'';

/** True where a plain scalar begins. `?` and `:` may begin one too, but hardly ever do. */
export function beginsPlain(cursor: Cursor, at: number): boolean {
  const code = cursor.head.charCodeAt(at);
  if (code !== DASH) return code > SPACE && !INDICATORS.includes(cursor.head.charAt(at));
  const next = cursor.head.charCodeAt(at + 1);
  return next !== SPACE && next !== LF && next !== CR;
}

/** Reads plain text to the end of its line and stands on the next. Offset behind its last character; -1: declined. */
function readPlainLine(cursor: Cursor): number {
  const { head, at } = cursor;
  const feed = feedAfter(cursor, at);
  const end = trimmedEnd(cursor, feed);
  if (head.charCodeAt(end - 1) === 58) return -1;
  const colon = head.indexOf(': ', at);
  if (colon >= 0 && colon < end) return -1;
  if (cursor.hasComment) {
    const comment = head.indexOf(' #', at);
    if (comment >= 0 && comment < end) return -1;
  }
  cursor.at = feed + 1;
  cursor.line++;
  return end;
}

/** A plain scalar, folded over lines that are indented deeper than `parent`. */
export function readPlain(cursor: Cursor, parent: number, isWanted: boolean): string | undefined {
  const start = cursor.at;
  const end = readPlainLine(cursor);
  if (end < 0) return undefined;
  let text = isWanted ? textOf(cursor, start, end) : '';
  // Most values end here: the next line begins with a key.
  const next = cursor.head.charCodeAt(cursor.at);
  if (next !== SPACE && next !== LF && next !== CR) return text;
  for (peek(cursor); cursor.nextIndent > parent; peek(cursor)) {
    if (cursor.head.charCodeAt(cursor.nextAt) === HASH) break;
    const breaks = cursor.blankLines;
    advance(cursor);
    const from = cursor.at;
    const to = readPlainLine(cursor);
    if (to < 0) return undefined;
    if (isWanted) text += (breaks === 0 ? ' ' : '\n'.repeat(breaks)) + textOf(cursor, from, to);
  }
  return text;
}

/** A quoted scalar, folded over lines that are indented deeper than `parent`; stands behind the closing quote. */
export function readQuoted(cursor: Cursor, parent: number, isWanted: boolean): string | undefined {
  const { head, at } = cursor;
  const isDouble = head.charCodeAt(at) === 34;
  const close = isDouble ? closingDouble(head, at + 1) : closingSingle(head, at + 1);
  if (close < 0) return undefined;
  cursor.at = close + 1;
  const isFolded = feedAfter(cursor, at) < close;
  if (!isFolded && !isWanted && !isDouble) return '';
  let raw = textOf(cursor, at + 1, close);
  if (isFolded) {
    const folded = foldQuoted(raw, parent, isDouble ? '\\n' : '\n');
    if (folded === undefined) return undefined;
    cursor.line += folded.lines;
    raw = folded.text;
  }
  if (!isDouble) return raw.includes("''") ? raw.replaceAll("''", "'") : raw;
  if (!raw.includes('\\')) return raw;
  if (UNKNOWN_ESCAPE.test(raw)) return undefined;
  // What is left of YAML's escapes is JSON's.
  const text: unknown = JSON.parse(`"${raw}"`);
  return typeof text === 'string' && cleanScalar(text) === text ? text : undefined;
}

// Escapes that mean the same in YAML and JSON and that do not make control characters.
const UNKNOWN_ESCAPE = /\\(?!["\\/nt]|u[\dA-Fa-f]{4})/;

/** Offset of the double quote that no backslash escapes, or -1. */
function closingDouble(head: string, from: number): number {
  let close = head.indexOf('"', from);
  for (;;) {
    if (close < 0) return -1;
    let slashes = close;
    while (slashes > from && head.charCodeAt(slashes - 1) === 92) slashes--;
    if ((close - slashes) % 2 === 0) return close;
    close = head.indexOf('"', close + 1);
  }
}

/** Offset of the single quote that is not doubled, or -1. */
function closingSingle(head: string, from: number): number {
  let close = head.indexOf("'", from);
  while (close >= 0 && head.charCodeAt(close + 1) === 39) close = head.indexOf("'", close + 2);
  return close;
}

/** Folds a quoted text: blanks around a break go, the break is a blank, and blank lines are breaks. */
function foldQuoted(raw: string, parent: number, lineBreak: string): { text: string; lines: number } | undefined {
  const [first = '', ...rest] = raw.split('\n');
  let text = first.replace(/[ \r]+$/, '');
  let breaks = 0;
  for (const [index, line] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const unindented = line.replace(/^ +/, '');
    const words = unindented.replace(isLast ? /\r$/ : /[ \r]+$/, '');
    if (words === '' && !isLast) {
      breaks++;
      continue;
    }
    if (line.length - unindented.length <= parent) return undefined;
    text += (breaks === 0 ? ' ' : lineBreak.repeat(breaks)) + words;
    breaks = 0;
  }
  return { text, lines: rest.length };
}

/** A block scalar, `|` or `>` with or without `-`, whose lines are indented deeper than `parent`. */
export function readBlockScalar(cursor: Cursor, parent: number, isWanted: boolean): string | undefined {
  const { head } = cursor;
  const isFolded = head.charCodeAt(cursor.at) === 62;
  const isStripped = head.charCodeAt(cursor.at + 1) === DASH;
  const feed = feedAfter(cursor, cursor.at);
  if (trimmedEnd(cursor, feed) !== cursor.at + (isStripped ? 2 : 1)) return undefined;
  cursor.at = feed + 1;
  cursor.line++;
  peek(cursor);
  const indent = cursor.nextIndent;
  if (indent <= parent || cursor.blankLines > 0) return undefined;
  let text = '';
  let isFirst = true;
  while (cursor.nextIndent >= indent) {
    const breaks = cursor.blankLines;
    // Lines indented deeper are not folded, and blank ones keep their blanks: both are rare.
    if ((isFolded && cursor.nextIndent > indent) || (breaks > 0 && !areEmpty(cursor, indent))) return undefined;
    const start = cursor.nextAt - (cursor.nextIndent - indent);
    const end = feedAfter(cursor, cursor.nextAt);
    if (isWanted) {
      const between = isFolded ? (breaks === 0 ? ' ' : '\n'.repeat(breaks)) : '\n'.repeat(breaks + 1);
      const isReturn = cursor.hasReturn && head.charCodeAt(end - 1) === CR;
      const line = textOf(cursor, start, isReturn ? end - 1 : end);
      text += isFirst ? line : between + line;
    }
    isFirst = false;
    cursor.line += breaks + 1;
    cursor.at = end + 1;
    peek(cursor);
  }
  // A line between the two indentations belongs to nothing.
  if (cursor.nextIndent > parent || (cursor.blankLines > 0 && !areEmpty(cursor, indent))) return undefined;
  return isStripped ? text : `${text}\n`;
}

/** True when none of the blank lines ahead is longer than the indentation. */
function areEmpty(cursor: Cursor, indent: number): boolean {
  let start = cursor.at;
  for (let count = 0; count < cursor.blankLines; count++) {
    const feed = feedAfter(cursor, start);
    if (feed - start > indent) return false;
    start = feed + 1;
  }
  return true;
}
