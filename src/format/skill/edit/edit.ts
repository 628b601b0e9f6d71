import { SkillficheError } from '../../../base/errors.ts';
import { fieldsNamed, type Header, type HeaderField, lineEndOf, readHeader, withLines } from './header.ts';
import { type LocatedValue, locateValue, locateWhole } from './locate.ts';
import { checkHeader, startFrontmatter } from './refuse.ts';
import {
  EDITABLE_FIELDS,
  type EditableField,
  type EditRefused,
  type EditResult,
  editRefused,
  type FieldChanges,
  type FieldEdit,
} from './result.ts';
import type { ScalarStyle } from './scalar.ts';
import { checkEdit } from './verify.ts';
import { waysToWrite } from './write.ts';

export type { EditableField, EditResult, FieldChanges, FieldEdit } from './result.ts';

/** The order in which the format names its fields. A new field goes behind the last of those before it. */
const FORMAT_ORDER: Readonly<Record<EditableField, readonly string[]>> = {
  name: [],
  description: ['name'],
  origin: ['license', 'description', 'name'],
};

/**
 * The text of a SKILL.md with some fields changed, and not a byte outside their lines. A new value keeps the quoting
 * that was there when that can hold it. The result is read back before it is returned: it has exactly the new values,
 * and every other field as it was. What cannot keep to this is refused. Never throws but for a change that is neither
 * text nor `null`, or of another field (INVALID_ARGUMENT).
 */
export function editFrontmatter(text: string, changes: FieldChanges): EditResult {
  const wanted = checkChanges(changes);
  const invalid = wanted.find(([, value]) => value?.isWellFormed() === false);
  if (invalid !== undefined) {
    return editRefused('invalid-value', `The new \`${invalid[0]}\` is not text: it holds half of a surrogate pair.`);
  }
  if (wanted.length === 0) return { ok: true, text, edits: [] };
  let header = readHeader(text);
  const refusal = checkHeader(header);
  if (refusal !== undefined) return refusal;
  if (header.fences.state === 'missing') {
    if (wanted.every(([, value]) => value === null)) return { ok: true, text, edits: [] };
    header = readHeader(startFrontmatter(text));
  }
  const edits: FieldEdit[] = [];
  for (const [field, value] of wanted) {
    const step = changeField(header, field, value);
    if (!step.ok) return step;
    if (step.edit !== undefined) edits.push(step.edit);
    header = step.header;
  }
  return { ok: true, text: header.text, edits: edits.map((edit) => placeEdit(header, edit)) };
}

type Step = { readonly ok: true; readonly header: Header; readonly edit?: FieldEdit } | EditRefused;

function checkChanges(changes: FieldChanges): (readonly [EditableField, string | null])[] {
  for (const [key, value] of Object.entries(changes)) {
    if (!EDITABLE_FIELDS.some((field) => field === key)) {
      const message = `\`${key}\` cannot be edited. The fields are ${EDITABLE_FIELDS.join(', ')}.`;
      throw new SkillficheError('INVALID_ARGUMENT', message);
    }
    if (value !== undefined && value !== null && typeof value !== 'string') {
      throw new SkillficheError('INVALID_ARGUMENT', `\`${key}\` is set to a string, or removed with null.`);
    }
  }
  return EDITABLE_FIELDS.flatMap((field) => {
    const value = changes[field];
    return value === undefined ? [] : [[field, value] as const];
  });
}

function changeField(header: Header, key: EditableField, value: string | null): Step {
  const [field, second] = fieldsNamed(header, key);
  if (second !== undefined) {
    return editRefused('duplicate-key', `\`${key}\` is written twice. Keep one of the two first.`, second.line);
  }
  if (field === undefined) return value === null ? { ok: true, header } : addField(header, key, value);
  const own = withLines(header, field);
  if (own === undefined) {
    const reason = `\`${key}\` does not stand at the start of a line, as \`${key}: ...\`. Write it so first.`;
    return editRefused('unusual-spelling', reason, field.line);
  }
  return value === null ? removeField(header, own) : setField(header, own, value);
}

function setField(header: Header, field: HeaderField, value: string): Step {
  const { located, current } = locateField(header, field);
  if (field.state === 'ok' && isSaid(located, current, value)) return { ok: true, header };
  const nextLine = header.lines[located.lastLine + 1];
  const place = {
    text: header.text,
    keyStart: field.cut.start,
    eol: lineEndOf(header, field.cut.first),
    located,
    current,
    blankFollows: nextLine !== undefined && /^[ \t]*$/.test(header.text.slice(nextLine.start, nextLine.end)),
    manner: mannerOf(header, field.key),
  };
  const before = located.spelling === 'empty' || located.spelling === 'other' ? undefined : located.spelling;
  return tryWritings(header, field.key, value, waysToWrite(place, value), (style) => ({
    field: field.key,
    action: 'set',
    line: field.line,
    style,
    ...(before === undefined ? {} : { style_before: before }),
  }));
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
function isSaid(located: LocatedValue, current: string | undefined, value: string): boolean {
  return current === value || (located.spread && value !== '' && current?.replace(/\n+$/, '') === value);
}

function removeField(header: Header, field: HeaderField): Step {
  const { located } = locateField(header, field);
  const from = header.lines[field.cut.first]?.start ?? field.cut.start;
  const to = header.lines[located.lastLine]?.next ?? located.lineEnd;
  const after = readHeader(header.text.slice(0, from) + header.text.slice(to));
  const problem = checkEdit(header, after, field.key, null);
  return problem ?? { ok: true, header: after, edit: { field: field.key, action: 'remove', line: field.line } };
}

function addField(header: Header, key: EditableField, value: string): Step {
  const anchor = anchorOf(header, key);
  const lastLine = anchor === undefined ? -1 : locateField(header, anchor).located.lastLine;
  const at = header.lines[lastLine]?.next ?? header.fences.content;
  const eol = lineEndOf(header, lastLine);
  // The field is first put there empty; what follows is the same as setting it.
  const text = `${header.text.slice(0, at)}${key}:${eol}${header.text.slice(at)}`;
  const keyEnd = at + key.length + 1;
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
  const next = header.lines[lastLine + 1];
  const blankFollows = next !== undefined && /^[ \t]*$/.test(header.text.slice(next.start, next.end));
  const place = { text, keyStart: at, eol, located, current: undefined, blankFollows, manner: mannerOf(header, key) };
  return tryWritings(
    header,
    key,
    value,
    waysToWrite(place, value),
    (style) => ({
      field: key,
      action: 'add',
      line: header.fences.contentLine + lastLine + 1,
      style,
    }),
    text,
  );
}

function tryWritings(
  header: Header,
  key: string,
  value: string,
  ways: ReturnType<typeof waysToWrite>,
  describe: (style: ScalarStyle) => FieldEdit,
  text: string = header.text,
): Step {
  let problem: EditRefused | undefined;
  for (const { style, start, end, replacement } of ways) {
    const after = readHeader(text.slice(0, start) + replacement + text.slice(end));
    problem = checkEdit(header, after, key, value);
    if (problem !== undefined) continue;
    return after.text === header.text ? { ok: true, header } : { ok: true, header: after, edit: describe(style) };
  }
  return problem ?? editRefused('not-exact', `\`${key}\` cannot be written.`);
}

/** The field behind which a new one goes; `undefined` for the top. */
function anchorOf(header: Header, key: EditableField): HeaderField | undefined {
  for (const before of FORMAT_ORDER[key]) {
    const field = fieldsNamed(header, before).at(-1);
    const own = field === undefined ? undefined : withLines(header, field);
    if (own !== undefined) return own;
  }
  return undefined;
}

/** How the other fields that are text are quoted, when they all are quoted alike. */
function mannerOf(header: Header, key: string): 'plain' | 'single' | 'double' {
  const manners = new Set<string>();
  for (const name of ['name', 'description', 'license', 'origin']) {
    const field = name === key ? undefined : fieldsNamed(header, name)[0];
    const own = field === undefined ? undefined : withLines(header, field);
    if (own !== undefined) manners.add(locateValue(header, own.cut).spelling);
  }
  if (manners.size !== 1) return 'plain';
  return manners.has('double') ? 'double' : manners.has('single') ? 'single' : 'plain';
}

/** Edits are reported where they stand in the finished text. */
function placeEdit(header: Header, edit: FieldEdit): FieldEdit {
  const line = edit.action === 'remove' ? undefined : fieldsNamed(header, edit.field)[0]?.line;
  return line === undefined ? edit : { ...edit, line };
}
