import type { FieldValue } from '../../../base/types.ts';
import { isNull } from '../vocabulary/spelling.ts';
import type { Cursor } from './cursor.ts';

// Deeper is for others to read.
export const MAX_FAST_NESTING = 16;

/** How a value is read: whether anybody wants it, under which dotted path, and how deep it lies. */
export interface Way {
  readonly isWanted: boolean;
  /** Undefined inside lists: their keys have no path. */
  readonly path: string | undefined;
  readonly depth: number;
}

/** The way to something inside. */
export function within(way: Way, path: string | undefined): Way {
  return { isWanted: way.isWanted, path, depth: way.depth + 1 };
}

/** Plain text that YAML reads as nothing. */
export function orNull(text: string): string | null {
  return isNull(text) ? null : text;
}

/** Gathers the entries of a map, if anybody wants them, and finds keys that are written twice. */
export class MapBuilder {
  readonly #cursor: Cursor;
  readonly #way: Way;
  readonly #keys: string[] = [];
  readonly #values: FieldValue[] = [];

  constructor(cursor: Cursor, way: Way) {
    this.#cursor = cursor;
    this.#way = way;
  }

  /** The way to the value of a key; undefined when there is no key, or when it was there before. */
  open(key: string | undefined, line: number): Way | undefined {
    if (key === undefined || this.#keys.includes(key)) return undefined;
    const { path, isWanted } = this.#way;
    this.#keys.push(key);
    if (!isWanted || path === undefined) return within(this.#way, undefined);
    const here = path === '' ? key : `${path}.${key}`;
    this.#cursor.below?.set(here, line);
    return within(this.#way, here);
  }

  close(value: FieldValue): void {
    if (this.#way.isWanted) this.#values.push(value);
  }

  /** Keys are copied: a part of the head would keep the whole alive. */
  get value(): FieldValue {
    if (!this.#way.isWanted) return '';
    return Object.fromEntries(this.#keys.map((key, index) => [key, this.#values[index] ?? null]));
  }
}
