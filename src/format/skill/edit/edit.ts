import { SkillficheError } from '../../../base/errors.ts';
import { FORMAT_ORDER, isMapKey, keyFacts } from '../vocabulary/vocabulary.ts';
import { changeAt } from './change.ts';
import { fieldsNamed, type Header, readHeader } from './header.ts';
import { topLevel } from './level.ts';
import { checkHeader, startFrontmatter } from './refuse.ts';
import { type EditResult, editRefused, type FieldChanges, type FieldEdit, type NewValue } from './result.ts';

export type { EditResult, FieldChanges, FieldEdit } from './result.ts';

/**
 * The text of a SKILL.md with some fields changed, and not a byte outside their lines. A new value keeps the quoting
 * that was there when that can hold it. The result is read back before it is returned: it has exactly the new values,
 * and every other field as it was. What cannot keep to this is refused. Never throws but for a
 * change that is no value, or not one for its field (INVALID_ARGUMENT).
 */
export function editFrontmatter(text: string, changes: FieldChanges): EditResult {
  const wanted = checkChanges(changes);
  const invalid = wanted.find(([, value]) => textsOf(value).some((text) => !text.isWellFormed()));
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
    const step = changeAt(topLevel(header), pathOf(header, field), value);
    if (!step.ok) return step;
    if (step.edit !== undefined) edits.push(step.edit);
    header = step.header;
  }
  return { ok: true, text: header.text, edits: edits.map((edit) => placeEdit(header, edit)) };
}

/** The keys that a dotted field stands for; one that is written with its dots is itself. */
function pathOf(header: Header, field: string): string[] {
  return fieldsNamed(header, field).length > 0 ? [field] : field.split('.');
}

function textsOf(value: NewValue): readonly string[] {
  return typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
}

function checkChanges(changes: FieldChanges): (readonly [string, NewValue])[] {
  const wanted: (readonly [string, NewValue])[] = [];
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    const problem = misuse(key, value);
    if (problem !== undefined) throw new SkillficheError('INVALID_ARGUMENT', problem);
    wanted.push([key, value]);
  }
  // In the order of the format, however they were given: each goes behind the last of those before it.
  const rank = (key: string): number => FORMAT_ORDER().get(key.split('.')[0] ?? key) ?? FORMAT_ORDER().size;
  return wanted.sort(([a], [b]) => rank(a) - rank(b));
}

function misuse(key: string, value: NewValue): string | undefined {
  if (key.split('.').includes(''))
    return `${JSON.stringify(key)} is no field. Name a key, or one in a block: metadata.version.`;
  const isText = typeof value === 'string';
  const isItems = Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (value !== null && !isText && typeof value !== 'boolean' && !isItems) {
    return `\`${key}\` is set to a string, a truth value or a list of strings, or removed with null.`;
  }
  if (value === null || key.includes('.')) return undefined;
  if (keyFacts(key).isText && !isText) return `\`${key}\` is text: it is set to a string, or removed with null.`;
  return isMapKey(key) ? `\`${key}\` is a block. Name a key in it: ${key}.KEY.` : undefined;
}

/** Edits are reported where they stand in the finished text. */
function placeEdit(header: Header, edit: FieldEdit): FieldEdit {
  if (edit.action === 'remove') return edit;
  const own = fieldsNamed(header, edit.field)[0];
  if (own !== undefined) return { ...edit, line: own.line };
  const [top = '', ...below] = edit.field.split('.');
  const field = fieldsNamed(header, top)[0];
  const line = field?.lines?.[below.join('.')] ?? field?.lines?.[edit.field];
  return line === undefined ? edit : { ...edit, line };
}
