import { countCharacters } from '../../../base/text.ts';

/**
 * When a line is broken at a space: `before` the word that would pass `width` (people, most tools), or `after` the
 * word that passed it (PyYAML and what builds on it). Characters.
 */
interface Fold {
  readonly rule: 'before' | 'after';
  readonly width: number;
}

/** Where folded text stands: the column of its first character, and the indentation of the lines that follow. */
export interface Margin {
  readonly column: number;
  readonly indent: number;
}

/** Never break: what an author put on one line stays on one line. */
const NO_FOLD: Fold = { rule: 'before', width: Number.POSITIVE_INFINITY };
/** What YAML writers use when nothing is said. */
const USUAL_WIDTH = 80;
/** Lines narrower than this were not folded to a width: two words on two lines say nothing about the next value. */
const LEAST_WIDTH = 40;

/** A folded text and its lines, without indentation. */
export interface Folded {
  readonly text: string;
  readonly lines: readonly string[];
}

/**
 * `text` as the lines of a folded scalar, without indentation, broken as the text before it was: by the same rule when
 * there is one, else, where somebody broke lines by hand, with every line kept that need not change.
 */
export function foldAsBefore(text: string, before: Folded | undefined, margin: Margin, mayStart = /^/): string[] {
  if (before === undefined) return breakLines(text, margin, NO_FOLD, mayStart);
  const lengths = before.lines.map((line, at) => countCharacters(line) + (at === 0 ? margin.column : margin.indent));
  const longest = Math.max(0, ...lengths);
  if (lengths.length < 2) {
    const fold: Fold = longest > USUAL_WIDTH ? NO_FOLD : { rule: 'before', width: USUAL_WIDTH };
    return breakLines(text, margin, fold, mayStart);
  }
  const candidates: readonly Fold[] = [
    { rule: 'after', width: USUAL_WIDTH },
    { rule: 'before', width: USUAL_WIDTH },
    { rule: 'before', width: longest },
    { rule: 'after', width: Math.min(...lengths.slice(0, -1)) - 1 },
  ];
  const old = before.lines.join('\n');
  const isRule = (fold: Fold): boolean =>
    fold.width >= LEAST_WIDTH && breakLines(before.text, margin, fold, mayStart).join('\n') === old;
  const rule = candidates.find(isRule);
  if (rule !== undefined) return breakLines(text, margin, rule, mayStart);
  return keepLines(
    text,
    before.lines,
    margin,
    { rule: 'before', width: longest >= LEAST_WIDTH ? longest : USUAL_WIDTH },
    mayStart,
  );
}

/** Keeps the lines with which the new text begins and ends as the old one did, and breaks what is between. */
function keepLines(text: string, old: readonly string[], margin: Margin, fold: Fold, mayStart: RegExp): string[] {
  const pieces = piecesOf(old);
  const textOf = (from: number, to: number): string =>
    pieces
      .slice(from, to)
      .map(({ line, end }) => line + end)
      .join('');
  const linesOf = (from: number, to: number): string[] =>
    pieces.slice(from, to).flatMap(({ line, end }) => [line, ...emptyLines(end)]);
  // Between kept lines stands at least a word, with no further blank or line feed at its ends.
  const isWord = (at: number): boolean => /\S/.test(text[at] ?? '');
  let head = 0;
  for (let to = 1; to < pieces.length && text.startsWith(textOf(0, to)); to++) {
    if (isWord(textOf(0, to).length)) head = to;
  }
  const start = textOf(0, head).length;
  let tail = pieces.length;
  let rest = '';
  for (let from = tail - 1; from > head; from--) {
    const candidate = (pieces[from - 1]?.end ?? '') + textOf(from, pieces.length);
    const end = text.length - candidate.length;
    if (!text.endsWith(candidate) || end <= start) break;
    if (!isWord(end - 1)) continue;
    tail = from;
    rest = candidate;
  }
  const middle = text.slice(start, text.length - rest.length);
  const inner = head === 0 ? margin : { ...margin, column: margin.indent };
  const between = rest === '' ? [] : emptyLines(pieces[tail - 1]?.end ?? '');
  return [
    ...linesOf(0, head),
    ...breakLines(middle, inner, fold, mayStart),
    ...between,
    ...linesOf(tail, pieces.length),
  ];
}

/** Lines that are not empty, each with what separates it from the next in the text. */
function piecesOf(lines: readonly string[]): { readonly line: string; readonly end: string }[] {
  const pieces: { line: string; end: string }[] = [];
  for (const line of lines) {
    const before = pieces.at(-1);
    if (line === '' && before !== undefined) before.end = before.end === ' ' ? '\n' : `${before.end}\n`;
    else pieces.push({ line, end: ' ' });
  }
  const last = pieces.at(-1);
  if (last?.end === ' ') last.end = '';
  return pieces;
}

function emptyLines(end: string): string[] {
  return end === ' ' ? [] : Array.from(end, () => '');
}

/**
 * A single space between two words may become a line break, and a line feed becomes an empty line. `mayStart` says
 * which words may stand first on a line.
 */
function breakLines(text: string, margin: Margin, fold: Fold, mayStart: RegExp): string[] {
  const lines: string[] = [];
  for (const [index, part] of text.split(/(\n+)/).entries()) {
    // Odd parts are the line feeds between two paragraphs.
    if (index % 2 === 1) lines.push(...emptyLines(part));
    else lines.push(...foldParagraph(part, lines.length === 0 ? margin.column : margin.indent, margin, fold, mayStart));
  }
  return lines;
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
