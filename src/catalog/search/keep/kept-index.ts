import { sha256Hex } from '../../../base/hash.ts';
import type { Disk } from '../../../io/disk/disk.ts';
import type { CatalogContext } from '../../internals.ts';
import { scopeContents } from '../../rows/rows.ts';
import { Selection } from '../../rows/selection.ts';
import type { SearchIndex } from '../index/open.ts';
import { loadIndex, saveIndex } from './snapshot.ts';

/** An index, and the catalog's row of each of its documents. */
export interface CatalogIndex {
  readonly index: SearchIndex;
  readonly rows: readonly number[];
}

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

/** sha256 over the ids, digests and texts of all skills: a few milliseconds for 20,000. */
function contentDigest(context: CatalogContext): string {
  const lines = scopeContents(context.data).map((one) => JSON.stringify(one));
  return sha256Hex(lines.join('\n'));
}
