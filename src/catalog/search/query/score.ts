import { BODY } from '../index/counts.ts';
import type { SearchIndex } from '../index/open.ts';
import { hasPair, topPairHash } from '../index/pairs.ts';
import type { QueryPair, QueryTerm } from './analyze.ts';
import {
  bodyFactor,
  PAIR_SHARE,
  SECTION_SHARE,
  saturate,
  saturateSection,
  TOP_PAIR_BONUS,
  topFactor,
  weightTables,
} from './ranking.ts';

/** By document. */
export interface Scores {
  readonly score: Float64Array;
  /** Sum of the weights of the query's terms that it has at all, and their number. */
  readonly matched: Float64Array;
  readonly terms: Uint16Array;
  /** The section of its body that fits best, counted from 1; 0 = none. */
  readonly bestSection: Uint32Array;
}

/** Perf: by far the largest array of a query, and no longer needed when it is done. */
const scratch = new WeakMap<SearchIndex, Float64Array>();

function scratchFor(index: SearchIndex): Float64Array {
  const kept = scratch.get(index);
  if (kept !== undefined) return kept.fill(0);
  const made = new Float64Array(index.sections);
  scratch.set(index, made);
  return made;
}

/** BM25F over the whole skill, and the best of its sections on top. Cost: the postings of the terms. */
export function scoreTerms(index: SearchIndex, terms: readonly QueryTerm[]): Scores {
  const { documents, sectionDocument, sectionKind, sectionWords } = index;
  const tables = weightTables();
  const score = new Float64Array(documents);
  const matched = new Float64Array(documents);
  const count = new Uint16Array(documents);
  const sectionScore = scratchFor(index);
  for (const { term, weight } of terms) {
    if (term === undefined) continue;
    const postings = index.postings(term);
    let document = -1;
    let sum = 0;
    let perBodyWord = 0;
    let perTopWord = 0;
    while (postings.next()) {
      const { section } = postings;
      const owner = sectionDocument[section] ?? 0;
      if (owner !== document) {
        if (document >= 0) score[document] = (score[document] ?? 0) + weight * saturate(sum);
        document = owner;
        sum = 0;
        perBodyWord = bodyFactor(index.documentBodyWords[owner] ?? 0);
        perTopWord = topFactor(index.documentTopWords[owner] ?? 0);
        matched[owner] = (matched[owner] ?? 0) + weight;
        count[owner] = (count[owner] ?? 0) + 1;
      }
      const kind = sectionKind[section] ?? 0;
      const at = kind * 256 + postings.counts;
      sum += (tables.document[at] ?? 0) * (kind === BODY ? perBodyWord : perTopWord);
      sectionScore[section] =
        (sectionScore[section] ?? 0) + weight * saturateSection(tables.section[at] ?? 0, sectionWords[section] ?? 1);
    }
    if (document >= 0) score[document] = (score[document] ?? 0) + weight * saturate(sum);
  }
  return { score, matched, terms: count, bestSection: addBestSections(index, score, sectionScore) };
}

function addBestSections(index: SearchIndex, score: Float64Array, sectionScore: Float64Array): Uint32Array {
  const { documents, documentSections, sectionKind } = index;
  const bestSection = new Uint32Array(documents);
  for (let document = 0; document < documents; document++) {
    if (score[document] === 0) continue;
    let best = 0;
    let bestInBody = 0;
    for (let at = documentSections[document] ?? 0; at < (documentSections[document + 1] ?? 0); at++) {
      const here = sectionScore[at] ?? 0;
      if (here > best) best = here;
      if (here > bestInBody && sectionKind[at] === BODY) {
        bestInBody = here;
        bestSection[document] = at + 1;
      }
    }
    score[document] = (score[document] ?? 0) + SECTION_SHARE * best;
  }
  return bestSection;
}

/** What a document gains by words of the query that stand side by side in it. */
export function scorePairs(index: SearchIndex, document: number, pairs: readonly QueryPair[]): number {
  const start = index.documentFilter[document] ?? 0;
  const end = index.documentFilter[document + 1] ?? 0;
  let sum = 0;
  for (const { hash, weight } of pairs) {
    if (!hasPair(index.filters, start, end, hash)) continue;
    sum += weight * (hasPair(index.filters, start, end, topPairHash(hash)) ? 1 + TOP_PAIR_BONUS : 1);
  }
  return PAIR_SHARE * sum;
}

/** The most that a document could score: what scores are given as a share of. */
export function mostScore(terms: readonly QueryTerm[], pairs: readonly QueryPair[]): number {
  const byTerms = terms.reduce((sum, { weight }) => sum + weight, 0);
  return (1 + SECTION_SHARE) * byTerms + mostPairs(pairs);
}

/** The most that {@link scorePairs} could give. */
export function mostPairs(pairs: readonly QueryPair[]): number {
  return PAIR_SHARE * (1 + TOP_PAIR_BONUS) * pairs.reduce((sum, { weight }) => sum + weight, 0);
}
