/** An answer that took long is given again for this many times what it cost, so that making it stays a small part of the work. */
const GOOD_FOR_TIMES = 20;
const MAX_KEPT = 32;

interface Kept {
  readonly digest: string;
  readonly answer: Promise<object>;
  goodUntilMs: number;
}

/** Answers over a whole catalog: in one of 20,000 skills they take half a second, in which nobody else is answered. */
export class DearAnswers {
  readonly #kept = new Map<string, Kept>();

  /** The answer of the same catalog, made no longer ago than it is good for; whoever asks while it is made gets it too. */
  async get<T extends object>(key: string, digest: string, make: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key);
    // What is kept under a key was made for it.
    if (known?.digest === digest && performance.now() < known.goodUntilMs) return known.answer as Promise<T>;
    const began = performance.now();
    const answer = make();
    const kept: Kept = { digest, answer, goodUntilMs: Number.POSITIVE_INFINITY };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break;
      this.#kept.delete(oldest);
    }
    try {
      return await answer;
    } catch (error) {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
      throw error;
    } finally {
      const now = performance.now();
      kept.goodUntilMs = now + (now - began) * GOOD_FOR_TIMES;
    }
  }

  /** Something was changed by us: every answer is made anew. */
  forget(): void {
    this.#kept.clear();
  }
}
