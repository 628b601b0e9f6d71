import { sha256Hex } from '../../../base/hash.ts';
import { readCacheFile, removeCacheFile, writeCacheFile } from '../../../io/disk/cache-file.ts';
import { INDEX_VERSION } from '../index/layout.ts';
import { openSegment, type Segment } from '../index/segment.ts';

/** The segments of an index: one, or one and a small one with what changed since. */
export interface Segments {
  readonly base: Segment;
  readonly amending?: Segment | undefined;
}

/** Where the index of one set of roots lies, without its ending; `key` names them. `skillfiche cache clear` knows the names. */
export function indexPath(folder: string, key: string): string {
  return `${folder}/search-v${INDEX_VERSION}-${sha256Hex(key).slice(0, 16)}`;
}

/** The index in the cache folder, or `undefined`: absent, damaged, or another version's. It may be stale: see its digest. */
export function loadSegments(folder: string, key: string): Segments | undefined {
  const path = indexPath(folder, key);
  const bytes = readCacheFile(`${path}.index`);
  const base = bytes === undefined ? undefined : openSegment(bytes);
  if (base === undefined || base.amends !== undefined) return undefined;
  const more = readCacheFile(`${path}.delta.index`);
  const amending = more === undefined ? undefined : openSegment(more);
  // One that was written beside another base says nothing about this one.
  return amending?.amends === base.digest ? { base, amending } : { base };
}

/** Writes what is new of the segments, each file whole. False: it could not be written, and is done without. */
export function saveSegments(folder: string, key: string, { base, amending }: Segments, isNewBase: boolean): boolean {
  const path = indexPath(folder, key);
  const isWritten = !isNewBase || writeCacheFile(`${path}.index`, () => base.bytes);
  if (amending !== undefined) return isWritten && writeCacheFile(`${path}.delta.index`, () => amending.bytes);
  if (isNewBase) removeCacheFile(`${path}.delta.index`);
  return isWritten;
}
