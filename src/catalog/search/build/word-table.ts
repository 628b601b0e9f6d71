import { parseWord } from '../text/tokens.ts';

/** Units of the words known at a time; then all are learnt anew. A tree repeats most of its words. */
const MAX_UNITS = 1 << 21;
const MAX_WORDS = 1 << 18;
const FIRST_SLOTS = 1 << 12;

/**
 * What the words of texts stand for, found by their units where they lie. Perf: to make a string of each word and to look
 * it up in a Map was a third of the time of a build.
 */
export class WordTable {
  readonly #idOf: (text: string) => number;
  #slots = new Uint32Array(FIRST_SLOTS);
  #units = new Uint16Array(1 << 14);
  #unitsUsed = 0;
  #words = 0;
  // By word: where its units end, its terms end, its neighbours end.
  #unitEnds = new Uint32Array(1 << 12);
  #termEnds = new Uint32Array(1 << 12);
  #neighbourEnds = new Uint32Array(1 << 12);
  #wordCounts = new Uint32Array(1 << 12);
  #hashes = new Uint32Array(1 << 12);
  terms: Uint32Array = new Uint32Array(1 << 13);
  /** Hashes of the terms that stand beside other words. */
  neighbours: Uint32Array = new Uint32Array(1 << 13);

  constructor(idOf: (text: string) => number) {
    this.#idOf = idOf;
  }

  /** The number of the word `units[from, to)`, counted from 1; good until the next call. `hash` is any hash of its units. */
  find(units: Uint16Array, from: number, to: number, hash: number): number {
    const size = to - from;
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 8;
    const mask = this.#slots.length - 1;
    let slot = mixed & mask;
    for (;;) {
      const word = this.#slots[slot] ?? 0;
      if (word === 0) break;
      const start = this.#unitEnds[word - 1] ?? 0;
      if ((this.#unitEnds[word] ?? 0) - start === size) {
        let at = 0;
        while (at < size && this.#units[start + at] === units[from + at]) at++;
        if (at === size) return word;
      }
      slot = (slot + 1) & mask;
    }
    if (this.#words + 1 >= MAX_WORDS || this.#unitsUsed + size > MAX_UNITS) {
      this.#slots.fill(0);
      this.#words = 0;
      this.#unitsUsed = 0;
      slot = mixed & mask;
    }
    return this.#learn(units, from, to, mixed, slot);
  }

  termsFrom(word: number): number {
    return this.#termEnds[word - 1] ?? 0;
  }

  termsTo(word: number): number {
    return this.#termEnds[word] ?? 0;
  }

  neighboursFrom(word: number): number {
    return this.#neighbourEnds[word - 1] ?? 0;
  }

  neighboursTo(word: number): number {
    return this.#neighbourEnds[word] ?? 0;
  }

  /** See `Word.words`. */
  wordsOf(word: number): number {
    return this.#wordCounts[word] ?? 1;
  }

  #learn(units: Uint16Array, from: number, to: number, mixed: number, slot: number): number {
    const { tokens, neighbours, words } = parseWord(
      Buffer.from(units.buffer, units.byteOffset + from * 2, (to - from) * 2).toString('utf16le'),
    );
    const word = ++this.#words;
    this.#slots[slot] = word;
    if (this.#unitsUsed + to - from > this.#units.length) this.#units = grown(this.#units, this.#unitsUsed + to - from);
    this.#units.set(units.subarray(from, to), this.#unitsUsed);
    this.#unitsUsed += to - from;
    let term = this.#termEnds[word - 1] ?? 0;
    let neighbour = this.#neighbourEnds[word - 1] ?? 0;
    if (word >= this.#unitEnds.length) {
      this.#unitEnds = grown(this.#unitEnds, word + 1);
      this.#termEnds = grown(this.#termEnds, word + 1);
      this.#neighbourEnds = grown(this.#neighbourEnds, word + 1);
      this.#wordCounts = grown(this.#wordCounts, word + 1);
      this.#hashes = grown(this.#hashes, word + 1);
    }
    if (term + tokens.length > this.terms.length) this.terms = grown(this.terms, term + tokens.length);
    if (neighbour + neighbours.length > this.neighbours.length) {
      this.neighbours = grown(this.neighbours, neighbour + neighbours.length);
    }
    for (const { text } of tokens) this.terms[term++] = this.#idOf(text);
    for (const { hash } of neighbours) this.neighbours[neighbour++] = hash;
    this.#unitEnds[word] = this.#unitsUsed;
    this.#termEnds[word] = term;
    this.#neighbourEnds[word] = neighbour;
    this.#wordCounts[word] = words;
    this.#hashes[word] = mixed;
    if (word * 2 > this.#slots.length) this.#rehash();
    return word;
  }

  #rehash(): void {
    this.#slots = new Uint32Array(this.#slots.length * 4);
    const mask = this.#slots.length - 1;
    for (let word = 1; word <= this.#words; word++) {
      let slot = (this.#hashes[word] ?? 0) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = word;
    }
  }
}

/** The same numbers in an array of at least `least` places. */
function grown<T extends Uint16Array | Uint32Array>(array: T, least: number): T {
  const larger = new (array.constructor as new (size: number) => T)(Math.max(array.length * 2, least));
  larger.set(array);
  return larger;
}
