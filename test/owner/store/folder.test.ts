import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolderDisk, type FolderDisk } from '../../../src/io/disk/folder-disk.ts';
import { listFolder } from '../../../src/owner/store/folder.ts';
import { makeTree } from '../../support/tree.ts';

/** A disk on which something happens right after the names of a folder were told. */
function disturbed(folder: string, happens: (turn: number) => void): FolderDisk {
  const disk = createFolderDisk();
  let turn = 0;
  return {
    ...disk,
    names(path) {
      const names = disk.names(path);
      if (path === folder) happens(turn++);
      return names;
    },
  };
}

function swap(tree: string, turn: number): void {
  renameSync(join(tree, 'a'), join(tree, `old-${turn}`));
  mkdirSync(join(tree, 'a'));
  writeFileSync(join(tree, 'a/SKILL.md'), `after ${turn}`);
}

const paths = (disk: FolderDisk, folder: string): string[] | undefined =>
  listFolder(disk, folder, 'skill')?.entries.map(({ path }) => path);

describe('a folder that is swapped while it is listed', () => {
  it('is listed again, and never as one with less in it', () => {
    const tree = makeTree({ 'a/SKILL.md': 'x', 'a/only-before.md': 'x' });
    const disk = disturbed(join(tree, 'a'), (turn) => turn === 0 && swap(tree, turn));
    expect(paths(disk, join(tree, 'a'))).toEqual(['SKILL.md']);
  });

  it('is nothing once it is gone for good', () => {
    const tree = makeTree({ 'a/SKILL.md': 'x' });
    const disk = disturbed(join(tree, 'a'), () => renameSync(join(tree, 'a'), join(tree, 'away')));
    expect(paths(disk, join(tree, 'a'))).toBeUndefined();
    expect(readdirSync(tree)).toEqual(['away']);
  });

  it('is refused where that does not end', () => {
    const tree = makeTree({ 'a/SKILL.md': 'x' });
    const disk = disturbed(join(tree, 'a'), (turn) => swap(tree, turn));
    expect(() => paths(disk, join(tree, 'a'))).toThrowError(expect.objectContaining({ code: 'FILE_CHANGED' }));
  });
});
