// When a skill is no answer. Calibrated on prompts that belong to some skill and on prompts that belong to none:
// bench/README.md shows how many of the first are lost and how many of the second are let through.

/** What a query asks for. Weights and scores are in one unit, so that the size of a catalog cancels out. */
export interface Asked {
  /** Sum of the weights of its terms, a word that nobody has counted like one that one document has in one place. */
  readonly weight: number;
  /** Words that may say something. */
  readonly words: number;
  /** The weight of a word that one document has in one place. */
  readonly unit: number;
}

/** A document with this much support is an answer; one with less, but enough for doubt, is a weak one. */
export const SURE = 0.75;
export const WEAK = 0.5;
/**
 * Where one is an answer, those with enough for doubt that score this share of it are answers too: that the question can be
 * answered here is no longer in doubt.
 */
export const SHARE_OF_SURE = 0.6;
/** More terms make chance less likely, fewer more: one or two words of a long sentence meet by accident. */
const USUAL_TERMS = 3;
const TERMS_POWER = 0.3;
/** A long question need not be answered in proportion: most of its words tell a story. */
const ASKED_POWER = 0.6;
/** A query of so many words is answered by whoever has them all, wherever they stand. */
const FEW_WORDS = 2;

/**
 * What is held against {@link SURE} and {@link WEAK}: what a document scores in weights of a word that one document has
 * in one place, over a power of what was asked for in the same unit, by how many terms say so. What is withheld changes
 * nothing. Words that nobody has weigh against it like words that one
 * has in one place, so the less the smaller the catalog, where every word is rare. `terms` is the number of the query's
 * terms that it has, `matched` the sum of their weights.
 */
export function supportOf(score: number, terms: number, matched: number, asked: Asked): number {
  if (score <= 0) return 0;
  if (asked.words <= FEW_WORDS && matched > 0.99 * asked.weight) return Number.POSITIVE_INFINITY;
  const wanted = asked.weight / asked.unit;
  // Of words that nearly all have little is asked, and less must do.
  return ((score / asked.unit) * certaintyOf(terms)) / (wanted < 1 ? wanted : wanted ** ASKED_POWER);
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
