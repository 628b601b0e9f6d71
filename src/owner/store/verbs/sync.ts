import { activate } from '../activate.ts';
import { type Contents, gatherTree } from '../content.ts';
import { type Desk, placesOf } from '../desk.ts';
import { type FolderListing, isJunk, listFolder, readTree } from '../folder.ts';
import { listPackages, type StoredPackage } from '../packages.ts';
import { mendSwitches } from '../switches.ts';
import type { ChangedPackage, ChangeReport } from '../types.ts';
import { readDisk } from './publish.ts';
import { emptyReport } from './report.ts';
import { type ChangeOptions, swapPlan, viewFolderOf } from './rollback.ts';
import { lookAt } from './status.ts';
import { isOfSomeVersion, isOfVersion, purgedViews } from './sync-origin.ts';

/**
 * Makes the folders of this machine show what is active, and takes those away whose package was removed or purged. A
 * folder that holds what no version is stays as it is, and is a conflict. Cost: a listing a folder; of what changed, the
 * contents that are not on this machine.
 */
export async function syncViews(desk: Desk, options: ChangeOptions = {}): Promise<ChangeReport> {
  const { store } = desk;
  const changed: ChangedPackage[] = [];
  const unchanged: ChangeReport['unchanged'][number][] = [];
  const conflicts: ChangeReport['conflicts'][number][] = [];
  const contents = startContents();
  if (options.dryRun !== true) await mendSwitches(store);
  const packages = await listPackages(store, placesOf(desk));
  for (const one of [...packages, ...(await purgedViews(desk, packages))]) {
    const { active, id } = one;
    const done =
      active === undefined ? await takeAway(desk, one, options) : await showActive(desk, one, options, contents);
    if (done === 'conflict') conflicts.push({ id, files: [] });
    else if (done === 'changed') {
      const from = one.view?.number;
      const to = active === undefined ? {} : { version: active.number, digest: active.digest };
      changed.push({ id, ...(from === undefined ? {} : { from }), ...to });
    } else if (done !== 'nothing') {
      const version = active === undefined ? {} : { version: active.number };
      unchanged.push({ id, ...version, ...(done === 'edited' ? { modified: true } : {}) });
    }
  }
  const { fetched } = contents;
  const report = { ...emptyReport(options.dryRun === true), changed, unchanged, conflicts };
  return store.db.isOne || options.dryRun === true ? report : { ...report, fetched };
}

type Done = 'nothing' | 'unchanged' | 'edited' | 'changed' | 'conflict';

/** Contents of this run that many packages may have, small ones. */
function startContents(): Contents {
  return { seen: new Map(), fetched: { contents: 0, bytes: 0 } };
}

async function showActive(desk: Desk, one: StoredPackage, options: ChangeOptions, contents: Contents): Promise<Done> {
  const { store } = desk;
  const { active } = one;
  if (active === undefined) return 'nothing';
  const { modified, stale, tree } =
    one.view === undefined ? await lookUnknown(desk, one) : await lookAt(store, one, active);
  if (!stale) return modified ? 'edited' : 'unchanged';
  if (modified && tree !== active.tree) {
    const isVersion = one.view !== undefined && tree !== undefined && (await isOfVersion(desk, one, one.view.number));
    // What we did not put there is nobody's to throw away.
    if (!isVersion && (options.discard !== true || one.view === undefined)) return 'conflict';
  }
  if (options.dryRun === true) return 'changed';
  if (tree === active.tree) {
    // The folder is there already, and only the note of it is behind.
    const view = { number: active.number, folder: viewFolderOf(desk, one), tree, stamp: '' };
    await store.db.local
      .insertInto('views')
      .values({ package: one.key, ...view })
      .onConflict((on) => on.column('package').doUpdateSet(view))
      .execute();
    return 'changed';
  }
  const folder = viewFolderOf(desk, one);
  const disk = store.disk.state(folder) === undefined ? undefined : await readDisk(desk, one, folder, undefined, true);
  const content = await gatherTree(store.db, active, disk?.content.bytes ?? new Map(), contents);
  await activate(store, {
    plan: { ...swapPlan(desk, one, 'sync', active, content, disk?.old), isLocal: true },
    versions: [],
    view: content,
    ...(disk === undefined ? {} : { listing: disk.listing }),
  });
  return 'changed';
}

/** A folder of which this machine has no note: ours only where it holds what some version of the package is. */
async function lookUnknown(desk: Desk, one: StoredPackage) {
  const { disk } = desk.store;
  const folder = viewFolderOf(desk, one);
  const state = disk.state(folder);
  if (state === undefined) return { tree: undefined, modified: false, stale: true };
  const listing = state.kind === 'folder' ? listFolder(disk, folder, one.kind) : undefined;
  if (listing === undefined) return { tree: undefined, modified: true, stale: true };
  const { tree } = readTree(disk, folder, one.kind, listing);
  return { tree, modified: !(await isOfSomeVersion(desk, one, tree)), stale: true };
}

/** Takes a folder away whose package was removed by somebody else: exactly what a version was, or it stays. */
async function takeAway(desk: Desk, one: StoredPackage, options: ChangeOptions): Promise<Done> {
  const { store } = desk;
  const { view } = one;
  if (view === undefined) return 'nothing';
  const state = store.disk.state(view.folder);
  if (state === undefined) {
    if (options.dryRun !== true) await store.db.local.deleteFrom('views').where('package', '=', one.key).execute();
    return 'nothing';
  }
  const listing = state.kind === 'folder' ? listFolder(store.disk, view.folder, one.kind) : undefined;
  if (listing === undefined || holdsMore(listing)) return 'conflict';
  if (options.discard !== true && !(await isOfVersion(desk, one, view.number))) return 'conflict';
  if (options.dryRun === true) return 'changed';
  const { dev, ino } = state;
  const plan = swapPlan(desk, one, 'sync', undefined, undefined, { dev, ino });
  await activate(store, { plan: { ...plan, isLocal: true }, versions: [], listing });
  return 'changed';
}

/** Files that belong to no version, and that somebody would miss. */
const holdsMore = ({ unversioned }: FolderListing): boolean =>
  unversioned.some((path) => !isJunk(path.slice(path.lastIndexOf('/') + 1)));
