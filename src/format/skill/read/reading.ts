import type { Finding } from '../../../base/types.ts';
import { descriptionFindings, nameFindings, type TextFact } from './facts.ts';
import { type Fences, splitFences } from './fence.ts';
import { type Field, lastField } from './field.ts';
import { readFields } from './fields.ts';
import { firstParagraph } from './paragraph.ts';

/** A SKILL.md as read: what its frontmatter says and what is wrong with it, in the order of the file. */
export interface Reading {
  readonly fences: Fences;
  readonly fields: readonly Field[];
  /** Trimmed. Undefined where the frontmatter has none: the folder's name stands in. */
  readonly name: string | undefined;
  /** Trimmed; empty where a frontmatter has none. Without a frontmatter it is the first paragraph. */
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
  const { fields, findings, recovered } = readFields(text.slice(fences.content, fences.closing), fences.contentLine);
  const name = textFact(lastField(fields, 'name'));
  const described = textFact(lastField(fields, 'description'));
  const isOpen = fences.state === 'unterminated';
  const isGlued = fences.findings.some(({ code }) => code === 'frontmatter/glued-fence');
  const missing = { line: fences.contentLine - 1, keys: fields };
  return {
    fences,
    fields,
    name: name?.text || undefined,
    // Without a closing fence nobody knows where the body begins, so its first words may stand in.
    description: described?.text || (isOpen ? firstParagraph(text, fences.body) : ''),
    findings: [
      ...fences.findings,
      ...findings,
      ...nameFindings(name, missing),
      ...descriptionFindings(described, missing),
    ],
    recovered: recovered || isOpen || isGlued,
  };
}

function textFact(field: Field | undefined): TextFact | undefined {
  if (field === undefined) return undefined;
  return { text: typeof field.value === 'string' ? field.value.trim() : '', line: field.line };
}
