import { countCharacters } from '../../../base/text.ts';

/** A place in a text, both 1-based; `column` counts code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where `offset` (UTF-16 units) is. LF, CRLF and a lone CR each end one line; a leading byte-order mark has no column. */
export function positionAt(text: string, offset: number): Position {
  return positionsIn(text)(offset);
}

/** The same for many offsets into one text: its lines are found once. */
export function positionsIn(text: string): (offset: number) => Position {
  const starts = [text.charCodeAt(0) === 0xfeff ? 1 : 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return (offset) => {
    const end = Math.min(Math.max(offset, 0), text.length);
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= end) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: countCharacters(text.slice(starts[low], end)) + 1 };
  };
}
