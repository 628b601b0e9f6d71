import { countCharacters } from '../base/text.ts';

/** A place in a text, both 1-based; `column` counts code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where `offset` (UTF-16 units) is. LF, CRLF and a lone CR each end one line; a leading byte-order mark has no column. */
export function positionAt(text: string, offset: number): Position {
  const end = Math.min(Math.max(offset, 0), text.length);
  let line = 1;
  let start = text.charCodeAt(0) === 0xfeff && end > 0 ? 1 : 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code !== 10 && (code !== 13 || text.charCodeAt(at + 1) === 10)) continue;
    line++;
    start = at + 1;
  }
  return { line, column: countCharacters(text.slice(start, end)) + 1 };
}
