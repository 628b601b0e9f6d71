import { compareCodePoints } from '../../../base/text.ts';
import { type PackedIndex, shortsOf, unpackIndex, wordsOf } from './layout.ts';

/** The postings of one term, read one after the other. */
export class Postings {
  readonly documents: number;
  readonly sections: number;
  readonly #bytes: Uint8Array;
  #at: number;
  #left: number;
  /** Of the posting that {@link next} went to. */
  section = 0;
  counts = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
    this.documents = this.#number();
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

/** An index over its bytes; strings are decoded when asked for. Immutable. Documents are numbered in order of id. */
export class SearchIndex {
  readonly bytes: Buffer;
  readonly documents: number;
  readonly sections: number;
  readonly terms: number;
  readonly digest: string;
  readonly documentSections: Uint32Array;
  /** Place among equals: ordinary skills before members, then by canonical name, then by id. */
  readonly documentTie: Uint32Array;
  readonly documentBodyWords: Uint32Array;
  readonly documentTopWords: Uint32Array;
  readonly documentFilter: Uint32Array;
  readonly filters: Uint8Array;
  readonly sectionDocument: Uint32Array;
  readonly sectionStart: Uint32Array;
  readonly sectionWords: Uint16Array;
  readonly sectionKind: Uint8Array;
  readonly #documentText: Uint32Array;
  readonly #documentDigest: Buffer;
  readonly #nameOrder: Uint32Array;
  readonly #text: Buffer;
  readonly #termText: Uint32Array;
  readonly #termPostings: Uint32Array;
  readonly #terms: Buffer;
  readonly #postings: Uint8Array;

  constructor(bytes: Buffer, packed: PackedIndex) {
    this.bytes = bytes;
    this.documents = packed.documents;
    this.sections = packed.sections;
    this.terms = packed.terms;
    this.digest = packed.digest;
    this.documentSections = wordsOf(packed.block('documentSections'));
    this.documentTie = wordsOf(packed.block('documentTie'));
    this.documentBodyWords = wordsOf(packed.block('documentBodyWords'));
    this.documentTopWords = wordsOf(packed.block('documentTopWords'));
    this.documentFilter = wordsOf(packed.block('documentFilter'));
    this.filters = packed.block('filters');
    this.sectionDocument = wordsOf(packed.block('sectionDocument'));
    this.sectionStart = wordsOf(packed.block('sectionStart'));
    this.sectionWords = shortsOf(packed.block('sectionWords'));
    this.sectionKind = packed.block('sectionKind');
    this.#documentText = wordsOf(packed.block('documentText'));
    this.#documentDigest = asBuffer(packed.block('documentDigest'));
    this.#nameOrder = wordsOf(packed.block('nameOrder'));
    this.#text = asBuffer(packed.block('text'));
    this.#termText = wordsOf(packed.block('termText'));
    this.#termPostings = wordsOf(packed.block('termPostings'));
    this.#terms = asBuffer(packed.block('terms'));
    this.#postings = packed.block('postings');
  }

  id(document: number): string {
    return this.#string(document, 0);
  }

  /** As {@link canonicalName} gives it. */
  canonicalName(document: number): string {
    return this.#string(document, 1);
  }

  sha256(document: number): string {
    return this.#documentDigest.toString('hex', document * 32, document * 32 + 32);
  }

  /** The document with this id. */
  find(id: string): number | undefined {
    const at = lowerBound(this.documents, (document) => compareCodePoints(this.id(document), id) < 0);
    return at < this.documents && this.id(at) === id ? at : undefined;
  }

  /** Documents whose canonical name begins with this text, in order of name. */
  withNamePrefix(prefix: string): number[] {
    const nameAt = (at: number): string => this.canonicalName(this.#nameOrder[at] ?? 0);
    const found: number[] = [];
    for (
      let at = lowerBound(this.documents, (place) => compareCodePoints(nameAt(place), prefix) < 0);
      at < this.documents && nameAt(at).startsWith(prefix);
      at++
    ) {
      found.push(this.#nameOrder[at] ?? 0);
    }
    return found;
  }

  /** The number of a term, or undefined where no document has it. */
  termNumber(text: string): number | undefined {
    const at = lowerBound(this.terms, (term) => this.term(term) < text);
    return at < this.terms && this.term(at) === text ? at : undefined;
  }

  term(term: number): string {
    return this.#terms.toString('utf8', this.#termText[term], this.#termText[term + 1]);
  }

  postings(term: number): Postings {
    return new Postings(this.#postings, this.#termPostings[term] ?? 0);
  }

  #string(document: number, column: 0 | 1): string {
    const at = document * 3 + column;
    return this.#text.toString('utf8', this.#documentText[at], this.#documentText[at + 1]);
  }
}

/** Opens the bytes of an index, or `undefined` for anything that is not whole, ours and of this version. */
export function openIndex(bytes: Buffer): SearchIndex | undefined {
  const packed = unpackIndex(bytes);
  return packed === undefined ? undefined : new SearchIndex(bytes, packed);
}

function asBuffer(block: Uint8Array): Buffer {
  return Buffer.from(block.buffer, block.byteOffset, block.byteLength);
}

/** The first of `0 .. count` for which `isBefore` no longer holds. */
function lowerBound(count: number, isBefore: (at: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
