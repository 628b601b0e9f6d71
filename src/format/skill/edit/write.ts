import { countCharacters } from '../../../base/text.ts';
import { foldAsBefore, type Margin } from './fold.ts';
import type { LocatedValue } from './locate.ts';
import {
  canBePlain,
  escapeDouble,
  isVisible,
  leastQuotes,
  type ScalarStyle,
  type ValueStyle,
  writeInline,
} from './scalar.ts';

/** What a new value is written into. */
export interface Slot {
  readonly text: string;
  /** Offset at which the key's line starts. */
  readonly keyStart: number;
  readonly eol: string;
  readonly located: LocatedValue;
  /** The value that stands there, when it is text. */
  readonly current: string | undefined;
  /** The next line is blank: a block that keeps its last line feeds would take it in. */
  readonly blankFollows: boolean;
  /** Blanks before the key: it stands in a block map. */
  readonly margin: number;
  /** How the fields beside it are quoted; for a value that has no style of its own. */
  readonly manner: 'plain' | 'single' | 'double';
}

/** One way to write the value: `[start, end)` of the text becomes `replacement`. */
export interface Writing {
  readonly style: ValueStyle;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

const DEFAULT_INDENT = 2;

/** Ways to write `value`, the least surprising first. The last one, double quotes, holds everything. */
export function* waysToWrite(place: Slot, value: string): Generator<Writing> {
  for (const style of stylesFor(place, value)) {
    const scalar = writeScalar(place, value, style);
    if (scalar !== undefined) yield { style, ...put(place, scalar) };
  }
}

function stylesFor({ located: { spelling }, manner }: Slot, value: string): Set<ScalarStyle> {
  const literal: ScalarStyle[] = value.includes('\n') ? ['literal'] : [];
  const quotes = leastQuotes(value);
  if (spelling === 'empty' || spelling === 'other') return new Set([...literal, manner, quotes, 'double']);
  if (spelling === 'folded') return new Set(['folded', 'literal', quotes, 'double']);
  if (spelling === 'double') return new Set(['double']);
  return new Set([spelling, ...literal, quotes, 'double']);
}

/** The lines of a scalar: the first follows the key (for a block it is the header), the others are indented. */
interface Scalar {
  readonly block: boolean;
  readonly lines: readonly string[];
}

function writeScalar(place: Slot, value: string, style: ScalarStyle): Scalar | undefined {
  if (style === 'literal' || style === 'folded') return writeBlock(place, value, style);
  const { located } = place;
  const lines = located.spread && located.spelling === style ? writeSpread(place, value, style) : undefined;
  if (lines !== undefined) return { block: false, lines };
  const line = writeInline(value, style);
  return line === undefined ? undefined : { block: false, lines: [line] };
}

/** A quoted or plain value over several lines, broken as the one before it was. */
function writeSpread(place: Slot, value: string, style: 'plain' | 'single' | 'double'): string[] | undefined {
  const { located, text, current } = place;
  const quote = style === 'plain' ? '' : style === 'single' ? "'" : '"';
  const content = encodeSpread(value, style);
  if (content === undefined) return undefined;
  const indent = located.indent ?? DEFAULT_INDENT;
  const lineStart = located.below ? located.valueStart - indent : place.keyStart;
  const column = countCharacters(text.slice(lineStart, located.valueStart)) + quote.length;
  const margin: Margin = { column, indent };
  const old = text
    .slice(located.valueStart + quote.length, located.valueEnd - quote.length)
    .split(/\r\n|\n|\r/)
    .map((line, index, lines) => trim(line, index > 0, index < lines.length - 1));
  const encoded = current === undefined ? undefined : encodeSpread(current, style);
  const before = encoded === undefined ? undefined : { text: encoded, lines: old };
  const lines = foldAsBefore(content, before, margin, MAY_START);
  return indentLines([`${quote}${lines[0] ?? ''}`, ...lines.slice(1)], indent + place.margin, quote);
}

/** Words that mean something else at the start of a line. */
const MAY_START = /^(?![-?:]$|#|\.\.\.$|---$)/;

function encodeSpread(value: string, style: 'plain' | 'single' | 'double'): string | undefined {
  if (style === 'double') return escapeDouble(value);
  // Folding takes away blanks around a line break.
  if (/[ \t]\n|\n[ \t]/.test(value) || !isVisible(value)) return undefined;
  if (style === 'single') return value.replaceAll("'", "''");
  if (value !== value.trim() || !canBePlain(value.replaceAll(/\n+/g, ' '))) return undefined;
  return value.split('\n').every((line) => line === '' || MAY_START.test(line)) ? value : undefined;
}

function writeBlock(place: Slot, value: string, style: 'literal' | 'folded'): Scalar | undefined {
  const { located, current } = place;
  const body = value.replace(/\n+$/, '');
  const ending = value.length - body.length;
  if (body === '' || !isVisible(value) || /^[ \t]+$/m.test(body) || /^\n*\t/.test(body)) return undefined;
  const indent = located.indent ?? DEFAULT_INDENT;
  // A reader takes the indentation from the first line, unless that line has some of its own.
  const needsIndicator = /^\n* /.test(body);
  if (needsIndicator && indent > 9) return undefined;
  const old = located.header ?? '';
  const indicator = needsIndicator || (/[1-9]/.test(old) && indent < 10) ? String(indent) : '';
  const chomp = ending === 0 ? '-' : ending > 1 || (old.includes('+') && !place.blankFollows) ? '+' : '';
  if (ending > 1 && place.blankFollows) return undefined;
  const lines = style === 'literal' ? body.split('\n') : foldBody(body, place, indent, current);
  if (lines === undefined) return undefined;
  const mark = style === 'literal' ? '|' : '>';
  const reversed = `${mark}${chomp}${indicator}`;
  const header = old === reversed ? old : `${mark}${indicator}${chomp}`;
  const blank = Array.from({ length: Math.max(0, ending - 1) }, () => '');
  return { block: true, lines: indentLines([header, ...lines, ...blank], indent + place.margin) };
}

/** Folding adds a space between lines, keeps the blanks at their ends and leaves indented lines alone. */
function foldBody(body: string, place: Slot, indent: number, current: string | undefined): string[] | undefined {
  if (/^[ \t\n]|[ \t]\n|\n[ \t]|[ \t]$/.test(body)) return undefined;
  const { located, text } = place;
  const margin: Margin = { column: indent, indent };
  if (located.spelling !== 'folded' || current === undefined || located.blockEnd === undefined) {
    return foldAsBefore(body, undefined, margin);
  }
  const old = text.slice(located.lineEnd, located.blockEnd).replace(/^(?:\r\n|\n|\r)/, '');
  const oldLines = old
    .trimEnd()
    .split(/\r\n|\n|\r/)
    .map((line) => (line.trim() === '' ? '' : line.slice(indent + place.margin)));
  return foldAsBefore(body, { text: current.replace(/\n+$/, ''), lines: oldLines }, margin);
}

function indentLines(lines: readonly string[], indent: number, ending = ''): string[] {
  const spaces = ' '.repeat(indent);
  const last = lines.length - 1;
  return lines.map((line, index) => {
    const whole = index === last ? line + ending : line;
    return index === 0 || whole === '' ? whole : spaces + whole;
  });
}

/** Puts a scalar where the old one is, with the comments that belong to the field's first or last line. */
function put(place: Slot, scalar: Scalar): Omit<Writing, 'style'> {
  const { text, located, eol } = place;
  const { keyEnd, valueStart, valueEnd, lineEnd, header, blockEnd, spelling } = located;
  const tail = text.slice(valueEnd, lineEnd);
  const [first = '', ...rest] = scalar.lines;
  if (spelling === 'empty') {
    return { start: keyEnd, end: lineEnd, replacement: [` ${first}${tail}`, ...rest].join(eol) };
  }
  if (located.below && (scalar.block || spelling === 'other')) {
    // Back to the key's line, where the header of a block has to be. Its comment stays; one behind the value moves up.
    const keyLineEnd = endOfLine(text, keyEnd);
    const comment = text.slice(keyEnd, keyLineEnd);
    const lines = [` ${first}${comment.trim() === '' ? tail : comment}`, ...rest];
    return { start: keyEnd, end: lineEnd, replacement: lines.join(eol) };
  }
  const end = header === undefined ? lineEnd : (blockEnd ?? lineEnd);
  // Behind a value of several lines a comment follows the last; behind a block it follows the header.
  const lines =
    scalar.block || rest.length === 0 ? [first + tail, ...rest] : [...scalar.lines.slice(0, -1), last(rest) + tail];
  return { start: valueStart, end, replacement: lines.join(eol) };
}

function last(lines: readonly string[]): string {
  return lines.at(-1) ?? '';
}

function endOfLine(text: string, from: number): number {
  const found = /[\r\n]/.exec(text.slice(from));
  return found === null ? text.length : from + found.index;
}

function trim(line: string, start: boolean, end: boolean): string {
  const left = start ? line.replace(/^[ \t]+/, '') : line;
  return end ? left.replace(/[ \t]+$/, '') : left;
}
