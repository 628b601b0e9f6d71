import type { DiagnosticCode } from '../../../base/codes.ts';
import { nearest } from '../../../base/nearest.ts';
import type { Finding } from '../../../base/types.ts';
import { readSkillDocument, type SkillDocument } from '../read/document.ts';
import { lastField } from '../read/field.ts';
import { FORMAT_ORDER, keyFacts } from '../vocabulary/vocabulary.ts';
import { checkFormat } from './format.ts';

/** A rule that a change breaks: what it says, with the way out, and where. */
export interface BrokenRule {
  readonly reason: string;
  /** 1-based. */
  readonly line?: number;
}

/** What is said of a field that is not there has no line of its own. */
const OF_ABSENT: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  'frontmatter/no-name': 'name',
  'frontmatter/no-description': 'description',
};
/** Said of an edit that is half of a change: the folder may be renamed next. Unknown keys are judged here. */
const LEFT_ALONE: ReadonlySet<DiagnosticCode> = new Set(['frontmatter/name-not-folder', 'frontmatter/unknown-key']);

/**
 * The rule of the format that an edit breaks: an error that the strict check has of a changed field now and had not
 * before, or a new key that nobody reads. What was wrong already is no reason to keep it so.
 */
export function brokenRule(
  before: string,
  after: string,
  edits: readonly { readonly field: string; readonly action: string }[],
): BrokenRule | undefined {
  const old = readSkillDocument(before);
  const now = readSkillDocument(after);
  for (const { field, action } of edits) {
    const [key = field] = lastField(now.fields, field) === undefined ? field.split('.') : [field];
    if (action === 'add' && field === key && !keyFacts(key).isKnown)
      return unknownKey(key, lastField(now.fields, key)?.line);
    const known = new Set(errorsOf(old, key).map(({ code }) => code));
    const found = errorsOf(now, key).find(({ code }) => !known.has(code));
    if (found === undefined) continue;
    const reason = [found.message, found.hint].filter((part) => part !== undefined).join(' ');
    return brokenAt(reason, action === 'remove' ? undefined : found.line);
  }
  return undefined;
}

function unknownKey(key: string, line: number | undefined): BrokenRule {
  const [near] = nearest(key, [...FORMAT_ORDER().keys()], 1);
  const meant = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  const reason = `\`${key}\` is no key that anybody reads.${meant} Values of your own go below \`metadata\`, as metadata.${key}.`;
  return brokenAt(reason, line);
}

function brokenAt(reason: string, line: number | undefined): BrokenRule {
  return line === undefined ? { reason } : { reason, line };
}

function errorsOf(document: SkillDocument, key: string): Finding[] {
  const { fields, name = '' } = document;
  const at = fields.findIndex((field) => field.key === key);
  const from = fields[at]?.line ?? Number.POSITIVE_INFINITY;
  const to = fields[at + 1]?.line ?? document.text.slice(0, document.fences.body).split(/\r\n|\n|\r/).length;
  const isOf = ({ code, line = 0 }: Finding): boolean =>
    OF_ABSENT[code] === undefined ? line >= from && line < to : OF_ABSENT[code] === key;
  return checkFormat(document, { folderName: name, strict: true }).filter(
    (one) => one.severity === 'error' && !LEFT_ALONE.has(one.code) && isOf(one),
  );
}
