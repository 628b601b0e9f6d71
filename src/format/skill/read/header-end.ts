import { keyFacts } from '../vocabulary/vocabulary.ts';
import { isBlank, keyAt, type Line, lastLineOfSpan, scanLines } from './lines.ts';
import { formattedKeyAt, headingKeyAt, looseKeyAt } from './loose-key.ts';

/** Where a header ends that nobody closed, and where its body begins: blank lines lie between. */
export interface OpenEnd {
  readonly end: number;
  readonly body: number;
  /** 1-based line on which the body begins. */
  readonly line: number;
}

/**
 * Where Markdown begins in `[from, to)`, the lines between an opening fence and one that may be a rule of the body:
 * behind a blank line at column 0, with no key below it that is known and new. Undefined: all of it is a header.
 */
export function findOpenEnd(text: string, from: number, to: number, firstLine: number): OpenEnd | undefined {
  const lines = scanLines(text, from, to);
  const given = new Set<string>();
  let state: 'closed' | 'open' | 'prose' = 'closed';
  let last = -1;
  // Perf: the line of a new key that was found ahead; until then nobody needs to look again.
  let ahead = -1;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) break;
    if (isBlank(text, line.start, line.end)) continue;
    const isApart = index > 0 && last < index - 1;
    const first = text.charAt(line.start);
    const key = keyOf(text, line, last < 0);
    if (key !== undefined) {
      given.add(key.key);
      const colon = text.slice(key.colon + 1, line.end).trim();
      state = colon === '' || /^[|>]/u.test(colon) || colon.startsWith('#') ? 'open' : 'closed';
      index = lastLineOfSpan(text, lines, index, key.colon + 1);
    } else if (!' \t]}'.includes(first) && !text.startsWith('&nbsp;', line.start)) {
      const isItem = /^-(?:[ \t]|$)/u.test(text.slice(line.start, line.end)) && state === 'open';
      const isOwn = isItem || (first === '#' && isComment(text, lines, index, given));
      // Paragraphs below `description: >` that nobody indented are its text, where the fence closes right behind them.
      const isValue = state === 'prose' && first !== '#' && !isBlankLine(text, lines.at(-1));
      if (isApart && !isOwn && !isValue && index >= ahead) ahead = nextKey(text, lines, index, given);
      if (isApart && !isOwn && !isValue && ahead < 0) {
        return { end: lines[last]?.next ?? from, body: line.start, line: firstLine + index };
      }
      if (state === 'open' && !isOwn) state = 'prose';
    }
    last = index;
  }
  return undefined;
}

function keyOf(text: string, line: Line, isFirst: boolean): { key: string; colon: number } | undefined {
  const found = keyAt(text, line) ?? looseKeyAt(text, line) ?? (isFirst ? formattedKeyAt(text, line) : undefined);
  // `1. First: do this` is an item, and `Best for: x` may be prose: neither ends a header, but no list has keys.
  return found === undefined || /^(?:\d+[.)]|[-*+])\s/u.test(found.key) ? undefined : found;
}

/**
 * True for `# …` that is a comment, not a heading: a key that is left out, one of several such lines, or a line that
 * stands right above the fence or a key that is new.
 */
function isComment(text: string, lines: readonly Line[], index: number, given: ReadonlySet<string>): boolean {
  const line = lines[index];
  if (line === undefined) return true;
  const shown = text.slice(line.start, line.end);
  if (!/^#{1,6}[ \t]+\S/u.test(shown)) return true;
  const left = headingKeyAt(text, line);
  if (left !== undefined && keyFacts(left.key).isKnown) return true;
  const next = lines[index + 1];
  if (next === undefined) return true;
  if (/^# .*/u.test(shown) && /^#(?: |$)/u.test(text.slice(next.start, next.end))) return true;
  const key = keyAt(text, next)?.key;
  return key !== undefined && /^[a-z][\w-]*$/u.test(key) && !given.has(key);
}

/** The next line with a known key that was not given yet, outside code; -1: there is none. */
function nextKey(text: string, lines: readonly Line[], from: number, given: ReadonlySet<string>): number {
  let code: string | undefined;
  for (let index = from; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) break;
    const mark = /^ {0,3}(```|~~~)/u.exec(text.slice(line.start, Math.min(line.end, line.start + 8)))?.[1];
    if (mark !== undefined && (code === undefined || code === mark)) code = code === undefined ? mark : undefined;
    if (code !== undefined) continue;
    const key = (keyAt(text, line) ?? looseKeyAt(text, line))?.key;
    if (key !== undefined && !given.has(key) && keyFacts(key).isKnown) return index;
  }
  return -1;
}

function isBlankLine(text: string, line: Line | undefined): boolean {
  return line === undefined || isBlank(text, line.start, line.end);
}

/** True for a line that may be one of a header that nobody closed: a key, an indented line, a list item. */
export function looksLikeHeader(text: string, line: Line, isFirst: boolean): boolean {
  const first = text[line.start] ?? '';
  if (first === ' ' || first === '\t') return text.slice(line.start, line.end).trim() !== '---';
  if (first === '-') return text[line.start + 1] === ' ';
  const key = keyAt(text, line) ?? looseKeyAt(text, line) ?? (isFirst ? formattedKeyAt(text, line) : undefined);
  return key !== undefined && !/\s/u.test(key.key);
}
