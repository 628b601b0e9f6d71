import type { DeclaredField, DeclaredFields, FieldValue } from '../base/types.ts';
import type { Field } from './field.ts';

/** Top-level keys that readiness and network are judged from. */
export const DECLARED_KEYS: ReadonlySet<string> = new Set([
  'requirements',
  'requires',
  'metadata',
  'compatibility',
  'capabilities',
  'os',
]);

// Vendors write their requirements under their own name, or under any map below `metadata` that looks like theirs.
const VENDORS = new Set(['openclaw', 'clawdbot', 'clawdis', 'moltbot']);
const TELLING_KEYS = ['requires', 'requirements', 'os', 'always', 'network', 'capabilities'];
// Remedies and display: often long, never a requirement.
const DISPLAY_KEYS = new Set(['install', 'emoji', 'homepage', 'description', 'author', 'version', 'tags', 'icon']);

/** A declared key as read, before it is known whether anybody needs it. */
export type DeclaredInput = Pick<Field, 'key' | 'line' | 'value' | 'state' | 'lines'> & { readonly raw?: string };

/**
 * The fields that may declare something, without what cannot. Undefined when there is none. A key that is written
 * twice, both times with something to say, is unreadable: nobody knows which one holds.
 */
export function declaredFields(fields: readonly DeclaredInput[]): DeclaredFields | undefined {
  let declared: Record<string, DeclaredField> | undefined;
  for (const field of fields) {
    if (!DECLARED_KEYS.has(field.key)) continue;
    const kept = keep(field);
    if (kept === undefined) continue;
    const before = declared?.[field.key];
    declared ??= {};
    declared[field.key] = before === undefined ? kept : { state: 'unreadable', line: kept.line };
  }
  return declared;
}

function keep(field: DeclaredInput): DeclaredField | undefined {
  const { state, line } = field;
  if (state === 'unreadable') return { state, line, ...(field.raw === undefined ? {} : { raw: field.raw }) };
  if (field.value === null) return undefined;
  if (field.key !== 'metadata') {
    return { state, line, value: field.value, ...(field.lines === undefined ? {} : { lines: field.lines }) };
  }
  if (!isMap(field.value)) return typeof field.value === 'string' ? { state, line, value: field.value } : undefined;
  const value = telling(field.value);
  if (value === undefined) return undefined;
  const lines = field.lines === undefined ? undefined : linesOf(field.lines, value);
  return { state, line, value, ...(lines === undefined ? {} : { lines }) };
}

/** The part of `metadata` that may say something about requirements or the network. */
function telling(metadata: { readonly [key: string]: FieldValue }): { [key: string]: FieldValue } | undefined {
  const kept = Object.entries(metadata).flatMap(([key, value]): [string, FieldValue][] => {
    if (TELLING_KEYS.includes(key)) return [[key, value]];
    if (!isMap(value)) return VENDORS.has(key) && value !== null ? [[key, value]] : [];
    if (!VENDORS.has(key) && !TELLING_KEYS.some((telling) => Object.hasOwn(value, telling))) return [];
    const shown = Object.entries(value).filter(([below]) => !DISPLAY_KEYS.has(below));
    return shown.length === 0 ? [] : [[key, Object.fromEntries(shown)]];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function linesOf(
  lines: Readonly<Record<string, number>>,
  value: { readonly [key: string]: FieldValue },
): Record<string, number> | undefined {
  const kept = Object.entries(lines).filter(([path]) => {
    const [first = '', second] = path.split('.', 2);
    const below = Object.hasOwn(value, first) ? value[first] : undefined;
    return below !== undefined && (second === undefined || !isMap(below) || Object.hasOwn(below, second));
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function isMap(value: FieldValue | undefined): value is { readonly [key: string]: FieldValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
