import type { Readable, Writable } from 'node:stream';

/** The world as a command sees it. */
export interface Io {
  /** Data: what a pipe wants. */
  out(text: string): void;
  /** Bytes of a file, as they are. */
  outBytes(bytes: Uint8Array): void;
  /** Everything else. */
  err(text: string): void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Columns of the terminal; absent when stdout is none. */
  readonly columns: number | undefined;
  readonly isTty: boolean;
  readonly isErrTty: boolean;
  /** The process's own streams, for a server that holds them for as long as it runs; absent in tests of other commands. */
  readonly streams?: { readonly stdin: Readable; readonly stdout: Writable; readonly stderr: Writable };
  /** Ends the process at once, with the code 0, whatever is still under way. For a server whose client has gone. */
  readonly end?: () => void;
}

/** Thrown by a command that has said all there is to say; carries the exit code. */
export class Exit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

/** Exit codes; see the README. */
export const EXIT = { ok: 0, findings: 1, usage: 2, drift: 3, internal: 70 } as const;

/** Below this a terminal does not mean it: every text would be its first letter. */
const MIN_COLUMNS = 20;
const USUAL_COLUMNS = 80;

/** Cells of a terminal's row; `undefined` for what is none. Some terminals say that they have no columns, or none that hold a row. */
export function columnsOf(stream: { readonly isTTY?: boolean; readonly columns?: number }): number | undefined {
  if (stream.isTTY !== true) return undefined;
  const { columns = 0 } = stream;
  return columns >= MIN_COLUMNS ? columns : USUAL_COLUMNS;
}
