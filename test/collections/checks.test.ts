import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  alsoNeeds,
  checkBlocks,
  type Equipment,
  equip,
  missingHere,
  type Recipe,
  readRecipes,
  requirementsOf,
  shellScripts,
} from '../support/recipes.ts';
import { BASE_PROGRAMS, callsIn } from '../support/shell.ts';

/** A block should need less than 3 s; the rest is for a busy machine. */
const MAX_CHECK_MS = 45_000;
/** A check's own word for "cannot be decided here"; its last line says why. */
const SKIPPED = 77;
/** Programs that a program calls by itself, and that come with it. */
const CARRIED: Readonly<Record<string, readonly string[]>> = {
  'git-filter-repo': ['python3'],
  mtr: ['mtr-packet'],
  podman: ['conmon', 'crun', 'newgidmap', 'newuidmap', 'runc'],
};

const recipes = readRecipes();
const checks = recipes.flatMap((recipe) => checkBlocks(recipe.body).map((script) => ({ recipe, script })));
const shell = process.platform === 'win32' ? ['this is Windows'] : equip(['bin:sh']).missing;
const noShell = shell.length === 0 ? '' : ` (not run: ${shell.join(', ')})`;

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'sf-home-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** What a check needs: what its recipe declares, what it declares itself, and base programs that it calls. */
function equipmentOf(recipe: Recipe, script: string): Equipment {
  const called = [script, ...shellScripts(recipe)].flatMap((text) => [...callsIn(text).programs]);
  const guarded = callsIn(script).guarded;
  const base = called.filter((name) => BASE_PROGRAMS.has(name) && !guarded.has(name));
  const declared = [...requirementsOf(recipe), ...[...alsoNeeds(script), ...base].map((name) => `bin:${name}`)];
  const equipment = equip([...new Set(declared)]);
  // What the check looks for by itself, and the rest of the base, may be there or not.
  const offered = equip([...guarded, ...BASE_PROGRAMS].map((name) => `bin:${name}`)).programs;
  const programs = new Map([...offered, ...equipment.programs]);
  for (const name of [...programs.keys()].flatMap((each) => CARRIED[each] ?? [])) {
    for (const [key, file] of equip([`bin:${name}`]).programs) programs.set(key, file);
  }
  return { missing: equipment.missing, programs };
}

interface Outcome {
  /** `null` when the script was ended for taking too long. */
  readonly status: number | null;
  readonly output: string;
}

/**
 * Runs a script by `sh` with -eu in an empty folder, away from the user's settings; with programs given, PATH holds
 * these alone, so that one which nobody declared is not found. Nothing that it started survives it.
 */
async function runCheck(script: string, skillFolder: string, programs?: Equipment['programs']): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'sf-check-'));
  const bin = mkdtempSync(join(tmpdir(), 'sf-bin-'));
  const PATH = programs === undefined ? process.env['PATH'] : bin;
  const sh = equip(['bin:sh']).programs.get('sh') ?? 'sh';
  for (const [name, file] of programs ?? []) lay(file, join(bin, name), sh);
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      const shell = spawn(sh, ['-euc', script], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH, HOME: home, TMPDIR: tmpdir(), SKILL_DIR: skillFolder },
        detached: true, // a process group of its own, so that it can be ended as a whole
      });
      let output = '';
      const keep = (part: Buffer): void => {
        output += part.toString();
      };
      shell.stdout.on('data', keep);
      shell.stderr.on('data', keep);
      const timer = setTimeout(() => endGroup(shell.pid), MAX_CHECK_MS);
      shell.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      shell.on('exit', () => endGroup(shell.pid));
      shell.on('close', (status) => {
        clearTimeout(timer);
        resolve({ status, output });
      });
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(bin, { recursive: true, force: true });
  }
}

/** A link to a program; one that is itself a script (a shim, a wrapper) gets back the PATH it knows. */
function lay(file: string, place: string, sh: string): void {
  if (readFileSync(file).subarray(0, 2).toString('latin1') !== '#!') {
    symlinkSync(file, place);
    return;
  }
  const quoted = [process.env['PATH'] ?? '', file].map((text) => `'${text.replaceAll("'", "'\\''")}'`);
  writeFileSync(place, `#!${sh}\nPATH=${quoted[0]} exec ${quoted[1]} "$@"\n`, { mode: 0o755 });
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: the group is empty, which is the usual case.
    if (!(error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM'))) throw error;
  }
}

describe.skipIf(noShell !== '').concurrent(`the check of${noShell}`, () => {
  for (const { recipe, script } of checks) {
    const { missing, programs } = equipmentOf(recipe, script);
    const title = missing.length === 0 ? recipe.path : `${recipe.path} (not run: ${missing.join(', ')})`;
    it.skipIf(missing.length > 0)(title, async ({ expect, skip }) => {
      const { status, output } = await runCheck(script, recipe.folder, programs);
      skip(status === SKIPPED, output.trim().split('\n').at(-1));
      expect(status, output).toBe(0);
    });
  }
});

describe('the checks', () => {
  it('are there for every member of a collection', () => {
    const members = recipes.filter((recipe) => recipe.path.includes('/'));
    expect(members.length).toBeGreaterThanOrEqual(90);
    expect(members.filter((recipe) => checkBlocks(recipe.body).length !== 1).map((recipe) => recipe.path)).toEqual([]);
  });

  it('name no host but this machine and reserved examples, and ask for no rights', () => {
    const reaches = /\bhttps?:\/\/(?!127\.0\.0\.1|localhost|[\w.\\-]*(?:example|invalid|test)\b)|\bsudo\b/;
    expect(checks.filter(({ script }) => reaches.test(script)).map(({ recipe }) => recipe.path)).toEqual([]);
  });

  it('leave out nothing without saying so', () => {
    expect(checks.filter(({ script }) => /\bexit 0\b/.test(script)).map(({ recipe }) => recipe.path)).toEqual([]);
  });
});

describe.skipIf(noShell !== '')(`running checks${noShell}`, () => {
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

  it('finds only the programs that are given', async () => {
    const { programs } = equip(['bin:sh', 'bin:cat']);
    expect(await runCheck('command -v cat > /dev/null\n! command -v ls\n', home, programs)).toEqual({
      status: 0,
      output: '',
    });
  });

  it.skipIf(process.platform !== 'linux')('ends what a script leaves behind (Linux)', async () => {
    const { status, output } = await runCheck('sleep 300 &\necho $!\n', home);
    expect(status).toBe(0);
    // A killed process is gone, or waits as a zombie for whoever adopted it.
    expect(stateOf(Number(output.trim()))).toMatch(/^Z?$/);
  });
});

/** The letter that Linux has for a process's state; empty when there is no such process. */
function stateOf(pid: number): string {
  try {
    return /^\d+ \(.*\) (\w)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? '?';
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return '';
    throw error;
  }
}

describe('telling what a machine lacks', () => {
  it('goes by the words of requirements', () => {
    const words = ['any-bin:no-such-program-here|node', 'bin:no-such-program-here', 'env:PATH'];
    expect(missingHere(words)).toEqual(['bin:no-such-program-here']);
    expect(equip(words).missing).toEqual(['no-such-program-here is not on PATH']);
    expect([...equip(words).programs.keys()]).toEqual(['node']);
  });
});
