import { PAGE_ROWS, pagesOf, type RowWindow } from './virtual.ts';

/** A part of a list as the server gives it: it may be shorter than was asked for. */
export interface Part<R> {
  readonly rows: readonly R[];
  readonly total: number;
}

export type AskPart<R> = (offset: number, limit: number, signal: AbortSignal) => Promise<Part<R>>;

/** Pages that are kept; the one that was used longest ago goes. */
const KEPT_PAGES = 60;

/** A long list, of which the pages that are looked at are held. */
export class Rows<R> {
  #pages = new Map<number, readonly R[]>();
  readonly #asked = new Map<number, AbortController>();
  readonly #ask: AskPart<R>;
  readonly #tell: () => void;
  readonly #fail: (error: unknown) => void;
  total: number | undefined;

  constructor(ask: AskPart<R>, tell: () => void, fail: (error: unknown) => void) {
    this.#ask = ask;
    this.#tell = tell;
    this.#fail = fail;
  }

  row(at: number): R | undefined {
    return this.#pages.get(Math.floor(at / PAGE_ROWS))?.[at % PAGE_ROWS];
  }

  /** Asks for the pages of a window that are not there, and gives up those that nobody waits for any more. */
  want(window: RowWindow): void {
    const wanted = this.total === undefined ? [0] : pagesOf(window);
    for (const [page, abort] of this.#asked) if (!wanted.includes(page)) abort.abort();
    for (const page of wanted) {
      const held = this.#pages.get(page);
      if (held === undefined && !this.#asked.has(page)) void this.#fetch(page);
      else if (held !== undefined) {
        this.#pages.delete(page);
        this.#pages.set(page, held);
      }
    }
  }

  stop(): void {
    for (const abort of this.#asked.values()) abort.abort();
  }

  async #fetch(page: number): Promise<void> {
    const abort = new AbortController();
    this.#asked.set(page, abort);
    try {
      const rows: R[] = [];
      const first = page * PAGE_ROWS;
      let total = first + PAGE_ROWS;
      while (rows.length < PAGE_ROWS && first + rows.length < total) {
        const part = await this.#ask(first + rows.length, PAGE_ROWS - rows.length, abort.signal);
        rows.push(...part.rows);
        total = part.total;
        if (part.rows.length === 0) break;
      }
      this.total = total;
      this.#pages.set(page, rows);
      for (const [oldest] of this.#pages) {
        if (this.#pages.size <= KEPT_PAGES) break;
        this.#pages.delete(oldest);
      }
      this.#tell();
    } catch (error) {
      if (!abort.signal.aborted) this.#fail(error);
    } finally {
      this.#asked.delete(page);
    }
  }
}
