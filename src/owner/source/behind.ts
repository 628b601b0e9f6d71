import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { readJson } from '../../base/json.ts';
import { isAlive, type ProcessMark } from '../../io/disk/running.ts';
import { type Desk, placesOf } from '../store/desk.ts';
import { diskError, newNonce } from '../store/plan.ts';
import { BEHIND_FOLDER, type Store } from '../store/world.ts';
import { noteInLocks } from './lockfile.ts';

/** What the note of a change says, so that a stopped process leaves no lock behind. */
interface Behind {
  readonly mark: ProcessMark;
  /** Key of the project, whose lock only one who stands in it can write. */
  readonly project?: string;
  /** Number of the last line of the log before the change. */
  readonly since: number;
}

const underWay = new Set<string>();

/**
 * Does what changes packages, then writes the locks. Where they cannot be written the change stands, the error says so,
 * and the next command writes them.
 */
export async function withLocks<T>(
  desk: Desk,
  act: () => Promise<T>,
  idsOf: (report: T) => readonly string[],
): Promise<{ readonly report: T; readonly locks: readonly string[] }> {
  const { store } = desk;
  const nonce = newNonce();
  const file = `${store.folder}/${BEHIND_FOLDER}/${nonce}.json`;
  const begun = `${store.folder}/${BEHIND_FOLDER}/${nonce}.${process.pid}.part`;
  const since = await lastEvent(store);
  const behind: Behind = {
    mark: desk.mark,
    ...(desk.project === undefined ? {} : { project: desk.project.key }),
    since,
  };
  underWay.add(nonce);
  try {
    try {
      store.disk.ensureFolder(`${store.folder}/${BEHIND_FOLDER}`);
      // Whole or not there: half a note would say nothing of who wrote it.
      store.disk.makeFile(begun, Buffer.from(JSON.stringify(behind)), false);
      store.disk.rename(begun, file);
    } catch (error) {
      store.disk.remove(begun);
      throw diskError(error, 'Nothing was changed', store.folder);
    }
    let report: T;
    try {
      report = await act();
    } catch (error) {
      // The first of several may be done: its lock says so before anybody hears of the failure.
      await followLog(desk, since);
      store.disk.remove(file);
      throw error;
    }
    const ids = idsOf(report);
    const locks = ids.length === 0 ? [] : await noteInLocks(desk, ids).catch((error: unknown) => fail(error, ids));
    store.disk.remove(file);
    return { report, locks };
  } finally {
    underWay.delete(nonce);
  }
}

function fail(error: unknown, ids: readonly string[]): never {
  if (!(error instanceof SkillficheError)) throw error;
  const message = `${ids.join(', ')}: the change was made, in the store and on disk, but the lock does not say so: ${error.message} Mend that; the next command writes the lock, and \`skillfiche lock check\` shows what differs until then.`;
  throw new SkillficheError(error.code, message, { reason: 'lock-behind', paths: error.paths, cause: error });
}

/** Writes the locks that changes before did not get to; those that still cannot be written: why. Cost where all is well: one look. */
export async function catchUpLocks(desk: Desk): Promise<string[]> {
  const { store } = desk;
  const folder = `${store.folder}/${BEHIND_FOLDER}`;
  const faults: string[] = [];
  if (store.disk.state(folder)?.kind !== 'folder') return faults;
  for (const name of store.disk.names(folder)) {
    const [, nonce = '', pid] = /^([0-9a-f]{16})\.(?:(\d+)\.part|json)$/.exec(name) ?? [];
    if (nonce === '') continue;
    if (pid !== undefined) {
      // Its change was never begun.
      const isBusy =
        Number(pid) === process.pid ? underWay.has(nonce) : isAlive({ host: desk.mark.host, pid: Number(pid) });
      if (!isBusy && !store.db.readOnly) store.disk.remove(`${folder}/${name}`);
      continue;
    }
    const behind = readBehind(store, `${folder}/${name}`);
    if (behind === undefined) continue;
    if (behind.mark.pid === process.pid ? underWay.has(nonce) : isAlive(behind.mark)) continue;
    if (behind.project !== undefined && behind.project !== desk.project?.key) continue;
    try {
      if (store.db.readOnly) throw new SkillficheError('NOT_WRITABLE', 'The store may not be written to.');
      await followLog(desk, behind.since);
      store.disk.remove(`${folder}/${name}`);
    } catch (error) {
      if (!(error instanceof SkillficheError)) throw error;
      faults.push(error.message);
    }
  }
  return faults;
}

function readBehind({ disk }: Store, file: string): Behind | undefined {
  if (disk.state(file)?.kind !== 'file') return undefined;
  let text: string;
  try {
    text = disk.readFile(file).bytes.toString('utf8');
  } catch (error) {
    // Its change has ended since, in the process that made it.
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const reading = readJson(text);
  return 'fault' in reading ? undefined : (reading.value as Behind);
}

async function followLog(desk: Desk, since: number): Promise<void> {
  const rows = await desk.store.db.shared
    .selectFrom('events')
    .select('package')
    .distinct()
    .where('number', '>', since)
    .where('verb', '!=', 'recovered')
    .execute();
  const ids = rows.flatMap(({ package: key }) =>
    placesOf(desk).flatMap((place) =>
      key?.startsWith(`${place.key}:`) ? [`${place.name}:${key.slice(place.key.length + 1)}`] : [],
    ),
  );
  if (ids.length > 0) await noteInLocks(desk, ids);
}

async function lastEvent(store: Store): Promise<number> {
  const row = await store.db.shared
    .selectFrom('events')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Number(row?.number ?? 0);
}
