import { type Line, scanLines } from './lines.ts';

/** A text whose merge conflicts are settled for the first side; every line keeps its number. */
export interface Settled {
  readonly text: string;
  /** Offset of the first marker. */
  readonly offset: number;
  /** The lines that stood in conflict, both sides. */
  readonly disputed: string;
}

/** Blanks out the markers and second sides of merge conflicts. Undefined when there is none. */
export function settleConflicts(text: string): Settled | undefined {
  let offset = -1;
  let settled = '';
  let disputed = '';
  let side: 'none' | 'first' | 'second' = 'none';
  for (const line of scanLines(text)) {
    const marker = markerOf(text, line);
    if (marker === '<' && side === 'none') {
      side = 'first';
      if (offset < 0) offset = line.start;
    } else if ((marker === '|' || marker === '=') && side === 'first') side = 'second';
    else if (marker === '>' && side !== 'none') side = 'none';
    else {
      if (side !== 'none') disputed += text.slice(line.start, line.next);
      settled += side === 'second' ? ' '.repeat(line.end - line.start) : text.slice(line.start, line.end);
      settled += text.slice(line.end, line.next);
      continue;
    }
    settled += ' '.repeat(line.end - line.start) + text.slice(line.end, line.next);
  }
  return offset < 0 ? undefined : { text: settled, offset, disputed };
}

function markerOf(text: string, line: Line): string | undefined {
  return /^([<|=>])\1{6}(?: |$)/u.exec(text.slice(line.start, Math.min(line.end, line.start + 8)))?.[1];
}
