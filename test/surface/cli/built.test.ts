import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../../src/base/version.ts';
import { makeTree, plantTree, skillText } from '../../support/tree.ts';

const program = join(import.meta.dirname, '../../../dist/bin/skillfiche.js');
const run = promisify(execFile);
const hasBash = /bash/i.test(String(spawnSync('bash', ['--version'], { encoding: 'utf8' }).stdout));
const noBash = hasBash ? '' : ' (skipped: no bash)';

/** 562 members with descriptions: a page in JSON is larger than a pipe holds. */
function manyMembers(): string {
  const members = Object.fromEntries(
    Array.from({ length: 562 }, (_, at) => [
      `bio/c${at % 60}/recipe-${at}/SKILL.md`,
      skillText(`recipe-${at}`, `Recipe ${at}: ${'x'.repeat(120)}`.replace(': ', ', ')),
    ]),
  );
  return plantTree({
    ...members,
    'bio/COLLECTION.json': '{"schema_version": 1, "id": "bio", "prompt_line": "{count} recipes."}',
  });
}

const environment = (folder: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  XDG_CACHE_HOME: join(folder, '.cache'),
});

/** Runs a shell pipeline in which $skillfiche is the built program. */
async function pipeline(
  script: string,
  folder: string,
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const child = spawn('bash', ['-o', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...environment(folder), skillfiche: `${process.execPath} ${program}` },
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (part) => out.push(part));
  child.stderr.on('data', (part) => err.push(part));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

// `npm test` builds first; a bare run of the test runner may have nothing to test here.
describe.skipIf(!existsSync(program) || process.platform === 'win32')('the built program', () => {
  let folder = '';
  beforeAll(() => {
    folder = manyMembers();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.skipIf(!hasBash)(`is silent and content when its reader has seen enough${noBash}`, async () => {
    for (const command of ['list bio --limit 200 --json', 'scan --details', 'context', '--help', 'show recipe-1']) {
      const { code, out, err } = await pipeline(`$skillfiche --root . ${command} | head -n 3`, folder);
      expect({ command, code, err, lines: out.split('\n').length }).toEqual({ command, code: 0, err: '', lines: 4 });
    }
    expect(await pipeline('$skillfiche --root . list bio --json | true', folder)).toEqual({
      code: 0,
      out: '',
      err: '',
    });
  });

  it.skipIf(!hasBash)(`is silent when nobody reads its errors${noBash}`, async () => {
    expect(
      await pipeline('{ $skillfiche show nothing --root .; } 2>&1 >/dev/null | true; exit 0', folder),
    ).toMatchObject({ err: '' });
  });

  it.skipIf(!hasBash)(`gets every row through a slow pipe${noBash}`, async () => {
    const late = await pipeline('$skillfiche --root . readiness --json | { sleep 0.5; cat; }', folder);
    expect(JSON.parse(late.out).skills).toHaveLength(562);
    const rows = spawn(process.execPath, [program, '--root', '.', 'readiness', '--json'], {
      cwd: folder,
      env: environment(folder),
    });
    let text = '';
    for await (const part of rows.stdout) {
      text += part;
      await setTimeout(2);
    }
    expect(text).toBe(late.out);
  });

  it.skipIf(!hasBash)(`says so when its working folder is gone${noBash}`, async () => {
    const folder = makeTree({ gone: null });
    expect(await pipeline('cd gone && rmdir ../gone && $skillfiche list', folder)).toEqual({
      code: 2,
      out: '',
      err: 'skillfiche: the working folder does not exist any more; change to one that does.\n',
    });
  });

  it.skipIf(!hasBash || !existsSync('/dev/full'))(`says so when its output cannot be written${noBash}`, async () => {
    expect(await pipeline('$skillfiche --root . list bio --json > /dev/full', manyMembers())).toEqual({
      code: 2,
      out: '',
      err: 'skillfiche: the output cannot be written (ENOSPC).\n',
    });
  });

  // A stack that runs out inside a regular expression which is not compiled yet ends a process, with nothing to catch.
  it.skipIf(!hasBash).each([
    ['brackets', (levels: number) => `x: ${'['.repeat(levels)}`],
    ['braces', (levels: number) => `x: ${'{a: '.repeat(levels / 4)}`],
    ['dashes', (levels: number) => `x:\n${'- '.repeat(levels)}a`],
  ])(`outlives any number of %s${noBash}`, async (_, deep) => {
    for (const levels of [500, 2_000, 6_000, 8_000, 12_000, 30_000]) {
      const header = `name: n\ndescription: Deep.\n${deep(levels)}`;
      const folder = makeTree({ 'n/SKILL.md': `---\n${header}\n---\n` });
      const { code, out } = await pipeline('$skillfiche --root . --no-cache list', folder);
      expect({ code, levels }).toEqual({ code: 0, levels });
      expect(out).toContain('Deep.');
    }
  });

  it('starts a warm context from one file of ours, a warm list from four, and one more where an inventory is checked', async () => {
    const folder = makeTree({
      'a/SKILL.md': skillText('a'),
      'look.cjs': `const Module = require('node:module');
const load = Module._load;
const files = [];
Module._load = function (name, ...rest) {
  if (name.startsWith('.') || name.startsWith('/')) files.push(name.replace(/^.*\\//, ''));
  return load.call(this, name, ...rest);
};
process.on('exit', () => process.stderr.write(JSON.stringify([...new Set(files)])));
`,
    });
    const loaded = async (command: string): Promise<string[]> => {
      const argv = ['--require', join(folder, 'look.cjs'), program, '--bundled', command, '--quiet'];
      await run(process.execPath, argv, { cwd: folder, env: environment(folder) });
      const { stderr } = await run(process.execPath, argv, { cwd: folder, env: environment(folder) });
      const names = (JSON.parse(stderr) as string[]).filter((name) => name !== 'look.cjs');
      return names.map((name) => name.replace(/-[\w-]{8}\.js$/, ''));
    };
    expect(await loaded('context')).toEqual(['skillfiche.js']);
    expect(await loaded('list')).toEqual(['skillfiche.js', 'judge', 'rolldown-runtime', 'shared', 'schema']);
  });

  it('pages 562 members once each, in the same order every time', async () => {
    const walk = async (): Promise<string[]> => {
      const ids: string[] = [];
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const { stdout } = await run(
          process.execPath,
          [program, '--root', '.', 'list', 'bio', '--limit', '200', '--offset', String(offset), '--json'],
          { cwd: folder, env: environment(folder), maxBuffer: 1e8 },
        );
        const page = JSON.parse(stdout);
        ids.push(...page.skills.map((one: { id: string }) => one.id));
        offset = page.next_offset;
      }
      return ids;
    };
    const ids = await walk();
    expect(new Set(ids).size).toBe(562);
    expect(ids).toHaveLength(562);
    expect(await walk()).toEqual(ids);
  });

  it.each([
    [[], 0, /^Usage: skillfiche /, ''],
    [['--help'], 0, /^Usage: skillfiche /, ''],
    [['--version'], 0, new RegExp(`^${VERSION.replaceAll('.', '\\.')}\n$`), ''],
    [
      ['scn'],
      2,
      /^$/,
      "skillfiche: unknown command 'scn'\n(Did you mean scan?)\n`skillfiche --help` lists the commands.\n",
    ],
    [
      ['list', '--rot', 'x'],
      2,
      /^$/,
      "skillfiche: unknown option '--rot'\n(Did you mean --root?)\n`skillfiche list --help` shows how it is used.\n",
    ],
  ] as const)('%j ends with %i', async (argv, code, out, err) => {
    const empty = makeTree({});
    const result = await run(process.execPath, [program, ...argv], { env: environment(empty), cwd: empty }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    expect(result.code).toBe(code);
    expect(result.stdout).toMatch(out);
    expect(result.stderr).toBe(err);
  });

  it('runs by its own first line, finds what it ships, and leaves the home alone with --no-cache', async () => {
    const home = makeTree({});
    const { stdout, stderr } = await run(program, ['--bundled', '--no-cache', 'context'], {
      env: environment(home),
      cwd: home,
    });
    expect(stdout).toMatch(/unix recipes/i);
    expect(stderr).toBe('');
    expect(existsSync(join(home, '.cache'))).toBe(false);
    await run(program, ['--bundled', 'context'], { env: environment(home), cwd: home });
    expect(existsSync(join(home, '.cache/skillfiche'))).toBe(true);
  });

  it('answers from a snapshot as it did without one', async () => {
    const read = async (...argv: string[]): Promise<string> =>
      (
        await run(process.execPath, [program, '--root', '.', ...argv], {
          cwd: folder,
          env: environment(folder),
          maxBuffer: 1e8,
        })
      ).stdout;
    const cold = await read('list', 'bio', '--json');
    expect(await read('list', 'bio', '--json')).toBe(cold);
    expect(await read('list', 'bio', '--json', '--no-cache')).toBe(cold);
  });
});
