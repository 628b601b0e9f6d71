import { expect } from 'vitest';
import { isMap, isScalar, parseDocument, type Scalar } from 'yaml';
import type { EditResult } from '../../src/format/skill/edit/edit.ts';
import { readHeader } from '../../src/format/skill/edit/header.ts';
import { splitFences } from '../../src/format/skill/read/fence.ts';

/** A frontmatter as the YAML library has it, without any of our own reading: the judge of what an edit did. */
export interface Judged {
  readonly fields: ReadonlyMap<string, unknown>;
  /** Where each key begins and its value ends, as offsets into the whole text. */
  readonly ends: ReadonlyMap<string, { readonly key: number; readonly value: number }>;
}

const judged = new Map<string, Judged | undefined>();

/** `undefined` where the document is not a map that YAML reads without complaint. */
export function judge(text: string): Judged | undefined {
  // A text is judged as the result of one edit and as the subject of the next.
  if (!judged.has(text)) {
    if (judged.size > 8) judged.clear();
    judged.set(text, judgeAfresh(text));
  }
  return judged.get(text);
}

function judgeAfresh(source: string): Judged | undefined {
  // The library does not know a lone CR as a line end; offsets stay the same.
  const text = source.replace(/\r(?!\n)/g, '\n');
  const fences = splitFences(text);
  if (fences.state !== 'closed') return undefined;
  const content = text.slice(fences.content, fences.closing);
  const document = parseDocument(content, { logLevel: 'error' });
  if (document.errors.length > 0) return undefined;
  if (document.contents === null) return { fields: new Map(), ends: new Map() };
  if (!isMap(document.contents)) return undefined;
  const fields = new Map<string, unknown>();
  const ends = new Map<string, { key: number; value: number }>();
  try {
    for (const { key, value } of document.contents.items) {
      if (!isScalar(key)) return undefined;
      const name = String(key.value);
      if (fields.has(name)) return undefined;
      const node = value as Scalar | null;
      fields.set(name, node === null ? null : node.toJS(document));
      const start = fences.content + (key.range?.[0] ?? 0);
      ends.set(name, { key: start, value: node === null ? start : fences.content + endOf(content, node) });
    }
  } catch {
    return undefined;
  }
  return { fields, ends };
}

/** Checks the laws of an edit that was made. */
export function expectLawfulEdit(text: string, field: string, value: string | null, result: EditResult): void {
  if (!result.ok) throw new Error(`refused: ${result.code} ${result.reason}`);
  const before = judge(text);
  const after = judge(result.text);
  const fences = splitFences(text);
  const fresh = splitFences(result.text);
  const context = () =>
    `${JSON.stringify(value)} in ${text.slice(0, fences.body)}\n=>\n${result.text.slice(0, fresh.body)}`;
  const same = (a: unknown, b: unknown): void => {
    if (!Object.is(a, b)) expect(a, context()).toBe(b);
  };
  // What is outside the frontmatter, and outside the field's own lines.
  same(result.text.slice(fresh.body), text.slice(fences.body));
  same(result.text.slice(0, fresh.opening), text.slice(0, fences.opening));
  if (fences.state === 'closed') {
    same(result.text.slice(fresh.closing), text.slice(fences.closing));
    same(result.text.slice(0, fresh.content), text.slice(0, fences.content));
  }
  // Nothing is written where the text says the value already, as we read it: `1.10` is text, if a number to others.
  if (before === undefined || result.text === text) {
    expectAsRead(text, field, value, result.text);
    return;
  }
  if (after === undefined) throw new Error(`no valid YAML any more: ${context()}`);
  const own = before.ends.get(field);
  if (own !== undefined) {
    same(result.text.slice(0, own.key), text.slice(0, own.key));
    const rest = own.value;
    // A comment behind the value moves up behind the header of a block that takes its place.
    const comment = /^[ \t]*#[^\r\n]*/.exec(text.slice(rest))?.[0] ?? '';
    const isMoved = value === null || result.text.slice(own.key, fresh.closing).includes(comment);
    const isBehind = value !== null && result.text.endsWith(text.slice(rest));
    same(isBehind || (isMoved && result.text.endsWith(afterLine(text, rest))), true);
  }
  // The very value under the rules everybody's YAML has, and every other field as it was.
  same(after.fields.has(field), value !== null);
  if (value !== null) same(after.fields.get(field), value);
  const others = (fields: ReadonlyMap<string, unknown>) => JSON.stringify([...fields].filter(([key]) => key !== field));
  same(others(after.fields), others(before.fields));
}

/** The first byte that is not the value's: for a block the end of its last line, blank ones only where they are kept. */
function endOf(content: string, node: Scalar): number {
  const [start, end] = node.range ?? [0, 0];
  if (node.type !== 'BLOCK_LITERAL' && node.type !== 'BLOCK_FOLDED') return end;
  const keeps = /^\S*\+/.test(content.slice(start));
  return content.slice(0, end).replace(keeps ? /(?:\r\n|\n|\r)$/ : /(?:\r\n|\n|\r)\s*$/, '').length;
}

function afterLine(text: string, at: number): string {
  return text.slice(at).replace(/^[^\r\n]*(?:\r\n|\n|\r)?/, '');
}

/** For a document YAML refuses our reader is the measure, and what it recovers of other fields must stay. */
function expectAsRead(text: string, field: string, value: string | null, after: string): void {
  const values = (source: string) =>
    readHeader(source)
      .read.fields.filter(({ key }) => key !== field)
      .map(({ key, value: read }) => [key, read]);
  expect(values(after)).toEqual(values(text));
  const own = readHeader(after).read.fields.filter(({ key }) => key === field);
  expect(own.map((found) => found.value)).toEqual(
    value === null ? [] : [value.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, '')],
  );
}
