import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SkillficheError } from '../../../src/base/errors.ts';
import { createFolderDisk } from '../../../src/io/disk/folder-disk.ts';
import type { Run } from '../../../src/io/process/run.ts';
import { findWorktree } from '../../../src/owner/session/exclude.ts';
import { makeTree } from '../../support/tree.ts';

const noGit: Run = async () => {
  throw new SkillficheError('PROGRAM_MISSING', 'git is not on PATH.');
};

it('without git, a folder below no repository needs none, and one below a repository is not guessed about', async () => {
  const root = makeTree({
    'plain/x': 'x',
    'repo/.git/HEAD': 'ref: x\n',
    'repo/sub/x': 'x',
    'repo/emptied/.git/x': null,
    'linked/.git': 'gitdir: y\n',
    'empty/.git/x': null,
  });
  const disk = createFolderDisk();
  for (const outside of ['plain', 'empty']) {
    expect(await findWorktree(noGit, join(root, outside), disk), outside).toBeUndefined();
  }
  for (const inside of ['repo', 'repo/sub', 'repo/emptied', 'linked']) {
    await expect(findWorktree(noGit, join(root, inside), disk)).rejects.toMatchObject({ code: 'PROGRAM_MISSING' });
  }
});
