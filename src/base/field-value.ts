import type { FieldValue } from './types.ts';

/** A map as read from YAML or JSON. Its keys are the author's: ask with {@link own}. */
export type ValueMap = { readonly [key: string]: FieldValue };

/** Deeper than any declaration seen (6); the limit only stops runaway nesting. */
export const MAX_NESTING = 24;

export function isList(value: FieldValue | undefined): value is readonly FieldValue[] {
  return Array.isArray(value);
}

export function isMap(value: FieldValue | undefined): value is ValueMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of `key` if the map has it as its own. */
export function own(map: ValueMap, key: string): FieldValue | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/**
 * A structure that its author wrote as JSON text, as the Agent Skills format asks for values of `metadata`.
 * `undefined`: it looks like JSON and is not. Any other value comes back as it is.
 */
export function unfold(value: FieldValue): FieldValue | undefined {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  try {
    return fromJson(JSON.parse(value), 0);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function fromJson(value: unknown, depth: number): FieldValue {
  if (depth > MAX_NESTING) throw new RangeError('nested too deeply');
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((item) => fromJson(item, depth + 1));
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fromJson(item, depth + 1)]));
  }
  return String(value);
}
