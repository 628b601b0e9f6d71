import type MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import { nearest } from '../base/nearest.ts';
import { canonicalName } from '../base/text.ts';

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

  private constructor(index: MiniSearch, ids: readonly string[]) {
    this.#index = index;
    this.#ids = ids;
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
    return new Suggester(
      index,
      skills.map(({ id }) => id),
    );
  }

  /** Ids close to `text`, the best first: those that have all its words, else those that have some. */
  suggest(text: string, limit: number): string[] {
    const found = this.#search(text, 'AND');
    const ids = (found.length > 0 ? found : this.#search(text, 'OR')).map(({ id }) => this.#ids[id] ?? '');
    return ids.slice(0, limit);
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

  /** The word of a name that a misspelt word was meant as, if there is a near one: the nearest, then the most common. */
  repair(word: string): string | undefined {
    if (Array.from(word).length < LEAST_FUZZY_CHARACTERS || !/^\p{L}+$/u.test(word)) return undefined;
    const found = this.#index.search(word, { prefix: false, fuzzy: FUZZY_SHARE });
    const counts = new Map<string, number>();
    for (const term of found.flatMap(({ terms }) => terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
    const wanted = canonicalName(word);
    const terms = [...counts.keys()].filter((term) => term !== wanted);
    terms.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1));
    return nearest(wanted, terms, 1)[0];
  }
}
