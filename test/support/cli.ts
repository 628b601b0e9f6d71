import type { Io } from '../../src/surface/cli/io.ts';
import { runCli } from '../../src/surface/cli/program.ts';

/** What a command line printed, and its exit code. */
export interface CliRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs one command line in a folder, in this process. `HOME` is that folder unless `world` says otherwise. */
export async function runIn(folder: string, argv: readonly string[], world: Partial<Io> = {}): Promise<CliRun> {
  let out = '';
  let err = '';
  const io: Io = {
    out: (text) => {
      out += text;
    },
    outBytes: (bytes) => {
      out += Buffer.from(bytes).toString();
    },
    err: (text) => {
      err += text;
    },
    cwd: folder,
    env: { HOME: folder },
    columns: undefined,
    isTty: false,
    isErrTty: false,
    ...world,
  };
  const code = await runCli(['--no-cache', ...argv], io);
  return { code, out, err };
}
