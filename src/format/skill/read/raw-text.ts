import type { DiagnosticCode } from '../../../base/codes.ts';
import { closingBracket, closingQuote } from './lines.ts';
import { COLON_BEGINS_A_KEY } from './wording.ts';

/** What YAML cannot read, in the author's own words, and what is wrong with them. Offsets are into the text. */
export interface RawText {
  readonly value: string;
  readonly code: DiagnosticCode;
  readonly offset: number;
  readonly what: string;
}

/** Folds lines as YAML folds a plain scalar: a line break is a space, blank lines are line breaks. */
export function foldLines(text: string): string {
  let folded = '';
  let breaks = 0;
  for (const line of text.split('\n')) {
    const words = line.trim();
    if (words === '') {
      breaks++;
      continue;
    }
    if (folded !== '') folded += breaks === 0 ? ' ' : '\n'.repeat(breaks);
    folded += words;
    breaks = 0;
  }
  return folded;
}

/** Lines with the indentation they share taken off: that of those that have one, where some have none. */
export function dedent(text: string): string {
  const lines = text.split('\n');
  const indentOf = (line: string): number => line.length - line.trimStart().length;
  const indents = lines.filter((line) => line.trim() !== '').map(indentOf);
  const indented = indents.filter((indent) => indent > 0);
  const shared = Math.min(...(indented.length > 0 ? indented : indents), text.length);
  return lines
    .map((line) => line.slice(Math.min(shared, indentOf(line))).trimEnd())
    .join('\n')
    .trim();
}

/**
 * Reads `[start, end)`, the value of a text field that YAML refused, as text. The first thing wrong names the finding.
 * `readInner` is asked for a quoted text that is closed and yet refused; all else needs no parser.
 */
export function readRawText<Inner extends RawText | undefined>(
  text: string,
  start: number,
  end: number,
  readInner: (quoted: string) => Inner,
): RawText | Inner {
  const raw = text.slice(start, end);
  const first = raw.charAt(0);
  if (first === '"' || first === "'") return readQuoted(text, start, end, readInner);
  if (first === '|' || first === '>') return readBlock(raw, start);
  const value = foldLines(raw);
  return { value, ...whatIsWrong(text, raw, start, end) };
}

function whatIsWrong(text: string, raw: string, start: number, end: number): Omit<RawText, 'value'> {
  const first = raw.charAt(0);
  if (first === '[' || first === '{') {
    const close = closingBracket(text, start, end);
    const offset = close === undefined ? start : close + 1 + Math.max(0, text.slice(close + 1, end).search(/\S/u));
    return { code: 'yaml/flow-then-text', offset, what: `text that begins with \`${first}\` is not a list or a map` };
  }
  if (first === '*') return { code: 'yaml/alias', offset: start, what: '`*` at the start of a value is an alias' };
  if (/^(?:[&!%@`,}\]#]|[-?](?=\s|$))/u.test(raw)) {
    const shown = first === '`' ? 'a backtick' : `\`${first}\``;
    return { code: 'yaml/reserved-start', offset: start, what: `a value cannot begin with ${shown}` };
  }
  const colon = raw.search(/:(?=[ \t\n]|$)/u);
  const stray = raw.search(/\n(?=[^\s#])/u);
  if (colon >= 0 && (stray < 0 || colon < stray)) {
    return { code: 'yaml/unquoted-colon', offset: start + colon, what: COLON_BEGINS_A_KEY };
  }
  const comment = raw.search(/[ \t]#/u);
  if (comment >= 0 && (stray < 0 || comment < stray)) {
    return { code: 'yaml/comment-in-value', offset: start + comment + 1, what: '` #` begins a comment' };
  }
  if (stray >= 0) {
    return { code: 'frontmatter/stray-text', offset: start + stray + 1, what: 'the text goes on at column 1' };
  }
  const tab = raw.search(/\n *\t/u);
  if (tab >= 0) return { code: 'yaml/indentation', offset: start + tab + 1, what: 'a tab is not indentation' };
  return { code: 'yaml/other', offset: start, what: 'the value is not valid YAML' };
}

function readQuoted<Inner extends RawText | undefined>(
  text: string,
  start: number,
  end: number,
  readInner: (quoted: string) => Inner,
): RawText | Inner {
  const quote = text.charAt(start);
  const close = closingQuote(text, start, end);
  const raw = text.slice(start, end);
  if (close === undefined) {
    const value = foldLines(raw.slice(1));
    return { value, code: 'yaml/unclosed-quote', offset: start, what: `the quote \`${quote}\` is never closed` };
  }
  const after = text.slice(close + 1, end);
  const sameLine = after.split('\n', 1)[0] ?? '';
  if (sameLine.trim() !== '' && !/^[ \t]+#/u.test(sameLine)) {
    const whole = foldLines(raw);
    // `'it's'` was meant as a quoted text, `"A" is b` as a plain one.
    const isWhole = !/^[ \t]/u.test(sameLine) && whole.endsWith(quote);
    const value = isWhole ? whole.slice(1, -1).replaceAll(`\\${quote}`, quote) : whole;
    return { value, code: 'yaml/text-after-quote', offset: close, what: 'the quote closes before the value ends' };
  }
  const inner = readInner(text.slice(start, close + 1));
  if (inner === undefined) return inner;
  const later = after.slice(sameLine.length);
  if (later.trim() !== '') {
    const offset = close + 1 + sameLine.length + later.search(/\S/u);
    const value = `${inner.value} ${foldLines(later)}`.trim();
    return { value, code: 'yaml/text-after-quote', offset, what: 'text follows the closing quote' };
  }
  return { ...inner, offset: start + inner.offset };
}

function readBlock(raw: string, start: number): RawText {
  const header = /^[|>][-+\d]{0,2}[ \t]*(?:#[^\n]*)?(?=\n|$)/u.exec(raw)?.[0];
  if (header !== undefined) {
    const lines = raw.slice(header.length);
    const value = raw.startsWith('|') ? dedent(lines) : foldLines(lines);
    const stray = lines.search(/\n(?=\S)/u);
    return stray < 0
      ? { value, code: 'yaml/indentation', offset: start, what: 'the lines of the block are not indented alike' }
      : {
          value,
          code: 'yaml/indentation',
          offset: start + header.length + stray + 1,
          what: `the text below \`${raw.charAt(0)}\` is not indented`,
        };
  }
  return {
    value: foldLines(raw.replace(/^[|>][-+\d]{0,2}/u, '')),
    code: 'yaml/block-header',
    offset: start,
    what: `text stands on the line of \`${raw.charAt(0)}\``,
  };
}
