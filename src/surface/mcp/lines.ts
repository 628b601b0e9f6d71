const NEW_LINE = 0x0a;
/** No request of ours is near this long. */
const MAX_LINE_BYTES: number = 8 * 1024 * 1024;

/** Cuts a stream of bytes into lines, each byte looked at once. */
export class LineReader {
  #parts: Buffer[] = [];
  #waiting: string[] = [];
  #partBytes = 0;
  #waitingCharacters = 0;

  /** False when a line grows beyond all measure: then nothing more can be read. */
  append(chunk: Buffer): boolean {
    let from = 0;
    for (let at = chunk.indexOf(NEW_LINE); at !== -1; at = chunk.indexOf(NEW_LINE, from)) {
      this.#parts.push(chunk.subarray(from, at));
      const line = Buffer.concat(this.#parts).toString();
      this.#waiting.push(line);
      this.#waitingCharacters += line.length;
      this.#parts = [];
      this.#partBytes = 0;
      from = at + 1;
    }
    if (from < chunk.length) this.#parts.push(chunk.subarray(from));
    this.#partBytes += chunk.length - from;
    return this.#partBytes <= MAX_LINE_BYTES;
  }

  next(): string | undefined {
    const line = this.#waiting.shift();
    this.#waitingCharacters -= line?.length ?? 0;
    return line;
  }

  /** In whole lines that nobody has taken yet. */
  get waitingCharacters(): number {
    return this.#waitingCharacters;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }
}
