// The fast path reads a frontmatter as Latin-1, one character a byte, so that offsets into it are offsets into the
// bytes: only what is kept is decoded, into strings of its own. Whatever it does not know it declines.
// Perf: long runs of text are looked through by `indexOf` and regular expressions, which are native from the first
// call on; a loop over characters is ten times slower until the compiler gets to it, and a scan is over by then.

/** Buffer methods that Node has had since its beginning, and that skip the argument checks of `toString`. */
interface Slices {
  latin1Slice(start: number, end: number): string;
  utf8Slice(start: number, end: number): string;
}

/** Where the fast path stands. */
export interface Cursor {
  readonly bytes: Buffer & Slices;
  /** Everything before the closing fence, as Latin-1; ends in a line end. */
  readonly head: string;
  readonly hasWide: boolean;
  readonly hasReturn: boolean;
  readonly hasComment: boolean;
  at: number;
  /** 1-based line that `at` is on. */
  line: number;
  /** Set by {@link peek}: the next line that is not blank, its indentation (-1 at the end), and the blank lines before it. */
  nextAt: number;
  nextIndent: number;
  blankLines: number;
  /** Line of the top-level key whose value is read. */
  fieldLine: number;
  /** Lines of keys below that key, by dotted path; undefined when nobody will ask. */
  below: Map<string, number> | undefined;
}

export const TAB = 9;
export const LF = 10;
export const CR = 13;
export const SPACE = 32;
export const HASH = 35;
export const DASH = 45;

const NOT_PLAIN_ASCII = /[^\n\x20-\x7e]/;
// Controls, a CR that ends no line, and U+0080 to U+009F: all of them are somebody else's business.
const ODD = /[\0-\x09\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|\xc2[\x80-\x9f]/;
const WIDE = /[\x80-\xff]/;

/** A cursor over the frontmatter in `[start, end)`; undefined when its characters already are too odd. */
export function cursorOver(bytes: Buffer, start: number, end: number): Cursor | undefined {
  const slices = bytes as Buffer & Slices;
  const head = slices.latin1Slice(0, end);
  const isPlain = !NOT_PLAIN_ASCII.test(head);
  if (!isPlain && ODD.test(head)) return undefined;
  return {
    bytes: slices,
    head,
    hasWide: !isPlain && WIDE.test(head),
    hasReturn: !isPlain && head.includes('\r'),
    hasComment: head.includes(' #'),
    at: start,
    line: 2,
    nextAt: start,
    nextIndent: 0,
    blankLines: 0,
    fieldLine: 0,
    below: undefined,
  };
}

/** The text of `[start, end)`, a string of its own. */
export function textOf(cursor: Cursor, start: number, end: number): string {
  return cursor.hasWide ? cursor.bytes.utf8Slice(start, end) : cursor.bytes.latin1Slice(start, end);
}

/** Offset of the line feed that ends the line at `at`. There always is one. */
export function feedAfter(cursor: Cursor, at: number): number {
  return cursor.head.indexOf('\n', at);
}

/** Where a line's text ends whose line feed is at `feed`, blanks at its end left out. */
export function trimmedEnd(cursor: Cursor, feed: number): number {
  const { head } = cursor;
  let end = cursor.hasReturn && head.charCodeAt(feed - 1) === CR ? feed - 1 : feed;
  while (head.charCodeAt(end - 1) === SPACE) end--;
  return end;
}

/** Looks past blank lines, from the start of a line. */
export function peek(cursor: Cursor): void {
  const { head } = cursor;
  const end = head.length;
  let start = cursor.at;
  cursor.blankLines = 0;
  while (start < end) {
    let at = start;
    let code = head.charCodeAt(at);
    while (code === SPACE) code = head.charCodeAt(++at);
    if (code === CR) code = head.charCodeAt(++at);
    if (code !== LF) {
      cursor.nextAt = at;
      cursor.nextIndent = at - start;
      return;
    }
    cursor.blankLines++;
    start = at + 1;
  }
  cursor.nextAt = end;
  cursor.nextIndent = -1;
}

/** Moves to what {@link peek} found. */
export function advance(cursor: Cursor): void {
  cursor.line += cursor.blankLines;
  cursor.at = cursor.nextAt;
}

/** {@link peek}, past comment lines too: these are read over for good. */
export function peekContent(cursor: Cursor): void {
  peek(cursor);
  while (cursor.nextIndent >= 0 && cursor.head.charCodeAt(cursor.nextAt) === HASH) {
    cursor.line += cursor.blankLines + 1;
    cursor.at = feedAfter(cursor, cursor.nextAt) + 1;
    peek(cursor);
  }
}

/** True when the next line is one more key at `indent`, false at the end of the map, undefined: declined. */
export function hasNextKey(cursor: Cursor, indent: number): boolean | undefined {
  peekContent(cursor);
  if (cursor.nextIndent !== indent) return cursor.nextIndent < indent ? false : undefined;
  advance(cursor);
  return true;
}

/** Reads the rest of a line that may hold blanks and a comment, no more. False: it holds something else. */
export function endLine(cursor: Cursor): boolean {
  const { head, at } = cursor;
  const feed = feedAfter(cursor, at);
  if (feed !== at && trimmedEnd(cursor, feed) > at) {
    // A comment needs a blank before it.
    let start = at;
    while (head.charCodeAt(start) === SPACE) start++;
    if (start === at || head.charCodeAt(start) !== HASH) return false;
  }
  cursor.at = feed + 1;
  cursor.line++;
  return true;
}

// Letters, digits, `_`, `-`, `.`, `/`: what nearly all keys are made of. YAML's own limit is 1,024 characters.
const KEY = /^(?:[A-Za-z0-9_][\w./-]{0,200}|"[A-Za-z0-9_$@][\w ./$@:-]{0,200}"|'[A-Za-z0-9_][\w./-]{0,200}')$/;

/** Reads `key:` and stands behind the colon, where a blank or the line's end is. Undefined, and not moved: it is no key. */
export function readKey(cursor: Cursor): string | undefined {
  const { head, at } = cursor;
  const first = head.charCodeAt(at);
  const isQuoted = first === 34 || first === 39;
  const colon = isQuoted ? head.indexOf(first === 34 ? '":' : "':", at) + 1 : head.indexOf(':', at);
  if (colon <= at || colon - at > 203) return undefined;
  const next = head.charCodeAt(colon + 1);
  if (next !== SPACE && next !== LF && next !== CR) return undefined;
  const key = head.slice(at, colon);
  if (!KEY.test(key)) return undefined;
  cursor.at = colon + 1;
  return isQuoted ? key.slice(1, -1) : key;
}
