import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { SkillficheError } from '../../base/errors.ts';
import { SLICE_MS } from '../../base/limits.ts';
import type { Acceptance } from './accept.ts';
import { writeTree } from './content.ts';
import { type FolderListing, type FullTree, listFolder } from './folder.ts';
import { beginPlan, leavePlan } from './intents.ts';
import { diskError, type Plan } from './plan.ts';
import { reachedBefore } from './purged.ts';
import { markOf, settle } from './settle.ts';
import { READ_ONLY } from './sql/postgres-error.ts';
import type { SharedTables } from './sql/tables.ts';
import type { CameBy, LockSource } from './types.ts';
import type { Store } from './world.ts';

/** A version that a change adds. */
export interface NewVersion {
  readonly number: number;
  readonly content: FullTree;
  readonly name: string;
  readonly members: number;
  readonly came_by: CameBy;
  readonly source?: LockSource;
  readonly note?: string;
}

export interface Activation {
  readonly plan: Plan;
  readonly versions: readonly NewVersion[];
  /** What the folder is to hold; absent: nothing, or the folder stays as it is. */
  readonly view?: FullTree;
  /** The old folder as it was judged: when somebody wrote into it since, nothing is replaced. */
  readonly listing?: FolderListing;
  /** Findings of the gate that were accepted for it: the line in the log says so. */
  readonly accepted?: readonly Acceptance[];
}

/**
 * Makes a version the active one, and the folder show it: all of it, or nothing. Throws STALE_VERSION when another
 * change came first, FILE_CHANGED when the folder was written to meanwhile, NOT_WRITABLE when the disk says no; then
 * everything is as it was.
 */
export async function activate(store: Store, activation: Activation): Promise<void> {
  const { plan } = activation;
  if (!store.db.isOne && !store.db.mayWriteShared && plan.isLocal !== true) {
    throw new SkillficheError('NOT_WRITABLE', READ_ONLY);
  }
  await beginPlan(store, plan).catch((error: unknown) => {
    throw diskError(error, 'Nothing was changed', store.folder);
  });
  try {
    let occasion: 'done' | 'failed' = 'failed';
    try {
      await carryOut(store, activation);
      occasion = 'done';
    } finally {
      // Also after a failure: what is half done is put back before anybody hears of it.
      await settle(store, plan, occasion);
    }
  } catch (error) {
    throw diskError(error, `"${plan.verb}" of ${plan.slug} was not done`, plan.folder);
  } finally {
    leavePlan(plan.nonce);
  }
}

async function carryOut(store: Store, activation: Activation): Promise<void> {
  const { plan, versions, view } = activation;
  await checkRevision(store, plan);
  if (plan.aside === undefined) {
    await store.db.shared.transaction().execute(async (tx) => {
      await addVersions(store, tx, activation);
      await swapActive(store, tx, activation);
    });
    await store.onStep('committed');
    return;
  }
  if (versions.length > 0) {
    await store.db.shared.transaction().execute((tx) => addVersions(store, tx, activation));
    await store.onStep('stored');
  }
  await buildAside(store, plan, plan.aside, view);
  await swapFolder(store, activation, plan.aside);
  if (plan.isLocal === true) await checkRevision(store, plan);
  else await store.db.shared.transaction().execute((tx) => swapActive(store, tx, activation));
  await store.onStep('committed');
}

async function checkRevision(store: Store, plan: Plan): Promise<void> {
  const row = await store.db.shared
    .selectFrom('active')
    .select('revision')
    .where('package', '=', plan.package)
    .executeTakeFirst();
  if (Number(row?.revision ?? 0) !== plan.revision) throw stale(plan, Number(row?.revision ?? 0));
}

function stale(plan: Plan, found: number | undefined): SkillficheError {
  const now = found === undefined ? 'another one' : `revision ${found}`;
  const message = `${plan.slug} was changed by somebody else: this change follows revision ${plan.revision}, and there is ${now} now. Nothing was changed; look at \`skillfiche history\` and run it again.`;
  return new SkillficheError('STALE_VERSION', message, { reason: found === undefined ? 'raced' : String(found) });
}

async function addVersions(store: Store, tx: Transaction<SharedTables>, { plan, versions }: Activation): Promise<void> {
  if (versions.length === 0) return;
  const at = store.now().toISOString();
  const { package: key, place, slug, kind, revision } = plan;
  const reached = revision === 0 ? (await reachedBefore(tx, key)).number : 0;
  if (versions.some(({ number }) => number <= reached)) throw stale(plan, undefined);
  await tx
    .insertInto('packages')
    .values({ package: key, place, slug, kind, at })
    .onConflict((on) => on.column('package').doNothing())
    .execute();
  for (const { number, content, name, members, came_by, source, note } of versions) {
    await writeTree(tx, content);
    const row = {
      package: key,
      number,
      digest: content.digest,
      tree: content.tree,
      name,
      members,
      came_by,
      source: source === undefined ? null : JSON.stringify(source),
      note: note ?? null,
      at,
      intent: plan.nonce,
    };
    const added = await tx
      .insertInto('versions')
      .values(row)
      .onConflict((on) => on.columns(['package', 'number']).doNothing())
      .executeTakeFirst();
    if (Number(added.numInsertedOrUpdatedRows ?? 0) !== 1) throw stale(plan, undefined);
  }
}

/** The compare-and-swap, and the line in the log, in one. */
async function swapActive(
  store: Store,
  tx: Transaction<SharedTables>,
  { plan, accepted = [] }: Activation,
): Promise<void> {
  const { package: key, revision, to, digest, verb, nonce } = plan;
  const before = revision === 0 ? (await reachedBefore(tx, key)).revision : revision;
  const next = { number: to ?? null, revision: before + 1 };
  const changed =
    revision === 0
      ? await tx
          .insertInto('active')
          .values({ package: key, ...next })
          .onConflict((on) => on.column('package').doNothing())
          .executeTakeFirst()
      : await tx
          .updateTable('active')
          .set(next)
          .where('package', '=', key)
          .where('revision', '=', revision)
          .executeTakeFirst();
  const count = 'numUpdatedRows' in changed ? changed.numUpdatedRows : changed.numInsertedOrUpdatedRows;
  if (Number(count ?? 0) !== 1) throw stale(plan, undefined);
  await tx
    .insertInto('events')
    .values({
      at: store.now().toISOString(),
      person: store.person,
      verb,
      package: key,
      version: to ?? null,
      digest: digest ?? null,
      intent: nonce,
      detail: accepted.length === 0 ? null : JSON.stringify({ accepted }),
    })
    .execute();
}

/** Builds the new folder where no tool looks for skills, on the same disk, flushed. */
async function buildAside(store: Store, plan: Plan, aside: string, view: FullTree | undefined): Promise<void> {
  const { disk } = store;
  const above = aside.slice(0, aside.lastIndexOf('/'));
  disk.ensureFolder(plan.folder.slice(0, plan.folder.lastIndexOf('/')));
  disk.ensureFolder(above);
  disk.makeFolder(aside, 0o700);
  await store.onStep('folder-made');
  if (view === undefined) return;
  const target = `${aside}/new`;
  disk.makeFolder(target);
  const folders = foldersOf(view);
  for (const folder of folders) disk.makeFolder(`${target}/${folder}`);
  let pauseAt = performance.now() + SLICE_MS;
  for (const [at, { path, sha256, executable }] of view.files.entries()) {
    disk.makeFile(`${target}/${path}`, view.bytes.get(sha256) ?? new Uint8Array(), executable);
    if (at === view.files.length >> 1) await store.onStep('half-filled');
    if (performance.now() < pauseAt) continue;
    await setImmediate();
    pauseAt = performance.now() + SLICE_MS;
  }
  for (const folder of folders.toReversed()) disk.sync(`${target}/${folder}`);
  disk.sync(target);
  const built = disk.state(target);
  if (built !== undefined) disk.makeFolder(`${aside}/${markOf(built)}`);
  disk.sync(aside);
  await store.onStep('filled');
}

/** Every folder of a tree, parents first. */
function foldersOf({ files }: FullTree): string[] {
  const folders = new Set<string>();
  for (const { path } of files) {
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at));
  }
  return [...folders].sort((a, b) => (a < b ? -1 : 1));
}

/** Two renames. What stands in the way must be the very folder that was judged, unchanged. */
async function swapFolder(store: Store, { plan, view, listing }: Activation, aside: string): Promise<void> {
  const { disk } = store;
  const { folder, old } = plan;
  const parent = folder.slice(0, folder.lastIndexOf('/'));
  const changed = (what: string): SkillficheError =>
    new SkillficheError(
      'FILE_CHANGED',
      `${folder} ${what} in the meantime. Nothing was replaced; look at it and try again.`,
      {
        paths: [folder],
      },
    );
  if (disk.state(parent)?.kind !== 'folder') throw changed('lies below a link, or its parent went,');
  if (old !== undefined) {
    disk.rename(folder, `${aside}/old`);
    const moved = disk.state(`${aside}/old`);
    if (moved?.dev !== old.dev || moved.ino !== old.ino || moved.kind !== 'folder') {
      disk.rename(`${aside}/old`, folder);
      throw changed('was replaced by another folder or a link');
    }
    if (listing !== undefined && listFolder(disk, `${aside}/old`, plan.kind)?.stamp !== listing.stamp)
      throw changed('was edited');
    await store.onStep('set-aside');
  } else if (disk.state(folder) !== undefined) throw changed('was made by somebody else');
  if (view !== undefined) disk.rename(`${aside}/new`, folder);
  disk.sync(parent);
  disk.sync(aside);
  await store.onStep('swapped');
  if (disk.state(parent)?.kind !== 'folder') throw changed('was put below a link');
}
