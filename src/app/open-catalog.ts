import { resolve } from 'node:path';
import { DuplicateCollectionError, SkillficheError } from '../base/errors.ts';
import { requireOptions } from '../base/options.ts';
import { quoteValue } from '../base/text.ts';
import type { Root } from '../base/types.ts';
import { type CatalogContext, contextOf, type OpenOptions, rememberContext } from '../catalog/internals.ts';
import { buildCatalog } from '../catalog/rows/build.ts';
import { readGrants } from '../catalog/rows/resolve.ts';
import type { Catalog, View, ViewOptions } from '../catalog/types.ts';
import { createView } from '../catalog/view/view.ts';
import { createDisk, type Disk } from '../io/disk/disk.ts';
import { defaultCacheFolder } from '../io/places/cache-folder.ts';
import { DEFAULT_LIMITS, type ScanHow, scanRoot } from '../tree/scan/scan.ts';
import type { SkillTable } from '../tree/table/table.ts';

/**
 * Scans the roots and returns their catalog. What is wrong with a tree is in diagnostics; it throws
 * `DuplicateCollectionError` for two collections with one id, and `SkillficheError` for bad options.
 * Cost: about 40 to 120 µs a skill the first time, one `stat` a folder and skill after that.
 */
export async function openCatalog(options: OpenOptions): Promise<Catalog> {
  requireOptions(options, 'openCatalog');
  const roots = checkRoots(options.roots);
  const { concurrency } = options;
  checkLimits(options.limits);
  if (concurrency !== undefined && !(Number.isSafeInteger(concurrency) && concurrency >= 1)) {
    throw new SkillficheError('INVALID_ARGUMENT', `concurrency must be a whole number from 1, not ${concurrency}.`);
  }
  const checked = { ...options, roots };
  const cacheFolder = options.cache === false ? undefined : (options.cache ?? defaultCacheFolder());
  return scanAll(checked, options.disk ?? createDisk(), cacheFolder, undefined);
}

async function scanAll(
  options: OpenOptions,
  disk: Disk,
  cacheFolder: string | undefined,
  earlier: Catalog | undefined,
): Promise<Catalog> {
  const { roots, limits, onProgress, sliceMs, concurrency } = options;
  const earlierKnown = earlier === undefined ? undefined : contextOf(earlier).known;
  const known = new Map<string, SkillTable>();
  const tables: SkillTable[] = [];
  const how: ScanHow[] = [];
  for (const root of roots) {
    const scanned = await scanRoot(root, {
      disk,
      cache: cacheFolder,
      known: earlierKnown?.get(root.id),
      ...(limits === undefined ? {} : { limits }),
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(sliceMs === undefined ? {} : { sliceMs }),
      ...(concurrency === undefined ? {} : { concurrency }),
    });
    tables.push(scanned.table);
    known.set(root.id, scanned.table);
    how.push(scanned.how);
  }
  if (earlier !== undefined && earlierKnown !== undefined && how.every((one) => one === 'unchanged')) {
    for (const [id, table] of known) earlierKnown.set(id, table);
    return earlier;
  }
  const data = buildCatalog(roots, tables);
  if (options.onDuplicate !== 'report') {
    const clash = data.dropped.find((scope) => scope.reason !== 'revisit');
    if (clash !== undefined) throw duplicateError(clash.id, clash.reason, clash.paths);
  }
  return createCatalog({ data, disk, options, cacheFolder, known, how });
}

function createCatalog(context: CatalogContext): Catalog {
  let refreshing: Promise<Catalog> | undefined;
  const catalog: Catalog = {
    view(options: ViewOptions = {}): View {
      requireOptions(options, 'view');
      if (options.enabled !== undefined && typeof options.enabled !== 'function') {
        const given = quoteValue(options.enabled);
        throw new SkillficheError('INVALID_ARGUMENT', `enabled must be a function of an id, not ${given}.`);
      }
      const grants = options.only === undefined ? undefined : readGrants(context.data, options.only);
      return createView(context, { grants, enabled: options.enabled });
    },
    refresh() {
      // Calls that come while one is under way share its answer.
      refreshing ??= scanAll(context.options, context.disk, context.cacheFolder, catalog).finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    },
  };
  rememberContext(catalog, context);
  return Object.freeze(catalog);
}

function checkRoots(roots: readonly Root[]): Root[] {
  if (!Array.isArray(roots)) {
    throw new SkillficheError(
      'INVALID_ARGUMENT',
      `roots must be a list of {id, kind, path}, not ${quoteValue(roots)}.`,
    );
  }
  const seen = new Map<string, string>();
  return roots.map((root: Root) => {
    const wrong = rootFault(root);
    if (wrong !== undefined) throw new SkillficheError('INVALID_ARGUMENT', `A root cannot be used: ${wrong}.`);
    const path = resolve(root.path);
    const other = seen.get(root.id);
    if (other !== undefined) {
      throw new SkillficheError(
        'DUPLICATE_ROOT',
        `Two roots have the id "${root.id}": ${other} and ${path}. Give one another id.`,
        { paths: [other, path] },
      );
    }
    seen.set(root.id, path);
    return { ...root, path };
  });
}

/** A limit that is no number would be none at all, and nobody would notice. */
function checkLimits(limits: OpenOptions['limits']): void {
  if (limits === undefined) return;
  requireOptions(limits, 'limits');
  for (const [name, value] of Object.entries(limits)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
      const known = Object.keys(DEFAULT_LIMITS).join(', ');
      throw new SkillficheError('INVALID_ARGUMENT', `There is no limit ${quoteValue(name)}. There are ${known}.`);
    }
    const isCount = Number.isInteger(value) || value === Number.POSITIVE_INFINITY;
    if (!isCount || value < 0) {
      const message = `limits.${name} must be a whole number from 0, or Infinity, not ${quoteValue(value)}.`;
      throw new SkillficheError('INVALID_ARGUMENT', message);
    }
  }
}

/** What keeps a root from being used; callers of plain JavaScript have no compiler to tell them. */
function rootFault(root: Root): string | undefined {
  if (typeof root !== 'object' || root === null) return `it must be {id, kind, path}, not ${quoteValue(root)}`;
  const { id, kind, path, rank } = root;
  if (typeof id !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id)) {
    return `its id must be letters, digits, ".", "_" and "-", the first a letter or digit, not ${quoteValue(id)}`;
  }
  if (typeof path !== 'string' || path === '') return `"${id}" needs the path of a folder, not ${quoteValue(path)}`;
  if (typeof kind !== 'string' || kind === '') {
    return `"${id}" needs a kind ("bundled", "project", "personal" or your own), not ${quoteValue(kind)}`;
  }
  if (rank !== undefined && !Number.isFinite(rank))
    return `the rank of "${id}" must be a number, not ${quoteValue(rank)}`;
  return undefined;
}

function duplicateError(id: string, reason: string, paths: readonly string[]): DuplicateCollectionError {
  const [first, second] = paths;
  const what =
    reason === 'root-id'
      ? `The collection in ${second} has the id "${id}", which is also the id of the root ${first}.`
      : `Two collections have the id "${id}": ${first} and ${second}.`;
  return new DuplicateCollectionError(
    `${what} Change "id" in one of their COLLECTION.json files, or leave one of the roots out.`,
    paths,
  );
}
