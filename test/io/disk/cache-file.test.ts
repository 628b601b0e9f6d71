import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryName } from '../../../src/base/file-names.ts';
import { removeCacheLeftovers } from '../../../src/io/disk/cache-file.ts';
import { makeTree } from '../../support/tree.ts';

/** No process has this number: the system's highest is below it. */
const NOBODY = 4_999_999;

describe('what killed writers of a cache file left', () => {
  it('goes with the next writer of that file, and nothing else does', () => {
    const other = temporaryName('b.index', NOBODY);
    const busy = temporaryName('a.delta.index', process.ppid);
    const tree = makeTree({ [temporaryName('a.index', NOBODY)]: '', [busy]: '', [other]: '', 'a.index': 'kept' });
    removeCacheLeftovers(join(tree, 'a'));
    expect(readdirSync(tree).sort()).toEqual([busy, other, 'a.index'].sort());
  });

  it('stays where there is no such folder', () => {
    expect(() => removeCacheLeftovers(join(makeTree({}), 'none', 'a'))).not.toThrow();
  });
});
