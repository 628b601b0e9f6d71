// When the best skill is no answer. Calibrated on prompts that belong to some skill and on prompts that belong to none:
// bench/README.md shows how many of the first are lost and how many of the second are let through.

/** What speaks for the best document, in units that do not depend on the size of the catalog. */
export interface Evidence {
  /** Its score, in words that only one document has. */
  readonly strength: number;
  /** Sum of the query's weights, in the same unit, that it has, and that the catalog knows. */
  readonly matched: number;
  readonly known: number;
  /** Words that may say something, and those of them that nobody has. */
  readonly words: number;
  readonly unknown: number;
  /** In the catalog. */
  readonly documents: number;
}

/** What an answer must reach. */
const ENOUGH = 0.8;
/** Short queries cannot reach it: then this share of all they ask for. */
const ENOUGH_OF_QUERY = 0.5;
/** A query of so many words is answered by whoever has them all, wherever they stand. */
const FEW_WORDS = 2;
/** A catalog of this size or more has most words of its field: one that is not there speaks against it. */
const USUAL_DOCUMENTS = 500;

/** True where the best document is worth showing. Words that nobody has weigh against it, the less the smaller the catalog. */
export function isAnswer(evidence: Evidence): boolean {
  const { strength, matched, known, words, unknown, documents } = evidence;
  if (strength <= 0 || known <= 0) return false;
  const unknownWeight = Math.min(1, Math.log1p(documents) / Math.log1p(USUAL_DOCUMENTS));
  const asked = known + unknownWeight * unknown;
  const share = matched / asked;
  if (words <= FEW_WORDS && share > 0.99) return true;
  return strength * Math.sqrt(share) >= Math.min(ENOUGH, ENOUGH_OF_QUERY * asked);
}

/** Below this share of the best score a document is no hit beside it: it has some common word of the query. */
export const LEAST_SHARE_OF_BEST = 0.15;
