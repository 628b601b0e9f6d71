import { sha256Hex } from '../../../base/hash.ts';
import { readCacheFile, writeCacheFile } from '../../../io/disk/cache-file.ts';
import { INDEX_VERSION } from '../index/layout.ts';
import { openIndex, type SearchIndex } from '../index/open.ts';

/** The index file of one set of roots; `key` names them. `skillfiche cache clear` knows the name. */
export function indexPath(folder: string, key: string): string {
  return `${folder}/search-v${INDEX_VERSION}-${sha256Hex(key).slice(0, 16)}.index`;
}

/** The index in the cache folder, or `undefined`: absent, damaged, or another version's. It may be stale: see its digest. */
export function loadIndex(folder: string, key: string): SearchIndex | undefined {
  const bytes = readCacheFile(indexPath(folder, key));
  return bytes === undefined ? undefined : openIndex(bytes);
}

/** Writes an index. False: it could not be written, and is done without. */
export function saveIndex(folder: string, key: string, index: SearchIndex): boolean {
  return writeCacheFile(indexPath(folder, key), () => index.bytes);
}
