import { internalError } from '../../../base/errors.ts';
import { Growing, GrowingBytes } from '../../../base/growing.ts';
import { canonicalName, compareCodePoints } from '../../../base/text.ts';
import { BODY, isInName } from '../index/counts.ts';
import { packIndex, runThrough, uint32sOf } from '../index/layout.ts';
import { packPairs } from '../index/pairs.ts';
import { readBody, type SkillTop, topSections, unitsInto } from '../text/fields.ts';
import { readWord, splitWords } from '../text/tokens.ts';
import { PostingChunks } from './posting-chunks.ts';
import { SectionReader, type SectionSink } from './section-reader.ts';
import { TermTable } from './term-table.ts';

/** A skill as the index takes it. */
export interface DocumentInput extends SkillTop {
  readonly id: string;
  readonly isMember: boolean;
  /** Of its SKILL.md: 64 hex digits. */
  readonly sha256: string;
}

/** What an index is to be besides its documents. */
export interface IndexHead {
  /** What tells that it is still the index of its catalog. */
  readonly digest: string;
  /** Of an index that amends another: the digest of that one, and its documents that are no more, in order. */
  readonly amends?: { readonly digest: string; readonly dead: Uint32Array };
}

/** What the documents of an index are called, and the orders they are listed and tied in. */
export interface DocumentNames {
  readonly documentText: Uint32Array;
  readonly documentTie: Uint32Array;
  readonly nameOrder: Uint32Array;
  readonly documentMember: Uint8Array;
  readonly text: Uint8Array;
}

export interface DocumentNote {
  readonly id: string;
  /** Canonical. */
  readonly name: string;
  readonly isMember: boolean;
}

const MOST_NAME_WORDS = 255;
/** A body of this many units leaves an array of its size behind. */
const KEPT_UNITS = 1 << 20;

/** Builds an index, a document at a time, in order of id. The same documents give the same bytes. */
export class IndexBuilder implements SectionSink {
  readonly #terms = new TermTable();
  readonly #reader = new SectionReader(this.#terms, this);
  readonly #notes: DocumentNote[] = [];
  readonly #digests = new GrowingBytes();
  readonly #nameWords = new GrowingBytes();
  readonly #documentSections = new Growing();
  readonly #bodyWords = new Growing();
  readonly #topWords = new Growing();
  readonly #sectionDocument = new Growing();
  readonly #sectionStart = new Growing();
  readonly #sectionWords = new Growing();
  readonly #sectionKind = new GrowingBytes();
  #filters = new GrowingBytes();
  readonly #filterStarts = new Growing();
  readonly #postings = new PostingChunks(this.#sectionDocument);
  /** 1 for each term that stands in some name. */
  #named = new Uint8Array(1024);
  #units = new Uint16Array(1 << 14);

  /** `text` is that of SKILL.md, decoded; its body begins at `bodyStart`. */
  add(document: DocumentInput, text: string, bodyStart: number): void {
    const { id, name, isMember, sha256 } = document;
    const last = this.#notes.at(-1)?.id;
    if (last !== undefined && compareCodePoints(last, id) >= 0) throw internalError('documents out of order');
    this.#notes.push({ id, name: canonicalName(name), isMember });
    this.#digests.append(Buffer.from(sha256, 'hex'));
    this.#nameWords.push(Math.min(MOST_NAME_WORDS, countNameWords(name)));
    this.#documentSections.push(this.#sectionDocument.length);
    this.#bodyWords.push(0);
    this.#topWords.push(0);
    this.#filterStarts.push(this.#filters.length);
    const units = this.#unitsOf(text);
    this.#reader.begin(units);
    for (const section of topSections(document)) this.#reader.top(section);
    readBody(text, units, bodyStart, this.#reader);
    this.#reader.end();
    this.#filters.append(packPairs(this.#reader.pairs));
    this.#postings.settle();
  }

  section(kind: number, start: number, words: number, terms: Uint32Array, size: number, counts: Uint8Array): void {
    const section = this.#sectionDocument.length;
    this.#sectionDocument.push(this.#notes.length - 1);
    this.#sectionStart.push(start);
    this.#sectionKind.push(kind);
    this.#sectionWords.push(Math.min(words, 0xffff));
    (kind === BODY ? this.#bodyWords : this.#topWords).addToLast(words);
    for (let at = 0; at < size; at++) {
      const term = terms[at] ?? 0;
      const its = counts[term] ?? 0;
      this.#postings.push(term, section, its);
      if (isInName(kind, its)) this.#markNamed(term);
    }
  }

  /** The packed index. Stops now and then: it takes a second for 20,000 skills. */
  *finish(head: IndexHead): Generator<void, Buffer> {
    this.#documentSections.push(this.#sectionDocument.length);
    this.#filterStarts.push(this.#filters.length);
    const termText = new Growing();
    const termBytes = new GrowingBytes();
    const order = new Growing();
    for (const part of this.#terms.sorted()) {
      for (const text of part) {
        termText.push(termBytes.length);
        termBytes.appendText(text);
        order.push(this.#terms.numberOf(text));
      }
      yield;
    }
    termText.push(termBytes.length);
    const terms = order.length;
    const takeBlocks = (): FilledBlocks => {
      const filters = this.#filters.bytes;
      this.#filters = new GrowingBytes();
      return {
        ...packNames(this.#notes),
        documentSections: this.#documentSections.values,
        documentBodyWords: this.#bodyWords.values,
        documentTopWords: this.#topWords.values,
        documentFilter: this.#filterStarts.values,
        documentDigest: this.#digests.bytes,
        documentNameWords: this.#nameWords.bytes,
        sectionDocument: this.#sectionDocument.values,
        sectionStart: this.#sectionStart.values,
        sectionWords: Uint16Array.from(this.#sectionWords.values),
        sectionKind: this.#sectionKind.bytes,
        filters,
        termText: termText.values,
        terms: termBytes.bytes,
        dead: head.amends?.dead ?? new Uint32Array(0),
      };
    };
    const counts = { documents: this.#notes.length, sections: this.#sectionDocument.length, terms };
    const postingsAtMost = this.#postings.mostBytes(terms);
    return yield* fillIndex({ ...counts, head }, takeBlocks, postingsAtMost, (out, starts) =>
      this.#write(order, out, starts),
    );
  }

  *#write(order: Growing, out: Uint8Array, starts: Uint32Array): Generator<void, number> {
    let end = 0;
    for (let at = 0; at < order.length; at++) {
      starts[at] = end;
      const term = order.at(at);
      end = this.#postings.write(term, this.#named[term] === 1, out, end);
      if (at % 4096 === 4095) yield;
    }
    return end;
  }

  #markNamed(term: number): void {
    if (term >= this.#named.length) {
      const larger = new Uint8Array(Math.max(this.#named.length * 2, term + 1));
      larger.set(this.#named);
      this.#named = larger;
    }
    this.#named[term] = 1;
  }

  #unitsOf(text: string): Uint16Array {
    if (text.length > KEPT_UNITS) return unitsInto(new Uint16Array(text.length), text);
    if (text.length > this.#units.length) this.#units = new Uint16Array(Math.min(KEPT_UNITS, text.length * 2));
    return unitsInto(this.#units, text);
  }
}

/** The whole of {@link IndexBuilder.finish}, without a stop. */
export function finishNow(builder: IndexBuilder, head: IndexHead): Buffer {
  return runThrough(builder.finish(head));
}

/** Different words of a name, as a query may have them. */
function countNameWords(name: string): number {
  return new Set(splitWords(name).flatMap((raw) => readWord(raw).neighbours.map(({ text }) => text))).size;
}

export type FilledBlocks = Readonly<
  Record<Exclude<Parameters<ReturnType<typeof packIndex>['block']>[0], 'postings' | 'termPostings'>, ArrayBufferView>
>;

/** Room for an index with the blocks in their places. Perf: they are let go before the postings, the largest, are written. */
function placeBlocks(counts: FilledCounts, blocks: FilledBlocks, postingsAtMost: number): ReturnType<typeof packIndex> {
  const { documents, sections, terms, head } = counts;
  const sizes = Object.fromEntries(Object.entries(blocks).map(([name, block]) => [name, block.byteLength]));
  const packing = packIndex({ documents, sections, terms, digest: head.digest, amends: head.amends?.digest }, {
    ...sizes,
    termPostings: (terms + 1) * 4,
    postings: postingsAtMost,
  } as Parameters<typeof packIndex>[1]);
  for (const [name, { buffer, byteOffset, byteLength }] of Object.entries(blocks)) {
    packing.block(name as keyof FilledBlocks).set(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return packing;
}

interface FilledCounts {
  readonly documents: number;
  readonly sections: number;
  readonly terms: number;
  readonly head: IndexHead;
}

/** An index of blocks that are there; `write` fills the postings and where those of each term begin. */
export function* fillIndex(
  counts: FilledCounts,
  takeBlocks: () => FilledBlocks,
  postingsAtMost: number,
  write: (out: Uint8Array, starts: Uint32Array) => Generator<void, number>,
): Generator<void, Buffer> {
  const packing = placeBlocks(counts, takeBlocks(), postingsAtMost);
  const starts = uint32sOf(packing.block('termPostings'));
  const end = yield* write(packing.block('postings'), starts);
  starts[counts.terms] = end;
  return yield* packing.seal(end);
}

export function packNames(notes: readonly DocumentNote[]): DocumentNames {
  const places = new Growing();
  const text = new GrowingBytes();
  for (const { id, name } of notes) {
    places.push(text.length);
    text.appendText(id);
    places.push(text.length);
    text.appendText(name);
    places.push(text.length);
  }
  const nameOrder = Uint32Array.from(notes.keys()).sort(
    (a, b) => compareCodePoints(notes[a]?.name ?? '', notes[b]?.name ?? '') || a - b,
  );
  const documentTie = new Uint32Array(notes.length);
  let tie = 0;
  for (const wanted of [false, true]) {
    for (const document of nameOrder) if (notes[document]?.isMember === wanted) documentTie[document] = tie++;
  }
  const documentMember = Uint8Array.from(notes, ({ isMember }) => (isMember ? 1 : 0));
  return { documentText: places.values, documentTie, nameOrder, documentMember, text: text.bytes };
}
