import { toOneLine } from '../../base/text.ts';

/** Texts with lines of their own, which were cleaned when they were read; a folder is exact or left out. */
const AS_IT_IS: ReadonlySet<string> = new Set(['text', 'directory']);

/**
 * The record with every text of a tree on one clean line: names, ids, paths and descriptions come from strangers, and what
 * hides in them reaches a model through whatever key carries it.
 */
export function cleanRecord(record: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, AS_IT_IS.has(key) ? value : cleanValue(value)]),
  );
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return toOneLine(value);
  if (Array.isArray(value)) return value.map(cleanValue);
  return typeof value === 'object' && value !== null ? cleanRecord(value) : value;
}
