import type { Transaction } from 'kysely';
import type { Desk } from './desk.ts';
import { diskError, newNonce } from './plan.ts';
import type { SharedTables } from './sql/tables.ts';
import { parseSwitches, type SwitchLayer, type SwitchRecord, type SwitchState, stateIn } from './switch-record.ts';
import type { SwitchReport } from './types.ts';
import { type Store, SWITCHES_FILE } from './world.ts';

export interface SwitchOptions {
  /** `project`: for everybody in this project. Default: for this person. */
  readonly for?: 'person' | 'project';
  readonly dryRun?: boolean;
}

type Tx = Transaction<SharedTables>;
const REVISION = 'switch_revision';

/** Whose switch an id has: skills of a project are another thing in every project. */
function ownerOf(desk: Desk, target: string, whose: 'person' | 'project'): { person: string; place: string } {
  const project = desk.project?.key ?? '';
  if (whose === 'project') return { person: '', place: project };
  return { person: desk.store.person, place: /^project[.:-]/.test(target) ? project : '' };
}

/**
 * Turns switches, given as ids or `<scope>:*`. What narrows is in `switches.json` before it is in the store, what widens
 * after: a reader in between shows less, never more.
 */
export async function turnSwitches(
  desk: Desk,
  targets: readonly string[],
  on: boolean,
  options: SwitchOptions,
): Promise<SwitchReport> {
  const { store } = desk;
  const whose = options.for ?? 'person';
  const changed: string[] = [];
  const unchanged: string[] = [];
  try {
    await store.db.shared.transaction().execute(async (tx) => {
      for (const target of targets) {
        const isChanged = await turnOne(desk, tx, target, on, whose, options.dryRun === true);
        (isChanged ? changed : unchanged).push(target);
      }
      if (options.dryRun === true || changed.length === 0) return;
      await bumpRevision(tx);
      await logTurn(desk, tx, changed, on);
      if (!on) writeRecord(store, await readRecord(store, tx));
      await store.onStep('stored');
    });
    if (on && changed.length > 0 && options.dryRun !== true) {
      await store.onStep('committed');
      // In a transaction of its own: nobody else may write an older state over a newer one.
      await store.db.shared.transaction().execute(async (tx) => writeRecord(store, await readRecord(store, tx)));
    }
  } catch (error) {
    await mendSwitches(store).catch(() => undefined);
    throw diskError(error, 'The switch was not turned', `${store.folder}/${SWITCHES_FILE}`);
  }
  return { enabled: on, changed, unchanged, for: whose, dry_run: options.dryRun === true };
}

async function turnOne(desk: Desk, tx: Tx, target: string, on: boolean, whose: 'person' | 'project', dryRun: boolean) {
  const owner = ownerOf(desk, target, whose);
  const rows = await tx
    .selectFrom('switches')
    .select(['target', 'state'])
    .where('person', '=', owner.person)
    .where('place', '=', owner.place)
    .execute();
  const layer = Object.fromEntries(rows.map((row) => [row.target, row.state as SwitchState]));
  const wanted = on ? 'on' : 'off';
  if ((stateIn(layer, target) ?? 'on') === wanted) return false;
  if (dryRun) return true;
  const key = { ...owner, target };
  await tx
    .deleteFrom('switches')
    .where('person', '=', owner.person)
    .where('place', '=', owner.place)
    .where('target', '=', target)
    .execute();
  const { [target]: _, ...others } = layer;
  // A row only where nothing else says the same.
  if ((stateIn(others, target) ?? 'on') !== wanted) {
    await tx
      .insertInto('switches')
      .values({ ...key, state: wanted })
      .execute();
  }
  return true;
}

async function revisionOf(tx: Pick<Tx, 'selectFrom'>): Promise<number> {
  const row = await tx.selectFrom('meta').select('value').where('name', '=', REVISION).executeTakeFirst();
  return Number(row?.value ?? 0);
}

async function bumpRevision(tx: Tx): Promise<void> {
  const value = String((await revisionOf(tx)) + 1);
  await tx
    .insertInto('meta')
    .values({ name: REVISION, value })
    .onConflict((one) => one.column('name').doUpdateSet({ value }))
    .execute();
}

async function logTurn(desk: Desk, tx: Tx, targets: readonly string[], on: boolean): Promise<void> {
  const { store } = desk;
  const at = store.now().toISOString();
  const verb = on ? 'enable' : 'disable';
  const rows = targets.map((target) => ({
    at,
    person: store.person,
    verb,
    package: target,
    version: null,
    digest: null,
    intent: null,
    detail: null,
  }));
  if (rows.length > 0) await tx.insertInto('events').values(rows).execute();
}

export async function readRecord(store: Store, tx: Pick<Tx, 'selectFrom'>): Promise<SwitchRecord> {
  const rows = await tx.selectFrom('switches').selectAll().where('person', 'in', ['', store.person]).execute();
  const layerOf = (isOurs: (row: (typeof rows)[number]) => boolean): SwitchLayer =>
    Object.fromEntries(rows.filter(isOurs).map(({ target, state }) => [target, state as SwitchState]));
  const places = new Set(rows.map(({ place }) => place).filter((place) => place !== ''));
  const projects = [...places].map((key) => {
    const person = layerOf((row) => row.place === key && row.person !== '');
    return [key, { person, project: layerOf((row) => row.place === key && row.person === '') }] as const;
  });
  return {
    format: 1,
    revision: await revisionOf(tx),
    ...(store.db.sharedId === undefined ? {} : { store: store.db.sharedId }),
    everywhere: layerOf((row) => row.place === ''),
    projects: Object.fromEntries(projects),
  };
}

function writeRecord({ disk, folder }: Store, record: SwitchRecord): void {
  const temporary = `${folder}/.${SWITCHES_FILE}.${newNonce()}.tmp`;
  try {
    disk.makeFile(temporary, Buffer.from(`${JSON.stringify(record)}\n`), false);
    disk.rename(temporary, `${folder}/${SWITCHES_FILE}`);
  } catch (error) {
    disk.remove(temporary);
    throw error;
  }
}

/** Makes `switches.json` say what the store says, where a process was stopped between the two. */
export async function mendSwitches(store: Store): Promise<boolean> {
  const { disk, folder, db } = store;
  const file = `${folder}/${SWITCHES_FILE}`;
  const isThere = disk.state(file)?.kind === 'file';
  const found = isThere ? parseSwitches(disk.readFile(file).bytes.toString('utf8')) : undefined;
  const left = disk.names(folder).filter((name) => name.startsWith(`.${SWITCHES_FILE}.`) && name.endsWith('.tmp'));
  const revision = await revisionOf(db.shared);
  if (
    left.length === 0 &&
    ((found?.revision === revision && found.store === db.sharedId) || (!isThere && revision === 0))
  )
    return false;
  await db.shared.transaction().execute(async (tx) => {
    // Here nobody else is writing it: what lies about is of a process that was stopped.
    for (const name of left) disk.remove(`${folder}/${name}`);
    writeRecord(store, await readRecord(store, tx));
  });
  return true;
}
