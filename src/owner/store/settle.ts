import type { Transaction } from 'kysely';
import { SkillficheError } from '../../base/errors.ts';
import { dropUnused } from './content.ts';
import { isJunk, listFolder, readTree } from './folder.ts';
import type { Plan } from './plan.ts';
import type { SharedTables } from './sql/tables.ts';
import { INTENTS_FOLDER, type Store } from './world.ts';

/** Why a plan is settled: it went its way, something stood in it, or its process was found gone. */
export type Occasion = 'done' | 'failed' | 'recovered';

/**
 * Ends a plan: when its change was committed, what is left to do is done, else everything is put back. Can be stopped
 * anywhere and called again.
 */
export async function settle(store: Store, plan: Plan, occasion: Occasion): Promise<'new' | 'old'> {
  const outcome = occasion === 'done' || (await isCommitted(store, plan)) ? 'new' : 'old';
  if (outcome === 'new') await finish(store, plan);
  else await takeBack(store, plan);
  if (occasion === 'recovered' && plan.isLocal !== true) {
    await store.db.shared
      .insertInto('events')
      .values({
        at: store.now().toISOString(),
        person: store.person,
        verb: 'recovered',
        package: plan.package,
        version: plan.to ?? null,
        digest: plan.digest ?? null,
        intent: plan.nonce,
        detail: JSON.stringify({ verb: plan.verb, outcome }),
      })
      .execute();
  }
  await store.db.local.deleteFrom('intents').where('nonce', '=', plan.nonce).execute();
  store.disk.remove(`${store.folder}/${INTENTS_FOLDER}/${plan.nonce}.json`);
  return outcome;
}

async function isCommitted({ db, disk }: Store, plan: Plan): Promise<boolean> {
  if (plan.isLocal === true) {
    const shown = disk.state(plan.folder);
    const aside = plan.aside ?? '';
    return shown !== undefined && disk.state(`${aside}/${markOf(shown)}`) !== undefined;
  }
  // In a transaction: a commit that is still on its way to a server, or under way there, is waited for.
  const event = await db.shared
    .transaction()
    .execute((tx) =>
      tx
        .selectFrom('events')
        .select('number')
        .where('intent', '=', plan.nonce)
        .where('verb', '!=', 'recovered')
        .executeTakeFirst(),
    );
  return event !== undefined;
}

async function finish(store: Store, plan: Plan): Promise<void> {
  const { disk } = store;
  const { aside, folder, to, tree } = plan;
  if (aside !== undefined && disk.state(aside) !== undefined) {
    const old = `${aside}/old`;
    if (to !== undefined && disk.state(old)?.kind === 'folder') carry(store, plan, old);
    await store.onStep('carried');
    // In one step: readers show the old folder for as long as it is whole.
    if (disk.state(old) !== undefined) disk.rename(old, `${aside}/gone`);
    disk.remove(aside);
    await store.onStep('old-removed');
  }
  if (to === undefined || tree === undefined) {
    await store.db.local.deleteFrom('views').where('package', '=', plan.package).execute();
  } else {
    const view = { number: to, folder, tree, stamp: '' };
    await store.db.local
      .insertInto('views')
      .values({ package: plan.package, ...view })
      .onConflict((on) => on.column('package').doUpdateSet(view))
      .execute();
  }
  await store.onStep('viewed');
}

/** Moves what belongs to no version from the old folder to the new one; where its place is gone, one is made. */
function carry({ disk }: Store, { folder, kind }: Plan, old: string): void {
  const listing = listFolder(disk, old, kind);
  for (const path of listing?.unversioned ?? []) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (isJunk(name) || disk.state(`${folder}/${path}`) !== undefined) continue;
    const parent = path.includes('/') ? `${folder}/${path.slice(0, path.lastIndexOf('/'))}` : folder;
    disk.ensureFolder(parent);
    disk.rename(`${old}/${path}`, `${folder}/${path}`);
  }
}

async function takeBack(store: Store, plan: Plan): Promise<void> {
  if (plan.aside !== undefined) restoreFolder(store, plan, plan.aside);
  if (plan.isLocal !== true) await store.db.shared.transaction().execute((tx) => dropVersion(tx, plan));
}

/** Takes back the version that this plan alone made, and what only it used. */
async function dropVersion(tx: Transaction<SharedTables>, plan: Plan): Promise<void> {
  // Another machine may have made it the active one in between: then it is not ours alone any more.
  const made = tx.selectFrom('versions').select('versions.number').where('versions.intent', '=', plan.nonce);
  const used = await tx
    .selectFrom('events')
    .select('number')
    .where('package', '=', plan.package)
    .where('version', 'in', made)
    .where((on) => on.or([on('intent', '!=', plan.nonce), on('intent', 'is', null)]))
    .where('verb', '!=', 'recovered')
    .executeTakeFirst();
  if (used !== undefined) return;
  const deleted = await tx
    .deleteFrom('versions')
    .where('package', '=', plan.package)
    .where('intent', '=', plan.nonce)
    .executeTakeFirst();
  if (Number(deleted.numDeletedRows) === 0) return;
  const left = await tx.selectFrom('versions').select('number').where('package', '=', plan.package).executeTakeFirst();
  if (left === undefined) await tx.deleteFrom('packages').where('package', '=', plan.package).execute();
  await dropUnused(tx);
}

/** Puts the old folder back where it was, and removes the one we built: known by its number on the disk, or its content. */
function restoreFolder({ disk }: Store, plan: Plan, aside: string): void {
  const { folder } = plan;
  if (disk.state(aside) !== undefined) {
    const old = disk.state(`${aside}/old`);
    const shown = disk.state(folder);
    const isBuilt = disk.state(`${aside}/new`) !== undefined;
    const mark = disk.names(aside).find((name) => name.startsWith('is-'));
    const isOurs = shown !== undefined && !isBuilt && mark === markOf(shown);
    if (isOurs && (old !== undefined || isUntouched(plan, folder, disk))) disk.rename(folder, `${aside}/new`);
    if (old !== undefined) {
      if (disk.state(folder) !== undefined) {
        const message = `${folder} was put there by somebody else while it was being replaced. The folder that was there before is ${aside}/old; move one of them away, then run the command again.`;
        throw new SkillficheError('NAME_TAKEN', message, { paths: [folder, `${aside}/old`] });
      }
      disk.rename(`${aside}/old`, folder);
    }
    disk.remove(aside);
  }
  for (const made of plan.made.toReversed()) disk.removeIfEmpty(made);
}

/** The name of an empty folder that says which folder is ours. */
export function markOf({ dev, ino }: { readonly dev: number; readonly ino: number }): string {
  return `is-${dev}-${ino}`;
}

/** Nobody wrote into the folder since we made it. */
function isUntouched(plan: Plan, folder: string, disk: Store['disk']): boolean {
  const listing = listFolder(disk, folder, plan.kind);
  return listing !== undefined && listing.unversioned.length === 0
    ? readTree(disk, folder, plan.kind, listing).tree === plan.tree
    : false;
}
