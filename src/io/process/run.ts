import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import {
  DEFAULT_PROGRAM_MEMORY_BYTES,
  DEFAULT_PROGRAM_MS,
  DEFAULT_PROGRAM_OUTPUT_BYTES,
  MAX_PROGRAM_COMPLAINT_BYTES,
} from '../../base/limits.ts';
import { cutTo, toOneLine } from '../../base/text.ts';
import { cleanEnvironment, type Environment, programFolders } from './environment.ts';
import { endGroup, holdGroup, memoryOf } from './group.ts';

/** Every program this package ever starts. */
export const PROGRAMS = ['git', 'python3'] as const;
export type Program = (typeof PROGRAMS)[number];

/** One start of a program: by a list of arguments, never by a shell. */
export interface RunRequest {
  readonly program: Program;
  readonly args: readonly string[];
  /** Default: nothing. */
  readonly stdin?: Uint8Array | string;
  /** Absolute. Default: the system's folder for temporary files, so that no file of a working folder is picked up. */
  readonly cwd?: string;
  /** Variables set for it. */
  readonly env?: Readonly<Record<string, string>>;
  /** Names of variables that pass through from our environment, beside HOME and the like. */
  readonly keep?: readonly string[];
  /** Milliseconds until it is ended with all it started. Default: 60,000. */
  readonly timeoutMs?: number;
  /** Bytes of standard output until it is ended. Default: 64 MiB. */
  readonly maxOutputBytes?: number;
  /** Bytes of memory, with all it started, until it is ended; looked at ten times a second, on Linux. Default: 1 GiB. */
  readonly maxMemoryBytes?: number;
  /** Takes standard output as it comes; then `stdout` of the result is empty and has no limit. */
  readonly onOutput?: (chunk: Buffer) => void;
  /** Asked ten times a second; an answer ends the program, and is the reason given. */
  readonly watch?: () => string | undefined;
  readonly signal?: AbortSignal;
}

/** What a program that ended by itself left. */
export interface RunResult {
  readonly code: number;
  readonly stdout: Buffer;
  /** The first 64 KiB of its complaints. */
  readonly stderr: string;
}

/**
 * Starts a program and waits for its end; any exit code is a result. Throws PROGRAM_MISSING where there is none, and
 * PROGRAM_FAILED when it was ended: by a limit, a signal or the caller.
 */
export type Run = (request: RunRequest) => Promise<RunResult>;

export interface RunOptions {
  /** Default: the environment of this process. Programs are looked for in the absolute folders of its PATH. */
  readonly env?: Environment;
  /** Absolute paths of programs, instead of those on PATH. */
  readonly programs?: Partial<Readonly<Record<Program, string>>>;
}

const WAYS_OUT: Readonly<Record<Program, string>> = {
  git: 'Install git, or add the skill from a folder or an archive.',
  python3: 'Install Python 3, or do without the sidecars of skills.',
};

const WATCH_MS = 100;

/** The one way to start a program, with limits and an environment of its own. */
export function createRun(options: RunOptions = {}): Run {
  const env = options.env ?? process.env;
  const isWindows = process.platform === 'win32';
  const found = new Map<Program, string>(Object.entries(options.programs ?? {}) as [Program, string][]);
  return async (request) => {
    const { program } = request;
    // Callers of plain JavaScript have no compiler to tell them.
    if (!PROGRAMS.includes(program)) {
      throw new SkillficheError('INVALID_ARGUMENT', `Only ${PROGRAMS.join(' and ')} are ever started.`);
    }
    const path = found.get(program) ?? findProgram(program, env, isWindows);
    if (path === undefined) {
      throw new SkillficheError('PROGRAM_MISSING', `${program} is not on PATH. ${WAYS_OUT[program]}`);
    }
    found.set(program, path);
    request.signal?.throwIfAborted();
    return start(path, request, cleanEnvironment(env, isWindows, request.keep ?? [], request.env ?? {}));
  };
}

function findProgram(program: Program, env: Environment, isWindows: boolean): string | undefined {
  // A batch file would be handed to a shell.
  const paths = programFolders(env, isWindows).map((folder) => join(folder, isWindows ? `${program}.exe` : program));
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch (error) {
      if (errnoOf(error) === 'UNKNOWN') throw error;
      return false;
    }
  });
}

function failed(request: RunRequest, why: string, cause?: unknown): SkillficheError {
  // Arguments may hold an address with a token; the first word says enough.
  const what = [request.program, request.args.find((one) => /^[a-z][a-z-]*$/.test(one))].filter(Boolean).join(' ');
  return new SkillficheError('PROGRAM_FAILED', `\`${what}\` was ended: ${why}.`, { cause });
}

function start(path: string, request: RunRequest, env: Record<string, string>): Promise<RunResult> {
  const { promise, resolve, reject } = deferred<RunResult>();
  let child: ChildProcessWithoutNullStreams;
  try {
    child = spawn(path, [...request.args], {
      cwd: request.cwd ?? tmpdir(),
      env,
      stdio: 'pipe',
      shell: false,
      windowsHide: true,
      detached: process.platform !== 'win32',
    });
  } catch (error) {
    return Promise.reject(failed(request, errnoOf(error), error));
  }
  const { pid } = child;
  const letGo = pid === undefined ? () => undefined : holdGroup(pid);
  let why: SkillficheError | undefined;
  const end = (reason: string, cause?: unknown): void => {
    why ??= failed(request, reason, cause);
    if (pid !== undefined) endGroup(pid);
  };

  const timeoutMs = request.timeoutMs ?? DEFAULT_PROGRAM_MS;
  const timer = setTimeout(() => end(`it did not end within ${timeoutMs / 1000} s`), timeoutMs);
  const maxMemory = request.maxMemoryBytes ?? DEFAULT_PROGRAM_MEMORY_BYTES;
  const watcher = setInterval(() => {
    const reason = request.watch?.();
    if (reason !== undefined) end(reason);
    else if (pid !== undefined && memoryOf(pid) > maxMemory) end(`it held more than ${maxMemory} bytes of memory`);
  }, WATCH_MS);
  const onAbort = (): void => end('it was cancelled', request.signal?.reason);
  request.signal?.addEventListener('abort', onAbort, { once: true });

  const output = collect(child, request, end);
  child.on('error', (error) => end(errnoOf(error), error));
  child.on('close', (code, signal) => {
    clearTimeout(timer);
    clearInterval(watcher);
    request.signal?.removeEventListener('abort', onAbort);
    // What it started and left behind goes too.
    if (pid !== undefined) endGroup(pid);
    letGo();
    if (why !== undefined) reject(why);
    else if (code === null) reject(failed(request, `signal ${signal}`));
    else resolve({ code, ...output() });
  });
  // A program that reads nothing of it closes the pipe: its exit code tells.
  child.stdin.on('error', (error) => {
    if (!['EPIPE', 'ECONNRESET', 'EOF'].includes(errnoOf(error))) end(errnoOf(error), error);
  });
  child.stdin.end(request.stdin ?? '');
  return promise;
}

function collect(
  child: ChildProcessWithoutNullStreams,
  { onOutput, maxOutputBytes = DEFAULT_PROGRAM_OUTPUT_BYTES }: RunRequest,
  end: (reason: string, cause?: unknown) => void,
): () => Pick<RunResult, 'stdout' | 'stderr'> {
  const chunks: Buffer[] = [];
  const complaints: Buffer[] = [];
  let size = 0;
  let complaintSize = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    if (onOutput !== undefined) {
      try {
        onOutput(chunk);
      } catch (error) {
        child.stdout.destroy();
        end(error instanceof Error ? error.message : 'its output could not be used', error);
      }
      return;
    }
    size += chunk.length;
    if (size > maxOutputBytes) end(`it printed more than ${maxOutputBytes} bytes`);
    else chunks.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    const room = MAX_PROGRAM_COMPLAINT_BYTES - complaintSize;
    if (room > 0) complaints.push(chunk.subarray(0, room));
    complaintSize += chunk.length;
  });
  return () => ({ stdout: Buffer.concat(chunks), stderr: Buffer.concat(complaints).toString('utf8') });
}

/** The last thing a program complained of, as one line that is safe to show. */
export function lastComplaint(stderr: string): string {
  const lines = stderr.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return cutTo(toOneLine(lines.at(-1) ?? ''), 300);
}

function deferred<T>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
} {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
