import type { FieldState, FieldValue, Finding } from '../../../base/types.ts';

/** One top-level field of a frontmatter. */
export interface Field {
  readonly key: string;
  /** 1-based place of the key in SKILL.md; columns count code points. */
  readonly line: number;
  readonly column: number;
  /** `null` when nothing is written. An unreadable field has none that may be trusted. */
  readonly value: FieldValue;
  readonly state: FieldState;
  /** The value as its author wrote it, line ends as LF. */
  readonly raw: string;
  /** Lines of keys below this one where they differ from its own, by dotted path. */
  readonly lines?: Readonly<Record<string, number>>;
}

/** A frontmatter as read: fields in the author's order, a key written twice twice. */
export interface FieldsRead {
  readonly fields: readonly Field[];
  readonly findings: readonly Finding[];
  /** True when a strict YAML reader would refuse the frontmatter. */
  readonly recovered: boolean;
}

/** The field that counts: the last with this key. */
export function lastField(fields: readonly Field[], key: string): Field | undefined {
  return fields.findLast((field) => field.key === key);
}
