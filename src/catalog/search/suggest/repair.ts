import { countSlips } from '../../../base/nearest.ts';
import { foldWord, splitWords } from '../text/tokens.ts';

/** Shorter words are not corrected: any other short word is one slip away. */
const LEAST_CHARACTERS = 4;
/** One slip is allowed in so many characters. */
const CHARACTERS_A_SLIP = 4;
/** Fewer begin too many words. */
const LEAST_BEGUN_CHARACTERS = 3;
const MOST_COMPLETIONS = 5;
const LETTERS = /^\p{L}+$/u;

/**
 * The words of some names, for words that were typed with slips. Perf: a few thousand words are compared in
 * milliseconds, where an index with fuzzy search takes hundreds to build over 20,000 names.
 */
export class Vocabulary {
  /** How many names have it, by word. */
  readonly #counts = new Map<string, number>();
  /** Their words whole, digits too: `grch38`. */
  readonly #whole = new Set<string>();

  constructor(names: Iterable<string>) {
    for (const name of names) {
      for (const raw of splitWords(name)) {
        for (const part of foldWord(raw).split(/[^\p{L}\p{N}\p{M}]+/u)) if (part !== '') this.#whole.add(part);
        for (const part of foldWord(raw).split(/[^\p{L}]+/u)) {
          if (part.length >= LEAST_CHARACTERS) this.#counts.set(part, (this.#counts.get(part) ?? 0) + 1);
        }
      }
    }
  }

  /**
   * The word that this one was meant as, if there is a near one: fewest slips, then the most common. The first letter
   * must stand, or have changed places with the second: with another one `bread` would be a slip in `read`.
   */
  repair(word: string): string | undefined {
    const wanted = foldWord(word);
    if (wanted.length < LEAST_CHARACTERS || !LETTERS.test(wanted)) return undefined;
    const most = Math.floor(wanted.length / CHARACTERS_A_SLIP);
    let best: string | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [candidate, count] of this.#counts) {
      if (Math.abs(candidate.length - wanted.length) > most || candidate === wanted || !beginAlike(candidate, wanted))
        continue;
      const slips = countSlips(wanted, candidate);
      if (slips > most) continue;
      // Smaller is better; how common a word is never outweighs a slip.
      const worth = slips - Math.min(count, 400) / 1000;
      if (worth < least) {
        least = worth;
        best = candidate;
      }
    }
    return best;
  }

  /** Words that begin with this one, the shortest first: `grch38` for `grch`. */
  complete(word: string): readonly string[] {
    const wanted = foldWord(word);
    if (wanted.length < LEAST_BEGUN_CHARACTERS) return [];
    return Array.from(this.#whole)
      .filter((one) => one.length > wanted.length && one.startsWith(wanted))
      .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
      .slice(0, MOST_COMPLETIONS);
  }
}

function beginAlike(a: string, b: string): boolean {
  return a[0] === b[0] || (a[0] === b[1] && a[1] === b[0]);
}
