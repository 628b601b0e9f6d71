import { BODY, countUp, laneOf, MAX_DOCUMENT_WORDS, MAX_SECTION_WORDS, SECTION_KINDS } from '../index/counts.ts';
import { pairHash, topPairHash } from '../index/pairs.ts';
import { type BodySink, type Section, type TextClass, unitsInto } from '../text/fields.ts';
import { NumberSet } from './number-set.ts';
import type { TermTable } from './term-table.ts';
import { HASH_START, HASH_STEP, readWords, type WordSink } from './word-reader.ts';
import { WordTable } from './word-table.ts';

/** Takes each section when it is read. */
export interface SectionSink {
  /** `terms[0, size)` stand in it, with their count bytes in `counts` by term; both are good until it returns. */
  section(kind: number, start: number, words: number, terms: Uint32Array, size: number, counts: Uint8Array): void;
}

/** Counts after one more, by lane and counts before. */
const UP = Uint8Array.from({ length: 1024 }, (_, at) => countUp(at & 255, at >> 8));

/** Counts the words of one skill after the other, section by section, and notes which stand side by side. */
export class SectionReader implements BodySink, WordSink {
  readonly #sink: SectionSink;
  readonly #terms: TermTable;
  readonly #words: WordTable;
  /** Of the skill being read: hashes of its pairs of neighbours. */
  readonly pairs: NumberSet = new NumberSet();
  #counts = new Uint8Array(1 << 14);
  #touched = new Uint32Array(1 << 12);
  #touchedSize = 0;
  #body: Uint16Array = new Uint16Array(0);
  #own = new Uint16Array(1 << 12);
  #room = 0;
  // Of the section being read.
  #kind = 0;
  #start = 0;
  #wordsHere = 0;
  #hasBefore = false;
  #before = 0;
  // Of the piece being read.
  #lane = 0;
  #isTop = false;
  #lineAt = 0;

  constructor(terms: TermTable, sink: SectionSink) {
    this.#terms = terms;
    this.#sink = sink;
    this.#words = new WordTable((text) => terms.idOf(text));
  }

  /** A skill begins; `body` are the units that {@link range} speaks of. */
  begin(body: Uint16Array): void {
    this.pairs.clear();
    this.#room = MAX_DOCUMENT_WORDS;
    this.#body = body;
  }

  /** A field of its top. */
  top(section: Section): void {
    this.#open(SECTION_KINDS.indexOf(section.kind));
    for (const { of, text, at } of section.pieces) this.text(of, text, at);
    this.end();
  }

  open(): void {
    this.#open(BODY);
  }

  range(of: TextClass, from: number, to: number, at: number): void {
    this.#piece(of, this.#body, from, to, at);
  }

  text(of: TextClass, text: string, at: number): void {
    if (text.length > this.#own.length) this.#own = new Uint16Array(text.length * 2);
    this.#piece(of, unitsInto(this.#own, text), 0, text.length, at);
  }

  /** The last section ends. */
  end(): void {
    if (this.#wordsHere === 0) return;
    this.#sink.section(this.#kind, this.#start, this.#wordsHere, this.#touched, this.#touchedSize, this.#counts);
    for (let one = 0; one < this.#touchedSize; one++) this.#counts[this.#touched[one] ?? 0] = 0;
    this.#touchedSize = 0;
    this.#wordsHere = 0;
  }

  word(units: Uint16Array, from: number, to: number, hash: number): boolean {
    const table = this.#words;
    const word = table.find(units, from, to, hash);
    const end = table.termsTo(word);
    let at = table.termsFrom(word);
    if (at === end) return true;
    if (this.#wordsHere === 0) this.#start = this.#lineAt;
    for (const { terms } = table; at < end; at++) this.#count(terms[at] ?? 0);
    const last = table.neighboursTo(word);
    for (let one = table.neighboursFrom(word); one < last; one++) this.#neighbour(table.neighbours[one] ?? 0);
    return this.#counted(table.wordsOf(word));
  }

  run(units: Uint16Array, from: number, to: number): boolean {
    if (this.#wordsHere === 0) this.#start = this.#lineAt;
    let unit = units[from] ?? 0;
    for (let at = from + 1; at < to; at++) {
      const next = units[at] ?? 0;
      this.#count(this.#terms.idOfPair(unit, next));
      this.#neighbour(Math.imul(Math.imul(HASH_START ^ unit, HASH_STEP) ^ next, HASH_STEP));
      unit = next;
    }
    this.#count(this.#terms.idOfPair(unit, 0));
    if (to - from === 1) this.#neighbour(Math.imul(HASH_START ^ unit, HASH_STEP));
    return this.#counted((to - from + 1) >> 1);
  }

  #open(kind: number): void {
    this.end();
    this.#kind = kind;
    this.#hasBefore = false;
  }

  #piece(of: TextClass, units: Uint16Array, from: number, to: number, at: number): void {
    if (this.#room <= 0) return;
    this.#lane = laneOf(of);
    this.#lineAt = at;
    this.#isTop = this.#kind !== BODY || of === 'heading';
    // A sentence runs on over lines; a field, a heading and a line of code do not.
    if (this.#isTop || of === 'code') this.#hasBefore = false;
    readWords(units, from, to, this);
  }

  #counted(words: number): boolean {
    this.#wordsHere += words;
    this.#room -= words;
    if (this.#room <= 0) return false;
    if (this.#kind === BODY && this.#wordsHere >= MAX_SECTION_WORDS) this.end();
    return true;
  }

  #count(term: number): void {
    if (term >= this.#counts.length) {
      const larger = new Uint8Array(Math.max(this.#counts.length * 2, term + 1));
      larger.set(this.#counts);
      this.#counts = larger;
    }
    const before = this.#counts[term] ?? 0;
    if (before === 0) {
      if (this.#touchedSize === this.#touched.length) {
        const larger = new Uint32Array(this.#touched.length * 2);
        larger.set(this.#touched);
        this.#touched = larger;
      }
      this.#touched[this.#touchedSize++] = term;
    }
    this.#counts[term] = UP[(this.#lane << 8) | before] ?? 0;
  }

  #neighbour(hash: number): void {
    if (this.#hasBefore && this.#before !== hash >>> 0) {
      const pair = pairHash(this.#before, hash >>> 0);
      this.pairs.add(pair);
      if (this.#isTop) this.pairs.add(topPairHash(pair));
    }
    this.#before = hash >>> 0;
    this.#hasBefore = true;
  }
}
