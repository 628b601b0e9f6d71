/** The terms of an index that is being built, by number. */
export class TermTable {
  readonly #byText = new Map<string, number>();
  /** Terms of one or two characters of a script without blanks, by their units, each beside its number. */
  #pairTable = new Uint32Array(1 << 13);
  #pairs = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  idOf(text: string): number {
    let term = this.#byText.get(text);
    if (term === undefined) {
      term = this.#size++;
      this.#byText.set(text, term);
    }
    return term;
  }

  /** The term of two units of such a script, or of one (`second` 0). Perf: no string is made for it. */
  idOfPair(first: number, second: number): number {
    const key = ((first << 16) | second) >>> 0;
    let at = this.#slotOf(key);
    if (this.#pairTable[at] === key) return this.#pairTable[at + 1] ?? 0;
    if (this.#pairs * 4 >= this.#pairTable.length) {
      this.#grow();
      at = this.#slotOf(key);
    }
    const term = this.#size++;
    this.#pairs++;
    this.#pairTable[at] = key;
    this.#pairTable[at + 1] = term;
    return term;
  }

  /** The text of every term, sorted by UTF-16 unit. Stops after each beginning letter: sorting is slow. */
  *sorted(): Generator<readonly string[]> {
    const buckets = new Map<number, string[]>();
    const put = (text: string): void => {
      const first = text.charCodeAt(0);
      const bucket = buckets.get(first);
      if (bucket === undefined) buckets.set(first, [text]);
      else bucket.push(text);
    };
    for (const text of this.#byText.keys()) put(text);
    for (let at = 0; at < this.#pairTable.length; at += 2) {
      const key = this.#pairTable[at] ?? 0;
      const second = key & 0xffff;
      if (key !== 0) put(second === 0 ? String.fromCharCode(key >>> 16) : String.fromCharCode(key >>> 16, second));
    }
    for (const first of Array.from(buckets.keys()).sort((a, b) => a - b)) {
      yield (buckets.get(first) ?? []).sort();
      buckets.delete(first);
    }
  }

  /** The number of a term that {@link sorted} gave. */
  numberOf(text: string): number {
    return this.#byText.get(text) ?? this.idOfPair(text.charCodeAt(0), text.length === 1 ? 0 : text.charCodeAt(1));
  }

  #slotOf(key: number): number {
    const mask = this.#pairTable.length - 2;
    let at = (Math.imul(key, 0x9e3779b1) >>> 8) & mask & ~1;
    while (this.#pairTable[at] !== key && this.#pairTable[at] !== 0) at = (at + 2) & mask;
    return at;
  }

  #grow(): void {
    const table = this.#pairTable;
    this.#pairTable = new Uint32Array(table.length * 2);
    for (let at = 0; at < table.length; at += 2) {
      const key = table[at] ?? 0;
      if (key === 0) continue;
      const slot = this.#slotOf(key);
      this.#pairTable[slot] = key;
      this.#pairTable[slot + 1] = table[at + 1] ?? 0;
    }
  }
}
