import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { errnoOf } from '../base/errors.ts';
import { sha256Hex } from '../base/hash.ts';
import { INDEX_VERSION } from './layout.ts';
import { openIndex, type SearchIndex } from './open.ts';

/** The index file of one set of roots; `key` names them. `skillfiche cache clear` knows the name. */
export function indexPath(folder: string, key: string): string {
  return `${folder}/search-v${INDEX_VERSION}-${sha256Hex(key).slice(0, 16)}.index`;
}

/** The index in the cache folder, or `undefined`: absent, damaged, or another version's. It may be stale: see its digest. */
export function loadIndex(folder: string, key: string): SearchIndex | undefined {
  try {
    return openIndex(readFileSync(indexPath(folder, key)));
  } catch (error) {
    // A cache that cannot be read is a cache that is not there.
    if (errnoOf(error) !== 'UNKNOWN') return undefined;
    throw error;
  }
}

/** Writes an index whole: a reader sees the old one or the new one. False: it could not be written, and is done without. */
export function saveIndex(folder: string, key: string, index: SearchIndex): boolean {
  const path = indexPath(folder, key);
  const temporary = `${path}.${process.pid}.${Date.now().toString(36)}.tmp`;
  let isBegun = false;
  try {
    mkdirSync(folder, { recursive: true });
    isBegun = true;
    writeFileSync(temporary, index.bytes, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
    if (isBegun) rmSync(temporary, { force: true });
    return false;
  }
}
