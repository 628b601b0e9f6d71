import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBlocks, missingHere, readRecipes, requirementsOf } from '../support/recipes.ts';

/** A block should need less than 3 s; the rest is for a busy machine. */
const MAX_CHECK_MS = 30_000;

const recipes = readRecipes();
const checks = recipes.flatMap((recipe) => checkBlocks(recipe.body).map((script) => ({ recipe, script })));

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'sf-home-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Runs a script by `sh` with -eu in an empty folder, away from the user's settings. */
function runCheck(script: string, skillFolder: string): { readonly status: number | null; readonly output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'sf-check-'));
  try {
    const { status, stdout, stderr } = spawnSync('sh', ['-euc', script], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: home, TMPDIR: tmpdir(), SKILL_DIR: skillFolder },
      encoding: 'utf8',
      timeout: MAX_CHECK_MS,
    });
    return { status, output: `${stdout}${stderr}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.skipIf(process.platform === 'win32')('the check of', () => {
  for (const { recipe, script } of checks) {
    const missing = missingHere(requirementsOf(recipe));
    const title = missing.length === 0 ? recipe.path : `${recipe.path} (not run: needs ${missing.join(', ')})`;
    it.skipIf(missing.length > 0)(title, () => {
      const { status, output } = runCheck(script, recipe.folder);
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
  ])('fails on %s', (_, script) => {
    expect(runCheck(script, home).status).not.toBe(0);
  });

  it('passes what holds, in an empty folder', () => {
    expect(runCheck('test -z "$(ls -A)"\ntest -d "$SKILL_DIR"\n', home)).toEqual({ status: 0, output: '' });
  });

  it('tells what a machine lacks', () => {
    expect(missingHere(['bin:sh', 'bin:no-such-program-here', 'any-bin:no-such-program-here|sh', 'env:PATH'])).toEqual([
      'bin:no-such-program-here',
    ]);
  });
});
