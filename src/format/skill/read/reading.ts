import type { Finding } from '../../../base/types.ts';
import { descriptionFindings, nameFindings, type TextFact } from './facts.ts';
import { type Fences, splitFences } from './fence.ts';
import { type Field, type FieldsRead, lastField } from './field.ts';
import { readFields } from './fields.ts';
import { firstParagraph } from './paragraph.ts';
import { triggersOf, withTriggers } from './trigger.ts';

/** A SKILL.md as read: what its frontmatter says and what is wrong with it, in the order of the file. */
export interface Reading {
  readonly fences: Fences;
  readonly fields: readonly Field[];
  /** Trimmed. Undefined where the frontmatter has none: the folder's name stands in. */
  readonly name: string | undefined;
  /** Trimmed, and behind it when the skill applies. Where nothing describes it, the first paragraph of the body. */
  readonly description: string;
  readonly findings: readonly Finding[];
  /** True when a strict reader would not get these fields. */
  readonly recovered: boolean;
}

/** Reads the text of a SKILL.md, or a head of it that reaches behind the closing fence. Never throws. */
export function readSkillText(text: string, fences: Fences = splitFences(text)): Reading {
  if (fences.state === 'missing') {
    const description = firstParagraph(text, fences.body);
    return { fences, fields: [], name: undefined, description, findings: fences.findings, recovered: true };
  }
  const first = readFields(text.slice(fences.content, fences.closing), fences.contentLine);
  const second = readSecond(text, fences, first.fields);
  const fields = [...first.fields, ...(second?.fields ?? [])];
  const name = textFact(lastField(fields, 'name'));
  const described = textFact(lastField(fields, 'description'));
  const isOpen = fences.state === 'unterminated';
  const isGlued = fences.findings.some(({ code }) => code === 'frontmatter/glued-fence');
  const missing = { line: fences.contentLine - 1, keys: fields };
  return {
    fences,
    fields,
    name: name?.text || undefined,
    description: withTriggers(described?.text || firstParagraph(text, fences.body), triggersOf(fields)),
    findings: [
      ...fences.findings,
      ...first.findings,
      ...(second?.findings ?? []),
      ...nameFindings(name, missing),
      ...descriptionFindings(described, missing),
    ],
    recovered: first.recovered || second !== undefined || isOpen || isGlued,
  };
}

/** The fields that a second header has and the first lacks: absent there, or with nothing written. */
function readSecond(text: string, { second }: Fences, given: readonly Field[]): FieldsRead | undefined {
  if (second === undefined) return undefined;
  const read = readFields(text.slice(second.content, second.closing), second.contentLine);
  const isGiven = (key: string): boolean => given.some((field) => field.key === key && !isEmpty(field));
  return { ...read, fields: read.fields.filter(({ key }) => !isGiven(key)) };
}

function isEmpty({ state, value }: Field): boolean {
  return state !== 'unreadable' && (value === null || (typeof value === 'string' && value.trim() === ''));
}

function textFact(field: Field | undefined): TextFact | undefined {
  if (field === undefined) return undefined;
  return { text: typeof field.value === 'string' ? field.value.trim() : '', line: field.line };
}
