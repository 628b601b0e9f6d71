import { isList, isMap, own, type ValueMap } from '../../../base/field-value.ts';
import type { FieldValue } from '../../../base/types.ts';
import { cleanScalar } from '../read/clean.ts';
import type { Field } from '../read/field.ts';
import { fieldsNamed, type Header } from './header.ts';
import { type EditRefused, editRefused } from './result.ts';

/**
 * Checks an edit by reading its result: what `path` names has `value` (`null`: is gone), every other field and
 * everything outside the frontmatter is as it was. `undefined` when that holds, else what does not.
 */
export function checkEdit(
  before: Header,
  after: Header,
  path: readonly string[],
  value: FieldValue,
): EditRefused | undefined {
  const [key = '', ...below] = path;
  const fields = fieldsNamed(after, key);
  const [field] = fields;
  const old = fieldsNamed(before, key)[0];
  const isClosed = after.fences.state === 'closed';
  const isSound = before.read.recovered || !after.read.recovered;
  const isGone = value === null && below.length === 0;
  const isKept = isGone || sameBeside(old?.value ?? null, field?.value ?? null, below);
  if (isClosed && isSound && isKept && sameOthers(before, after, key) && sameOutside(before, after)) {
    const now = valueAt(field?.value ?? null, below);
    const isExact = isGone
      ? fields.length === 0
      : fields.length === 1 && field !== undefined && same(now, cleaned(value)) && isClean(after, field);
    const name = path.join('.');
    return isExact
      ? undefined
      : editRefused('not-exact', `\`${name}\` would not be read back as it was given.`, old?.line);
  }
  return describeDamage(before, key);
}

function cleaned(value: FieldValue): FieldValue | undefined {
  if (value === null) return undefined;
  if (isList(value)) return value.map((one) => cleaned(one) ?? null);
  return typeof value === 'string' ? cleanScalar(value) : value;
}

function valueAt(value: FieldValue, [key, ...below]: readonly string[]): FieldValue | undefined {
  if (key === undefined) return value;
  const next = isMap(value) ? own(value, key) : undefined;
  return next === undefined ? undefined : valueAt(next, below);
}

/** Whether two values are the same but for what stands under these keys. */
function sameBeside(old: FieldValue, now: FieldValue, [key, ...below]: readonly string[]): boolean {
  if (key === undefined) return true;
  const before = isMap(old) ? old : {};
  const after = isMap(now) ? now : {};
  const others = (map: ValueMap): unknown[] => Object.entries(map).filter(([one]) => one !== key);
  return same(others(before), others(after)) && sameBeside(own(before, key) ?? null, own(after, key) ?? null, below);
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Readable by any YAML reader, but for prose below it that is nobody's and was there before. */
function isClean({ read }: Header, { state, line }: Field): boolean {
  if (state === 'ok') return true;
  const next = read.fields.find((field) => field.line > line)?.line ?? Number.POSITIVE_INFINITY;
  const isBetween = (at = 0): boolean => at > line && at < next;
  return read.findings.some((found) => found.code === 'frontmatter/stray-text' && isBetween(found.line));
}

function sameOthers(before: Header, after: Header, key: string): boolean {
  const others = ({ read }: Header): Field[] => read.fields.filter((field) => field.key !== key);
  const old = others(before);
  const fresh = others(after);
  return (
    old.length === fresh.length &&
    old.every((field, index) => {
      const now = fresh[index];
      if (now?.key !== field.key || !same(now.value, field.value)) return false;
      return now.state === field.state || now.state === 'ok';
    })
  );
}

function sameOutside(before: Header, after: Header): boolean {
  return (
    before.text.slice(0, before.fences.content) === after.text.slice(0, after.fences.content) &&
    before.text.slice(before.fences.closing) === after.text.slice(after.fences.closing)
  );
}

function describeDamage(before: Header, key: string): EditRefused {
  const [field] = fieldsNamed(before, key);
  const anchor = field === undefined ? undefined : /(?:^|\s)&([^\s,[\]{}]+)/.exec(field.raw)?.[1];
  if (anchor !== undefined && before.text.slice(before.fences.content, before.fences.closing).includes(`*${anchor}`)) {
    const reason = `\`${key}\` defines the anchor \`&${anchor}\`, which another field uses. Write the text out there first.`;
    return editRefused('anchor-in-use', reason, field?.line);
  }
  const reason = `Another field would be read differently after a change of \`${key}\`. Mend the frontmatter first: \`skillfiche validate\` says where.`;
  return editRefused('other-field-changes', reason, field?.line);
}
