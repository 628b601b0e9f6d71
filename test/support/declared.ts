import type { DeclaredFields, FieldValue } from '../../src/base/types.ts';

/** Declared fields as the reader of a SKILL.md gives them, a key a line from line 2 on. */
export function declaredFields(fields: Readonly<Record<string, FieldValue>>): DeclaredFields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value], index) => [key, { state: 'ok', line: index + 2, value }]),
  );
}

/** `metadata.openclaw` alone. */
export function openclaw(block: FieldValue): DeclaredFields {
  return declaredFields({ metadata: { openclaw: block } });
}
