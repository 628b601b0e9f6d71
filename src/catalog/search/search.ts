import { SkillficheError } from '../../base/errors.ts';
import {
  DEFAULT_SEARCH_HITS,
  MAX_PAGE_ROWS,
  MAX_QUERY_CHARACTERS,
  MAX_ROW_DESCRIPTION_CHARACTERS,
} from '../../base/limits.ts';
import { cutTo, quoteValue, toOneLine } from '../../base/text.ts';
import type { SearchHit, SearchResult } from '../../base/types.ts';
import type { Embedder } from '../../io/net/embedder.ts';
import type { CatalogContext } from '../internals.ts';
import { cutPage, readLimit, readOffset } from '../rows/paging.ts';
import type { Selection } from '../rows/selection.ts';
import type { ReadyOptions, SearchOptions } from '../types.ts';
import type { SearchIndex } from './index/open.ts';
import { type CatalogIndex, indexMeanwhile, indexOf } from './keep/kept-index.ts';
import { analyzeQuery } from './query/analyze.ts';
import { type Hit, rankDocuments } from './query/query.ts';
import { bestLine, type QueryForms, queryForms } from './snippet.ts';
import { readSkillBytes } from './text/skill-bytes.ts';

/** Decimal places of a score: two that differ by less are the same to everybody. */
const SCORE_PLACES = 4;
/** Unknown words are looked at where they are one in this many. */
const LEAST_REPAIRED_PART = 3;
/** Words of a query that are taken as beginnings. */
const MOST_COMPLETED = 2;

/** What the caller of a library cannot ask for. */
export interface InnerSearchOptions extends SearchOptions {
  /** As in `RankOptions`. */
  readonly leastSupport?: number;
  readonly isLookup?: boolean;
  /** Instead of the catalog's own. */
  readonly embedder?: Embedder;
}

/** Hits among the visible skills, the best first. Throws INVALID_ARGUMENT for an empty or a far too long query. */
export async function searchSelection(
  context: CatalogContext,
  selection: Selection,
  options: InnerSearchOptions,
): Promise<SearchResult> {
  const query = readQuery(options.query);
  const limit = readLimit(options.limit, MAX_PAGE_ROWS, DEFAULT_SEARCH_HITS);
  const offset = readOffset(options.offset);
  const found = options.wait === false ? await indexMeanwhile(context) : await wholeIndex(context, options);
  const accept = acceptor(selection, found, options.collection);
  let repairs = await repairsOf(selection, found.index, query);
  const embedder = options.embedder ?? context.options.embedder;
  const evidence = await evidenceFor(withEmbedder(context, embedder), found, query, accept);
  const asked = {
    accept,
    limit: offset + limit,
    ...(evidence === undefined ? {} : { evidence }),
    ...(options.leastSupport === undefined ? {} : { leastSupport: options.leastSupport }),
    ...(options.isLookup === undefined ? {} : { isLookup: options.isLookup }),
  };
  let ranked = rankDocuments(found.index, query, { ...asked, repairs });
  if (ranked.total === 0) {
    repairs = await completionsOf(selection, found.index, query);
    if (repairs.length > 0) ranked = rankDocuments(found.index, query, { ...asked, repairs });
  }
  const { total, hits } = ranked;
  const forms = queryForms([query, ...repairs].join(' '));
  const { rows } = cutPage(hits, { offset, limit }, (hit) => hitRecord(context, selection, found, hit, forms));
  const next = offset + rows.length;
  return {
    query,
    total,
    offset,
    skills: rows,
    ...(rows.length > 0 && next < total ? { next_offset: next } : {}),
    ...(embedder === undefined
      ? {}
      : { ranked_by: evidence === undefined ? ('words' as const) : ('words_and_vectors' as const) }),
    ...(found.isWhole ? {} : { index: 'building' as const }),
  };
}

const derived = new WeakMap<Embedder, WeakMap<CatalogContext, CatalogContext>>();

/** The same catalog with another embedder, one object for each: vectors are kept by it. */
function withEmbedder(context: CatalogContext, embedder: Embedder | undefined): CatalogContext {
  if (embedder === undefined || embedder === context.options.embedder) return context;
  const known = derived.get(embedder) ?? new WeakMap<CatalogContext, CatalogContext>();
  derived.set(embedder, known);
  const made = known.get(context) ?? { ...context, options: { ...context.options, embedder } };
  known.set(context, made);
  return made;
}

async function wholeIndex(
  context: CatalogContext,
  { onProgress }: SearchOptions,
): Promise<CatalogIndex & { isWhole: true }> {
  return { ...(await indexOf(context, onProgress)), isWhole: true };
}

/** What an embedder has to say, if there is one and it answers in time. */
async function evidenceFor(
  context: CatalogContext,
  { index, rows }: CatalogIndex,
  query: string,
  accept: (document: number) => boolean,
): Promise<Float32Array | undefined> {
  if (context.options.embedder === undefined) return undefined;
  const { evidenceOf, similarities } = await import('./semantic/similarity.ts');
  const near = await similarities(context, query);
  return near === undefined ? undefined : evidenceOf(near, rows, index.documents, accept);
}

/** Resolves when the index of everything is there. */
export async function readySearch(context: CatalogContext, options: ReadyOptions): Promise<void> {
  await indexOf(context, options.onProgress);
}

/**
 * What misspelt words were meant as. Only where they are a good part of the query: in a sentence one word that nobody
 * has changes little, and to look for its like costs more than the search.
 */
async function repairsOf(selection: Selection, index: SearchIndex, query: string): Promise<readonly string[]> {
  const { words, unknown } = analyzeQuery(index, query);
  if (unknown.length === 0 || unknown.length * LEAST_REPAIRED_PART < words) return [];
  const { repairWords } = await import('./suggest/repair-words.ts');
  return repairWords(selection, unknown);
}

/** What words that nobody has may be the beginning of: asked where nothing else is found. */
async function completionsOf(selection: Selection, index: SearchIndex, query: string): Promise<readonly string[]> {
  const { unknown } = analyzeQuery(index, query);
  if (unknown.length === 0 || unknown.length > MOST_COMPLETED) return [];
  const { completeWords } = await import('./suggest/repair-words.ts');
  return completeWords(selection, unknown);
}

function readQuery(query: unknown): string {
  if (typeof query !== 'string') {
    throw new SkillficheError('INVALID_ARGUMENT', `query must be a text, not ${quoteValue(query)}.`);
  }
  if (query.length > MAX_QUERY_CHARACTERS) {
    throw new SkillficheError(
      'INVALID_ARGUMENT',
      `query has ${query.length} characters; at most ${MAX_QUERY_CHARACTERS} are searched for. Say the task in a sentence.`,
    );
  }
  const line = toOneLine(query);
  if (line === '') {
    throw new SkillficheError('INVALID_ARGUMENT', 'query must not be empty. Give a word of the task, or a name.');
  }
  return line;
}

/** Asked after scoring and before the limit: what a caller may not see is not counted either. */
function acceptor(
  selection: Selection,
  { rows }: CatalogIndex,
  collection: string | undefined,
): (document: number) => boolean {
  return (document) => {
    const row = rows[document] ?? -1;
    return row >= 0 && selection.sees(row) && (collection === undefined || selection.scopeOf(row).id === collection);
  };
}

function hitRecord(
  context: CatalogContext,
  selection: Selection,
  { rows }: CatalogIndex,
  { document, score, isWeak, start }: Hit,
  forms: QueryForms,
): SearchHit {
  const row = rows[document] ?? 0;
  const scope = selection.scopeOf(row);
  const description = toOneLine(selection.description(row));
  const text = start === undefined ? undefined : readSkillBytes(context, selection, row)?.toString('utf8');
  const line = text === undefined || start === undefined ? '' : bestLine(text, start, forms, selection.redact);
  return {
    id: selection.id(row),
    name: toOneLine(selection.name(row)),
    description: cutTo(description, MAX_ROW_DESCRIPTION_CHARACTERS),
    ...(scope.collection === undefined ? {} : { collection: scope.id }),
    score: Number(score.toFixed(SCORE_PLACES)),
    ...(isWeak ? { match: 'weak' as const } : {}),
    ...(selection.userOnly(row) ? { user_only: true as const } : {}),
    snippet: line !== '' ? line : bestLine(description, 0, forms) || cutTo(description, MAX_ROW_DESCRIPTION_CHARACTERS),
  };
}
