import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectionDigest, pathProblem, skillDigest, treeDigest } from '../../../src/format/lock/digest.ts';
import { createDisk } from '../../../src/io/disk/disk.ts';
import { hashFolder } from '../../../src/tree/files/hash.ts';
import { makeTree } from '../../support/tree.ts';

const hasCoreutils =
  spawnSync('sh', ['-c', 'find . -maxdepth 0 -printf %P && sort -z </dev/null | xargs -0 sha256sum -- </dev/null'], {
    encoding: 'utf8',
  }).status === 0;

/** The line of the README. */
const ONE_LINER = "find . -type f -printf '%P\\0' | LC_ALL=C sort -z | xargs -0 sha256sum -- | sha256sum";

const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
const files = fc.uniqueArray(fc.record({ path: fc.string({ unit: 'grapheme', minLength: 1 }), sha256: hex }), {
  selector: (one) => one.path,
  minLength: 1,
  maxLength: 8,
});

describe('digests', () => {
  // Made with `printf '%s  a\n%s  b\n' aa… bb… | sha256sum`.
  it('are those of the lines that sha256sum prints', () => {
    const list = [
      { path: 'b', sha256: 'b'.repeat(64) },
      { path: 'a', sha256: 'a'.repeat(64) },
    ];
    const expected = 'sha256:484bcbb7d16ffcba78a16ecc948318c2f39b3bebb677b643fad91391750add89';
    expect(skillDigest(list)).toBe(expected);
    expect(treeDigest(list)).toBe(expected);
    expect(collectionDigest(list.map(({ path, sha256 }) => ({ path, digest: `sha256:${sha256}` })))).toBe(expected);
  });

  it('do not depend on order', () => {
    fc.assert(
      fc.property(files, (list) => {
        expect(skillDigest([...list].reverse())).toBe(skillDigest(list));
      }),
      { numRuns: 50 },
    );
  });

  it('depend on every path and every hash', () => {
    fc.assert(
      fc.property(files, fc.nat(), (list, at) => {
        const index = at % list.length;
        const other = (change: object) => list.map((one, number) => (number === index ? { ...one, ...change } : one));
        expect(skillDigest(other({ path: `${list[index]?.path}~` }))).not.toBe(skillDigest(list));
        expect(skillDigest(other({ sha256: 'g'.repeat(64) }))).not.toBe(skillDigest(list));
        expect(skillDigest(list.slice(1))).not.toBe(skillDigest(list));
      }),
      { numRuns: 50 },
    );
  });

  it('sort paths as UTF-8 bytes, astral characters last', () => {
    const lines = ['a', 'é', '\uE000', '\uFFFF', '😀'];
    const list = lines.map((path) => ({ path, sha256: '0'.repeat(64) }));
    const sorted = [...lines].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    const expected = createHash('sha256')
      .update(sorted.map((path) => `${'0'.repeat(64)}  ${path}\n`).join(''))
      .digest('hex');
    expect(skillDigest([...list].reverse())).toBe(`sha256:${expected}`);
  });

  it.skipIf(!hasCoreutils)(
    `are what coreutils says${hasCoreutils ? '' : ' (skipped: no GNU find, sort, xargs and sha256sum)'}`,
    () => {
      const folder = makeTree({
        'SKILL.md': '---\nname: x\n---\n',
        'scripts/run me.sh': 'echo\r\n',
        'scripts/-n': 'x',
        'Zebra.md': '',
        'a.md': 'a',
        'ä/😀.txt': 'x',
        'ä/\uFB01.txt': 'y',
        'data.bin': new Uint8Array([0, 255, 10]),
      });
      const said = spawnSync('sh', ['-c', ONE_LINER], { cwd: folder, encoding: 'utf8' }).stdout.slice(0, 64);
      expect(skillDigest(hashFolder(createDisk(), folder).files)).toBe(`sha256:${said}`);
    },
  );
});

describe('paths', () => {
  it.each(['a\nb', 'a\rb', 'a\\b', 'a\uFFFD', 'a\uD800'])('%j cannot stand in a line', (path) => {
    expect(pathProblem(path)).toMatch(/name/);
  });

  it.each(['a b', '-n', 'ä/ö', '😀', "it's", 'a\tb', '#x', '*'])('%j can', (path) => {
    expect(pathProblem(path)).toBeUndefined();
  });
});
