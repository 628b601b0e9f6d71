import { addCounts, isInName } from './counts.ts';

/** Where a term stands, in order of section; read one after the other. */
export interface PostingList {
  /** Of the posting that {@link next} went to: the section, and its byte of counts. */
  readonly section: number;
  readonly counts: number;
  next(): boolean;
}

/** How many documents and sections have a term, and whether it stands in the name of one. */
export interface TermCounts {
  readonly documents: number;
  readonly sections: number;
  readonly isInName: boolean;
}

/** Packed postings. */
export class Postings implements PostingList, TermCounts {
  readonly documents: number;
  readonly sections: number;
  readonly isInName: boolean;
  readonly #bytes: Uint8Array;
  #at: number;
  #left: number;
  section = 0;
  counts = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
    const head = this.#number();
    this.documents = head >>> 1;
    this.isInName = (head & 1) === 1;
    this.sections = this.#number();
    this.#left = this.sections;
  }

  next(): boolean {
    if (this.#left === 0) return false;
    this.#left--;
    this.section += this.#number();
    this.counts = this.#bytes[this.#at++] ?? 0;
    return true;
  }

  #number(): number {
    let byte = this.#bytes[this.#at++] ?? 0;
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = this.#bytes[this.#at++] ?? 0;
      value |= (byte & 127) << shift;
    }
    return value;
  }
}

/** The postings of several terms, as if they were one. */
export class JoinedPostings implements PostingList {
  readonly #sections: Uint32Array;
  readonly #counts: Uint8Array;
  #at = 0;
  section = 0;
  counts = 0;

  constructor(lists: readonly PostingList[], sections: number) {
    const bySection = new Uint8Array(sections);
    for (const list of lists) {
      while (list.next()) bySection[list.section] = addCounts(bySection[list.section] ?? 0, list.counts);
    }
    const found: number[] = [];
    bySection.forEach((counts, section) => {
      if (counts !== 0) found.push(section);
    });
    this.#sections = Uint32Array.from(found);
    this.#counts = Uint8Array.from(found, (section) => bySection[section] ?? 0);
  }

  next(): boolean {
    if (this.#at === this.#sections.length) return false;
    this.section = this.#sections[this.#at] ?? 0;
    this.counts = this.#counts[this.#at++] ?? 0;
    return true;
  }
}

/** Counts a list by reading it. `isDead`: documents that are no more are not counted. */
export function countPostings(
  list: PostingList,
  sectionDocument: Uint32Array,
  sectionKind: Uint8Array,
  isDead: Uint8Array | undefined,
): TermCounts {
  let documents = 0;
  let sections = 0;
  let inName = false;
  let before = -1;
  while (list.next()) {
    const owner = sectionDocument[list.section] ?? 0;
    if (isDead !== undefined && isDead[owner] === 1) continue;
    if (owner !== before) documents++;
    before = owner;
    sections++;
    inName ||= isInName(sectionKind[list.section] ?? 0, list.counts);
  }
  return { documents, sections, isInName: inName };
}
