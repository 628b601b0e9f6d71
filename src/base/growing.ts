// Lists of numbers, bytes and text that grow by doubling.

/** At least twice as long, or as long as asked for. */
function roomFor(length: number, least: number): number {
  return Math.max(length * 2, least);
}

/** The same numbers with room for some more. */
function enlarge<T extends Float64Array | Uint32Array | Uint8Array>(numbers: T, more: number): T {
  const larger = new (numbers.constructor as new (length: number) => T)(roomFor(numbers.length, numbers.length + more));
  larger.set(numbers);
  return larger;
}

/** Numbers, as many as come. Perf: typed arrays hold a hundred thousand rows without an object for any. */
export class Numbers {
  #values: Float64Array = new Float64Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) this.#values = enlarge(this.#values, 1);
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
    const larger = Buffer.allocUnsafeSlow(roomFor(this.#bytes.length, this.length + most));
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
  }
}

/** Numbers of 32 bits, as many as come. Perf: a plain array of millions of numbers costs several times the memory. */
export class Growing {
  #values = new Uint32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.#values = enlarge(this.#values, 1);
    this.#values[this.#length++] = value;
  }

  addToLast(more: number): void {
    const last = this.#length - 1;
    if (last >= 0) this.#values[last] = (this.#values[last] ?? 0) + more;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  get values(): Uint32Array {
    return this.#values.subarray(0, this.#length);
  }
}

/** Bytes, as many as come. */
export class GrowingBytes {
  #bytes = new Uint8Array(4096);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  push(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  appendText(text: string): void {
    this.append(Buffer.from(text));
  }

  /** A number from 0 in seven bits a byte, the low ones first. */
  appendNumber(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.push((rest & 127) | 128);
      rest >>>= 7;
    }
    this.push(rest);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    this.#bytes = enlarge(this.#bytes, more);
  }
}
