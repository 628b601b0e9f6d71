import { SkillficheError } from '../../base/errors.ts';
import { cutTo, toOneLine } from '../../base/text.ts';
import type { Compiled } from '../../catalog/sidecar/compiled.ts';
import { lastComplaint, type Run } from '../../io/process/run.ts';

/** A sidecar's bytes, by their sha256. */
export interface SidecarSource {
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** What one start of Python gave. */
export interface CompileRun {
  /** Such as `3.11.7`. */
  readonly version: string;
  readonly results: Readonly<Record<string, Compiled>>;
}

const TIMEOUT_MS = 20_000;
/** Files that may bring Python down before the others are left alone. */
const MAX_STARTS = 20;
const MAX_MEMORY_BYTES: number = 512 * 1024 * 1024;
const MAX_OUTPUT_BYTES: number = 16 * 1024 * 1024;

/**
 * Compiles and runs nothing of it: sources come as text on standard input, and what is made of them is thrown away. A
 * line in and a line out for each, so that what was done before a crash is known.
 */
const PROGRAM = `
import sys, json, base64
print(json.dumps("%d.%d.%d" % sys.version_info[:3]), flush=True)
for line in sys.stdin:
    name, _, text = line.strip().partition(" ")
    out = {"sha256": name, "ok": True}
    try:
        compile(base64.b64decode(text), "kernel.py", "exec", 0, True)
    except SyntaxError as error:
        out.update(ok=False, reason=str(error.msg), line=error.lineno, column=error.offset)
    except BaseException as error:
        out.update(ok=False, reason="%s: %s" % (type(error).__name__, error))
    print(json.dumps(out), flush=True)
`;

/**
 * Compiles all of them in one process: `python3 -I -S`, so that nothing but Python itself is loaded. One that brings the
 * process down is found by starting again behind it. Throws PROGRAM_MISSING, and PROGRAM_FAILED where Python itself does
 * not answer.
 */
export async function compileSources(
  run: Run,
  sources: readonly SidecarSource[],
  timeoutMs: number = TIMEOUT_MS,
): Promise<CompileRun> {
  const results: Record<string, Compiled> = {};
  let version: string | undefined;
  let rest = sources;
  let starts = 0;
  do {
    const { lines, why } = await compileSome(run, rest, timeoutMs);
    const said = lines.shift();
    if (typeof said === 'string') version ??= said;
    if (version === undefined) {
      throw new SkillficheError('PROGRAM_FAILED', `python3 gives no answer (${why ?? 'it said nothing'}).`);
    }
    for (const line of lines) record(results, line);
    rest = rest.filter(({ sha256 }) => results[sha256] === undefined);
    if (++starts > MAX_STARTS) {
      for (const { sha256 } of rest)
        results[sha256] = { ok: false, reason: 'Python ended too often while compiling others' };
      break;
    }
    const [first] = rest;
    if (first !== undefined) {
      // It was at this one when it ended.
      results[first.sha256] = { ok: false, reason: `Python did not finish compiling it (${why ?? 'it ended'})` };
      rest = rest.slice(1);
    }
  } while (rest.length > 0);
  return { version, results };
}

async function compileSome(
  run: Run,
  sources: readonly SidecarSource[],
  timeoutMs: number,
): Promise<{ lines: unknown[]; why: string | undefined }> {
  const stdin = sources.map(({ sha256, bytes }) => `${sha256} ${Buffer.from(bytes).toString('base64')}\n`).join('');
  const chunks: Buffer[] = [];
  let size = 0;
  let why: string | undefined;
  try {
    const { code, stderr } = await run({
      program: 'python3',
      args: ['-I', '-S', '-W', 'ignore', '-c', PROGRAM],
      stdin,
      timeoutMs,
      maxMemoryBytes: MAX_MEMORY_BYTES,
      onOutput: (chunk) => {
        size += chunk.length;
        if (size > MAX_OUTPUT_BYTES) throw new Error('it printed too much');
        chunks.push(chunk);
      },
    });
    if (code !== 0) why = lastComplaint(stderr) || `it ended with ${code}`;
  } catch (error) {
    if (!(error instanceof SkillficheError) || error.code !== 'PROGRAM_FAILED') throw error;
    why = error.message;
  }
  const lines: unknown[] = [];
  for (const line of Buffer.concat(chunks).toString('utf8').split('\n')) {
    if (line === '') continue;
    try {
      lines.push(JSON.parse(line));
    } catch (error) {
      // The last line of a process that was ended may be half of one.
      if (!(error instanceof SyntaxError)) throw error;
      break;
    }
  }
  return { lines, why };
}

function record(results: Record<string, Compiled>, line: unknown): void {
  if (typeof line !== 'object' || line === null || !('sha256' in line) || typeof line.sha256 !== 'string') return;
  const { ok, reason, line: at, column } = line as { ok?: unknown; reason?: unknown; line?: unknown; column?: unknown };
  results[line.sha256] =
    ok === true
      ? { ok: true }
      : {
          ok: false,
          reason: cutTo(toOneLine(String(reason)), 300),
          ...(typeof at === 'number' && at > 0 ? { line: at } : {}),
          ...(typeof column === 'number' && column > 0 ? { column } : {}),
        };
}
