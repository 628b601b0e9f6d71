import { readJson } from '../../base/json.ts';
import { readCacheFile, writeCacheFile } from '../../io/disk/cache-file.ts';
import type { CatalogContext } from '../internals.ts';

/** What compiling one sidecar found. Bytes that compile once compile always, for that version of Python. */
export type Compiled =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: string; readonly line?: number; readonly column?: number };

/** Results by version of Python, then by the sha256 of the file. */
type Results = Record<string, Record<string, Compiled>>;

const FILE = 'sidecars-v1.json';
/** Results kept of one version; the oldest go first. */
const MAX_KEPT = 20_000;

const inMemory = new WeakMap<CatalogContext['known'], Results>();

/** Results that are known: of this catalog's life, else those in the cache folder. A file that does not read is none. */
export function knownResults(context: CatalogContext): Results {
  const known = inMemory.get(context.known);
  if (known !== undefined) return known;
  const bytes = context.cacheFolder === undefined ? undefined : readCacheFile(`${context.cacheFolder}/${FILE}`);
  const reading = bytes === undefined ? undefined : readJson(bytes.toString('utf8'));
  const results: Results = {};
  if (reading !== undefined && !('fault' in reading)) {
    for (const [version, rows] of Object.entries(Object(reading.value) as Record<string, unknown>)) {
      for (const [sha256, row] of Object.entries(Object(rows) as Record<string, unknown>)) {
        if (!isCompiled(row)) continue;
        results[version] ??= {};
        results[version][sha256] = row;
      }
    }
  }
  inMemory.set(context.known, results);
  return results;
}

/** Adds results, and keeps them for the next process. */
export function keepResults(context: CatalogContext, version: string, rows: Readonly<Record<string, Compiled>>): void {
  const results = knownResults(context);
  const all = Object.entries({ ...results[version], ...rows });
  results[version] = Object.fromEntries(all.slice(-MAX_KEPT));
  if (context.cacheFolder !== undefined) {
    writeCacheFile(`${context.cacheFolder}/${FILE}`, () => Buffer.from(JSON.stringify(results)));
  }
}

/** Whether a file with this digest was compiled by some Python here. */
export function hasPassed(context: CatalogContext, sha256: string): boolean {
  return Object.values(knownResults(context)).some((rows) => Object.hasOwn(rows, sha256) && rows[sha256]?.ok === true);
}

function isCompiled(row: unknown): row is Compiled {
  if (typeof row !== 'object' || row === null || !('ok' in row)) return false;
  return row.ok === true || (row.ok === false && 'reason' in row && typeof row.reason === 'string');
}
