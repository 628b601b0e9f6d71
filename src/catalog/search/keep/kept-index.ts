import { sha256Hex } from '../../../base/hash.ts';
import type { Disk } from '../../../io/disk/disk.ts';
import { SKILL_TEXT_WORDS } from '../../../tree/table/format.ts';
import type { CatalogContext } from '../../internals.ts';
import { Selection } from '../../rows/selection.ts';
import type { SearchIndex } from '../index/open.ts';
import { loadIndex, saveIndex } from './snapshot.ts';

/** An index, and the catalog's row of each of its documents. */
export interface CatalogIndex {
  readonly index: SearchIndex;
  readonly rows: readonly number[];
}

const SHA256_CHARACTERS = 64;

const indexes = new WeakMap<CatalogContext, Promise<CatalogIndex>>();
/** The last index of a catalog and those it was refreshed to, which share their disk. */
const latest = new WeakMap<Disk, SearchIndex>();

/** The index of everything the catalog holds: kept, else from the cache folder if it is still right, else built. */
export function indexOf(context: CatalogContext): Promise<CatalogIndex> {
  let index = indexes.get(context);
  if (index === undefined) {
    index = openOrBuild(context);
    indexes.set(context, index);
    // A failure is told once; the next search tries again.
    index.catch(() => indexes.delete(context));
  }
  return index;
}

async function openOrBuild(context: CatalogContext): Promise<CatalogIndex> {
  const digest = contentDigest(context);
  const rows = new Selection(context.data).all();
  const folder = context.cacheFolder;
  const key = rootsKey(context);
  const earlier = latest.get(context.disk) ?? (folder === undefined ? undefined : loadIndex(folder, key));
  if (earlier?.digest === digest && earlier.documents === rows.length) {
    latest.set(context.disk, earlier);
    return { index: earlier, rows };
  }
  const { buildIndex } = await import('../build/build-index.ts');
  const { index, isWhole } = await buildIndex(context, rows, digest, earlier);
  if (isWhole) {
    latest.set(context.disk, index);
    if (folder !== undefined) saveIndex(folder, key, index);
  }
  return { index, rows };
}

/** Which roots an index is of: where they are and what they are called. */
function rootsKey(context: CatalogContext): string {
  return JSON.stringify(context.data.tables.map(({ header }) => [header.root.id, header.root.kind, header.real_path]));
}

/**
 * sha256 over the ids, digests and texts of all skills. Perf: they stand packed in the tables, next to each other for the
 * most part, and are never decoded, so that this costs a few milliseconds for 20,000 skills.
 */
function contentDigest(context: CatalogContext): string {
  const parts: Uint8Array[] = [];
  for (const { id, collection, table, first, base, count } of context.data.scopes) {
    if (count === 0) continue;
    const from = first - base;
    const digests = table.header.sections.skillSha256[0] + from * SHA256_CHARACTERS;
    parts.push(Buffer.from(JSON.stringify([id, collection !== undefined, count])));
    parts.push(table.bytes.subarray(digests, digests + count * SHA256_CHARACTERS));
    const text = table.textBytes;
    const last = SKILL_TEXT_WORDS - 1;
    let start = table.skillTextWord(0, from);
    let end = start;
    for (let row = from; row < from + count; row++) {
      const next = table.skillTextWord(0, row);
      if (next !== end) {
        parts.push(text.subarray(start, end));
        start = next;
      }
      end = table.skillTextWord(last, row);
    }
    parts.push(text.subarray(start, end));
  }
  return sha256Hex(Buffer.concat(parts));
}
