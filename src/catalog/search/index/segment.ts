import { compareCodePoints } from '../../../base/text.ts';
import { isUnspacedCharacter } from '../text/tokens.ts';
import { type PackedIndex, shortsOf, uint32sOf, unpackIndex } from './layout.ts';
import { JoinedPostings, type PostingList, Postings } from './postings.ts';

/** An index over its bytes; strings are decoded when asked for. Immutable. Documents are numbered in order of id. */
export class Segment {
  readonly bytes: Buffer;
  readonly documents: number;
  readonly sections: number;
  readonly terms: number;
  readonly digest: string;
  /** The digest of the index that this one amends, and its documents that are no more. */
  readonly amends: string | undefined;
  readonly dead: Uint32Array;
  readonly documentSections: Uint32Array;
  /** Place among equals: ordinary skills before members, then by canonical name, then by id. */
  readonly documentTie: Uint32Array;
  readonly documentBodyWords: Uint32Array;
  readonly documentTopWords: Uint32Array;
  readonly documentNameWords: Uint8Array;
  readonly documentMember: Uint8Array;
  readonly documentDigest: Buffer;
  readonly documentFilter: Uint32Array;
  readonly filters: Uint8Array;
  readonly sectionDocument: Uint32Array;
  readonly sectionStart: Uint32Array;
  readonly sectionWords: Uint16Array;
  readonly sectionKind: Uint8Array;
  readonly termText: Uint32Array;
  readonly termBytes: Buffer;
  readonly termPostings: Uint32Array;
  readonly postingBytes: Uint8Array;
  readonly #documentText: Uint32Array;
  readonly #nameOrder: Uint32Array;
  readonly #text: Buffer;

  constructor(bytes: Buffer, packed: PackedIndex) {
    this.bytes = bytes;
    this.documents = packed.documents;
    this.sections = packed.sections;
    this.terms = packed.terms;
    this.digest = packed.digest;
    this.amends = packed.amends;
    this.dead = uint32sOf(packed.block('dead'));
    this.documentSections = uint32sOf(packed.block('documentSections'));
    this.documentTie = uint32sOf(packed.block('documentTie'));
    this.documentBodyWords = uint32sOf(packed.block('documentBodyWords'));
    this.documentTopWords = uint32sOf(packed.block('documentTopWords'));
    this.documentNameWords = packed.block('documentNameWords');
    this.documentMember = packed.block('documentMember');
    this.documentDigest = asBuffer(packed.block('documentDigest'));
    this.documentFilter = uint32sOf(packed.block('documentFilter'));
    this.filters = packed.block('filters');
    this.sectionDocument = uint32sOf(packed.block('sectionDocument'));
    this.sectionStart = uint32sOf(packed.block('sectionStart'));
    this.sectionWords = shortsOf(packed.block('sectionWords'));
    this.sectionKind = packed.block('sectionKind');
    this.termText = uint32sOf(packed.block('termText'));
    this.termBytes = asBuffer(packed.block('terms'));
    this.termPostings = uint32sOf(packed.block('termPostings'));
    this.postingBytes = packed.block('postings');
    this.#documentText = uint32sOf(packed.block('documentText'));
    this.#nameOrder = uint32sOf(packed.block('nameOrder'));
    this.#text = asBuffer(packed.block('text'));
  }

  id(document: number): string {
    return this.#string(document, 0);
  }

  /** As {@link canonicalName} gives it. */
  canonicalName(document: number): string {
    return this.#string(document, 1);
  }

  sha256(document: number): string {
    return this.documentDigest.toString('hex', document * 32, document * 32 + 32);
  }

  /** The document with this id. */
  find(id: string): number | undefined {
    const at = this.placeOf(id);
    return at < this.documents && this.id(at) === id ? at : undefined;
  }

  /** The first document that does not come before this id. */
  placeOf(id: string): number {
    return lowerBound(this.documents, (document) => compareCodePoints(this.id(document), id) < 0);
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
    const at = this.termPlace(text);
    return at < this.terms && this.term(at) === text ? at : undefined;
  }

  /** The first term that does not come before this text. */
  termPlace(text: string): number {
    return lowerBound(this.terms, (term) => this.term(term) < text);
  }

  term(term: number): string {
    return this.termBytes.toString('utf8', this.termText[term], this.termText[term + 1]);
  }

  postings(term: number): Postings {
    return new Postings(this.postingBytes, this.termPostings[term] ?? 0);
  }

  /**
   * The postings of a term by its text. A character of a script without blanks stands wherever a pair of them begins with
   * it, too: its places are not kept twice.
   */
  postingsOf(text: string): PostingList | undefined {
    if (!isUnspacedCharacter(text)) {
      const term = this.termNumber(text);
      return term === undefined ? undefined : this.postings(term);
    }
    const lists: PostingList[] = [];
    for (let term = this.termPlace(text); term < this.terms && this.term(term).startsWith(text); term++) {
      lists.push(this.postings(term));
    }
    return lists.length === 0 ? undefined : new JoinedPostings(lists, this.sections);
  }

  #string(document: number, column: 0 | 1): string {
    const at = document * 3 + column;
    return this.#text.toString('utf8', this.#documentText[at], this.#documentText[at + 1]);
  }
}

/** Opens the bytes of an index, or `undefined` for anything that is not whole, ours and of this version. */
export function openSegment(bytes: Buffer, isJustPacked: boolean = false): Segment | undefined {
  const packed = unpackIndex(bytes, isJustPacked);
  return packed === undefined ? undefined : new Segment(bytes, packed);
}

function asBuffer(block: Uint8Array): Buffer {
  return Buffer.from(block.buffer, block.byteOffset, block.byteLength);
}

/** The first of `0 .. count` for which `isBefore` no longer holds. */
export function lowerBound(count: number, isBefore: (at: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
