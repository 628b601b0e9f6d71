import { setTimeout } from 'node:timers/promises';
import { SkillficheError } from '../../base/errors.ts';
import { isAlive } from '../../io/disk/running.ts';
import type { Plan } from './plan.ts';
import { settle } from './settle.ts';
import { INTENTS_FOLDER, type Store } from './world.ts';

/** Plans that this process is carrying out: its own mark says only that it lives. */
const underWay = new Set<string>();

function isUnderWay(plan: Plan): boolean {
  return plan.mark.pid === process.pid ? underWay.has(plan.nonce) : isAlive(plan.mark);
}

/** A change is ended by the store it was begun in, and by a user who may write what it wrote. */
const canEnd = ({ db }: Store, plan: Plan): boolean =>
  plan.store === db.sharedId && (plan.isLocal === true || db.mayWriteShared);

const readPlan = (text: string): Plan => JSON.parse(text) as Plan;

export const intentFile = (store: Store, nonce: string): string => `${store.folder}/${INTENTS_FOLDER}/${nonce}.json`;

/**
 * Writes the plan down, in the store and in a file that readers see without it. One change of a package at a time: a
 * live one is waited for, one whose process is gone is finished or taken back first.
 */
export async function beginPlan(store: Store, plan: Plan): Promise<void> {
  const until = Date.now() + store.waitMs;
  const { sharedId } = store.db;
  const text = JSON.stringify(sharedId === undefined ? plan : { ...plan, store: sharedId });
  underWay.add(plan.nonce);
  try {
    for (let pause = 3; ; pause = Math.min(40, pause * 2)) {
      const other = await store.db.local.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('intents')
          .select('plan')
          .where('package', '=', plan.package)
          .executeTakeFirst();
        if (row === undefined) {
          await tx.insertInto('intents').values({ nonce: plan.nonce, package: plan.package, plan: text }).execute();
        }
        return row;
      });
      if (other === undefined) break;
      const found = readPlan(other.plan);
      if (isUnderWay(found) || !canEnd(store, found)) {
        if (Date.now() > until) throw busy(found);
        await setTimeout(pause);
      } else await settle(store, found, 'recovered');
    }
    await store.onStep('intent-row');
    store.disk.ensureFolder(`${store.folder}/${INTENTS_FOLDER}`);
    store.disk.makeFile(intentFile(store, plan.nonce), Buffer.from(text), false);
    await store.onStep('intent-file');
  } catch (error) {
    underWay.delete(plan.nonce);
    throw error;
  }
}

/** The plan is carried out or taken back, and need not be looked for any more. */
export function leavePlan(nonce: string): void {
  underWay.delete(nonce);
}

function busy(plan: Plan): SkillficheError {
  const message = `Another process (${plan.mark.pid} on ${plan.mark.host}) is at "${plan.verb}" of ${plan.package} and does not finish. Try again.`;
  return new SkillficheError('STORE_BUSY', message);
}

/**
 * Finishes or takes back every change whose process is gone; how many there were. A store that may not be written to
 * keeps them, and shows the state before them.
 */
export async function recoverPlans(store: Store): Promise<number> {
  const rows = await store.db.local.selectFrom('intents').select('plan').execute();
  let settled = 0;
  if (!store.db.readOnly) {
    for (const { plan } of rows) {
      const found = readPlan(plan);
      if (isUnderWay(found) || !canEnd(store, found)) continue;
      await settle(store, found, 'recovered');
      settled++;
    }
  }
  const known = new Set(rows.map(({ plan }) => readPlan(plan).nonce));
  const folder = `${store.folder}/${INTENTS_FOLDER}`;
  if (store.db.readOnly || store.disk.state(folder)?.kind !== 'folder') return settled;
  for (const name of store.disk.names(folder)) {
    // A file whose row is gone: its process was stopped between the two.
    const nonce = /^([0-9a-f]{16})\.json$/.exec(name)?.[1];
    if (nonce === undefined || known.has(nonce) || underWay.has(nonce)) continue;
    const row = await store.db.local
      .selectFrom('intents')
      .select('nonce')
      .where('nonce', '=', nonce)
      .executeTakeFirst();
    if (row === undefined) store.disk.remove(`${folder}/${name}`);
  }
  return settled;
}

/** Changes that are begun and not ended. */
export async function countPlans(store: Store): Promise<number> {
  return (await store.db.local.selectFrom('intents').select('nonce').execute()).length;
}
