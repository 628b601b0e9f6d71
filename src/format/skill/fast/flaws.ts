import { finding } from '../../../base/diagnostic.ts';
import { countCharacters } from '../../../base/text.ts';
import type { Finding } from '../../../base/types.ts';
import { COLON_BEGINS_A_KEY, commentInValue, readAsWritten, type Said } from '../read/wording.ts';
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
 * The two flaws that nine in ten flawed files have, on a plain value of one line: a colon and a blank, which YAML
 * refuses, and a blank and `#`, which cuts the value. The cursor stands behind the key's colon and, unless this
 * declines, ends on the next line.
 */
export function readFlawed(cursor: Cursor, key: string, lineStart: number): Flawed | undefined {
  const { head, line } = cursor;
  let start = cursor.at;
  while (head.charCodeAt(start) === SPACE) start++;
  if (!beginsPlain(cursor, start)) return undefined;
  const feed = feedAfter(cursor, start);
  const end = trimmedEnd(cursor, feed);
  const next = head.charCodeAt(feed + 1);
  // What goes on below is for the full reader.
  if (next === SPACE || next === LF || next === CR || next === HASH) return undefined;
  const raw = head.slice(start, end);
  const colon = raw.search(/:(?= |$)/);
  const comment = raw.search(/ #/);
  if (colon < 0 && comment < 0) return undefined;
  cursor.at = feed + 1;
  cursor.line++;
  const placeOf = (at: number): { line: number; column: number } => ({
    line,
    column: countCharacters(textOf(cursor, lineStart, at)) + 1,
  });
  if (comment < 0) {
    // As the full reader folds it: blanks beyond ASCII go too.
    const text = textOf(cursor, start, end).trim();
    const said = readAsWritten('yaml/unquoted-colon', key, key, COLON_BEGINS_A_KEY, text);
    return { text, flaw: placedAt(said, placeOf(start + colon)), refused: true };
  }
  if (colon >= 0) return undefined;
  let cut = comment;
  while (cut > 0 && raw.charCodeAt(cut - 1) === SPACE) cut--;
  const text = textOf(cursor, start, start + cut);
  if (orNull(text) === null) return undefined;
  if (!keyFacts(key).isText) return { text, flaw: undefined, refused: false };
  const tail = textOf(cursor, start + cut, head.charCodeAt(feed - 1) === CR ? feed - 1 : feed);
  if (tail.length > 1_000) return undefined;
  const flaw = placedAt(commentInValue(key, text, tail), placeOf(start + comment + 1));
  return { text, flaw, refused: false };
}

function placedAt({ code, message, hint }: Said, place: { line: number; column: number }): Finding {
  return finding(code, message, { ...place, hint });
}
