import { type Document, isAlias, isMap, isScalar, isSeq, type Pair, parseDocument, Scalar, type YAMLMap } from 'yaml';
import type { FieldValue } from '../../../base/types.ts';
import { isNull } from '../vocabulary/spelling.ts';
import { cleanScalar } from './clean.ts';
import { tooDeepAt } from './nesting.ts';

/** A remark about a value that is readable all the same. Offsets are into the parsed text. */
export interface ParseNote {
  readonly kind: 'odd-key' | 'duplicate-key' | 'stripped';
  readonly offset: number;
  /** The key or the path it is about. */
  readonly subject: string;
}

/** A top-level field of a valid block. Offsets are into the parsed text. */
export interface ParsedField {
  readonly key: string;
  readonly offset: number;
  /** Where the author's words for the value begin and end, anchors and block headers included; equal when there are none. */
  readonly start: number;
  readonly end: number;
  readonly value: FieldValue;
  /** Written without quotes, on the key's line or folded. */
  readonly plain: boolean;
  /** Carries an anchor that nothing refers to, or a tag nobody knows: most likely prose. */
  readonly marked: boolean;
  /** Offsets of keys below, by dotted path; those inside lists have none. */
  readonly below: ReadonlyMap<string, number>;
  readonly notes: readonly ParseNote[];
}

/** `refused`: yaml's first complaint. Nothing of its partial value is ever used: it swallows the keys that follow. */
export type Parsed =
  | { readonly kind: 'map'; readonly fields: readonly ParsedField[] }
  | { readonly kind: 'empty' }
  | { readonly kind: 'other' }
  | { readonly kind: 'refused'; readonly offset: number; readonly message: string; readonly limit?: string };

// Aliases multiply, and resolving one walks the document: this is what one header may grow to.
const MAX_NODES = 10_000;
const MAX_ALIASES = 100;

class ParseRefused extends Error {
  readonly offset: number;
  /** The limit of ours that was reached, where it is one. */
  readonly limit: string | undefined;
  constructor(offset: number, message: string, limit?: string) {
    super(message);
    this.offset = offset;
    this.limit = limit;
  }
}

const TOO_MANY_NODES = `its aliases and values stand for more than ${MAX_NODES} values`;
const TOO_MANY_ALIASES = `it uses more than ${MAX_ALIASES} aliases`;

/** Parses one block (line ends LF) as YAML 1.2. Every scalar keeps the text its author wrote. Never throws. */
export function parseBlock(text: string): Parsed {
  const tooDeep = tooDeepAt(text);
  if (tooDeep !== undefined) return { kind: 'refused', offset: tooDeep, message: 'The value is nested too deeply' };
  try {
    // Failsafe: no number, boolean or date is ever made of text. Other log levels lose errors or write to stderr.
    const document = parseDocument(text, {
      schema: 'failsafe',
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'error',
    });
    const [error] = document.errors;
    if (error !== undefined) return { kind: 'refused', offset: error.pos[0], message: error.message };
    const { contents } = document;
    if (contents === null || (isScalar(contents) && contents.source === '')) return { kind: 'empty' };
    if (!isMap(contents)) return { kind: 'other' };
    return { kind: 'map', fields: new Reader(document, text).fields(contents) };
  } catch (error) {
    // One of our own refusals, or a caller whose own stack is nearly full.
    if (error instanceof ParseRefused) {
      const { offset, message, limit } = error;
      return { kind: 'refused', offset, message, ...(limit === undefined ? {} : { limit }) };
    }
    if (error instanceof RangeError) return { kind: 'refused', offset: 0, message: 'The value is nested too deeply' };
    throw error;
  }
}

class Reader {
  readonly #document: Document;
  readonly #text: string;
  #nodes = 0;
  #aliases = 0;
  #below = new Map<string, number>();
  #notes: ParseNote[] = [];

  constructor(document: Document, text: string) {
    this.#document = document;
    this.#text = text;
  }

  fields(map: YAMLMap): ParsedField[] {
    return map.items.map((pair) => this.#field(pair));
  }

  #field(pair: Pair): ParsedField {
    this.#below = new Map();
    this.#notes = [];
    const offset = startOf(pair.key);
    const key = this.#key(pair.key, '');
    const value = this.#value(pair.value, '');
    const start = this.#valueStart(rangeOf(pair.key)?.[1] ?? offset);
    const end = Math.max(start, rangeOf(pair.value)?.[1] ?? start);
    return {
      key,
      offset,
      start,
      end,
      value,
      plain: isScalar(pair.value) && pair.value.type === Scalar.PLAIN,
      marked: this.#isMarked(pair.value),
      below: this.#below,
      notes: this.#notes,
    };
  }

  /** Behind the colon that follows the key, and the blanks behind that. */
  #valueStart(keyEnd: number): number {
    let at = keyEnd;
    while (at < this.#text.length && ' \t\n'.includes(this.#text.charAt(at))) at++;
    if (this.#text[at] !== ':') return keyEnd;
    at++;
    while (this.#text[at] === ' ' || this.#text[at] === '\t') at++;
    return at;
  }

  #isMarked(node: unknown): boolean {
    if (!isScalar(node)) return false;
    const hasAnchor = node.anchor !== undefined && !this.#text.includes(`*${node.anchor}`);
    return hasAnchor || (node.tag !== undefined && !node.tag.startsWith('tag:yaml.org'));
  }

  #key(node: unknown, path: string): string {
    const offset = startOf(node);
    if (isScalar(node) && typeof node.value === 'string') {
      if (node.anchor !== undefined) throw new ParseRefused(offset, 'A key begins with `&`');
      return this.#clean(node.value, offset, path);
    }
    if (isAlias(node)) throw new ParseRefused(offset, 'A key begins with `*`');
    const [start, end] = rangeOf(node) ?? [offset, offset];
    const shown = this.#text.slice(start, end).trim();
    this.#notes.push({ kind: 'odd-key', offset, subject: shown });
    return cleanScalar(shown);
  }

  #value(node: unknown, path: string): FieldValue {
    const offset = startOf(node);
    if (++this.#nodes > MAX_NODES) throw new ParseRefused(offset, TOO_MANY_NODES, TOO_MANY_NODES);
    if (isAlias(node)) {
      if (++this.#aliases > MAX_ALIASES) throw new ParseRefused(offset, TOO_MANY_ALIASES, TOO_MANY_ALIASES);
      const target = node.resolve(this.#document);
      if (target === undefined) throw new ParseRefused(offset, `Nothing is named \`&${node.source}\``);
      return this.#value(target, path);
    }
    if (isScalar(node)) return this.#scalar(node, path);
    if (isSeq(node)) return node.items.map((item) => this.#value(item, `${path}[]`));
    if (isMap(node)) return this.#map(node, path);
    return null;
  }

  #map(map: YAMLMap, path: string): FieldValue {
    const entries = new Map<string, FieldValue>();
    for (const { key: keyNode, value } of map.items) {
      const key = this.#key(keyNode, path);
      const here = path === '' ? key : `${path}.${key}`;
      if (entries.has(key)) this.#notes.push({ kind: 'duplicate-key', offset: startOf(keyNode), subject: here });
      if (!path.includes('[]')) this.#below.set(here, startOf(keyNode));
      entries.set(key, this.#value(value, here));
    }
    // fromEntries defines own properties, so that a key named `__proto__` is a key like any other.
    return Object.fromEntries(entries);
  }

  #scalar(node: Scalar, path: string): FieldValue {
    const text = typeof node.value === 'string' ? node.value : '';
    if (node.type === Scalar.PLAIN && isNull(text)) return null;
    return this.#clean(text, startOf(node), path);
  }

  #clean(text: string, offset: number, path: string): string {
    const cleaned = cleanScalar(text);
    if (cleaned !== text) this.#notes.push({ kind: 'stripped', offset, subject: path });
    return cleaned;
  }
}

function rangeOf(node: unknown): readonly [number, number] | undefined {
  if (!isScalar(node) && !isMap(node) && !isSeq(node) && !isAlias(node)) return undefined;
  return node.range == null ? undefined : [node.range[0], node.range[1]];
}

function startOf(node: unknown): number {
  return rangeOf(node)?.[0] ?? 0;
}
