const NEW_LINE = 0x0a;
/** No request of ours is near this long. */
export const MAX_LINE_BYTES: number = 8 * 1024 * 1024;

/** Stands in the queue for a line that is too long to be kept. */
export const TOO_LONG: unique symbol = Symbol('too long');

export type InputLine = string | typeof TOO_LONG;

/** Cuts a stream of bytes into lines, each byte looked at once. Of a line beyond all measure nothing is kept but that it was. */
export class LineReader {
  #parts: Buffer[] = [];
  #waiting: InputLine[] = [];
  #partBytes = 0;
  #waitingCharacters = 0;

  append(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEW_LINE); at !== -1; at = chunk.indexOf(NEW_LINE, from)) {
      this.#keep(chunk.subarray(from, at));
      this.#finish();
      from = at + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
  }

  next(): InputLine | undefined {
    const line = this.#waiting.shift();
    this.#waitingCharacters -= lengthOf(line);
    return line;
  }

  /** Takes the waiting lines that `isMeant` out of their turn. */
  takeAhead(isMeant: (line: string) => boolean): readonly string[] {
    const taken: string[] = [];
    this.#waiting = this.#waiting.filter((line) => {
      if (line === TOO_LONG || !isMeant(line)) return true;
      taken.push(line);
      this.#waitingCharacters -= line.length;
      return false;
    });
    return taken;
  }

  /** In whole lines that nobody has taken yet. */
  get waitingCharacters(): number {
    return this.#waitingCharacters;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  #keep(part: Buffer): void {
    this.#partBytes += part.length;
    if (this.#partBytes > MAX_LINE_BYTES) this.#parts = [];
    else this.#parts.push(part);
  }

  #finish(): void {
    const line = this.#partBytes > MAX_LINE_BYTES ? TOO_LONG : Buffer.concat(this.#parts).toString();
    this.#waiting.push(line);
    this.#waitingCharacters += lengthOf(line);
    this.#parts = [];
    this.#partBytes = 0;
  }
}

function lengthOf(line: InputLine | undefined): number {
  return typeof line === 'string' ? line.length : 0;
}
