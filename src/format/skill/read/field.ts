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

/** Keys whose value the format says is text: a list or a map there is read as the author's own words. */
export const TEXT_KEYS: ReadonlySet<string> = new Set(['name', 'description', 'license', 'compatibility']);

/** Keys that others judge by their structure: text in their place must never pass for an answer. */
export const STRUCTURED_KEYS: ReadonlySet<string> = new Set([
  'requirements',
  'requires',
  'metadata',
  'capabilities',
  'os',
  'platforms',
  'bins',
  'env',
  'envVars',
  'env_vars',
  'requiredEnv',
  'required_env',
  'required-env',
  'requiredEnvVars',
  'required_env_vars',
  'required-env-vars',
  'requiredBins',
  'required_bins',
  'required_binaries',
  'required-binaries',
]);

/** The field that counts: the last with this key. */
export function lastField(fields: readonly Field[], key: string): Field | undefined {
  return fields.findLast((field) => field.key === key);
}
