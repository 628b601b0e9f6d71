import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultCacheFolder } from '../../../src/io/places/cache-folder.ts';

describe.skipIf(platform() === 'win32')('the folder for snapshots', () => {
  const usual =
    platform() === 'darwin'
      ? join(homedir(), 'Library', 'Caches', 'skillfiche')
      : join(homedir(), '.cache', 'skillfiche');

  it.each([
    ['/x/cache', '/x/cache/skillfiche'],
    ['relative', usual],
    ['', usual],
    [undefined, usual],
  ])('with XDG_CACHE_HOME=%j is %s', (given, folder) => {
    expect(defaultCacheFolder({ XDG_CACHE_HOME: given })).toBe(folder);
  });
});
