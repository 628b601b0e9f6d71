import { BODY, isInName } from '../index/counts.ts';
import type { Part, SearchIndex } from '../index/open.ts';
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
  /** How many of the query's words stand in its name. */
  readonly nameWords: Uint8Array;
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
  const scores: Scores = {
    score: new Float64Array(index.documents),
    matched: new Float64Array(index.documents),
    terms: new Uint16Array(index.documents),
    nameWords: new Uint8Array(index.documents),
    bestSection: new Uint32Array(index.documents),
  };
  const sectionScore = scratchFor(index);
  for (const part of index.parts) {
    for (const query of terms) scoreTerm(part, query, scores, sectionScore);
    addBestSections(part, scores, sectionScore);
  }
  return scores;
}

function scoreTerm(part: Part, { term, weight, isWord }: QueryTerm, scores: Scores, sectionScore: Float64Array): void {
  const { segment, firstDocument, firstSection, isDead } = part;
  const postings = term === undefined ? undefined : segment.postingsOf(term.text);
  if (postings === undefined) return;
  const { sectionDocument, sectionKind, sectionWords, documentBodyWords, documentTopWords } = segment;
  const { score, matched, terms, nameWords } = scores;
  const tables = weightTables();
  let document = -1;
  let place = -1;
  let sum = 0;
  let perBodyWord = 0;
  let perTopWord = 0;
  while (postings.next()) {
    const section: number = postings.section;
    const owner = sectionDocument[section] ?? 0;
    if (owner !== document) {
      if (isDead?.[owner] === 1) continue;
      if (document >= 0) score[place] = (score[place] ?? 0) + weight * saturate(sum);
      document = owner;
      place = firstDocument + owner;
      sum = 0;
      perBodyWord = bodyFactor(documentBodyWords[owner] ?? 0);
      perTopWord = topFactor(documentTopWords[owner] ?? 0);
      matched[place] = (matched[place] ?? 0) + weight;
      terms[place] = (terms[place] ?? 0) + 1;
    }
    const kind = sectionKind[section] ?? 0;
    const at = kind * 256 + postings.counts;
    sum += (tables.document[at] ?? 0) * (kind === BODY ? perBodyWord : perTopWord);
    if (isWord && isInName(kind, postings.counts)) nameWords[place] = (nameWords[place] ?? 0) + 1;
    const here = firstSection + section;
    sectionScore[here] =
      (sectionScore[here] ?? 0) + weight * saturateSection(tables.section[at] ?? 0, sectionWords[section] ?? 1);
  }
  if (document >= 0) score[place] = (score[place] ?? 0) + weight * saturate(sum);
}

function addBestSections(part: Part, { score, bestSection }: Scores, sectionScore: Float64Array): void {
  const { segment, firstDocument, firstSection } = part;
  const { documents, documentSections, sectionKind } = segment;
  for (let document = 0; document < documents; document++) {
    const place = firstDocument + document;
    if (score[place] === 0) continue;
    let best = 0;
    let bestInBody = 0;
    for (let at = documentSections[document] ?? 0; at < (documentSections[document + 1] ?? 0); at++) {
      const here = sectionScore[firstSection + at] ?? 0;
      if (here > best) best = here;
      if (here > bestInBody && sectionKind[at] === BODY) {
        bestInBody = here;
        bestSection[place] = firstSection + at + 1;
      }
    }
    score[place] = (score[place] ?? 0) + SECTION_SHARE * best;
  }
}

/** What a document gains by words of the query that stand side by side in it. */
export function scorePairs(index: SearchIndex, document: number, pairs: readonly QueryPair[]): number {
  const { segment, firstDocument } = index.partOf(document);
  const { filters, documentFilter } = segment;
  const start = documentFilter[document - firstDocument] ?? 0;
  const end = documentFilter[document - firstDocument + 1] ?? 0;
  let sum = 0;
  for (const { hash, weight } of pairs) {
    if (!hasPair(filters, start, end, hash)) continue;
    sum += weight * (hasPair(filters, start, end, topPairHash(hash)) ? 1 + TOP_PAIR_BONUS : 1);
  }
  return PAIR_SHARE * sum;
}

/** The share of the words of a document's name that the query has. */
export function nameShareOf(index: SearchIndex, { nameWords }: Scores, document: number): number {
  const having = nameWords[document] ?? 0;
  if (having === 0) return 0;
  const { segment, firstDocument } = index.partOf(document);
  return Math.min(1, having / Math.max(1, segment.documentNameWords[document - firstDocument] ?? 1));
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
