import { keyFacts } from '../vocabulary/vocabulary.ts';
import { acceptField, acceptNested, type Problem, type ReadField } from './accept.ts';
import { cleanScalar } from './clean.ts';
import {
  closingBracket,
  cutFields,
  type FieldLines,
  isBlank,
  isBlankOrComment,
  type KeyCut,
  keyAt,
  type Line,
  scanLines,
} from './lines.ts';
import { parseBlock } from './parse.ts';
import { quote } from './quote.ts';
import { readInner } from './raw-quoted.ts';
import { readRawText } from './raw-text.ts';
import { readAsWritten } from './wording.ts';

/** What could be read of a frontmatter that YAML refuses as a whole. */
export interface Recovered {
  readonly fields: readonly ReadField[];
  /** Problems that belong to no field. */
  readonly problems: readonly Problem[];
}

// Nesting that is followed to save what is beside one bad leaf.
const MAX_RECOVERED_NESTING = 20;

/**
 * Reads a frontmatter field by field. A field that YAML refuses keeps its author's words, and costs no other field.
 * `limit`: the one that reading the whole reached, in words: then its aliases are not followed.
 */
export function recoverFields(text: string, limit?: string): Recovered {
  const lines = scanLines(text);
  const cuts = joinProse(text, cutFields(text, lines), lines);
  const problems: Problem[] = [];
  const stray = lines.slice(0, cuts[0]?.first ?? 0).find((line) => !isBlankOrComment(text, line));
  if (stray !== undefined) problems.push(strayProblem(text, stray));
  const fields = cuts.flatMap((cut): ReadField[] => {
    const block = lines.slice(cut.first, cut.last + 1);
    return readSegment(text, block, [cut.key]) ?? [recoverField(text, cut, block, [cut.key])];
  });
  return { fields: limit === undefined ? fields : fields.map((field) => nameLimit(text, field, limit)), problems };
}

/** Where a limit stopped the whole, it is the reason why a value with an anchor or an alias is read as written. */
function nameLimit(text: string, field: ReadField, limit: string): ReadField {
  const isAnchored = /(?:^|[\s[{,:])[&*][^\s,[\]{}]/u.test(text.slice(field.start, field.end));
  if (!isAnchored || field.problems.length === 0) return field;
  const shown = quote(field.key);
  const isLost = field.state === 'unreadable';
  const problem: Problem = {
    code: isLost && keyFacts(field.key).isStructured ? 'frontmatter/unreadable-field' : 'yaml/alias',
    offset: field.start,
    message: isLost
      ? `${shown} cannot be read: ${limit}.`
      : `${shown} is read as written, no alias is followed: ${limit}.`,
    hint: 'Write the values out.',
  };
  return { ...field, problems: [problem] };
}

/** Below a long text, a line with blanks before its colon (`Best for: x`) is prose more often than a key. */
export function joinProse(text: string, cuts: readonly FieldLines[], lines: readonly Line[]): FieldLines[] {
  const joined: FieldLines[] = [];
  for (const cut of cuts) {
    const before = joined.at(-1);
    const goesOn = ({ key, colon, first, last }: FieldLines): boolean =>
      isProse(text, key, colon + 1) &&
      (!isBlockOrEmpty(text, colon + 1) || lines.slice(first + 1, last + 1).some((line) => isStray(text, line)));
    const isJoined = before !== undefined && /\s/u.test(cut.key) && goesOn(before);
    if (isJoined) joined[joined.length - 1] = { ...before, last: cut.last };
    else joined.push(cut);
  }
  return joined;
}

function strayProblem(text: string, line: Line): Problem {
  return {
    code: 'frontmatter/stray-text',
    offset: line.start,
    message: `${quote(text.slice(line.start, line.end))} is no \`key: value\` line and is skipped.`,
    hint: 'Remove it, or put a key before it.',
  };
}

/** The fields of some lines that YAML can read when they stand alone. */
function readSegment(text: string, block: readonly Line[], path: readonly string[]): ReadField[] | undefined {
  const start = block[0]?.start ?? 0;
  const parsed = parseBlock(text.slice(start, block.at(-1)?.next ?? start));
  if (parsed.kind !== 'map') return undefined;
  return parsed.fields.map((field) => (path.length > 1 ? acceptNested(field, start) : acceptField(text, field, start)));
}

/** A field that YAML refuses; `path` is its place for messages, and its depth. */
function recoverField(text: string, cut: KeyCut, block: readonly Line[], path: readonly string[]): ReadField {
  const key = cleanScalar(cut.key);
  const end = block.at(-1)?.end ?? cut.colon + 1;
  let start = cut.colon + 1;
  while (start < end && ' \t'.includes(text.charAt(start))) start++;
  const field = { key, offset: cut.start, start, end, below: new Map<string, number>() };
  const isStructured = keyFacts(key).isStructured;
  const lineEnd = block[0]?.end ?? end;
  const strayAt = block.findIndex((line, index) => index > 0 && isStray(text, line));
  const stray = block[strayAt];
  const isOwn = stray !== undefined && isProse(text, key, start, block.length - strayAt);
  if (stray !== undefined && !isOwn) {
    // Prose below a name, a block or a list is nobody's value. A structure it may belong to is no longer whole, unless
    // it has closed on the key's line.
    const isOpen = isStructured && !/[\]}"'][ \t]*$/u.test(text.slice(start, lineEnd));
    return isOpen
      ? unreadable(text, field, block, path)
      : withoutStray(text, cut, block.slice(0, strayAt), stray, path);
  }
  const isInline = start < lineEnd && text.charAt(start) !== '#';
  if (!isStructured && (isInline || isOwn || keyFacts(key).isText)) {
    const { value: words, code, offset, what } = readRawText(text, start, end, readInner);
    const value = cleanScalar(words);
    const problem = { offset, ...readAsWritten(code, path.join('.'), key, what, value) };
    return { ...field, value, state: 'recovered', problems: [problem] };
  }
  const nested = isInline || path.length > MAX_RECOVERED_NESTING ? undefined : recoverMap(text, block.slice(1), path);
  return nested === undefined ? unreadable(text, field, block, path) : { ...field, ...nested };
}

function withoutStray(
  text: string,
  cut: KeyCut,
  block: readonly Line[],
  stray: Line,
  path: readonly string[],
): ReadField {
  const field = readSegment(text, block, path)?.[0] ?? recoverField(text, cut, block, path);
  const state = field.state === 'ok' ? 'recovered' : field.state;
  return { ...field, state, problems: [...field.problems, strayProblem(text, stray)] };
}

/** A line that belongs to a value only because no key stands between: at column 0, and no list item or bracket. */
export function isStray(text: string, line: Line): boolean {
  return !isBlankOrComment(text, line) && !/^(?:[ \t\]}]|-(?=[ \t]|$))/u.test(text.slice(line.start, line.end));
}

/**
 * True where text that goes on at column 0 was meant as part of the value: long plain or quoted text, and whatever
 * stands below a block's header or an empty value, unless the value is a structure. A name has one line.
 */
export function isProse(text: string, key: string, from: number, lines: number = 1): boolean {
  const { isText, isStructured } = keyFacts(key);
  if (isBlockOrEmpty(text, from)) return !isStructured && (key !== 'name' || lines === 1);
  return isText && key !== 'name';
}

function isBlockOrEmpty(text: string, from: number): boolean {
  return /^[ \t]*(?:[|>\n]|$)/u.test(text.slice(from, from + 20));
}

function unreadable(
  text: string,
  field: Omit<ReadField, 'value' | 'state' | 'problems'>,
  block: readonly Line[],
  path: readonly string[],
): ReadField {
  const isStructured = keyFacts(field.key).isStructured;
  const { offset, what } = whyUnreadable(text, field, block);
  const problem: Problem = {
    code: isStructured ? 'frontmatter/unreadable-field' : 'yaml/other',
    offset,
    message: `${quote(path.join('.'))} cannot be read: ${what}.`,
    hint: isStructured
      ? 'Until it is mended nobody can tell what the skill requires.'
      : 'Mend the YAML, or put the text in quotes.',
  };
  return { ...field, value: null, state: 'unreadable', problems: [problem] };
}

function whyUnreadable(
  text: string,
  { start, end }: Pick<ReadField, 'start' | 'end'>,
  block: readonly Line[],
): { offset: number; what: string } {
  const first = text.charAt(start);
  if ((first === '[' || first === '{') && closingBracket(text, start, end) === undefined) {
    return { offset: start, what: `the brackets that \`${first}\` opens do not close as they should` };
  }
  const from = block[0]?.start ?? start;
  const parsed = parseBlock(text.slice(from, end));
  if (parsed.kind !== 'refused') return { offset: start, what: 'it is not a map' };
  return { offset: Math.min(from + parsed.offset, end), what: parsed.message };
}

/** A map below a key, child by child, so that one bad leaf costs that leaf only. Undefined where a child is no text. */
function recoverMap(
  text: string,
  block: readonly Line[],
  path: readonly string[],
): Pick<ReadField, 'value' | 'state' | 'below' | 'problems'> | undefined {
  const entries = new Map<string, ReadField['value']>();
  const below = new Map<string, number>();
  const problems: Problem[] = [];
  const children = cutChildren(text, block).flatMap(({ cut, lines }) => readChild(text, cut, lines, path));
  for (const child of children) {
    if (child.state === 'unreadable' || entries.has(child.key)) return undefined;
    entries.set(child.key, child.value);
    below.set(child.key, child.offset);
    for (const [deeper, offset] of child.below) below.set(`${child.key}.${deeper}`, offset);
    problems.push(...child.problems);
  }
  if (entries.size === 0) return undefined;
  return { value: Object.fromEntries(entries), state: 'recovered', below, problems };
}

function readChild(text: string, cut: KeyCut, lines: readonly Line[], parents: readonly string[]): ReadField[] {
  const path = [...parents, cut.key];
  const read = readSegment(text, lines, path);
  if (read !== undefined) return read;
  const child = recoverField(text, cut, lines, path);
  // A list or a map that is broken must not pass for a word.
  return /^[[{]/u.test(text.slice(child.start, child.end)) ? [{ ...child, state: 'unreadable' }] : [child];
}

/** Cuts an indented map at the keys of its outermost indentation; nothing where something else stands there too. */
function cutChildren(text: string, block: readonly Line[]): { cut: KeyCut; lines: Line[] }[] {
  const children: { cut: KeyCut; lines: Line[] }[] = [];
  let indent = -1;
  for (const line of block) {
    let at = line.start;
    while (text[at] === ' ' && at < line.end) at++;
    const isQuiet = isBlank(text, at, line.end) || text[at] === '#';
    const child = children.at(-1);
    if (isQuiet || (indent >= 0 && at - line.start > indent)) {
      child?.lines.push(line);
      continue;
    }
    if (indent < 0) indent = at - line.start;
    const cut = at - line.start === indent && indent > 0 ? keyAt(text, { ...line, start: at }) : undefined;
    if (cut === undefined) return [];
    children.push({ cut, lines: [line] });
  }
  return children;
}
