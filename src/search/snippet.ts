import { toOneLine } from '../base/text.ts';
import { linesOf, proseOf } from './fields.ts';
import { locateWords, readWord, splitWords } from './tokens.ts';

const FENCE_LINE = /^\s*(?:`{3,}|~{3,})/;
/** Marks of Markdown at the start of a line, and emphasis anywhere: noise in one line of text. */
const LEADING_MARKS = /^\s*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+|>\s*|\|)+/;
const EMPHASIS = /\*\*|__(?=\S)|(?<=\S)__|`/g;
/** A section is about this long; the best line of it is looked for here. */
const SECTION_LINES = 80;
const MAX_SNIPPET_CHARACTERS = 160;
/** Text kept before the first match of a line that is too long. */
const LEAD_CHARACTERS = 40;

/** The forms of the words of a query, for finding them in texts. */
export function queryForms(query: string): ReadonlySet<string> {
  return new Set(splitWords(query).flatMap((raw) => readWord(raw).tokens.map(({ text }) => text)));
}

/**
 * One clean line for a hit: the line of the section at `start` that has most words of the query, cut to 160 characters
 * around them. Empty where no line has one.
 */
export function bestLine(text: string, start: number, forms: ReadonlySet<string>): string {
  let best = '';
  let most = 0;
  let lines = 0;
  let isCode = false;
  for (const { line } of linesOf(text, start)) {
    const isHeading = !isCode && /^#{1,6}\s/.test(line);
    if (++lines > SECTION_LINES || (lines > 1 && isHeading)) break;
    if (FENCE_LINE.test(line)) {
      isCode = !isCode;
      continue;
    }
    const clean = cleanLine(line);
    const found = formsIn(clean, forms);
    // Prose tells a reader more than a heading or code that has as many of the words.
    const worth = found * (isHeading || isCode ? 1 : 1.6) + (clean.length > 30 ? 0.5 : 0);
    if (found > 0 && worth > most) {
      most = worth;
      best = clean;
    }
  }
  return cutAround(best, forms);
}

function formsIn(line: string, forms: ReadonlySet<string>): number {
  const found = new Set<string>();
  for (const raw of splitWords(line)) {
    for (const { text } of readWord(raw).tokens) if (forms.has(text)) found.add(text);
  }
  return found.size;
}

/** Where words of the query stand in a text, as `[start, end)`, in order. */
export function matchRanges(text: string, forms: ReadonlySet<string>): readonly (readonly [number, number])[] {
  return locateWords(text)
    .filter(({ word }) => readWord(word).tokens.some((token) => forms.has(token.text)))
    .map(({ word, at }) => [at, at + word.length] as const);
}

function cleanLine(line: string): string {
  const bare = proseOf(line).replace(LEADING_MARKS, '').replace(EMPHASIS, '');
  return toOneLine(bare.replace(/\s*\|\s*/g, ' | ').replace(/\|\s*$/, ''));
}

/** Cuts a long line to a window around its first match, at blanks, with `…` where something is left out. */
function cutAround(line: string, forms: ReadonlySet<string>): string {
  if (line.length <= MAX_SNIPPET_CHARACTERS) return line;
  const first = matchRanges(line, forms)[0]?.[0] ?? 0;
  const from = first <= LEAD_CHARACTERS * 2 ? 0 : line.lastIndexOf(' ', first - LEAD_CHARACTERS) + 1;
  const room = MAX_SNIPPET_CHARACTERS - (from > 0 ? 1 : 0);
  let cut = line.slice(from, from + room);
  if (from + room < line.length) {
    const blank = cut.lastIndexOf(' ', room - 1);
    cut = `${cut.slice(0, blank > room / 2 ? blank : room - 1).trimEnd()}…`;
  }
  return `${from > 0 ? '…' : ''}${cut}`.toWellFormed();
}
