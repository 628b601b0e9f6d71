/** Numbers of 32 bits, as many as come. Perf: a plain array of millions of numbers costs several times the memory. */
export class Growing {
  #values = new Uint32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Uint32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
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
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.bytes);
    this.#bytes = larger;
  }
}
