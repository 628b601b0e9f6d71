import type { FieldValue, Finding } from '../../../base/types.ts';
import type { Fences } from './fence.ts';
import type { Field } from './field.ts';
import { readSkillText } from './reading.ts';

/** A SKILL.md, whole. */
export interface SkillDocument {
  readonly text: string;
  readonly fences: Fences;
  /** In the author's order; a key that is written twice is there twice. */
  readonly fields: readonly Field[];
  readonly name: string | undefined;
  readonly description: string;
  /** Exactly what follows the frontmatter. */
  readonly body: string;
  /** Every field by key, scalars as text; the last of a key counts, and an unreadable one shows its author's words. */
  readonly frontmatter: Readonly<Record<string, FieldValue>>;
  /** What reading found, and what is to say about name and description; not what the bytes of the file say. */
  readonly findings: readonly Finding[];
  readonly recovered: boolean;
}

/** Reads the text of a SKILL.md, its byte-order mark included. Never throws. */
export function readSkillDocument(text: string): SkillDocument {
  const { fences, fields, name, description, findings, recovered } = readSkillText(text);
  const values = fields.map(
    ({ key, state, value, raw }) => [key, state === 'unreadable' ? raw.trim() : value] as const,
  );
  const frontmatter = Object.fromEntries(values);
  return { text, fences, fields, name, description, body: text.slice(fences.body), frontmatter, findings, recovered };
}
