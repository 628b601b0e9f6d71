import { DuplicateCollectionError, SkillficheError } from '../base/errors.ts';
import { type OptionKeys, requireOptions } from '../base/options.ts';
import { REDACTIONS, withoutEmails } from '../base/redact.ts';
import { quoteValue } from '../base/text.ts';
import { type CatalogContext, contextOf, type OpenOptions, rememberInsides } from '../catalog/internals.ts';
import { buildCatalog, orderOfRoots } from '../catalog/rows/build.ts';
import { readGrants } from '../catalog/rows/resolve.ts';
import { askSwitches } from '../catalog/rows/switched-off.ts';
import type { View, ViewOptions } from '../catalog/types.ts';
import { createView } from '../catalog/view/view.ts';
import { createDisk, type Disk } from '../io/disk/disk.ts';
import { defaultCacheFolder } from '../io/places/cache-folder.ts';
import { shareFolders } from '../tree/scan/overlap.ts';
import { type ScanHow, scanRoot } from '../tree/scan/scan.ts';
import type { SkillTable } from '../tree/table/table.ts';
import { checkOpenOptions } from './open-options.ts';
import type { Pinned } from './pinned.ts';
import type { Catalog } from './types.ts';
import { verbsOf } from './verbs.ts';

const VIEW_KEYS: OptionKeys<ViewOptions> = { only: true, enabled: true, audience: true, redact: true };
const AUDIENCES: readonly string[] = ['model', 'person', 'owner'];

/**
 * Scans the roots and returns their catalog. What is wrong with a tree is in diagnostics; it throws
 * `DuplicateCollectionError` for two collections with one id, and `SkillficheError` for bad options.
 * Cost: about 40 to 120 µs a skill the first time, one `stat` a folder and skill after that.
 */
export async function openCatalog(options: OpenOptions): Promise<Catalog> {
  const checked = checkOpenOptions(options);
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
  // Before the disk: a switch that is turned while we scan makes the next refresh look again.
  const revision = askRevision(options);
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
    return earlier.followState?.() ?? earlier;
  }
  const data = buildCatalog(roots, await once(roots, tables));
  if (options.onDuplicate !== 'report') {
    const clash = data.dropped.find((scope) => scope.reason !== 'revisit');
    if (clash !== undefined) throw duplicateError(clash.id, clash.reason, clash.paths);
  }
  const context = { data, disk, options, cacheFolder, known, how };
  const pinned = await pinnedIn(context, earlier !== undefined);
  return createCatalog(context, revision, pinned);
}

/** How the trees stand to the manifest they are opened with; loaded only with one. */
async function pinnedIn(context: CatalogContext, isRefresh: boolean): Promise<Pinned | undefined> {
  if (context.options.manifest === undefined) return undefined;
  return (await import('./pinned.ts')).pinnedTo(context, context.options.manifest, isRefresh);
}

/** One real folder is one skill: a root leaves out what another one, before it in rank, has by another way. */
async function once(roots: OpenOptions['roots'], tables: readonly SkillTable[]): Promise<readonly SkillTable[]> {
  if (!shareFolders(tables)) return tables;
  const { leaveSecondVisits } = await import('../tree/scan/second-visits.ts');
  return leaveSecondVisits(tables, orderOfRoots(roots));
}

/** The state's revision, or `undefined` without a state. */
function askRevision({ state }: OpenOptions): number | string | undefined {
  if (state === undefined) return undefined;
  const revision: unknown = state.revision();
  if (typeof revision === 'number' || typeof revision === 'string') return revision;
  const message = `state.revision must give a number or a text, and gave ${quoteValue(revision)}.`;
  throw new SkillficheError('INVALID_ARGUMENT', message);
}

function createCatalog(
  context: CatalogContext,
  revision: number | string | undefined,
  pinned: Pinned | undefined,
): Catalog {
  const { data, options, disk, cacheFolder } = context;
  const { state } = options;
  const isPinnedOff = pinned?.isOff ?? (() => false);
  const isOff = (id: string): boolean => isPinnedOff(id) || (state?.isDisabled(id) ?? false);
  const switchedOff = state === undefined && pinned?.isOff === undefined ? undefined : askSwitches(data, isOff);
  const followState = (): Catalog => {
    const now = askRevision(options);
    return Object.is(now, revision) ? catalog : createCatalog(context, now, pinned);
  };
  let refreshing: Promise<Catalog> | undefined;
  const catalog: Catalog = {
    view(asked: ViewOptions = {}): View {
      requireOptions(asked, 'view', VIEW_KEYS);
      if (asked.enabled !== undefined && typeof asked.enabled !== 'function') {
        const given = quoteValue(asked.enabled);
        throw new SkillficheError('INVALID_ARGUMENT', `enabled must be a function of an id, not ${given}.`);
      }
      const { audience = 'model' } = asked;
      if (!AUDIENCES.includes(audience)) {
        const message = `audience must be model, person or owner, not ${quoteValue(audience)}.`;
        throw new SkillficheError('INVALID_ARGUMENT', message);
      }
      const redact = redactorOf(asked.redact);
      const only = asked.only === undefined ? undefined : readGrants(data, asked.only);
      const grants = pinned === undefined ? only : pinned.narrow(only);
      return createView(context, { grants, enabled: asked.enabled, switchedOff, audience, redact });
    },
    refresh() {
      // Calls that come while one is under way share its answer.
      refreshing ??= scanAll(options, disk, cacheFolder, catalog).finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    },
    async close() {
      if (options.embedder === undefined) return;
      const { closeEmbedder } = await import('../catalog/search/semantic/similarity.ts');
      await closeEmbedder(options.embedder);
    },
    ...(state === undefined ? {} : { followState }),
    ...(pinned === undefined ? {} : { manifestDrift: pinned.drift }),
    ...verbsOf(() => catalog),
  };
  rememberInsides(catalog, { context, switchedOff });
  return Object.freeze(catalog);
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

function redactorOf(kinds: ViewOptions['redact']): ((text: string) => string) | undefined {
  if (kinds === undefined) return undefined;
  if (!Array.isArray(kinds) || !kinds.every((kind) => REDACTIONS.includes(kind))) {
    const message = `redact must be a list of ${REDACTIONS.map((kind) => quoteValue(kind)).join(', ')}, not ${quoteValue(kinds)}.`;
    throw new SkillficheError('INVALID_ARGUMENT', message);
  }
  return kinds.length === 0 ? undefined : withoutEmails;
}
