/** Numbers of a column that grows. Perf: typed arrays hold a hundred thousand rows without an object for any. */
export class Numbers {
  #values: Float64Array = new Float64Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Float64Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  /** The numbers so far, or those of `rows` in that order. */
  values(rows?: Uint32Array): Float64Array {
    const all = this.#values.subarray(0, this.length);
    return rows === undefined ? all : Float64Array.from(rows, (index) => all[index] ?? 0);
  }
}

/** Strings one behind the other, as UTF-8, known by where they begin and end. */
export class TextBlob {
  length = 0;
  #bytes: Buffer;

  /** Begins empty, or over `text`, which is copied with the first addition and never written to. */
  constructor(text?: Buffer) {
    this.#bytes = text ?? Buffer.allocUnsafeSlow(256 * 1024);
    this.length = text?.length ?? 0;
  }

  /** Appends a string and returns where it ends. */
  add(text: string): number {
    if (text.length > 0) {
      // UTF-8 takes at most three bytes a UTF-16 unit.
      this.#reserve(text.length * 3);
      this.length += this.#bytes.write(text, this.length, 'utf8');
    }
    return this.length;
  }

  /** Appends bytes that are UTF-8 already. */
  addBytes(bytes: Uint8Array): number {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
    return this.length;
  }

  /** Copies a range of the text and returns its length. */
  copyRange(target: Buffer, at: number, start: number, end: number): number {
    return this.#bytes.copy(target, at, start, end);
  }

  #reserve(most: number): void {
    if (this.length + most <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.length + most));
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
  }
}
