import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolders } from '../../../src/io/disk/make-folders.ts';
import { makeTree } from '../../support/tree.ts';

const hasProc = existsSync('/proc/self/stat');

describe('folders are made with those above them', () => {
  it('once, and left alone when they are there', () => {
    const root = makeTree({ 'a/note.txt': 'x' });
    makeFolders(join(root, 'a/b/c'), 0o700);
    makeFolders(join(root, 'a/b/c'));
    expect(statSync(join(root, 'a/b/c')).mode & 0o777).toBe(0o700);
    expect(existsSync(join(root, 'a/note.txt'))).toBe(true);
  });

  it.each(['note.txt', 'note.txt/a', 'note.txt/a/b'])('or not, where %s is below a file', (path) => {
    const root = makeTree({ 'note.txt': 'x' });
    expect(() => makeFolders(join(root, path))).toThrow(/EEXIST|ENOTDIR/);
  });

  it.skipIf(!hasProc).each(['/proc/x', '/proc/x/y/z', '/proc/self/x', '/dev/null/x'])(
    `or not, and it ends, at %s${hasProc ? '' : ' (skipped: there is no /proc)'}`,
    (path) => {
      expect(() => makeFolders(path)).toThrow(/ENOENT|EACCES|EPERM|ENOTDIR/);
    },
  );
});
