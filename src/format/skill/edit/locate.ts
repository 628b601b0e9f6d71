import { closingBracket, closingQuote, type FieldLines, isBlank, type Line } from '../read/lines.ts';
import type { ScalarStyle } from './scalar.ts';

/** How a field's value is spelt: one of the five scalars, nothing at all, or something that is not one clean scalar. */
export type Spelling = ScalarStyle | 'empty' | 'other';

/**
 * The bytes of one field, by offset. From `keyEnd` (behind the colon) to `valueStart` is the gap; what is replaced by a
 * new value is `[valueStart, valueEnd)`; `[valueEnd, lineEnd)` are blanks and the comment behind it.
 */
export interface LocatedValue {
  readonly spelling: Spelling;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly lineEnd: number;
  /** The value starts on a line below its key. */
  readonly below: boolean;
  /** The value takes more than one line. */
  readonly spread: boolean;
  /** Spaces before the second and later lines of the value; `undefined` when there are none to copy. */
  readonly indent: number | undefined;
  /** For a block: its header, such as `>2-`, and the end of the last line that belongs to it. */
  readonly header?: string;
  readonly blockEnd?: number;
  /** Index of the last line that goes when the field is removed. */
  readonly lastLine: number;
}

/** A header's text and its lines, as `scanLines` gives them. */
export interface Raw {
  readonly text: string;
  readonly lines: readonly Line[];
}

const BLOCK_HEADER = /^[|>](?:[1-9][+-]?|[+-][1-9]?)?(?=[ \t]*$|[ \t]+#)/;
const PROPERTY = /^(?:&[^\s,[\]{}]+|!\S*)(?=\s|$)/;
const COMMENT_LINE = /^[ \t]*(?:#|$)/;

/**
 * Finds what of a field's lines is its value. Nothing is parsed: a value that is not one clean scalar is taken whole,
 * to the end of its last line, and whoever edits reads the result back.
 */
export function locateValue(raw: Raw, field: FieldLines): LocatedValue {
  const { text } = raw;
  const keyEnd = field.colon + 1;
  let index = field.first;
  let at = skipBlanks(text, keyEnd, lineOf(raw, index).end);
  let property: number | undefined;
  // Anchors and tags, an empty rest of the key's line, and comments may stand before the value.
  for (;;) {
    const { end } = lineOf(raw, index);
    const rest = text.slice(at, end);
    const found = PROPERTY.exec(rest);
    if (found !== null) {
      property ??= at;
      at = skipBlanks(text, at + found[0].length, end);
    } else if (rest === '' || rest.startsWith('#')) {
      if (index >= field.last) return emptyValue(raw, field, keyEnd, property !== undefined);
      index++;
      at = skipBlanks(text, lineOf(raw, index).start, lineOf(raw, index).end);
    } else break;
  }
  const start: Start = { raw, field, index, at, keyEnd };
  const found = locateScalar(start);
  if (found === undefined || property === undefined) return found ?? wholeValue(start);
  // An anchor or a tag goes with the value it stands before.
  const { header: _, blockEnd, ...rest } = found;
  const lineEnd = blockEnd ?? found.lineEnd;
  const valueEnd = blockEnd ?? found.valueEnd;
  return {
    ...rest,
    spelling: 'other',
    valueStart: property,
    valueEnd,
    lineEnd,
    below: property > lineOf(raw, field.first).end,
  };
}

function locateScalar(start: Start): LocatedValue | undefined {
  const first = start.raw.text[start.at];
  if (first === '|' || first === '>') return locateBlock(start);
  if (first === '"' || first === "'") return locateQuoted(start, first);
  if (first === '[' || first === '{') return locateBracketed(start);
  return locatePlain(start);
}

/** The field's value taken whole, as the reader takes what YAML cannot read. */
export function locateWhole(raw: Raw, field: FieldLines): LocatedValue {
  const keyEnd = field.colon + 1;
  for (let index = field.first; index <= field.last; index++) {
    const { start, end } = lineOf(raw, index);
    const at = skipBlanks(raw.text, index === field.first ? keyEnd : start, end);
    if (at < end) return wholeValue({ raw, field, index, at, keyEnd });
  }
  return emptyValue(raw, field, keyEnd, false);
}

interface Start {
  readonly raw: Raw;
  readonly field: FieldLines;
  /** Line on which the value starts, and where. */
  readonly index: number;
  readonly at: number;
  readonly keyEnd: number;
}

function emptyValue(raw: Raw, field: FieldLines, keyEnd: number, property: boolean): LocatedValue {
  const { end } = lineOf(raw, field.first);
  // A lone `!tag` or `&anchor` is replaced; a lone comment stays behind the new value.
  const valueEnd = property ? trimBlanks(raw.text, keyEnd, end) : keyEnd;
  return {
    spelling: property ? 'other' : 'empty',
    keyEnd,
    valueStart: property ? skipBlanks(raw.text, keyEnd, end) : keyEnd,
    valueEnd,
    lineEnd: end,
    below: false,
    spread: false,
    indent: undefined,
    lastLine: field.first,
  };
}

/** Everything from where the value starts to the end of the field's last line that is not blank. */
function wholeValue({ raw, field, keyEnd, index, at }: Start): LocatedValue {
  const end = lineOf(raw, field.last).end;
  const keyLineEnd = lineOf(raw, field.first).end;
  const onKeyLine = skipBlanks(raw.text, keyEnd, keyLineEnd);
  const startsOnKeyLine = onKeyLine < keyLineEnd && raw.text[onKeyLine] !== '#';
  return {
    spelling: 'other',
    keyEnd,
    valueStart: startsOnKeyLine ? onKeyLine : at,
    valueEnd: trimBlanks(raw.text, at, end),
    lineEnd: end,
    below: !startsOnKeyLine,
    spread: field.last > field.first,
    indent: index < field.last ? indentOf(raw, index + 1) : undefined,
    lastLine: field.last,
  };
}

function locateBlock({ raw, field, index, at, keyEnd }: Start): LocatedValue | undefined {
  const headerLine = lineOf(raw, index);
  const header = BLOCK_HEADER.exec(raw.text.slice(at, headerLine.end))?.[0];
  if (header === undefined || index !== field.first) return undefined;
  const explicit = /[1-9]/.exec(header)?.[0];
  const keep = header.includes('+');
  let indent = explicit === undefined ? undefined : Number(explicit);
  let last = index;
  let line = index + 1;
  for (; line < raw.lines.length; line++) {
    const { start, end } = lineOf(raw, line);
    const blank = isBlank(raw.text, start, end);
    if (!blank) {
      const spaces = countSpaces(raw.text, start, end);
      indent ??= spaces;
      if (spaces < indent || indent === 0) break;
      last = line;
    } else if (keep) last = line;
  }
  // What is left of the field may only be comments: else the block ended where its author did not mean it to.
  if (!onlyComments(raw, last + 1, field.last)) return undefined;
  return {
    spelling: header.startsWith('|') ? 'literal' : 'folded',
    keyEnd,
    valueStart: at,
    valueEnd: at + header.length,
    lineEnd: headerLine.end,
    below: false,
    spread: true,
    indent,
    header,
    blockEnd: lineOf(raw, last).end,
    lastLine: last,
  };
}

function locateQuoted(start: Start, quote: string): LocatedValue | undefined {
  const close = closingQuote(start.raw.text, start.at, lineOf(start.raw, start.field.last).end);
  return close === undefined ? undefined : located(start, quote === '"' ? 'double' : 'single', close + 1);
}

function locateBracketed(start: Start): LocatedValue | undefined {
  const close = closingBracket(start.raw.text, start.at, lineOf(start.raw, start.field.last).end);
  return close === undefined ? undefined : located(start, 'other', close + 1);
}

/** A plain scalar ends at a comment, which must be the last thing the field has. */
function locatePlain(start: Start): LocatedValue | undefined {
  const { raw, field } = start;
  let end = start.at;
  for (let index = start.index; index <= field.last; index++) {
    const line = lineOf(raw, index);
    const from = index === start.index ? start.at : line.start;
    const part = raw.text.slice(from, line.end);
    if (index > start.index && COMMENT_LINE.test(part)) {
      if (part.trim() === '') continue;
      return onlyComments(raw, index, field.last) ? located(start, 'plain', end) : undefined;
    }
    const comment = /[ \t]+#/.exec(part)?.index;
    end = trimBlanks(raw.text, from, comment === undefined ? line.end : from + comment);
    if (comment !== undefined) break;
  }
  return located(start, 'plain', end);
}

/** A value that ends at `valueEnd`, if nothing but blanks and comments follows it. */
function located(
  { raw, field, index, at, keyEnd }: Start,
  spelling: Spelling,
  valueEnd: number,
): LocatedValue | undefined {
  let last = index;
  while (last < field.last && lineOf(raw, last).end < valueEnd) last++;
  const lineEnd = lineOf(raw, last).end;
  if (!/^[ \t]*(?:$|[ \t]#)/.test(raw.text.slice(valueEnd, lineEnd))) return undefined;
  if (!onlyComments(raw, last + 1, field.last)) return undefined;
  const below = index > field.first;
  return {
    spelling,
    keyEnd,
    valueStart: at,
    valueEnd,
    lineEnd,
    below,
    spread: last > index,
    indent: last > index ? indentOf(raw, index + 1, last) : below ? indentOf(raw, index) : undefined,
    lastLine: last,
  };
}

function onlyComments(raw: Raw, from: number, to: number): boolean {
  for (let index = from; index <= to; index++) {
    const { start, end } = lineOf(raw, index);
    if (!COMMENT_LINE.test(raw.text.slice(start, end))) return false;
  }
  return true;
}

function indentOf(raw: Raw, from: number, to: number = from): number | undefined {
  for (let index = from; index <= to; index++) {
    const { start, end } = lineOf(raw, index);
    if (!isBlank(raw.text, start, end)) return countSpaces(raw.text, start, end) || undefined;
  }
  return undefined;
}

function countSpaces(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text[at] === ' ') at++;
  return at - start;
}

function skipBlanks(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && (text[at] === ' ' || text[at] === '\t')) at++;
  return at;
}

function trimBlanks(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && (text[at - 1] === ' ' || text[at - 1] === '\t')) at--;
  return at;
}

const NO_LINE: Line = { start: 0, end: 0, next: 0 };

function lineOf(raw: Raw, index: number): Line {
  return raw.lines[index] ?? NO_LINE;
}
