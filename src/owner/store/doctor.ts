import { dirname } from 'node:path';
import { SkillficheError } from '../../base/errors.ts';
import { sha256Hex } from '../../base/hash.ts';
import { type Desk, placesOf } from './desk.ts';
import { listPackages } from './packages.ts';
import { diskError } from './plan.ts';
import type { DoctorCheck, DoctorReport } from './types.ts';
import { lookAt } from './verbs/status.ts';
import { ASIDE_PREFIX, STORE_FILE, type Store } from './world.ts';

/** Looks at the store whole: its file, every blob against its hash, every folder against its version. */
export async function examineStore(desk: Desk): Promise<DoctorReport> {
  const { store } = desk;
  const checks: DoctorCheck[] = [
    await checkFile(store),
    await checkBlobs(store),
    ...(await checkViews(desk)),
    await checkPlans(store),
  ];
  return {
    ok: checks.every(({ ok }) => ok),
    store: store.db.isOne ? `${store.folder}/${STORE_FILE}` : 'PostgreSQL',
    checks,
  };
}

/** A store that cannot be opened is what a doctor is asked about. Throws what is no matter of the store. */
export function unopenedStore(folder: string, error: unknown): DoctorReport {
  if (!(error instanceof SkillficheError)) throw error;
  const isBroken = error.code === 'STORE_BROKEN';
  const check = { name: 'file', ok: false, message: error.message, ...(isBroken ? { hint: RESTORE } : {}) };
  return { ok: false, store: `${folder}/${STORE_FILE}`, checks: [check] };
}

const RESTORE = 'Put a backup in its place; skill folders are untouched.';

async function checkFile(store: Store): Promise<DoctorCheck> {
  const faults = await store.db.check();
  if (faults.length === 0) return { name: 'file', ok: true, message: 'The store is whole.' };
  return { name: 'file', ok: false, message: `The store is damaged: ${faults.slice(0, 3).join('; ')}.`, hint: RESTORE };
}

async function checkBlobs(store: Store): Promise<DoctorCheck> {
  const names = await store.db.shared.selectFrom('blobs').select('sha256').execute();
  const wrong: string[] = [];
  for (const { sha256 } of names) {
    const row = await store.db.shared
      .selectFrom('blobs')
      .select('bytes')
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    if (row === undefined || sha256Hex(row.bytes) !== sha256) wrong.push(sha256);
  }
  if (wrong.length === 0)
    return { name: 'content', ok: true, message: `${names.length} contents are as they were put in.` };
  return {
    name: 'content',
    ok: false,
    message: `${wrong.length} contents are not as they were put in: ${wrong[0]}.`,
    hint: RESTORE,
  };
}

async function checkViews(desk: Desk): Promise<DoctorCheck[]> {
  const stale: string[] = [];
  const left: string[] = [];
  const { store } = desk;
  const folders = new Set<string>();
  let seen = 0;
  for (const one of await listPackages(store, placesOf(desk))) {
    folders.add(dirname(dirname(one.view?.folder ?? `${one.place.folder}/.agents/skills/x`)));
    if (one.active === undefined) continue;
    seen++;
    if ((await lookAt(store, one, one.active)).stale) stale.push(one.id);
  }
  for (const folder of folders) {
    if (store.disk.state(folder)?.kind !== 'folder') continue;
    for (const name of store.disk.names(folder)) if (name.startsWith(ASIDE_PREFIX)) left.push(`${folder}/${name}`);
  }
  const views: DoctorCheck =
    stale.length === 0
      ? {
          name: 'folders',
          ok: true,
          message: seen === 1 ? '1 folder shows what is active.' : `${seen} folders show what is active.`,
        }
      : {
          name: 'folders',
          ok: false,
          message: `${stale.join(', ')}: the folder is not there, or shows another version.`,
          hint: 'Run `skillfiche sync`.',
        };
  const asides: DoctorCheck =
    left.length === 0
      ? { name: 'leftovers', ok: true, message: 'No folder of ours is left over.' }
      : {
          name: 'leftovers',
          ok: false,
          message: `Left by a stopped command: ${left.join(', ')}.`,
          hint: 'Look into it, then remove it.',
        };
  return [views, asides];
}

async function checkPlans(store: Store): Promise<DoctorCheck> {
  const rows = await store.db.local.selectFrom('intents').select('package').execute();
  if (rows.length === 0) return { name: 'changes', ok: true, message: 'No change is half done.' };
  const names = rows.map((row) => row.package).join(', ');
  return {
    name: 'changes',
    ok: false,
    message: `A change of ${names} is under way, or waits to be ended by one who may write.`,
  };
}

/** Copies the store whole, while others go on. */
export async function backupStore(
  { store }: Desk,
  file: string,
  dryRun: boolean,
): Promise<{ file: string; bytes: number; dry_run: boolean }> {
  if (store.disk.state(file) !== undefined) {
    throw new SkillficheError('INVALID_ARGUMENT', `${file} is there already. Name a file that is not.`, {
      paths: [file],
    });
  }
  if (dryRun) {
    if (store.disk.state(dirname(file))?.kind !== 'folder') {
      throw new SkillficheError('UNREADABLE', `There is no folder ${dirname(file)}.`, { paths: [dirname(file)] });
    }
    const bytes = store.disk.state(`${store.folder}/${STORE_FILE}`)?.size ?? 0;
    return { file, bytes, dry_run: true };
  }
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    await store.db.backup(temporary);
    store.disk.rename(temporary, file);
    store.disk.sync(dirname(file));
  } catch (error) {
    store.disk.remove(temporary);
    throw diskError(error, 'The backup was not written', file);
  }
  return { file, bytes: store.disk.state(file)?.size ?? 0, dry_run: false };
}
