import { SkillficheError } from '../../base/errors.ts';
import type { FolderDisk } from '../../io/disk/folder-disk.ts';
import { isAlive } from '../../io/disk/running.ts';
import type { Store } from '../store/world.ts';
import { forgetWritten, type Pending, saveWritten, type Written } from './manifest.ts';
import { markerNonce } from './marker.ts';
import { standingOf } from './ours.ts';

/** Changes that this process is at: its own mark says only that it lives. */
const underWay = new Set<string>();

export function beginPending(nonce: string): void {
  underWay.add(nonce);
}

export function endPending(nonce: string): void {
  underWay.delete(nonce);
}

/**
 * Ends what a stopped process left of a change of one folder: it is finished, or taken back. Gives what is written down
 * afterwards. Throws STORE_BUSY while another process is at it.
 */
export async function settleWritten(store: Store, row: Written | undefined): Promise<Written | undefined> {
  if (row?.pending === undefined) return row;
  const { pending, ...written } = row;
  const isBusy = pending.mark.pid === process.pid ? underWay.has(pending.nonce) : isAlive(pending.mark);
  if (isBusy) {
    const message = `Another process (${pending.mark.pid}) is at ${row.folder}. Try again when it has ended.`;
    throw new SkillficheError('STORE_BUSY', message, { paths: [row.folder] });
  }
  return pending.verb === 'put' ? settlePut(store, written, pending) : settleTake(store, written, pending);
}

async function settlePut(
  store: Store,
  written: Written,
  { aside, nonce, before }: Pending,
): Promise<Written | undefined> {
  const { disk } = store;
  const { folder } = written;
  if (disk.state(folder)?.kind === 'folder' && markerNonce(disk, folder) === nonce) {
    await saveWritten(store, written);
    disk.remove(`${aside}/gone`);
    dropAside(disk, aside);
    return written;
  }
  disk.remove(`${aside}/new`);
  for (const name of ['gone', 'old']) putBack(store, `${aside}/${name}`, folder);
  // It was ours, and as we wrote it: a copy that gave way.
  disk.remove(`${aside}/gone`);
  dropAside(disk, aside);
  if (before !== undefined) {
    await saveWritten(store, before);
    return before;
  }
  for (const above of written.made.toReversed()) disk.removeIfEmpty(above);
  if (written.session?.exclude !== undefined) {
    // Its line may be there already: the row stays, so that the line is known for ours.
    await saveWritten(store, written);
    return written;
  }
  await forgetWritten(store, folder);
  return undefined;
}

async function settleTake(store: Store, written: Written, { aside }: Pending): Promise<Written | undefined> {
  const { disk } = store;
  const { folder } = written;
  // It was looked at already, and the removal begun.
  const isGone = disk.state(`${aside}/gone`) !== undefined;
  disk.remove(`${aside}/gone`);
  if (!isGone && standingOf(disk, `${aside}/old`, written) !== 'absent') putBack(store, `${aside}/old`, folder);
  dropAside(disk, aside);
  if (disk.state(folder) !== undefined || written.session !== undefined) {
    // A session also has a line to take back: its next `unseed` does.
    await saveWritten(store, written);
    return written;
  }
  await forgetWritten(store, folder);
  for (const above of written.made.toReversed()) disk.removeIfEmpty(above);
  return undefined;
}

const IGNORE_FILE = '.gitignore';

/** A folder for what is built or moved aside. Git sees nothing of it, should it be left there. */
export function makeAside(disk: FolderDisk, aside: string): void {
  disk.makeFolder(aside, 0o700);
  disk.makeFile(`${aside}/${IGNORE_FILE}`, Buffer.from('*\n'), false, true);
}

/** Takes the folder away once nothing but its own file lies in it. */
export function dropAside(disk: FolderDisk, aside: string): void {
  if (disk.state(aside)?.kind !== 'folder') return;
  const names = disk.names(aside);
  if (names.length === 1 && names[0] === IGNORE_FILE) disk.remove(`${aside}/${IGNORE_FILE}`);
  disk.removeIfEmpty(aside);
}

/** What was moved aside, ours or not, is where it was again, unless something else came to stand there. */
function putBack(store: Store, from: string, folder: string): void {
  const { disk } = store;
  if (disk.state(from) !== undefined && disk.state(folder) === undefined) disk.rename(from, folder);
}

/** Ends every change that a stopped process left; one that is under way goes on. Gives what is written down then. */
export async function settleAll(store: Store, rows: readonly Written[]): Promise<Written[]> {
  const settled: Written[] = [];
  for (const row of rows) {
    try {
      const now = store.db.readOnly ? row : await settleWritten(store, row);
      if (now !== undefined) settled.push(now);
    } catch (error) {
      if (!(error instanceof SkillficheError) || error.code !== 'STORE_BUSY') throw error;
      settled.push(row);
    }
  }
  return settled;
}
