import { cleanScalar } from '../read/clean.ts';
import type { Field } from '../read/field.ts';
import { fieldsNamed, type Header } from './header.ts';
import { type EditRefused, editRefused } from './result.ts';

/**
 * Checks an edit by reading its result: `key` has `value` (`null`: is gone), every other field and everything outside
 * the frontmatter is as it was. `undefined` when that holds, else what does not.
 */
export function checkEdit(before: Header, after: Header, key: string, value: string | null): EditRefused | undefined {
  const fields = fieldsNamed(after, key);
  const [field] = fields;
  const isExact =
    value === null
      ? fields.length === 0
      : fields.length === 1 && field?.value === cleanScalar(value) && isClean(after, field);
  const isClosed = after.fences.state === 'closed';
  const isSound = before.read.recovered || !after.read.recovered;
  if (isClosed && isSound && sameOthers(before, after, key) && sameOutside(before, after)) {
    return isExact
      ? undefined
      : editRefused(
          'not-exact',
          `\`${key}\` would not be read back as it was given.`,
          fieldsNamed(before, key)[0]?.line,
        );
  }
  return describeDamage(before, key);
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
      if (now?.key !== field.key || JSON.stringify(now.value) !== JSON.stringify(field.value)) return false;
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
