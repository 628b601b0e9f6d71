import type { Growing } from '../../../base/growing.ts';

/** Postings held as they come; then they are packed by term. 18 MB, and as much again to sort them in. */
const CHUNK_POSTINGS = 1 << 21;
const FIRST_CHUNK_POSTINGS = 1 << 12;
/** Bytes that two numbers before the postings of a term can take. */
export const MOST_HEAD_BYTES = 10;

/** Postings of consecutive sections, packed by term: documents, sections, first section, last less first, then gaps. */
interface Chunk {
  /** Where the postings of each term begin; terms that came later have none. */
  readonly starts: Uint32Array;
  readonly bytes: Uint8Array;
}

/** Where a word stands, in order of section. Perf: a posting costs nine bytes until its chunk is packed, then about two. */
export class PostingChunks {
  readonly #sectionDocument: Growing;
  readonly #chunks: Chunk[] = [];
  #terms = new Uint32Array(FIRST_CHUNK_POSTINGS);
  #sections = new Uint32Array(FIRST_CHUNK_POSTINGS);
  #counts = new Uint8Array(FIRST_CHUNK_POSTINGS);
  #sortedSections = new Uint32Array(0);
  #sortedCounts = new Uint8Array(0);
  #packedBytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #size = 0;
  #termCount = 0;

  constructor(sectionDocument: Growing) {
    this.#sectionDocument = sectionDocument;
  }

  push(term: number, section: number, counts: number): void {
    if (this.#size === this.#terms.length) this.#grow();
    this.#terms[this.#size] = term;
    this.#sections[this.#size] = section;
    this.#counts[this.#size++] = counts;
    if (term >= this.#termCount) this.#termCount = term + 1;
  }

  /** Between two documents: packs what is there once it is enough. */
  settle(): void {
    if (this.#size > CHUNK_POSTINGS * 0.9) this.#pack();
  }

  /** The most bytes that {@link write} can need for so many terms. */
  mostBytes(terms: number): number {
    if (this.#size > 0) this.#pack();
    this.#terms = new Uint32Array(0);
    this.#sections = new Uint32Array(0);
    this.#counts = new Uint8Array(0);
    this.#sortedSections = new Uint32Array(0);
    this.#sortedCounts = new Uint8Array(0);
    this.#packedBytes = new Uint8Array(0);
    return this.#chunks.reduce((sum, { bytes }) => sum + bytes.length, 0) + terms * MOST_HEAD_BYTES;
  }

  /**
   * Writes the postings of one term at `out[at]`; where they end. The two numbers before them: documents × 2, plus 1 when
   * it stands in a name; sections.
   */
  write(term: number, isInName: boolean, out: Uint8Array, at: number): number {
    let documents = 0;
    let sections = 0;
    for (const { starts, bytes } of this.#chunks) {
      const from = starts[term] ?? 0;
      if (from === (starts[term + 1] ?? from)) continue;
      readAt = from;
      documents += readNumber(bytes);
      sections += readNumber(bytes);
    }
    let end = writeNumber(out, at, documents * 2 + (isInName ? 1 : 0));
    end = writeNumber(out, end, sections);
    let last = 0;
    for (const { starts, bytes } of this.#chunks) {
      const to = starts[term + 1] ?? 0;
      readAt = starts[term] ?? to;
      if (readAt === to || to === 0) continue;
      readNumber(bytes);
      readNumber(bytes);
      const first = readNumber(bytes);
      const span = readNumber(bytes);
      end = writeNumber(out, end, first - last);
      last = first + span;
      for (let from = readAt; from < to; from++) out[end++] = bytes[from] ?? 0;
    }
    return end;
  }

  #pack(): void {
    const [terms, size] = [this.#terms, this.#size];
    const places = new Uint32Array(this.#termCount + 1);
    for (let at = 0; at < size; at++) places[(terms[at] ?? 0) + 1] = (places[(terms[at] ?? 0) + 1] ?? 0) + 1;
    for (let term = 0; term < this.#termCount; term++) places[term + 1] = (places[term + 1] ?? 0) + (places[term] ?? 0);
    // Counting sort; it keeps the order of sections within a term.
    const next = places.slice();
    // Perf: kept from chunk to chunk; new ones would lie about until the collector comes by.
    if (this.#sortedSections.length < size) {
      this.#sortedSections = new Uint32Array(this.#terms.length);
      this.#sortedCounts = new Uint8Array(this.#terms.length);
    }
    const sections = this.#sortedSections;
    const counts = this.#sortedCounts;
    for (let at = 0; at < size; at++) {
      const place = next[terms[at] ?? 0] ?? 0;
      next[terms[at] ?? 0] = place + 1;
      sections[place] = this.#sections[at] ?? 0;
      counts[place] = this.#counts[at] ?? 0;
    }
    this.#chunks.push(this.#packed(places, sections, counts, size));
    this.#size = 0;
  }

  #packed(places: Uint32Array, sections: Uint32Array, counts: Uint8Array, size: number): Chunk {
    const owners = this.#sectionDocument.values;
    const starts = new Uint32Array(this.#termCount + 1);
    let bytes = this.#packedBytes.length >= size * 3 ? this.#packedBytes : new Uint8Array(size * 3 + 1024);
    let end = 0;
    for (let term = 0; term < this.#termCount; term++) {
      starts[term] = end;
      const [from, to] = [places[term] ?? 0, places[term + 1] ?? 0];
      if (from === to) continue;
      // Four numbers of at most five bytes, and six bytes a posting.
      if (end + 20 + (to - from) * 6 > bytes.length) {
        const larger = new Uint8Array(bytes.length * 1.5 + (to - from) * 6);
        larger.set(bytes);
        bytes = larger;
      }
      let documents = 0;
      let owner = -1;
      for (let at = from; at < to; at++) {
        const its = owners[sections[at] ?? 0] ?? 0;
        if (its !== owner) documents++;
        owner = its;
      }
      end = writeNumber(bytes, end, documents);
      end = writeNumber(bytes, end, to - from);
      let before = sections[from] ?? 0;
      end = writeNumber(bytes, end, before);
      end = writeNumber(bytes, end, (sections[to - 1] ?? 0) - before);
      for (let at = from; at < to; at++) {
        const section = sections[at] ?? 0;
        if (at > from) end = writeNumber(bytes, end, section - before);
        bytes[end++] = counts[at] ?? 0;
        before = section;
      }
    }
    starts[this.#termCount] = end;
    this.#packedBytes = bytes;
    return { starts, bytes: bytes.slice(0, end) };
  }

  #grow(): void {
    const size = Math.min(CHUNK_POSTINGS, this.#terms.length * 4);
    const to = size > this.#terms.length ? size : this.#terms.length * 2;
    this.#terms = copied(this.#terms, new Uint32Array(to));
    this.#sections = copied(this.#sections, new Uint32Array(to));
    this.#counts = copied(this.#counts, new Uint8Array(to));
  }
}

function copied<T extends Uint8Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Where the next number is read. Perf: a pair of results would be an object each. */
let readAt = 0;

function readNumber(bytes: Uint8Array): number {
  let byte = bytes[readAt++] ?? 0;
  let value = byte & 127;
  for (let shift = 7; byte > 127; shift += 7) {
    byte = bytes[readAt++] ?? 0;
    value |= (byte & 127) << shift;
  }
  return value;
}

/** Seven bits a byte, the low ones first; where it ends. */
export function writeNumber(out: Uint8Array, at: number, value: number): number {
  let end = at;
  let rest = value;
  while (rest > 127) {
    out[end++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  out[end++] = rest;
  return end;
}
