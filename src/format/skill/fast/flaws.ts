import { finding } from '../../../base/diagnostic.ts';
import { countCharacters } from '../../../base/text.ts';
import type { Finding } from '../../../base/types.ts';
import { cleanScalar } from '../read/clean.ts';
import { closingBracket, closingQuote } from '../read/lines.ts';
import { readRawText } from '../read/raw-text.ts';
import { commentInValue, readAsWritten, type Said } from '../read/wording.ts';
import { keyFacts } from '../vocabulary/vocabulary.ts';
import { CR, type Cursor, feedAfter, HASH, LF, SPACE, textOf, trimmedEnd } from './cursor.ts';
import { beginsPlain } from './scalar.ts';
import { orNull } from './way.ts';

/** A flawed value as the full reader would give it. */
export interface Flawed {
  readonly text: string;
  readonly flaw: Finding | undefined;
  /** True where a strict reader refuses the whole frontmatter because of it. */
  readonly refused: boolean;
}

/**
 * The flaws that nearly all flawed files have: text that YAML refuses for certain, which is read as written, and a blank
 * and `#`, which cuts a plain value of one line. The cursor stands behind the key's colon and, unless this declines,
 * ends on the next line that is not the value's.
 */
export function readFlawed(cursor: Cursor, key: string, lineStart: number): Flawed | undefined {
  const { head, line } = cursor;
  let start = cursor.at;
  while (head.charCodeAt(start) === SPACE) start++;
  const feed = feedAfter(cursor, start);
  if (trimmedEnd(cursor, feed) <= start) return undefined;
  const end = endOfValue(cursor, feed);
  if (end === undefined) return undefined;
  const text = textOf(cursor, start, end).replaceAll('\r\n', '\n');
  if (isRefused(cursor, text, end)) {
    // A structure that is broken is no text.
    return keyFacts(key).isStructured ? undefined : readRefused(cursor, key, lineStart, { start, text });
  }
  if (end > feed || !beginsPlain(cursor, start)) return undefined;
  return readCut(cursor, key, { start, feed, lineStart, line });
}

/** Moves behind the lines that belong to a value only because of their indentation; offset behind the last of them. */
function endOfValue(cursor: Cursor, firstFeed: number): number | undefined {
  const { head } = cursor;
  let end = firstFeed;
  let lines = 1;
  let pending = 0;
  for (let at = firstFeed + 1; at < head.length; ) {
    const code = head.charCodeAt(at);
    // Whose a comment is, is for the full reader to say.
    if (code === HASH) return undefined;
    if (code !== SPACE && code !== LF && code !== CR) break;
    const feed = feedAfter(cursor, at);
    pending++;
    if (trimmedEnd(cursor, feed) > at) {
      end = feed;
      lines += pending;
      pending = 0;
    }
    at = feed + 1;
  }
  cursor.at = end + 1;
  cursor.line += lines;
  return head.charCodeAt(end - 1) === CR ? end - 1 : end;
}

// What follows a bracket or quote that closes too early, where it is surely no YAML.
const TEXT_BEHIND = /^ *[\w([{"'<.\u0080-\uffff]/;

/** True where YAML refuses a value, whatever stands around it; false says nothing. */
function isRefused(cursor: Cursor, text: string, end: number): boolean {
  const { head } = cursor;
  const first = text.charAt(0);
  switch (first) {
    case '|':
    case '>':
      return /^[|>][-+]? +[^ #\n]/.test(text);
    case '*':
      return !head.includes('&');
    case '@':
    case '`':
    case '%':
      return true;
    case '-':
      return text.startsWith('- ') || isColonInPlain(text);
    case '[':
    case '{': {
      const close = closingBracket(text, 0, text.length);
      return close !== undefined && TEXT_BEHIND.test(behind(text, close));
    }
    case '"':
    case "'": {
      const close = closingQuote(text, 0, text.length);
      // An open quote may be closed by one in a field further down.
      if (close === undefined) return head.indexOf(first, end) < 0;
      return !text.slice(0, close).includes('\n') && TEXT_BEHIND.test(behind(text, close));
    }
    default:
      return !/[#&!\]},?:]/.test(first) && isColonInPlain(text);
  }
}

/** A colon further down may begin a line, and then it is text. */
function isColonInPlain(text: string): boolean {
  const line = behind(text, -1);
  const colon = line.search(/:(?= |$)/);
  const comment = line.search(/ #/);
  return colon >= 0 && (comment < 0 || colon < comment);
}

/** The rest of the line behind an offset. */
function behind(text: string, offset: number): string {
  const feed = text.indexOf('\n', offset);
  return text.slice(offset + 1, feed < 0 ? text.length : feed);
}

/** What YAML refuses, in its author's words. */
function readRefused(
  cursor: Cursor,
  key: string,
  lineStart: number,
  { start, text }: { readonly start: number; readonly text: string },
): Flawed | undefined {
  const read = readRawText(text, 0, text.length, () => undefined);
  if (read === undefined) return undefined;
  const value = cleanScalar(read.value);
  const said = readAsWritten(read.code, key, key, read.what, value);
  const before = text.slice(0, read.offset);
  const lineAt = before.lastIndexOf('\n') + 1;
  const lead = lineAt === 0 ? countCharacters(textOf(cursor, lineStart, start)) : 0;
  const place = {
    line: cursor.fieldLine + before.split('\n').length - 1,
    column: lead + countCharacters(before.slice(lineAt)) + 1,
  };
  // Perf: parts of a string keep the whole alive.
  return { text: Buffer.from(value).toString(), flaw: placedAt(said, place), refused: true };
}

/** A plain value of one line, cut by a comment. */
function readCut(
  cursor: Cursor,
  key: string,
  place: { readonly start: number; readonly feed: number; readonly lineStart: number; readonly line: number },
): Flawed | undefined {
  const { head } = cursor;
  const { start, feed, lineStart, line } = place;
  const raw = head.slice(start, trimmedEnd(cursor, feed));
  const comment = raw.search(/ #/);
  if (comment < 0 || /:(?= |$)/.test(raw)) return undefined;
  let cut = comment;
  while (cut > 0 && raw.charCodeAt(cut - 1) === SPACE) cut--;
  const text = textOf(cursor, start, start + cut);
  if (orNull(text) === null) return undefined;
  if (!keyFacts(key).isText) return { text, flaw: undefined, refused: false };
  const tail = textOf(cursor, start + cut, head.charCodeAt(feed - 1) === CR ? feed - 1 : feed);
  if (tail.length > 1_000) return undefined;
  const column = countCharacters(textOf(cursor, lineStart, start + comment + 1)) + 1;
  return { text, flaw: placedAt(commentInValue(key, text, tail), { line, column }), refused: false };
}

function placedAt({ code, message, hint }: Said, place: { line: number; column: number }): Finding {
  return finding(code, message, { ...place, hint });
}
