import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDisk } from '../../../src/io/disk/disk.ts';
import { createHasher } from '../../../src/io/disk/hash-file.ts';
import { hashFolder, hashTree } from '../../../src/tree/files/hash.ts';
import { makeTree } from '../../support/tree.ts';

const disk = createDisk();
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const isPosix = process.platform !== 'win32';

describe('hashing a file', () => {
  it.each([0, 1, 256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, 3 * 256 * 1024])('of %i bytes', (size) => {
    const bytes = new Uint8Array(size).map((_, index) => index % 251);
    const folder = makeTree({ x: bytes });
    expect(createHasher()(`${folder}/x`)).toEqual({ sha256: sha256(bytes), size });
  });
});

describe('hashing a tree', () => {
  const tree = { 'b/SKILL.md': 'b', 'a.md': 'a', '.hidden': 'h', 'a/x': 'x' };

  it("gives every file in order, with its bytes, and leaves out what is never anybody's skill", async () => {
    const folder = makeTree({ ...tree, '.git/HEAD': 'x', 'b/node_modules/x.js': 'x', 'b/__pycache__/x.pyc': 'x' });
    const hashed = await hashTree(disk, folder, { sliceMs: 0 });
    expect(hashed).toEqual({
      links: [],
      files: [
        { path: '.hidden', size: 1, sha256: sha256('h') },
        { path: 'a.md', size: 1, sha256: sha256('a') },
        { path: 'a/x', size: 1, sha256: sha256('x') },
        { path: 'b/SKILL.md', size: 1, sha256: sha256('b') },
      ],
      refused: [],
    });
    expect(hashFolder(disk, folder)).toEqual(hashed);
  });

  it('leaves out what it is told to', () => {
    const folder = makeTree(tree);
    const { files } = hashFolder(disk, folder, { except: new Set(['a.md']), only: (path) => !path.startsWith('b/') });
    expect(files.map((one) => one.path)).toEqual(['.hidden', 'a/x']);
  });

  it.skipIf(!isPosix)('refuses links and odd names, and names each', () => {
    const folder = makeTree({
      ...tree,
      link: { link: 'a.md' },
      'sub/folder-link': { link: '..' },
      'new\nline': 'x',
      'back\\slash': 'x',
    });
    const { refused, files } = hashFolder(disk, folder);
    expect(refused.map((one) => one.path).toSorted()).toEqual(['back\\slash', 'link', 'new\nline', 'sub/folder-link']);
    for (const { why } of refused) expect(why).toMatch(/link|line end|backslash/);
    expect(files).toHaveLength(4);
  });

  it.skipIf(!isPosix)('refuses a name that is not UTF-8', () => {
    const folder = makeTree({});
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/a`), Buffer.from([0xff])]), 'x');
    expect(hashFolder(disk, folder)).toMatchObject({ files: [], refused: [{ why: 'its name is not UTF-8' }] });
  });

  it.skipIf(!isPosix || process.getuid?.() === 0)('refuses what it may not read', () => {
    const folder = makeTree(tree);
    mkdirSync(`${folder}/locked`);
    chmodSync(`${folder}/a.md`, 0o000);
    chmodSync(`${folder}/locked`, 0o000);
    const { refused } = hashFolder(disk, folder);
    chmodSync(`${folder}/locked`, 0o755);
    expect(refused.map((one) => one.path).toSorted()).toEqual(['a.md', 'locked']);
    expect(refused[0]?.why).toContain('EACCES');
  });

  it('does not refuse for what it leaves out', () => {
    const folder = makeTree({ 'a/x': 'x', 'b/link': { link: 'nowhere' } });
    expect(hashFolder(disk, folder, { only: (path) => path.startsWith('a/') }).refused).toEqual([]);
  });

  it('refuses a folder that is not there', () => {
    expect(hashFolder(disk, '/nowhere/at/all')).toMatchObject({ files: [], refused: [{ path: '.' }] });
  });
});
