import { isList } from '../../../base/field-value.ts';
import type { FieldValue } from '../../../base/types.ts';
import { FORMAT_ORDER, keyFacts } from '../vocabulary/vocabulary.ts';
import { fieldsNamed, type Header, type HeaderField, lineEndOf, readHeader, withLines } from './header.ts';
import { type Level, levelBelow, ownField } from './level.ts';
import { waysToList, waysToWord } from './list.ts';
import { type LocatedValue, locateValue, locateWhole } from './locate.ts';
import { type EditRefused, editRefused, type FieldEdit, type NewValue } from './result.ts';
import type { ValueStyle } from './scalar.ts';
import { checkEdit } from './verify.ts';
import { type Slot, type Writing, waysToWrite } from './write.ts';

export type Step = { readonly ok: true; readonly header: Header; readonly edit?: FieldEdit } | EditRefused;

/** Changes what a path of keys names, at a level and below it. */
export function changeAt(level: Level, [key = '', ...below]: readonly string[], value: NewValue): Step {
  const { field, problem, line } = ownField(level, key);
  const name = [...level.path, key].join('.');
  if (problem === 'duplicate-key') {
    return editRefused(problem, `\`${name}\` is written twice. Keep one of the two first.`, line);
  }
  if (problem !== undefined) {
    const reason = `\`${name}\` does not stand at the start of a line, as \`${key}: ...\`. Write it so first.`;
    return editRefused(problem, reason, line);
  }
  if (field === undefined) {
    return value === null ? { ok: true, header: level.outer } : addField(level, [key, ...below], value);
  }
  if (below.length === 0) return value === null ? removeField(level, field) : setField(level, field, value);
  if (isEmpty(level, field)) {
    if (value === null) return { ok: true, header: level.outer };
    return addField({ ...level, path: [...level.path, key], margin: level.margin + 2 }, below, value, field.cut.first);
  }
  const next = levelBelow(level, field);
  if (next === undefined) {
    const reason = `\`${name}\` is no block with a key a line, so \`${[name, ...below].join('.')}\` cannot be found in it. Write it so first.`;
    return editRefused('unusual-spelling', reason, field.line);
  }
  const isLast =
    value === null && next.inner.read.fields.length === 1 && fieldsNamed(next.inner, below[0] ?? '').length > 0;
  // A block without a key would be read as nothing: it goes with its last.
  return isLast && below.length === 1 ? removeField(level, field, below) : changeAt(next, below, value);
}

function isEmpty({ inner }: Level, field: HeaderField): boolean {
  return field.value === null && field.state === 'ok' && locateValue(inner, field.cut).spelling === 'empty';
}

function setField(level: Level, field: HeaderField, value: NewValue): Step {
  const { inner } = level;
  const isListThere = isList(field.value);
  const found = locateField(inner, field);
  const { current } = found;
  const { located } = isListThere && isItems(value) ? { located: locateList(inner, field) } : found;
  if (field.state === 'ok' && isSaid(located, current, field.value, value)) return { ok: true, header: level.outer };
  const nextLine = inner.lines[located.lastLine + 1];
  const place = {
    text: inner.text,
    keyStart: field.cut.start,
    eol: lineEndOf(inner, field.cut.first),
    located,
    current,
    blankFollows: nextLine !== undefined && /^[ \t]*$/.test(inner.text.slice(nextLine.start, nextLine.end)),
    margin: level.margin,
    manner: mannerOf(level, field.key),
  };
  const before =
    located.spelling === 'empty' || located.spelling === 'other' || isListThere ? undefined : located.spelling;
  return tryWritings(level, [field.key], value, waysTo(place, value), (style) => ({
    field: [...level.path, field.key].join('.'),
    action: 'set',
    line: field.line,
    style,
    ...(before === undefined ? {} : { style_before: before }),
  }));
}

/** A list an item a line is taken whole; one in brackets keeps the comment behind it. */
function locateList(header: Header, field: HeaderField): LocatedValue {
  const located = locateValue(header, field.cut);
  return header.text[located.valueStart] === '-' ? locateWhole(header, field.cut) : located;
}

function isItems(value: NewValue): value is readonly string[] {
  return Array.isArray(value);
}

function waysTo(place: Slot, value: NewValue): Generator<Writing> {
  if (isItems(value)) return waysToList(place, value);
  return typeof value === 'boolean' ? waysToWord(place, String(value)) : waysToWrite(place, value ?? '');
}

/** The value's place, and its text where it has one. What only recovery can read is taken as the reader takes it. */
function locateField(header: Header, field: HeaderField): { located: LocatedValue; current: string | undefined } {
  const located = locateValue(header, field.cut);
  const current = typeof field.value === 'string' ? field.value : undefined;
  if (field.state === 'ok')
    return { located: current === undefined ? { ...located, spelling: notText(located) } : located, current };
  // The reader takes the author's words whole, and with them what looks like a comment.
  const tail = header.text.slice(located.valueEnd, located.lineEnd).trim();
  const isCut = tail !== '' && field.raw.endsWith(tail);
  return { located: isCut || located.below ? locateWhole(header, field.cut) : located, current };
}

function notText({ spelling }: LocatedValue): LocatedValue['spelling'] {
  return spelling === 'empty' ? 'empty' : 'other';
}

/** Line feeds at the end of a value over several lines belong to its spelling: nobody who reads it sees them. */
function isSaid(located: LocatedValue, current: string | undefined, there: FieldValue, value: NewValue): boolean {
  if (isItems(value)) return isList(there) && JSON.stringify(there) === JSON.stringify(value);
  if (typeof value === 'boolean') return located.spelling === 'plain' && current === String(value);
  return current === value || (located.spread && value !== '' && current?.replace(/\n+$/, '') === value);
}

/** Takes a field away with its lines; `below` names what was asked for, where the field goes with its last key. */
function removeField(level: Level, field: HeaderField, below: readonly string[] = []): Step {
  const { inner, outer, margin, path } = level;
  const { located } = locateField(inner, field);
  const from = (inner.lines[field.cut.first]?.start ?? field.cut.start) - margin;
  const to = inner.lines[located.lastLine]?.next ?? located.lineEnd;
  const after = readHeader(inner.text.slice(0, from) + inner.text.slice(to));
  const problem = checkEdit(outer, after, [...path, field.key], null);
  const name = [...path, field.key, ...below].join('.');
  return problem ?? { ok: true, header: after, edit: { field: name, action: 'remove', line: field.line } };
}

/** Adds a field at a level, in blocks of its own where it has keys above it; behind `line`, else where the order puts it. */
function addField(level: Level, keys: readonly string[], value: NewValue, line?: number): Step {
  const { inner, outer, margin } = level;
  const [key = ''] = keys;
  const lastLine = line ?? lineBefore(level, key);
  const at = inner.lines[lastLine]?.next ?? inner.fences.content;
  const eol = lineEndOf(inner, lastLine);
  // The field is first put there empty; what follows is the same as setting it.
  const put = keys.map((one, depth) => `${' '.repeat(margin + 2 * depth)}${one}:`);
  const text = `${inner.text.slice(0, at)}${put.join(eol)}${eol}${inner.text.slice(at)}`;
  const deepest = margin + 2 * (keys.length - 1);
  const keyEnd = at + put.join(eol).length;
  const located: LocatedValue = {
    spelling: 'empty',
    keyEnd,
    valueStart: keyEnd,
    valueEnd: keyEnd,
    lineEnd: keyEnd,
    below: false,
    spread: false,
    indent: undefined,
    lastLine: lastLine + 1,
  };
  const next = inner.lines[lastLine + 1];
  const blankFollows = next !== undefined && /^[ \t]*$/.test(inner.text.slice(next.start, next.end));
  const keyStart = keyEnd - (put.at(-1) ?? '').length + deepest;
  const manner = keys.length === 1 ? mannerOf(level, key) : 'plain';
  const place = { text, keyStart, eol, located, current: undefined, blankFollows, margin: deepest, manner };
  return tryWritings(
    level,
    keys,
    value,
    waysTo(place, value),
    (style) => ({
      field: [...level.path, ...keys].join('.'),
      action: 'add',
      line: outer.fences.contentLine,
      style,
    }),
    text,
  );
}

function tryWritings(
  { outer, path }: Level,
  keys: readonly string[],
  value: NewValue,
  ways: Generator<Writing>,
  describe: (style: ValueStyle) => FieldEdit,
  text: string = outer.text,
): Step {
  const asRead = typeof value === 'boolean' ? String(value) : value;
  let problem: EditRefused | undefined;
  for (const { style, start, end, replacement } of ways) {
    const after = readHeader(text.slice(0, start) + replacement + text.slice(end));
    problem = checkEdit(outer, after, [...path, ...keys], asRead);
    if (problem !== undefined) continue;
    return after.text === outer.text ? { ok: true, header: outer } : { ok: true, header: after, edit: describe(style) };
  }
  return problem ?? editRefused('not-exact', `\`${[...path, ...keys].join('.')}\` cannot be written.`);
}

/** The line behind which a new field goes: in a block its last, in the header the last of those that the format names before it. */
function lineBefore({ inner, margin }: Level, key: string): number {
  const own = inner.read.fields.flatMap((field) => withLines(inner, field) ?? []);
  const rank = FORMAT_ORDER().get(key) ?? FORMAT_ORDER().size;
  const before = own.filter((field) => (FORMAT_ORDER().get(field.key) ?? Number.POSITIVE_INFINITY) < rank);
  const anchor = margin > 0 ? own.at(-1) : before.sort(byRank).at(-1);
  return anchor === undefined ? -1 : locateField(inner, anchor).located.lastLine;
}

function byRank(a: HeaderField, b: HeaderField): number {
  return (FORMAT_ORDER().get(a.key) ?? 0) - (FORMAT_ORDER().get(b.key) ?? 0) || a.line - b.line;
}

/** How the other fields that are text are quoted, when they all are quoted alike. */
function mannerOf({ inner, margin }: Level, key: string): 'plain' | 'single' | 'double' {
  const manners = new Set<string>();
  for (const field of inner.read.fields) {
    if (field.key === key || typeof field.value !== 'string' || (margin === 0 && !keyFacts(field.key).isText)) continue;
    const own = withLines(inner, field);
    if (own !== undefined) manners.add(locateValue(inner, own.cut).spelling);
  }
  if (manners.size !== 1) return 'plain';
  return manners.has('double') ? 'double' : manners.has('single') ? 'single' : 'plain';
}
