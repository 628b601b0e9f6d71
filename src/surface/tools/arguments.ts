// What a model passes to a tool, checked against the tool's own input schema.

import { cutTo, toOneLine } from '../../base/text.ts';
import type { ArgumentSchema, InputSchema } from './schema.ts';

export type ArgumentValue = string | number | boolean | readonly string[];

export type Arguments =
  | { readonly ok: true; readonly values: Readonly<Record<string, ArgumentValue>> }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Longer than any id or path a tree can hold. */
const MAX_TEXT_CHARACTERS = 4_096;
const MAX_LIST_ITEMS = 1_000;

/**
 * Reads arguments the way models write them: `null` is no argument, `"10"` is a number, `"true"` a flag, and one text is a
 * list of one. Problems say what was expected, so that the next call can be right.
 */
export function readArguments(schema: InputSchema, given: Readonly<Record<string, unknown>>): Arguments {
  const values: Record<string, ArgumentValue> = {};
  const problems: string[] = [];
  const wrong = new Set<string>();
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    const expected = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (expected === undefined) {
      const known = Object.keys(schema.properties).join(', ');
      problems.push(`${quote(name)} is not an argument of this tool; it takes ${known}`);
      continue;
    }
    const read = readValue(expected, value);
    if ('value' in read) values[name] = read.value;
    else {
      wrong.add(name);
      problems.push(`${quote(name)} must be ${read.expected}, not ${read.found}`);
    }
  }
  for (const name of schema.required ?? []) {
    if (Object.hasOwn(values, name) || wrong.has(name)) continue;
    const { description = '' } = schema.properties[name] ?? {};
    problems.push(`${quote(name)} is missing: ${description.replace(/\.$/u, '')}`);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values };
}

type Read = { readonly value: ArgumentValue } | { readonly expected: string; readonly found: string };

function readValue(schema: ArgumentSchema, value: unknown): Read {
  if (schema.type === 'integer') return readInteger(schema, value);
  if (schema.type === 'boolean') return readFlag(value);
  if (schema.type === 'array') return readList(schema, value);
  if (typeof value !== 'string') return { expected: 'a text', found: show(value) };
  if ('enum' in schema) return readWord(schema.enum, value);
  return readText(value, schema.maxLength);
}

function readText(value: string, limit: number = MAX_TEXT_CHARACTERS): Read {
  if (value.length <= limit) return { value };
  return { expected: `a text of at most ${limit} characters`, found: `one of ${value.length}` };
}

function readWord(words: readonly string[], value: string): Read {
  const word = words.find((one) => one === value) ?? words.find((one) => one === value.trim().toLowerCase());
  return word === undefined ? { expected: `one of ${words.join(', ')}`, found: show(value) } : { value: word };
}

function readInteger(schema: { readonly minimum: number; readonly maximum?: number }, value: unknown): Read {
  const number = typeof value === 'string' && /^-?\d{1,15}$/u.test(value.trim()) ? Number(value) : value;
  const { minimum, maximum } = schema;
  const isRight = typeof number === 'number' && Number.isSafeInteger(number);
  if (isRight && number >= minimum && number <= (maximum ?? number)) return { value: number };
  const range = maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
  return { expected: `a whole number ${range}`, found: show(value) };
}

function readFlag(value: unknown): Read {
  if (typeof value === 'boolean') return { value };
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (word === 'true' || word === 'false') return { value: word === 'true' };
  return { expected: 'true or false', found: show(value) };
}

function readList(schema: Extract<ArgumentSchema, { readonly type: 'array' }>, value: unknown): Read {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const limit = schema.maxItems ?? MAX_LIST_ITEMS;
  if (items.length > limit) return { expected: `a list of at most ${limit}`, found: `one of ${items.length}` };
  const texts: string[] = [];
  for (const item of items) {
    if (typeof item !== 'string') return { expected: 'a list of texts', found: `one with ${show(item)}` };
    const read = schema.items.enum === undefined ? readText(item) : readWord(schema.items.enum, item);
    if (!('value' in read)) return { expected: `a list of texts, each ${read.expected}`, found: read.found };
    texts.push(String(read.value));
  }
  return { value: texts };
}

/** What was given, short enough for an error. */
function show(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? 'a list' : value === null ? 'null' : 'an object';
}

function quote(text: string): string {
  return JSON.stringify(cutTo(toOneLine(text), 60));
}
