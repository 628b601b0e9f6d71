import { errnoOf, SkillficheError } from '../../base/errors.ts';
import type { FolderDisk } from '../../io/disk/folder-disk.ts';
import type { Desk } from '../store/desk.ts';
import { asideOf, missingAbove } from '../store/place.ts';
import { diskError, newNonce } from '../store/plan.ts';
import type { Store } from '../store/world.ts';
import {
  findWritten,
  forgetWritten,
  listWritten,
  type Pending,
  replaceWritten,
  saveWritten,
  type Written,
} from './manifest.ts';
import { EXPORT_MARKER, markerBytes } from './marker.ts';
import { type CopiedFile, copyTree, type Standing, standingOf } from './ours.ts';
import { beginPending, dropAside, endPending, makeAside, settleWritten } from './settle.ts';
import type { ConflictReason } from './types.ts';

/** One folder to write: what it is of, and what it shall hold. */
export type ToWrite = Omit<Written, 'at' | 'nonce' | 'tree' | 'made' | 'pending'> & {
  readonly files: readonly CopiedFile[];
};

export type Outcome = { readonly done: 'written' | 'removed' | 'unchanged' } | { readonly conflict: ConflictReason };

/** What is done between the note of a change and the change itself, such as a line of `info/exclude`. */
export type Before = () => Promise<void>;

interface How {
  readonly dryRun?: boolean;
  readonly before?: Before;
  /** Replaces also a copy that somebody edited. */
  readonly discard?: boolean;
}

const mayGo = (standing: Standing, discard = false): boolean =>
  standing === 'ours' || (discard && standing === 'edited');
const reasonOf = (standing: Standing): ConflictReason =>
  standing === 'edited' || standing === 'link' ? standing : 'foreign';

/**
 * Writes a folder whole into another tool's place: noted, built aside, moved in. What stands there gives way only when
 * our marker and the manifest both say that we wrote it, and it is as we wrote it; looked at once more after it is moved
 * aside, so that what was swapped in meanwhile is put back.
 */
export async function putFolder(desk: Desk, wanted: ToWrite, how: How = {}): Promise<Outcome> {
  const { store } = desk;
  const { folder, files, ...columns } = wanted;
  const known = await settleWritten(store, await findWritten(store, folder));
  const standing = standingOf(store.disk, folder, known);
  if (standing !== 'absent' && !mayGo(standing, how.discard)) return { conflict: reasonOf(standing) };
  const tree = copyTree(files);
  const isSame = known !== undefined && standing === 'ours' && known.tree === tree && known.id === wanted.id;
  if (isSame && known.digest === wanted.digest && known.version === wanted.version) {
    if (known.follow !== wanted.follow && how.dryRun !== true) {
      await saveWritten(store, { ...known, follow: wanted.follow });
    }
    return { done: 'unchanged' };
  }
  if (how.dryRun === true) return { done: 'written' };
  await store.onStep('read');
  const nonce = newNonce();
  const made = known?.made ?? (await madeFor(store, folder));
  const pending: Pending = {
    verb: 'put',
    nonce,
    aside: asideOf(folder, nonce),
    mark: desk.mark,
    ...(known === undefined ? {} : { before: known }),
  };
  const after: Written = { ...columns, folder, tree, made, nonce, at: store.now().toISOString() };
  beginPending(nonce);
  try {
    if (!(await replaceWritten(store, known, { ...after, pending }))) throw busy(folder);
    await store.onStep('intent-row');
    return await write(store, { ...after, pending }, files, how);
  } catch (error) {
    endPending(nonce);
    await settleWritten(store, await findWritten(store, folder));
    throw diskError(error, 'The skill cannot be written', folder);
  } finally {
    endPending(nonce);
  }
}

/** Folders above that are ours to remove once they are empty: missing now, or made for a neighbour. */
async function madeFor(store: Store, folder: string): Promise<readonly string[]> {
  const missing = missingAbove(store.disk, folder);
  if (missing.length > 0) return missing;
  const rows = await listWritten(store);
  return rows.find((row) => parentOf(row.folder) === parentOf(folder) && row.made.length > 0)?.made ?? [];
}

async function write(
  store: Store,
  noted: Written & { readonly pending: Pending },
  files: readonly CopiedFile[],
  how: How,
): Promise<Outcome> {
  const { disk } = store;
  const { pending, folder } = noted;
  const { aside, before } = pending;
  await how.before?.();
  disk.ensureFolder(parentOf(folder));
  await build(store, `${aside}/new`, noted, files);
  if (moveAside(disk, folder, `${aside}/old`)) {
    await store.onStep('set-aside');
    const standing = standingOf(disk, `${aside}/old`, before);
    if (!mayGo(standing, how.discard)) return takeBack(store, noted, reasonOf(standing));
    disk.rename(`${aside}/old`, `${aside}/gone`);
  }
  if (disk.state(folder) !== undefined || !renameInto(disk, `${aside}/new`, folder)) {
    return takeBack(store, noted, 'moved');
  }
  await store.onStep('swapped');
  disk.sync(parentOf(folder));
  disk.remove(`${aside}/gone`);
  dropAside(disk, aside);
  await store.onStep('old-removed');
  // Last: until then somebody knows of what lies aside.
  const { pending: _, ...after } = noted;
  await saveWritten(store, after);
  await store.onStep('committed');
  return { done: 'written' };
}

/** What came to stand there stays; ours is where it was, or gone. */
async function takeBack(store: Store, noted: Written, conflict: ConflictReason): Promise<Outcome> {
  endPending(noted.pending?.nonce ?? '');
  await settleWritten(store, noted);
  return { conflict };
}

async function build(store: Store, top: string, noted: Written, files: readonly CopiedFile[]): Promise<void> {
  const { disk } = store;
  makeAside(disk, parentOf(top));
  disk.makeFolder(top, 0o700);
  await store.onStep('folder-made');
  const { id, digest, version, nonce } = noted;
  const marker = markerBytes({ schema_version: 1, id, digest, ...(version === undefined ? {} : { version }), nonce });
  const all = [...files, { path: EXPORT_MARKER, bytes: marker, executable: false }];
  const folders = new Set<string>();
  for (const [at, { path, bytes, executable }] of all.entries()) {
    for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1))
      folders.add(path.slice(0, slash));
    for (const below of folders)
      if (disk.state(`${top}/${below}`) === undefined) disk.makeFolder(`${top}/${below}`, 0o700);
    disk.makeFile(`${top}/${path}`, bytes, executable, true);
    if (at === files.length >> 1) await store.onStep('half-filled');
  }
  for (const below of folders) disk.sync(`${top}/${below}`);
  disk.sync(top);
  await store.onStep('filled');
}

/** `false` where nothing stands any more. */
function moveAside(disk: FolderDisk, folder: string, to: string): boolean {
  try {
    disk.rename(folder, to);
    return true;
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' || disk.state(folder) !== undefined) throw error;
    return false;
  }
}

/** `false` where something came to stand in the meantime. */
function renameInto(disk: FolderDisk, from: string, to: string): boolean {
  try {
    disk.rename(from, to);
    return true;
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EPERM'].includes(errnoOf(error)) || disk.state(to) === undefined)
      throw error;
    return false;
  }
}

/** Removes a folder of ours; whatever cannot be proved to be that stays, and is a conflict. `after` runs before it is forgotten. */
export async function takeFolder(
  desk: Desk,
  folder: string,
  how: How & { readonly after?: Before } = {},
): Promise<Outcome> {
  const { store } = desk;
  const { disk } = store;
  const known = await settleWritten(store, await findWritten(store, folder));
  if (known === undefined) return { done: 'unchanged' };
  const standing = standingOf(disk, folder, known);
  if (standing !== 'absent' && !mayGo(standing, how.discard)) return { conflict: reasonOf(standing) };
  if (how.dryRun === true) return { done: 'removed' };
  await store.onStep('read');
  const nonce = newNonce();
  const aside = asideOf(folder, nonce);
  const pending: Pending = { verb: 'take', nonce, aside, mark: desk.mark, before: known };
  beginPending(nonce);
  try {
    if (!(await replaceWritten(store, known, { ...known, pending }))) throw busy(folder);
    await store.onStep('intent-row');
    if (standing !== 'absent') {
      makeAside(disk, aside);
      await store.onStep('folder-made');
      if (moveAside(disk, folder, `${aside}/old`)) {
        await store.onStep('set-aside');
        const now = standingOf(disk, `${aside}/old`, known);
        if (!mayGo(now, how.discard)) return await takeBack(store, { ...known, pending }, reasonOf(now));
        disk.rename(`${aside}/old`, `${aside}/gone`);
        await store.onStep('swapped');
        disk.remove(`${aside}/gone`);
      }
      dropAside(disk, aside);
      await store.onStep('old-removed');
    }
    await how.after?.();
    await forgetWritten(store, folder);
    for (const above of known.made.toReversed()) disk.removeIfEmpty(above);
    return { done: 'removed' };
  } catch (error) {
    endPending(nonce);
    await settleWritten(store, await findWritten(store, folder));
    throw diskError(error, 'The folder cannot be removed', folder);
  } finally {
    endPending(nonce);
  }
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

function busy(folder: string): SkillficheError {
  return new SkillficheError('STORE_BUSY', `Another process is at ${folder}. Try again.`, { paths: [folder] });
}
