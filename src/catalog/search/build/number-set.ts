/** A set of 32-bit numbers that is emptied often. Perf: no object is made, and a clear costs what was put in. */
export class NumberSet {
  #keys = new Uint32Array(1024);
  #slots = new Uint32Array(512);
  #size = 0;
  #hasZero = false;

  get size(): number {
    return this.#size + (this.#hasZero ? 1 : 0);
  }

  /** The numbers spread well by themselves: they are hashes. */
  add(value: number): void {
    const key = value >>> 0;
    if (key === 0) {
      this.#hasZero = true;
      return;
    }
    const mask = this.#keys.length - 1;
    let at = key & mask;
    for (;;) {
      const there = this.#keys[at] ?? 0;
      if (there === key) return;
      if (there === 0) break;
      at = (at + 1) & mask;
    }
    this.#keys[at] = key;
    this.#slots[this.#size++] = at;
    if (this.#size === this.#slots.length) this.#grow();
  }

  forEach(visit: (value: number) => void): void {
    if (this.#hasZero) visit(0);
    for (let one = 0; one < this.#size; one++) visit(this.#keys[this.#slots[one] ?? 0] ?? 0);
  }

  clear(): void {
    for (let one = 0; one < this.#size; one++) this.#keys[this.#slots[one] ?? 0] = 0;
    this.#size = 0;
    this.#hasZero = false;
  }

  #grow(): void {
    const values = Array.from(this.#slots.subarray(0, this.#size), (slot) => this.#keys[slot] ?? 0);
    this.#keys = new Uint32Array(this.#keys.length * 4);
    this.#slots = new Uint32Array(this.#slots.length * 4);
    this.#size = 0;
    for (const value of values) this.add(value);
  }
}
