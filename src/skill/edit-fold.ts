import { countCharacters } from '../base/text.ts';

/**
 * When a line is broken at a space: `before` the word that would pass `width` (people, most tools), or `after` the
 * word that passed it (PyYAML and what builds on it). Characters.
 */
export interface Fold {
  readonly rule: 'before' | 'after';
  readonly width: number;
}

/** Where folded text stands: the column of its first character, and the indentation of the lines that follow. */
export interface Margin {
  readonly column: number;
  readonly indent: number;
}

/** Never break: what an author put on one line stays on one line. */
export const NO_FOLD: Fold = { rule: 'before', width: Number.POSITIVE_INFINITY };
/** What YAML writers use when nothing is said. */
const USUAL_WIDTH = 80;
/** Lines narrower than this were not folded to a width: two words on two lines say nothing about the next value. */
const LEAST_WIDTH = 40;

/**
 * `text` as the lines of a folded scalar, without indentation: a single space between two words may become a line
 * break, and a line feed becomes an empty line. `mayStart` says which words may stand first on a line.
 */
export function breakLines(text: string, margin: Margin, fold: Fold, mayStart: RegExp = /^/): string[] {
  const lines: string[] = [];
  for (const [index, part] of text.split(/(\n+)/).entries()) {
    // Odd parts are the line feeds between two paragraphs.
    if (index % 2 === 1) lines.push(...Array.from(part, () => ''));
    else lines.push(...foldParagraph(part, lines.length === 0 ? margin.column : margin.indent, margin, fold, mayStart));
  }
  return lines;
}

/**
 * The fold that made `lines` out of `text`, so that a new value is broken as the old one was. Lines broken in no
 * regular way are taken for lines of at most the longest one's width.
 */
export function learnFold(text: string, lines: readonly string[], margin: Margin, mayStart?: RegExp): Fold {
  const lengths = lines.map((line, index) => countCharacters(line) + (index === 0 ? margin.column : margin.indent));
  const longest = Math.max(0, ...lengths);
  if (lines.length < 2) return longest > USUAL_WIDTH ? NO_FOLD : { rule: 'before', width: USUAL_WIDTH };
  const shortest = Math.min(...lengths.slice(0, -1));
  const candidates: readonly Fold[] = [
    { rule: 'after', width: USUAL_WIDTH },
    { rule: 'before', width: USUAL_WIDTH },
    { rule: 'before', width: longest },
    { rule: 'after', width: shortest - 1 },
  ];
  const same = (fold: Fold): boolean => breakLines(text, margin, fold, mayStart).join('\n') === lines.join('\n');
  const learnt = candidates.find((fold) => fold.width >= LEAST_WIDTH && same(fold));
  return learnt ?? { rule: 'before', width: longest >= LEAST_WIDTH ? longest : USUAL_WIDTH };
}

function foldParagraph(text: string, column: number, margin: Margin, fold: Fold, mayStart: RegExp): string[] {
  if (fold.width === Number.POSITIVE_INFINITY) return [text];
  const lines: string[] = [];
  let line = '';
  let length = column;
  for (const word of text.split(/(?<=\S) (?=\S)/u)) {
    const size = countCharacters(word);
    if (line === '') {
      line = word;
      length += size;
      continue;
    }
    const full = fold.rule === 'before' ? length + 1 + size > fold.width : length > fold.width;
    if (full && mayStart.test(word)) {
      lines.push(line);
      line = word;
      length = margin.indent + size;
    } else {
      line += ` ${word}`;
      length += 1 + size;
    }
  }
  lines.push(line);
  return lines;
}
