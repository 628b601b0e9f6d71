import { isList, isMap, type ValueMap } from '../../../base/field-value.ts';
import type { DeclaredField, DeclaredFields, FieldValue } from '../../../base/types.ts';
import { keyFacts, VENDORS } from '../vocabulary/vocabulary.ts';
import type { Field } from './field.ts';

/** A declared key as read, before it is known whether it declares anything. */
export type DeclaredInput = Pick<Field, 'key' | 'line' | 'value' | 'state' | 'lines'> & { readonly raw?: string };

/**
 * The fields that may declare something, without what cannot. Undefined when there is none. A key that is written
 * twice, both times with something to say, is unreadable: nobody knows which one holds.
 */
export function declaredFields(fields: readonly DeclaredInput[]): DeclaredFields | undefined {
  let declared: Record<string, DeclaredField> | undefined;
  for (const field of fields) {
    if (!keyFacts(field.key).isDeclared) continue;
    const kept = keepField(field);
    if (kept === undefined) continue;
    const before = declared?.[field.key];
    declared ??= {};
    declared[field.key] = before === undefined ? kept : { state: 'unreadable', line: kept.line };
  }
  return declared;
}

function keepField(field: DeclaredInput): DeclaredField | undefined {
  const { key, state, line, value, lines, raw } = field;
  if (state === 'unreadable') return { state, line, ...(raw === undefined ? {} : { raw }) };
  const kept = key === 'metadata' ? keepMetadata(value) : value;
  // A need that nobody wrote out is one all the same, beside others.
  if (kept === undefined || (kept === null && !keyFacts(key).isKept)) return undefined;
  const keptLines = lines === undefined ? undefined : linesIn(lines, kept);
  return { state, line, value: kept, ...(keptLines === undefined ? {} : { lines: keptLines }) };
}

/** The part of `metadata` that may say something about requirements or the network. */
function keepMetadata(metadata: FieldValue): FieldValue | undefined {
  if (isList(metadata)) return metadata.some(isMap) ? metadata : undefined;
  if (!isMap(metadata)) return metadata;
  const kept: [string, FieldValue][] = [];
  for (const [key, value] of Object.entries(metadata)) {
    if (value === null && !keyFacts(key).isKept) continue;
    if (keyFacts(key).isKept) kept.push([key, value]);
    else if (isMap(value)) {
      // A vendor's block, or one that looks like theirs; display keys and remedies are often long, and never a need.
      const inner = Object.entries(value).filter(([below]) => keyFacts(below).isKept);
      if (inner.length > 0) kept.push([key, Object.fromEntries(inner)]);
    } else if (VENDORS().has(key) || looksLikeJson(value)) kept.push([key, value]);
  }
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** The Agent Skills format wants text in `metadata`, so that some write a structure as text. */
function looksLikeJson(value: FieldValue): boolean {
  return typeof value === 'string' && /^\s*[{[]/u.test(value);
}

/** The lines of keys that are still there. */
function linesIn(lines: Readonly<Record<string, number>>, value: FieldValue): Record<string, number> | undefined {
  if (!isMap(value)) return undefined;
  const kept = Object.entries(lines).filter(([path]) => {
    const [first = '', second] = path.split('.', 2);
    return hasPath(value, first, second);
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function hasPath(map: ValueMap, first: string, second: string | undefined): boolean {
  if (!Object.hasOwn(map, first)) return false;
  const below = map[first];
  return second === undefined || !isMap(below) || Object.hasOwn(below, second);
}
