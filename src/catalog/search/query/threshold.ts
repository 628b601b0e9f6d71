// When a skill is no answer. Calibrated on prompts that belong to some skill and on prompts that belong to none:
// bench/README.md shows how many of the first are lost and how many of the second are let through.

/** What a query asks for. Weights and scores are in one unit, so that the size of a catalog cancels out. */
export interface Asked {
  /** Sum of the weights of its terms, a word that nobody has counted like one that one document has in one place. */
  readonly weight: number;
  /** Words that may say something. */
  readonly words: number;
}

/** The share of what was asked for that a document must score, when it has the usual number of terms. */
export const ENOUGH = 0.42;
/** More terms make chance less likely, fewer more: one or two words of a long sentence meet by accident. */
const USUAL_TERMS = 3;
const TERMS_POWER = 0.3;
/** A query of so many words is answered by whoever has them all, wherever they stand. */
const FEW_WORDS = 2;

/**
 * What is held against {@link ENOUGH}: the share of a query that a document answers, by how many terms say so. Each
 * document is judged by itself: what another does, seen or withheld, changes nothing. Words that nobody has weigh
 * against it like words that one has in one place, so the less the smaller the catalog, where every word is rare.
 * `terms` is the number of the query's terms that it has, `matched` the sum of their weights.
 */
export function supportOf(score: number, terms: number, matched: number, asked: Asked): number {
  if (score <= 0) return 0;
  if (asked.words <= FEW_WORDS && matched > 0.99 * asked.weight) return Number.POSITIVE_INFINITY;
  return (score * certaintyOf(terms)) / asked.weight;
}

const certainties: number[] = [];

/** Perf: asked for every document of every query, and a power is slow. */
function certaintyOf(terms: number): number {
  let certainty = certainties[terms];
  if (certainty === undefined) {
    // Two are added to both: the step from one term to two is no doubling of what is known.
    certainty = ((terms + 2) / (USUAL_TERMS + 2)) ** TERMS_POWER;
    certainties[terms] = certainty;
  }
  return certainty;
}
