import { join } from 'node:path';
import { sha256Hex } from '../../base/hash.ts';
import { readJson } from '../../base/json.ts';
import { readCacheFile, writeCacheFile } from '../../io/disk/cache-file.ts';
import type { CatalogContext } from '../internals.ts';
import { scopeOfRow } from '../rows/rows.ts';

/** Raised when evidence is read in another way: what was kept is then read again. */
const NEEDS_VERSION = 1;

/** Requirements that evidence asks for, by the sha256 of the SKILL.md they were found in. */
type Kept = ReadonlyMap<string, readonly string[]>;

function fileOf(context: CatalogContext): string | undefined {
  if (context.cacheFolder === undefined) return undefined;
  const roots = JSON.stringify(context.data.tables.map(({ header }) => header.real_path));
  return join(context.cacheFolder, `needs-v${NEEDS_VERSION}-${sha256Hex(roots).slice(0, 32)}.json`);
}

function digestOf(context: CatalogContext, row: number): string {
  const scope = scopeOfRow(context.data, row);
  return scope.table.sha256(row - scope.base);
}

function load(context: CatalogContext): Kept {
  const file = fileOf(context);
  const bytes = file === undefined ? undefined : readCacheFile(file);
  const reading = bytes === undefined ? undefined : readJson(bytes.toString('utf8'));
  const value = reading === undefined || 'fault' in reading ? undefined : reading.value;
  if (typeof value !== 'object' || value === null) return new Map();
  const isList = (one: unknown): one is string[] => Array.isArray(one) && one.every((text) => typeof text === 'string');
  return new Map(Object.entries(value).flatMap(([digest, texts]) => (isList(texts) ? [[digest, texts]] : [])));
}

/**
 * What evidence asked for when it was last read, for the rows whose SKILL.md is still the one it was read from. A script
 * beside it may have changed since: for a summary that is good enough, and the evidence itself is always read afresh.
 */
export function keptNeeds(context: CatalogContext, rows: readonly number[]): ReadonlyMap<number, readonly string[]> {
  const kept = load(context);
  return new Map(
    rows.flatMap((row) => {
      const texts = kept.get(digestOf(context, row));
      return texts === undefined ? [] : [[row, texts] as const];
    }),
  );
}

/** Keeps what was found, beside what was kept of other skills that are still here. */
export function keepNeeds(context: CatalogContext, found: ReadonlyMap<number, readonly string[]>): void {
  const file = fileOf(context);
  if (file === undefined || found.size === 0) return;
  const here = new Set<string>();
  for (const table of context.data.tables) {
    for (let row = 0; row < table.skills; row++) here.add(table.sha256(row));
  }
  const all = new Map([...load(context)].filter(([digest]) => here.has(digest)));
  for (const [row, texts] of found) all.set(digestOf(context, row), texts);
  writeCacheFile(file, () => Buffer.from(JSON.stringify(Object.fromEntries(all))));
}
