import type { SearchIndex } from '../index/open.ts';
import { readWord, splitWords } from '../text/tokens.ts';
import { type AnalyzedQuery, analyzeQuery, type QueryTerm, queryTerm } from './analyze.ts';
import { namedBy } from './names.ts';
import { EVIDENCE_SHARE, NAME_SHARE, rarity } from './ranking.ts';
import { mostPairs, mostScore, nameShareOf, type Scores, scorePairs, scoreTerms } from './score.ts';
import { SHARE_OF_SURE, SURE, supportOf, WEAK } from './threshold.ts';

export interface Hit {
  readonly document: number;
  /**
   * From 0 to 1: the share of what a skill could score that has all words of the query everywhere. A name that begins
   * with the query adds 1; the skill that the query names has 3.
   */
  readonly score: number;
  /** It answers in part: see {@link WEAK}. */
  readonly isWeak: boolean;
  /** Where in SKILL.md the section begins that fits best; undefined: none of the body does. */
  readonly start: number | undefined;
}

export interface RankOptions {
  /** Documents that may be hits at all; asked after scoring and before anything is counted. */
  readonly accept?: (document: number) => boolean;
  /** What unknown words may have been meant as. */
  readonly repairs?: readonly string[];
  /** What something besides words has to say for a document, 0 to 1. */
  readonly evidence?: Float32Array;
  /** The least support of a weak hit, from {@link WEAK} on. Default: that. */
  readonly leastSupport?: number;
  /** Whether a query of a word or two is answered by whoever has them, wherever they stand. Default true. */
  readonly isLookup?: boolean;
  /** Hits wanted, from the best on. Default: all. */
  readonly limit?: number;
}

export interface Ranking {
  /** Hits there are, whatever the limit. */
  readonly total: number;
  /** The best first; equals in the order of `SearchIndex.compare`. */
  readonly hits: readonly Hit[];
}

const EXACT_SCORE = 3;
/** Weak hits shown, where there is no other. */
const MOST_WEAK = 3;
/** Below this share of the best score a document has no more than some common word of what was repaired. */
const LEAST_SHARE_OF_BEST = 0.15;
/** What a repaired word counts. */
const REPAIR_SHARE = 0.6;

/** The hits of a query among accepted documents: none where nothing is worth showing. */
export function rankDocuments(index: SearchIndex, query: string, options: RankOptions = {}): Ranking {
  const accept = options.accept ?? (() => true);
  const analyzed = analyzeQuery(index, query);
  const scores = scoreTerms(index, analyzed.terms);
  const unit = rarity(index.livingDocuments, 1, index.livingSections, 1);
  const most =
    mostScore(analyzed.terms, analyzed.pairs) +
    (NAME_SHARE + (options.evidence === undefined ? 0 : EVIDENCE_SHARE)) * unit;
  const named = namedBy(index, query);
  const found = textHits(index, analyzed, scores, unit, options.repairs?.length ?? 0, accept, options);
  const final = new Map<number, number>();
  for (const [document, score] of found.sure) final.set(document, score / most);
  addWeak(final, repairedHits(index, options.repairs ?? [], accept));
  addWeak(
    final,
    [...named.half].filter(accept).map((document) => [document, 0.5]),
  );
  for (const document of named.begun) {
    if (accept(document)) final.set(document, 1 + (final.get(document) ?? 0));
  }
  for (const document of named.exact) if (accept(document)) final.set(document, EXACT_SCORE);
  const isWeak = final.size === 0;
  if (isWeak) for (const [document, score] of found.weak) final.set(document, score / most);
  const wanted = Math.min(options.limit ?? final.size, isWeak ? MOST_WEAK : final.size);
  const best = bestOf([...final.keys()], (document) => final.get(document) ?? 0, index, wanted);
  return {
    total: isWeak ? Math.min(MOST_WEAK, final.size) : final.size,
    hits: best.map((document) => ({
      document,
      score: final.get(document) ?? 0,
      isWeak,
      start: startOf(index, scores, document),
    })),
  };
}

/**
 * The best `count` of some documents, in order. Perf: sorting numbers alone is native and many times faster than sorting
 * with a comparison, which is then left for those above the lowest that is wanted.
 */
function bestOf(
  documents: readonly number[],
  scoreOf: (document: number) => number,
  index: SearchIndex,
  count: number,
): number[] {
  const scores = Float64Array.from(documents, scoreOf).sort();
  const least = count < scores.length ? (scores[scores.length - count] ?? 0) : Number.NEGATIVE_INFINITY;
  return documents
    .filter((document) => scoreOf(document) >= least)
    .sort((a, b) => scoreOf(b) - scoreOf(a) || index.compare(a, b))
    .slice(0, count);
}

function startOf(index: SearchIndex, scores: Scores, document: number): number | undefined {
  const section = scores.bestSection[document] ?? 0;
  if (section === 0) return undefined;
  const { segment, firstSection } = index.partOf(document);
  return segment.sectionStart[section - 1 - firstSection];
}

interface TextHits {
  readonly sure: ReadonlyMap<number, number>;
  readonly weak: ReadonlyMap<number, number>;
}

/** Accepted documents whose words answer the query, and those whose words nearly do. */
function textHits(
  index: SearchIndex,
  analyzed: AnalyzedQuery,
  scores: Scores,
  unit: number,
  repaired: number,
  accept: (document: number) => boolean,
  { evidence, leastSupport = WEAK, isLookup = true }: RankOptions,
): TextHits {
  const doubtful: number[] = [];
  const [sure, weak] = [new Map<number, number>(), new Map<number, number>()];
  const known = analyzed.terms.filter(({ term }) => term !== undefined);
  const unknown = Math.max(0, analyzed.unknown.length - repaired);
  const asked = {
    weight: sumOf(known) + unknown * unit,
    words: isLookup ? analyzed.words : Number.POSITIVE_INFINITY,
    unit,
  };
  const more = mostPairs(analyzed.pairs) + NAME_SHARE * unit;
  for (let document = 0; document < index.documents; document++) {
    const base = (scores.score[document] ?? 0) + EVIDENCE_SHARE * unit * (evidence?.[document] ?? 0);
    if (base <= 0 || !accept(document)) continue;
    const having = scores.terms[document] ?? 0;
    const weight = scores.matched[document] ?? 0;
    // Perf: most documents stay below with any number of pairs.
    if (supportOf(base + more, having, weight, asked) < WEAK) continue;
    const byName = NAME_SHARE * unit * nameShareOf(index, scores, document);
    const its = base + scorePairs(index, document, analyzed.pairs) + byName;
    const support = supportOf(its, having, weight, asked);
    if (support >= SURE) sure.set(document, its);
    else if (support >= WEAK) {
      weak.set(document, its);
      if (support < leastSupport) doubtful.push(document);
    }
  }
  let best = 0;
  for (const its of sure.values()) best = Math.max(best, its);
  if (best > 0) for (const [document, its] of weak) if (its >= SHARE_OF_SURE * best) sure.set(document, its);
  for (const document of doubtful) weak.delete(document);
  return { sure, weak };
}

/** Documents by words that stand in for misspelt ones, with what they score of the most. */
function repairedHits(
  index: SearchIndex,
  repairs: readonly string[],
  accept: (document: number) => boolean,
): [number, number][] {
  const terms: QueryTerm[] = [];
  for (const raw of repairs.flatMap(splitWords)) {
    for (const { text } of readWord(raw).tokens) terms.push(queryTerm(index, text, REPAIR_SHARE, false));
  }
  const most = mostScore(terms, []);
  if (most <= 0) return [];
  const { score } = scoreTerms(index, terms);
  const found: [number, number][] = [];
  let best = 0;
  score.forEach((its, document) => {
    if (its <= 0 || !accept(document)) return;
    found.push([document, its / most]);
    best = Math.max(best, its / most);
  });
  return found.filter(([, its]) => its >= LEAST_SHARE_OF_BEST * best);
}

/**
 * Adds what only nearly fits. A document that is a hit already gains by it, and none that was not comes before one
 * that was: a near word never beats the word itself.
 */
function addWeak(hits: Map<number, number>, weak: readonly (readonly [document: number, score: number])[]): void {
  let least = 1;
  for (const score of hits.values()) least = Math.min(least, score);
  for (const [document, score] of weak) {
    const before = hits.get(document);
    hits.set(document, before === undefined ? least * 0.99 * score : before + (1 - before) * 0.5 * score);
  }
}

function sumOf(terms: readonly QueryTerm[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
}
