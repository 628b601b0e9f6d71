import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBlocks, missingHere, readRecipes, requirementsOf } from '../support/recipes.ts';

/** A block should need less than 3 s; the rest is for a busy machine. */
const MAX_CHECK_MS = 45_000;

const recipes = readRecipes();
const checks = recipes.flatMap((recipe) => checkBlocks(recipe.body).map((script) => ({ recipe, script })));

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'sf-home-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Outcome {
  /** `null` when the script was ended for taking too long. */
  readonly status: number | null;
  readonly output: string;
}

/** Runs a script by `sh` with -eu in an empty folder, away from the user's settings. Nothing it started survives it. */
async function runCheck(script: string, skillFolder: string): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'sf-check-'));
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      const shell = spawn('sh', ['-euc', script], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env['PATH'], HOME: home, TMPDIR: tmpdir(), SKILL_DIR: skillFolder },
        detached: true, // a process group of its own, so that it can be ended as a whole
      });
      let output = '';
      const keep = (part: Buffer): void => {
        output += part.toString();
      };
      shell.stdout.on('data', keep);
      shell.stderr.on('data', keep);
      const timer = setTimeout(() => endGroup(shell.pid), MAX_CHECK_MS);
      shell.on('error', reject);
      shell.on('exit', () => endGroup(shell.pid));
      shell.on('close', (status) => {
        clearTimeout(timer);
        resolve({ status, output });
      });
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: the group is empty, which is the usual case.
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error;
  }
}

describe.skipIf(process.platform === 'win32').concurrent('the check of', () => {
  for (const { recipe, script } of checks) {
    const missing = missingHere(requirementsOf(recipe));
    const title = missing.length === 0 ? recipe.path : `${recipe.path} (not run: needs ${missing.join(', ')})`;
    it.skipIf(missing.length > 0)(title, async ({ expect }) => {
      const { status, output } = await runCheck(script, recipe.folder);
      expect(status, output).toBe(0);
    });
  }
});

describe.skipIf(process.platform === 'win32')('running checks', () => {
  it('finds checks to run', () => {
    expect(checks.length).toBeGreaterThanOrEqual(40);
  });

  it('names no host but this machine and reserved examples, and asks for no rights', () => {
    const reaches = /\bhttps?:\/\/(?!127\.0\.0\.1|localhost|[\w.\\-]*(?:example|invalid|test)\b)|\bsudo\b/;
    expect(checks.filter(({ script }) => reaches.test(script)).map(({ recipe }) => recipe.path)).toEqual([]);
  });

  it.each([
    ['a command that fails', 'false\ntrue\n'],
    ['a variable that is not set', 'echo "$nowhere"\n'],
    ['a false test', 'test "$(printf b)" = a\n'],
  ])('fails on %s', async (_, script) => {
    expect((await runCheck(script, home)).status).not.toBe(0);
  });

  it('passes what holds, in an empty folder', async () => {
    const outcome = await runCheck('test -z "$(ls -A)"\ntest -d "$SKILL_DIR"\n', home);
    expect(outcome).toEqual({ status: 0, output: '' });
  });

  it('ends what a script leaves behind', async () => {
    const { status, output } = await runCheck('sleep 300 &\necho $!\n', home);
    expect(status).toBe(0);
    const left = Number(output.trim());
    // A killed process is gone, or waits as a zombie for whoever adopted it.
    const state = await runCheck(`ps -o stat= -p ${left} || true\n`, home);
    expect(state.output.trim()).toMatch(/^(?:Z.*)?$/);
  });

  it('tells what a machine lacks', () => {
    expect(missingHere(['bin:sh', 'bin:no-such-program-here', 'any-bin:no-such-program-here|sh', 'env:PATH'])).toEqual([
      'bin:no-such-program-here',
    ]);
  });
});
