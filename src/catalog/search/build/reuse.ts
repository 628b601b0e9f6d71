import type { SearchIndex } from '../index/open.ts';

interface EarlierSection {
  readonly kind: number;
  readonly start: number;
  readonly words: number;
  readonly postings: Iterable<{ readonly term: string; readonly counts: number }>;
}

/** The documents of an index, each as it went in: postings by section instead of by term. */
export class EarlierDocuments {
  readonly #index: SearchIndex;
  #bySection: { readonly starts: Uint32Array; readonly terms: Uint32Array; readonly counts: Uint8Array } | undefined;
  readonly #texts: (string | undefined)[] = [];

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  /** The document with this id, if its SKILL.md had these bytes. */
  find(id: string, sha256: string): number | undefined {
    const document = this.#index.find(id);
    return document !== undefined && this.#index.sha256(document) === sha256 ? document : undefined;
  }

  *sections(document: number): Generator<EarlierSection> {
    const { documentSections, sectionKind, sectionStart, sectionWords } = this.#index;
    for (let at = documentSections[document] ?? 0; at < (documentSections[document + 1] ?? 0); at++) {
      yield {
        kind: sectionKind[at] ?? 0,
        start: sectionStart[at] ?? 0,
        words: sectionWords[at] ?? 0,
        postings: this.#postings(at),
      };
    }
  }

  filter(document: number): Uint8Array {
    const { filters, documentFilter } = this.#index;
    return filters.subarray(documentFilter[document], documentFilter[document + 1]);
  }

  *#postings(section: number): Generator<{ readonly term: string; readonly counts: number }> {
    this.#bySection ??= transpose(this.#index);
    const { starts, terms, counts } = this.#bySection;
    for (let at = starts[section] ?? 0; at < (starts[section + 1] ?? 0); at++) {
      const number = terms[at] ?? 0;
      this.#texts[number] ??= this.#index.term(number);
      yield { term: this.#texts[number] ?? '', counts: counts[at] ?? 0 };
    }
  }
}

function transpose(index: SearchIndex): { starts: Uint32Array; terms: Uint32Array; counts: Uint8Array } {
  const starts = new Uint32Array(index.sections + 1);
  for (let term = 0; term < index.terms; term++) {
    const postings = index.postings(term);
    while (postings.next()) starts[postings.section + 1] = (starts[postings.section + 1] ?? 0) + 1;
  }
  for (let section = 0; section < index.sections; section++) {
    starts[section + 1] = (starts[section + 1] ?? 0) + (starts[section] ?? 0);
  }
  const next = starts.slice();
  const terms = new Uint32Array(starts[index.sections] ?? 0);
  const counts = new Uint8Array(terms.length);
  for (let term = 0; term < index.terms; term++) {
    const postings = index.postings(term);
    while (postings.next()) {
      const at = next[postings.section] ?? 0;
      next[postings.section] = at + 1;
      terms[at] = term;
      counts[at] = postings.counts;
    }
  }
  return { starts, terms, counts };
}
