import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SkillficheError } from '../../../src/base/errors.ts';
import { createRun, lastComplaint, type Program, type RunRequest } from '../../../src/io/process/run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sf-run-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A stand-in for a program: node with a script, under the name of an allowed one. */
function stand(script: string, name: Program = 'git'): { readonly env: Record<string, string> } {
  const path = join(folder, name);
  writeFileSync(path, `#!${process.execPath}\n${script}\n`);
  chmodSync(path, 0o755);
  return { env: { PATH: folder, HOME: '/home/nobody', SECRET_TOKEN: 'secret', GIT_DIR: '/elsewhere' } };
}

async function failure(promise: Promise<unknown>): Promise<SkillficheError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SkillficheError)) throw new Error(`no SkillficheError but ${String(error)}`);
  return error;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A process nobody waits for is dead all the same.
    return !/^State:\s+Z/m.test(existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '');
  } catch {
    return false;
  }
};

describe.skipIf(process.platform === 'win32')('starting a program', () => {
  it('hands over arguments as they are, and gives back code, output and complaints', async () => {
    const run = createRun(
      stand('console.log(JSON.stringify(process.argv.slice(2))); console.error("oh"); process.exit(7)'),
    );
    const args = ['$(touch x)', '; rm -rf .', '*', '', 'a b', '--', "'"];
    const { code, stdout, stderr } = await run({ program: 'git', args });
    expect(code).toBe(7);
    expect(JSON.parse(stdout.toString())).toEqual(args);
    expect(stderr).toBe('oh\n');
  });

  it('gives standard input and ends it', async () => {
    const run = createRun(stand('process.stdin.pipe(process.stdout)'));
    const bytes = Buffer.from([0, 255, 10, 13]);
    expect((await run({ program: 'git', args: [], stdin: bytes })).stdout).toEqual(bytes);
    expect((await run({ program: 'git', args: [] })).stdout.length).toBe(0);
  });

  it('minds no program that does not read its input', async () => {
    const run = createRun(stand('process.exit(0)'));
    expect((await run({ program: 'git', args: [], stdin: Buffer.alloc(4_000_000) })).code).toBe(0);
  });

  it('passes no variable that could steer the program, but those that were asked for', async () => {
    const run = createRun(stand('console.log(JSON.stringify(process.env))'));
    const print = async (more: Partial<RunRequest>): Promise<Record<string, string>> =>
      JSON.parse((await run({ program: 'git', args: [], ...more })).stdout.toString());
    expect(await print({})).toEqual({ PATH: folder, HOME: '/home/nobody', LC_ALL: 'C.UTF-8' });
    expect(await print({ keep: ['SECRET_TOKEN', 'NOT_SET'], env: { X: '1' } })).toMatchObject({
      SECRET_TOKEN: 'secret',
      X: '1',
    });
  });

  it('does not start in the working folder', async () => {
    const run = createRun(stand('console.log(process.cwd())'));
    expect((await run({ program: 'git', args: [] })).stdout.toString().trim()).not.toBe(process.cwd());
  });

  it('takes no program from a relative folder of PATH', async () => {
    stand('process.exit(0)');
    const run = createRun({ env: { PATH: `.:${folder.slice(1)}::bin` } });
    const error = await failure(run({ program: 'git', args: [], cwd: folder }));
    expect(error.code).toBe('PROGRAM_MISSING');
    expect(error.message).toBe('git is not on PATH. Install git, or add the skill from a folder or an archive.');
  });

  it('starts nothing else, whoever asks', async () => {
    const run = createRun(stand('process.exit(0)'));
    expect((await failure(run({ program: 'sh' as Program, args: [] }))).code).toBe('INVALID_ARGUMENT');
  });

  it('ends a program that takes too long, with all it started', async () => {
    const run = createRun(
      stand(`const { spawn } = require('node:child_process');
        const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
        require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'pids'))}, process.pid + ' ' + child.pid);
        setInterval(() => {}, 1000)`),
    );
    const error = await failure(run({ program: 'git', args: ['fetch'], timeoutMs: 1_500 }));
    expect(error.code).toBe('PROGRAM_FAILED');
    expect(error.message).toBe('`git fetch` was ended: it did not end within 1.5 s.');
    const pids = readFileSync(join(folder, 'pids'), 'utf8').split(' ').map(Number);
    expect(pids.length).toBe(2);
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  });

  it('ends what a program leaves behind', async () => {
    const run = createRun(
      stand(`const { spawn } = require('node:child_process');
        const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
        console.log(child.pid); child.unref(); process.exit(0)`),
    );
    const pid = Number((await run({ program: 'git', args: [] })).stdout);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('ends a program that prints too much', async () => {
    const run = createRun(stand('const b = Buffer.alloc(65536); for (;;) require("node:fs").writeSync(1, b)'));
    const error = await failure(run({ program: 'git', args: [], maxOutputBytes: 200_000 }));
    expect(error.message).toContain('it printed more than 200000 bytes');
  });

  it.skipIf(process.platform !== 'linux')('ends a program that holds too much memory (only Linux tells)', async () => {
    const run = createRun(stand('const kept = []; setInterval(() => kept.push(Buffer.alloc(20_000_000, 1)), 10)'));
    const error = await failure(run({ program: 'git', args: [], maxMemoryBytes: 200_000_000 }));
    expect(error.message).toContain('it held more than 200000000 bytes of memory');
  });

  it('keeps the beginning of endless complaints only', async () => {
    const run = createRun(stand('process.stderr.write("x".repeat(500_000))'));
    expect((await run({ program: 'git', args: [] })).stderr.length).toBe(65_536);
  });

  it('hands output on as it comes, and stops when it is not wanted', async () => {
    const run = createRun(stand('process.stdout.write("one\\n"); setInterval(() => {}, 1000)'));
    const seen: string[] = [];
    const onOutput = (chunk: Buffer): void => {
      seen.push(chunk.toString());
      throw new Error('enough is enough');
    };
    const error = await failure(run({ program: 'git', args: [], onOutput }));
    expect(seen).toEqual(['one\n']);
    expect(error.message).toContain('enough is enough');
  });

  it('stops on request and for a watcher, which gives the reason', async () => {
    const run = createRun(stand('setInterval(() => {}, 1000)'));
    const aborting = new AbortController();
    setTimeout(() => aborting.abort(), 100);
    expect((await failure(run({ program: 'git', args: [], signal: aborting.signal }))).message).toContain('cancelled');
    const watch = (): string => 'the folder grew beyond 10 bytes';
    expect((await failure(run({ program: 'git', args: [], watch }))).message).toBe(
      '`git` was ended: the folder grew beyond 10 bytes.',
    );
  });

  it('says so when a program dies of a signal', async () => {
    const run = createRun(stand('process.kill(process.pid, "SIGTERM")'));
    expect((await failure(run({ program: 'git', args: [] }))).message).toContain('signal SIGTERM');
  });

  it('leaves no handler of signals behind', async () => {
    const count = (): number => process.listenerCount('SIGINT') + process.listenerCount('exit');
    const before = count();
    const run = createRun(stand('process.exit(0)'));
    await Promise.all([run({ program: 'git', args: [] }), run({ program: 'git', args: [] })]);
    expect(count()).toBe(before);
  });

  it('shows the last complaint as one harmless line', () => {
    expect(lastComplaint('a\nfatal: \u001b[31mno such\u0007 ref\n\n')).toBe('fatal: [31mno such ref');
    expect(lastComplaint('')).toBe('');
  });
});
