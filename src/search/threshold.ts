// When a skill is no answer. Calibrated on prompts that belong to some skill and on prompts that belong to none:
// bench/README.md shows how many of the first are lost and how many of the second are let through.

/** What speaks for one document. Scores and weights are in one unit, so that the size of a catalog cancels out. */
export interface Evidence {
  readonly score: number;
  /** Distinct terms of the query that it has, and the sum of their weights. */
  readonly terms: number;
  readonly matched: number;
}

/** What a query asks for. */
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
 * True where a document is worth showing. Each is judged by itself: what another does, seen or withheld, changes
 * nothing. Words that nobody has weigh against it like words that one has in one place, so the less the smaller the
 * catalog, where every word is rare.
 */
export function isAnswer(evidence: Evidence, asked: Asked): boolean {
  return supportOf(evidence, asked) >= ENOUGH;
}

/** What is held against {@link ENOUGH}: the share of the query that a document answers, by how many terms say so. */
export function supportOf({ score, terms, matched }: Evidence, asked: Asked): number {
  if (score <= 0) return 0;
  if (asked.words <= FEW_WORDS && matched > 0.99 * asked.weight) return Number.POSITIVE_INFINITY;
  // Two are added to both: the step from one term to two is no doubling of what is known.
  const certainty = ((terms + 2) / (USUAL_TERMS + 2)) ** TERMS_POWER;
  return (score * certainty) / asked.weight;
}
