import type { Io } from '../io.ts';

/** Work that ends sooner shows nothing, and a line is renewed no oftener than this. */
const FIRST_AFTER_MS = 300;
const RENEWED_AFTER_MS = 100;

export interface Progress {
  /** To be spread into the options of what takes long; empty where nobody looks. */
  readonly options: { readonly onProgress?: (done: number, total: number) => void };
  /** Clears the line, so that what is said next stands alone. */
  end(): void;
}

/** One line on a terminal's standard error that says how far long work has come; nothing anywhere else. */
export function showProgress(io: Io, isQuiet: boolean, doing: string, things: string): Progress {
  if (!io.isErrTty || isQuiet) return { options: {}, end: () => undefined };
  let next = performance.now() + FIRST_AFTER_MS;
  let isShown = false;
  return {
    options: {
      onProgress: (done, total) => {
        const now = performance.now();
        if (now < next) return;
        next = now + RENEWED_AFTER_MS;
        isShown = true;
        io.err(`\r${doing}: ${done} of ${total} ${things} `);
      },
    },
    end() {
      if (isShown) io.err('\r\u001b[K');
      isShown = false;
    },
  };
}
