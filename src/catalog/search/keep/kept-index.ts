import { setTimeout } from 'node:timers/promises';
import { sha256Hex } from '../../../base/hash.ts';
import { removeCacheLeftovers } from '../../../io/disk/cache-file.ts';
import type { Disk } from '../../../io/disk/disk.ts';
import { takeWorkLock } from '../../../io/disk/work-lock.ts';
import type { CatalogContext } from '../../internals.ts';
import { scopeContents } from '../../rows/rows.ts';
import { Selection } from '../../rows/selection.ts';
import { SearchIndex } from '../index/open.ts';
import { indexPath, loadSegments, type Segments, saveSegments } from './snapshot.ts';

/** An index, and the catalog's row of each of its documents; -1 for those that are no more. */
export interface CatalogIndex {
  readonly index: SearchIndex;
  readonly rows: ArrayLike<number>;
}

export type OnProgress = (skills: number, total: number) => void;

interface Making {
  readonly whole: Promise<CatalogIndex>;
  /** Set once it is there. */
  made?: CatalogIndex;
  /** Of names and descriptions alone: what is asked meanwhile. */
  small?: Promise<CatalogIndex>;
  readonly listeners: Set<OnProgress>;
}

const NO_DIGEST = '0'.repeat(64);
/** What a search waits for the whole index before it is answered from the small one. */
const MOMENT_MS = 100;
const RENEWAL_MS = 2_000;

const makings = new WeakMap<CatalogContext, Making>();
/** The last index of a catalog and those it was refreshed to, which share their disk. */
const latest = new WeakMap<Disk, Segments>();

/** The index of everything the catalog holds: kept, else from the cache folder if it is still right, else built. */
export async function indexOf(context: CatalogContext, onProgress?: OnProgress): Promise<CatalogIndex> {
  const making = makingOf(context);
  if (onProgress === undefined) return making.whole;
  making.listeners.add(onProgress);
  try {
    return await making.whole;
  } finally {
    making.listeners.delete(onProgress);
  }
}

/** The index if it is there, else one of names and descriptions, while the whole one is built in the background. */
export async function indexMeanwhile(context: CatalogContext): Promise<CatalogIndex & { readonly isWhole: boolean }> {
  const making = makingOf(context);
  if (making.made === undefined) {
    // Opening one from the cache, and renewing one after an edit, take less than building the small one.
    const moment = latest.has(context.disk) ? RENEWAL_MS : MOMENT_MS;
    await Promise.race([making.whole, setTimeout(moment, undefined, { ref: false })]);
  }
  if (making.made !== undefined) return { ...making.made, isWhole: true };
  making.small ??= buildSmall(context);
  return Promise.race([
    making.whole.then((index) => ({ ...index, isWhole: true })),
    making.small.then((index) => ({ ...index, isWhole: false })),
  ]);
}

function makingOf(context: CatalogContext): Making {
  let making = makings.get(context);
  if (making === undefined) {
    const listeners = new Set<OnProgress>();
    const whole = openOrBuild(context, (skills, total) => {
      for (const listener of listeners) listener(skills, total);
    });
    const started: Making = { whole, listeners };
    makings.set(context, started);
    whole.then(
      (made) => {
        started.made = made;
        delete started.small;
      },
      // A failure is told to those who wait for it; the next search tries again.
      () => makings.delete(context),
    );
    making = started;
  }
  return making;
}

async function openOrBuild(context: CatalogContext, onProgress: OnProgress): Promise<CatalogIndex> {
  const digest = contentDigest(context);
  const rows = new Selection(context.data).all();
  const folder = context.cacheFolder;
  const key = rootsKey(context);
  const there = latest.get(context.disk) ?? (folder === undefined ? undefined : loadSegments(folder, key));
  const right = adopt(context, rows, digest, there);
  if (right !== undefined) return right;
  if (folder === undefined) return build(context, rows, digest, there, { onProgress });
  const path = indexPath(folder, key);
  const lock = await takeWorkLock(`${path}.lock`);
  try {
    // Somebody else may have built it while this one waited.
    const newest = loadSegments(folder, key) ?? there;
    const built = adopt(context, rows, digest, newest);
    if (built !== undefined) return built;
    removeCacheLeftovers(path);
    return await build(context, rows, digest, newest, { onProgress, onPause: () => lock.renew() });
  } finally {
    lock.release();
  }
}

/** An index that is there, if it is that of the catalog. */
function adopt(
  context: CatalogContext,
  rows: readonly number[],
  digest: string,
  segments: Segments | undefined,
): CatalogIndex | undefined {
  if (segments === undefined) return undefined;
  const index = new SearchIndex(segments.base, segments.amending);
  if (index.digest !== digest || index.livingDocuments !== rows.length) return undefined;
  latest.set(context.disk, segments);
  return { index, rows: rowsOf(index, rows) };
}

async function build(
  context: CatalogContext,
  rows: readonly number[],
  digest: string,
  earlier: Segments | undefined,
  options: { readonly onProgress: OnProgress; readonly onPause?: () => void },
): Promise<CatalogIndex> {
  const { buildIndex } = await import('../build/build-index.ts');
  const parts = earlier === undefined ? [] : new SearchIndex(earlier.base, earlier.amending).parts;
  const { isWhole, ...segments } = await buildIndex(context, rows, digest, parts, options);
  const index = new SearchIndex(segments.base, segments.amending);
  if (isWhole) {
    latest.set(context.disk, segments);
    if (context.cacheFolder !== undefined) {
      saveSegments(context.cacheFolder, rootsKey(context), segments, segments.base !== earlier?.base);
    }
  }
  return { index, rows: rowsOf(index, rows) };
}

async function buildSmall(context: CatalogContext): Promise<CatalogIndex> {
  const { buildIndex } = await import('../build/build-index.ts');
  const rows = new Selection(context.data).all();
  const { base } = await buildIndex(context, rows, NO_DIGEST, [], { isTopOnly: true });
  return { index: new SearchIndex(base), rows };
}

/** The rows, which are in order of id, of the documents, which are so in each part. */
function rowsOf(index: SearchIndex, rows: readonly number[]): ArrayLike<number> {
  const [base, amending] = index.parts;
  if (base === undefined || amending === undefined) return rows;
  const places = new Int32Array(index.documents).fill(-1);
  let next = 0;
  let document = 0;
  const takeBase = (until: number): void => {
    for (; document < until; document++) if (base.isDead?.[document] !== 1) places[document] = rows[next++] ?? -1;
  };
  for (let at = 0; at < amending.segment.documents; at++) {
    takeBase(base.segment.placeOf(amending.segment.id(at)));
    places[amending.firstDocument + at] = rows[next++] ?? -1;
  }
  takeBase(base.segment.documents);
  return places;
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
