import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errnoOf } from '../../base/errors.ts';
import { temporaryName } from '../../base/file-names.ts';
import { removeLeftovers } from './leftovers.ts';
import { makeFolders } from './make-folders.ts';

/** The bytes of a cache file, or `undefined`: a cache that cannot be read is a cache that is not there. */
export function readCacheFile(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (errnoOf(error) !== 'UNKNOWN') return undefined;
    throw error;
  }
}

/** Whether a cache file is there to be read. Perf: where it mostly is not, an error would be dearer than this. */
export function hasCacheFile(path: string): boolean {
  return existsSync(path);
}

/**
 * Writes a cache file whole, and its folder if need be: a reader sees the old one or the new one.
 * `bytesOf` is asked only when there is a folder to write to. False: it could not be written, and is done without.
 */
export function writeCacheFile(path: string, bytesOf: () => Buffer): boolean {
  const temporary = join(dirname(path), temporaryName(basename(path), process.pid));
  let isBegun = false;
  try {
    makeFolders(dirname(path));
    isBegun = true;
    // Not flushed: a cache that a power cut spoilt is known by its checksum, and made again.
    rmSync(temporary, { force: true });
    writeFileSync(temporary, bytesOf(), { mode: 0o600, flag: 'wx' });
    renameSync(temporary, path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
    if (isBegun) rmSync(temporary, { force: true });
    return false;
  }
}

/** Removes a cache file that is no longer right; it may be gone already. */
export function removeCacheFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
  }
}

/** Removes what killed writers left of the cache files whose path begins so. Where nothing can be removed, it stays. */
export function removeCacheLeftovers(path: string): void {
  try {
    removeLeftovers(dirname(path), (file) => file.startsWith(basename(path)));
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
  }
}
