import type { SearchIndex, Term } from '../index/open.ts';
import { pairHash } from '../index/pairs.ts';
import { ENDING, PART, readWord, splitWords, type Token, WHOLE } from '../text/tokens.ts';
import { kindWeight, NAME_TERM_BONUS, rarity } from './ranking.ts';

/** Distinct tokens of a query that are looked for: more than a long description has. */
const MAX_QUERY_TOKENS = 400;

export interface QueryTerm {
  readonly text: string;
  /** Undefined where no document has it: then it costs nothing and finds nothing. */
  readonly term: Term | undefined;
  /** What a document can gain by it. */
  readonly weight: number;
  /** It can be one of the words of a name: no compound, and no part between capitals. */
  readonly isWord: boolean;
}

export interface QueryPair {
  readonly hash: number;
  readonly weight: number;
}

export interface AnalyzedQuery {
  readonly terms: readonly QueryTerm[];
  readonly pairs: readonly QueryPair[];
  /** Words that may say something: stop words are not counted. */
  readonly words: number;
  /** Words, as written, of which the index knows no form. */
  readonly unknown: readonly string[];
}

/** What a query asks for, in the terms of an index. The same words as in documents: stop words are none. */
export function analyzeQuery(index: SearchIndex, query: string): AnalyzedQuery {
  const terms = new Map<string, QueryTerm>();
  const line: QueryTerm[] = [];
  const hashes: number[] = [];
  const unknown = new Set<string>();
  const words = new Set<string>();
  const take = (token: Token): QueryTerm => {
    let known = terms.get(token.text);
    if (known === undefined) {
      known = queryTerm(index, token.text, kindWeight(token.kind), token.kind === WHOLE || token.kind === PART);
      terms.set(token.text, known);
    }
    return known;
  };
  for (const raw of splitWords(query)) {
    const { tokens: all, neighbours } = readWord(raw);
    // A pair of characters says all that its last one does.
    const tokens = all.filter(({ kind }) => kind !== ENDING);
    if (tokens.length === 0) continue;
    if (terms.size >= MAX_QUERY_TOKENS) break;
    const forms = tokens.map(take);
    words.add(tokens[0]?.text ?? raw);
    if (forms.every(({ term }) => term === undefined)) unknown.add(raw);
    for (const token of neighbours) {
      line.push(take(token));
      hashes.push(token.hash);
    }
  }
  return { terms: [...terms.values()], pairs: pairsOf(line, hashes), words: words.size, unknown: [...unknown] };
}

export function queryTerm(index: SearchIndex, text: string, share: number, isWord: boolean): QueryTerm {
  const term = index.term(text);
  if (term === undefined) return { text, term, weight: 0, isWord };
  const { documents, sections, isInName } = term;
  const weight = share * rarity(index.livingDocuments, documents, index.livingSections, sections);
  return { text, term, weight: isInName ? weight * NAME_TERM_BONUS : weight, isWord };
}

function pairsOf(line: readonly QueryTerm[], hashes: readonly number[]): QueryPair[] {
  const pairs: QueryPair[] = [];
  for (let at = 1; at < line.length; at++) {
    const [first, second] = [line[at - 1], line[at]];
    if (first?.term === undefined || second?.term === undefined || first === second) continue;
    pairs.push({ hash: pairHash(hashes[at - 1] ?? 0, hashes[at] ?? 0), weight: first.weight + second.weight });
  }
  return pairs;
}
