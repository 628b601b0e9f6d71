import { toOneLine } from '../../base/text.ts';
import { linesOf, proseOf } from './text/fields.ts';
import { locateWords, readWord, splitWords } from './text/tokens.ts';

const FENCE_LINE = /^\s*(?:`{3,}|~{3,})/;
/** Marks of Markdown at the start of a line, and emphasis anywhere: noise in one line of text. */
const LEADING_MARKS = /^\s*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+|>\s*|\|)+/;
const EMPHASIS = /\*\*|__(?=\S)|(?<=\S)__|`/g;
const PLAIN = /^[ -~]*$/;
/** A section is about this long; the best line of it is looked for here. */
const SECTION_LINES = 80;
const MAX_SNIPPET_CHARACTERS = 160;
/** Text kept before the first match of a line that is too long. */
const LEAD_CHARACTERS = 40;

/** The forms of the words of a query, for finding them in texts. */
export interface QueryForms {
  readonly all: ReadonlySet<string>;
  /** Perf: matches every plain line that has one of them, and few others; most lines need not be taken apart. */
  readonly hint: RegExp;
}

export function queryForms(query: string): QueryForms {
  const all = new Set(splitWords(query).flatMap((raw) => readWord(raw).tokens.map(({ text }) => text)));
  const starts = Array.from(all, (form) =>
    form.length < 3 ? `(?<![a-z])${literally(form)}(?![a-z])` : literally(form.slice(0, Math.min(3, form.length - 1))),
  );
  return { all, hint: starts.length === 0 ? /(?!)/ : new RegExp(starts.join('|'), 'i') };
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|#-]/g, '\\$&');
}

/**
 * One clean line for a hit: the line of the section at `start` that has most words of the query, cut to 160 characters
 * around them, after `redact`. Empty where no line has one.
 */
export function bestLine(
  text: string,
  start: number,
  forms: QueryForms,
  redact: (line: string) => string = (line) => line,
): string {
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
    if (lacks(line, forms)) continue;
    const clean = redact(cleanLine(line));
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

/** True for a plain line that surely has no word of the query. */
function lacks(line: string, { hint }: QueryForms): boolean {
  return PLAIN.test(line) && !hint.test(line);
}

function formsIn(line: string, forms: QueryForms): number {
  const found = new Set<string>();
  for (const raw of splitWords(line)) {
    for (const { text } of readWord(raw).tokens) if (forms.all.has(text)) found.add(text);
  }
  return found.size;
}

/** Where words of the query stand in a text, as `[start, end)`, in order. */
export function matchRanges(text: string, forms: QueryForms): readonly (readonly [number, number])[] {
  return locateWords(text)
    .filter(({ word }) => readWord(word).tokens.some((token) => forms.all.has(token.text)))
    .map(({ word, at }) => [at, at + word.length] as const);
}

function cleanLine(line: string): string {
  const bare = proseOf(line).replace(LEADING_MARKS, '').replace(EMPHASIS, '');
  return toOneLine(bare.replace(/\s*\|\s*/g, ' | ').replace(/\|\s*$/, ''));
}

/** Cuts a long line to a window around its first match, at blanks, with `…` where something is left out. */
function cutAround(line: string, forms: QueryForms): string {
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
