import { canonicalName } from '../../../base/text.ts';
import type { SearchIndex } from '../index/open.ts';

/** Documents that are named by a query rather than described. */
export interface NamedDocuments {
  /** By id, name, `<scope>/<name>` or path. */
  readonly exact: ReadonlySet<number>;
  /** Their name begins with the query, a whole word of it at least. */
  readonly begun: ReadonlySet<number>;
  /** Their name begins with the query, inside a word. */
  readonly half: ReadonlySet<number>;
}

/** Shorter beginnings match too much: `r` is a language, not the start of `rna`. */
const LEAST_PREFIX = 3;
const LETTER_OR_DIGIT = /^[\p{L}\p{N}\p{M}]/u;

/** Case, surrounding blanks and the choice between blank, `-` and `_` do not count. */
export function namedBy(index: SearchIndex, query: string): NamedDocuments {
  const exact = new Set<number>();
  const begun = new Set<number>();
  const half = new Set<number>();
  const name = canonicalName(query);
  for (const spelling of spellings(name)) {
    for (const document of spelling.length < LEAST_PREFIX ? exactly(index, spelling) : index.withNamePrefix(spelling)) {
      const rest = index.canonicalName(document).slice(spelling.length);
      if (rest === '') exact.add(document);
      else if (LETTER_OR_DIGIT.test(rest) && LETTER_OR_DIGIT.test(spelling.slice(-1))) half.add(document);
      else begun.add(document);
    }
  }
  for (const document of byReference(index, query.trim(), name)) exact.add(document);
  return { exact, begun, half };
}

function spellings(name: string): ReadonlySet<string> {
  return new Set([name, ...['-', ' ', '_'].map((mark) => name.replace(/[\s_-]+/g, mark))].filter((one) => one !== ''));
}

function exactly(index: SearchIndex, name: string): number[] {
  return index.withNamePrefix(name).filter((document) => index.canonicalName(document) === name);
}

function* byReference(index: SearchIndex, query: string, name: string): Generator<number> {
  if (/\s/.test(query) || !/[:/]/.test(query)) return;
  for (const id of [query, query.toLowerCase(), query.replace('/', ':')]) {
    const document = index.find(id);
    if (document !== undefined) yield document;
  }
  const slash = name.indexOf('/');
  if (slash < 0) return;
  const scope = `${name.slice(0, slash)}:`;
  for (const document of exactly(index, name.slice(slash + 1))) {
    if (index.id(document).toLowerCase().startsWith(scope)) yield document;
  }
  const path = `:${query}`;
  for (let document = 0; document < index.documents; document++) {
    if (index.isLiving(document) && index.id(document).endsWith(path)) yield document;
  }
}
