import type MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import { canonicalName } from '../../../base/text.ts';
import { splitWords } from '../text/tokens.ts';
import { Vocabulary } from './repair.ts';

/** A skill that may be suggested: one its asker can see. */
export interface Suggestible {
  readonly id: string;
  readonly name: string;
}

/** Shorter words are not corrected: any other short word is one slip away. */
const LEAST_FUZZY_CHARACTERS = 4;
/** Slips allowed in a word, as a share of its length. */
const FUZZY_SHARE = 0.25;
const LEAST_PREFIX_CHARACTERS = 2;
const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/u;

/** Finds names that were typed in part, or with slips. Knows nothing but what it was given. */
export class Suggester {
  readonly #index: MiniSearch;
  readonly #ids: readonly string[];
  readonly #names: readonly string[];
  #words: Vocabulary | undefined;

  private constructor(index: MiniSearch, skills: readonly Suggestible[]) {
    this.#index = index;
    this.#ids = skills.map(({ id }) => id);
    this.#names = skills.map(({ name }) => name);
  }

  /** Loads the engine and indexes names and ids. Cost: about 10 µs a skill. */
  static async over(skills: readonly Suggestible[]): Promise<Suggester> {
    const { default: MiniSearch } = await import('minisearch');
    const index = new MiniSearch({
      fields: ['name', 'path'],
      tokenize: (text) => text.split(SEPARATORS).filter(Boolean),
      processTerm: (term) => canonicalName(term),
    });
    index.addAll(skills.map(({ id, name }, at) => ({ id: at, name, path: id })));
    return new Suggester(index, skills);
  }

  /** Ids close to `text`, the best first: those that have all its words, else those that have some. */
  suggest(text: string, limit: number): string[] {
    const found = this.#find(text) ?? this.#find(this.#repair(text)) ?? [];
    return found.slice(0, limit).map(({ id }) => this.#ids[id] ?? '');
  }

  #find(text: string): SearchResult[] | undefined {
    return [this.#search(text, 'AND'), this.#search(text, 'OR')].find((found) => found.length > 0);
  }

  /** Two swapped letters are one slip to a typist and two to the engine. */
  #repair(text: string): string {
    this.#words ??= new Vocabulary(this.#names);
    const words = this.#words;
    return splitWords(text)
      .map((word) => words.repair(word) ?? word)
      .join(' ');
  }

  /** Words may be begun or have slips; whole ones count most. */
  #search(text: string, combineWith: 'AND' | 'OR'): SearchResult[] {
    return this.#index.search(text, {
      combineWith,
      prefix: (term) => term.length >= LEAST_PREFIX_CHARACTERS,
      fuzzy: (term) => (term.length >= LEAST_FUZZY_CHARACTERS ? FUZZY_SHARE : false),
      weights: { fuzzy: 0.3, prefix: 0.5 },
      boost: { name: 2 },
    });
  }
}
