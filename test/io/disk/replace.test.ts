import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLeftover, temporaryName, writerOf } from '../../../src/base/file-names.ts';
import { removeLeftovers } from '../../../src/io/disk/leftovers.ts';
import { replaceFile } from '../../../src/io/disk/replace.ts';
import { makeTree } from '../../support/tree.ts';

/** A number that no process has: above the largest that Linux gives. */
const NOBODY = 4_194_305;

describe('a file that is replaced', () => {
  it('keeps its mode, and a new one has the mode asked for', async () => {
    const folder = makeTree({ old: 'a' });
    chmodSync(join(folder, 'old'), 0o640);
    await replaceFile(join(folder, 'old'), Buffer.from('b'));
    await replaceFile(join(folder, 'new'), Buffer.from('c'), { mode: 0o600 });
    expect(statSync(join(folder, 'old')).mode & 0o777).toBe(0o640);
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(['new', 'old']);
  });

  it('is left alone where it is not what was expected, or stands where a new one should', async () => {
    const folder = makeTree({ x: 'mine' });
    const path = join(folder, 'x');
    expect(await replaceFile(path, Buffer.from('b'), { expected: Buffer.from('a') })).toBe(false);
    await expect(replaceFile(path, Buffer.from('b'), { mustBeNew: true })).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(readdirSync(folder)).toEqual(['x']);
  });

  it('by many at once: each that succeeds saw what the one before it wrote', async () => {
    const folder = makeTree({ x: '0' });
    const path = join(folder, 'x');
    const add = async (): Promise<number> => {
      const before = readFileSync(path);
      return (await replaceFile(path, Buffer.from(`${Number(before) + 1}`), { expected: before })) ? 1 : 0;
    };
    const done = await Promise.all(Array.from({ length: 12 }, add));
    expect(Number(readFileSync(path))).toBe(done.reduce((sum, one) => sum + one, 0));
    expect(done).toContain(1);
  });

  it('by several processes: no change is lost', async () => {
    const folder = makeTree({ x: '0' });
    const program = join(folder, 'program.mjs');
    const { outputFiles } = await build({
      stdin: {
        contents: `
import { readFileSync } from 'node:fs';
import { replaceFile } from './src/io/disk/replace.ts';
const [path] = process.argv.slice(2);
let done = 0;
for (let turn = 0; turn < 15; turn++) {
  const before = readFileSync(path);
  if (await replaceFile(path, Buffer.from(String(Number(before) + 1)), { expected: before })) done++;
}
process.stdout.write(String(done));`,
        resolveDir: join(import.meta.dirname, '../../..'),
        loader: 'ts',
      },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
    });
    writeFileSync(program, outputFiles[0]?.contents ?? '');
    const counts = await Promise.all(
      [1, 2, 3].map(async () => {
        const child = spawn(process.execPath, [program, join(folder, 'x')], { stdio: ['ignore', 'pipe', 'inherit'] });
        let said = '';
        child.stdout.on('data', (chunk) => {
          said += chunk;
        });
        expect(await once(child, 'exit')).toEqual([0, null]);
        return Number(said);
      }),
    );
    expect(Number(readFileSync(join(folder, 'x')))).toBe(counts.reduce((sum, one) => sum + one, 0));
    expect(readdirSync(folder).sort()).toEqual(['program.mjs', 'x']);
  });
});

describe('a temporary file', () => {
  it('is known by its name, whatever file it is for', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w. -]{1,40}$/), fc.nat(), (file, pid) => {
        const name = temporaryName(file, pid);
        expect(isLeftover(name)).toBe(true);
        expect(writerOf(name)).toEqual({ file, pid });
        expect(isLeftover(file)).toBe(/^\..+\.skillfiche-[0-9a-f]+\.tmp$/.test(file));
      }),
    );
  });

  it('of a process that has ended is removed; one that is being written stays', () => {
    const folder = makeTree({
      [temporaryName('a', NOBODY)]: 'half',
      [temporaryName('b', process.ppid)]: 'half',
      '.SKILL.md.skillfiche-0123456789ab.tmp': 'half',
      'COLLECTION.lock.json.123.tmp': 'half',
      'notes.tmp': 'mine',
    });
    expect(removeLeftovers(folder).length).toBe(3);
    expect(readdirSync(folder).sort()).toEqual([temporaryName('b', process.ppid), 'notes.tmp']);
  });
});
