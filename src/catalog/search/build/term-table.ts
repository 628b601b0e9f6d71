/** The terms of an index that is being built, by number. */
export class TermTable {
  readonly #byText = new Map<string, number>();
  /** Terms of one or two characters of a script without blanks, by their units: most terms of such texts. */
  #pairKeys = new Uint32Array(1 << 12);
  #pairTerms = new Uint32Array(1 << 12);
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
    if (this.#pairKeys[at] === key) return this.#pairTerms[at] ?? 0;
    if (this.#pairs * 2 >= this.#pairKeys.length) {
      this.#grow();
      at = this.#slotOf(key);
    }
    const term = this.#size++;
    this.#pairs++;
    this.#pairKeys[at] = key;
    this.#pairTerms[at] = term;
    return term;
  }

  /** Every term with its text, sorted by UTF-16 unit. Stops after each beginning letter: sorting is slow. */
  *sorted(): Generator<readonly (readonly [text: string, term: number])[]> {
    const buckets = new Map<number, [string, number][]>();
    const put = (text: string, term: number): void => {
      const first = text.charCodeAt(0);
      const bucket = buckets.get(first);
      if (bucket === undefined) buckets.set(first, [[text, term]]);
      else bucket.push([text, term]);
    };
    for (const [text, term] of this.#byText) put(text, term);
    this.#pairKeys.forEach((key, at) => {
      const second = key & 0xffff;
      const text = second === 0 ? String.fromCharCode(key >>> 16) : String.fromCharCode(key >>> 16, second);
      if (key !== 0) put(text, this.#pairTerms[at] ?? 0);
    });
    for (const first of Array.from(buckets.keys()).sort((a, b) => a - b)) {
      yield (buckets.get(first) ?? []).sort(([a], [b]) => (a < b ? -1 : 1));
      buckets.delete(first);
    }
  }

  #slotOf(key: number): number {
    const mask = this.#pairKeys.length - 1;
    let at = (Math.imul(key, 0x9e3779b1) >>> 12) & mask;
    while (this.#pairKeys[at] !== key && this.#pairKeys[at] !== 0) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const [keys, terms] = [this.#pairKeys, this.#pairTerms];
    this.#pairKeys = new Uint32Array(keys.length * 2);
    this.#pairTerms = new Uint32Array(keys.length * 2);
    keys.forEach((key, at) => {
      if (key === 0) return;
      const slot = this.#slotOf(key);
      this.#pairKeys[slot] = key;
      this.#pairTerms[slot] = terms[at] ?? 0;
    });
  }
}
