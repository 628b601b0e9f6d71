import { type FileHandle, link, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { temporaryName, writerOf } from '../../base/file-names.ts';
import { filling, removeLeftovers } from './leftovers.ts';

/** The moments of a write, in order. Tests stop a process at each of them. */
export const WRITE_STEPS = ['read', 'created', 'half-written', 'written', 'synced', 'compared', 'renamed'] as const;
export type WriteStep = (typeof WRITE_STEPS)[number];

export type OnStep = (step: WriteStep) => void | Promise<void>;

/** Milliseconds that a second writer of one file waits for the first, which needs a few. */
const MAX_WAIT_MS = 5_000;

/** What `replaceFile` needs to know beside the bytes. */
export interface Replacing {
  /** The bytes the file must still hold; absent: whatever stands there, or nothing. */
  readonly expected?: Uint8Array | undefined;
  /** Fails with EEXIST where something stands. Default false. */
  readonly mustBeNew?: boolean;
  /** Mode of a new file; one that is there keeps its own, and its owner. Default 0o644. */
  readonly mode?: number;
  /** @internal Called between the steps. */
  readonly onStep?: OnStep | undefined;
}

/**
 * Writes a file whole, the one way everything of ours does: a temporary file beside it, flushed, then renamed over it,
 * so that every reader, and whoever comes after a crash, finds the old bytes or the new ones. Of two writers at once the
 * second waits. `false` when the file does not hold `expected`: then nothing was replaced.
 */
export async function replaceFile(path: string, bytes: Uint8Array, replacing: Replacing = {}): Promise<boolean> {
  const { expected, mustBeNew = false, mode = 0o644, onStep = () => {} } = replacing;
  const folder = dirname(path);
  const temporary = join(folder, temporaryName(basename(path), process.pid));
  const handle = await enter(temporary);
  try {
    try {
      await fill(handle, bytes, await ownershipOf(path, mode), onStep);
    } finally {
      await handle.close();
    }
    // As late as can be: what somebody else saved in the meantime must not be lost.
    const isExpected = expected === undefined || (await readFile(path)).equals(expected);
    await onStep('compared');
    if (isExpected) {
      // A second name fails where there is one, which a rename would take.
      if (mustBeNew) await link(temporary, path);
      else await rename(temporary, path);
      await onStep('renamed');
      await syncFolder(folder);
    }
    return isExpected;
  } finally {
    // Gone already where it was renamed.
    await rm(temporary, { force: true });
    filling.delete(temporary);
  }
}

/** Opens a temporary file when nobody else writes to its file. Each makes its own first and looks then: one sees the other. */
async function enter(temporary: string): Promise<FileHandle> {
  const until = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const handle = filling.has(temporary) ? undefined : await tryToEnter(temporary);
    if (handle !== undefined) return handle;
    if (Date.now() > until) {
      const seconds = MAX_WAIT_MS / 1_000;
      const message = `Another process has been writing in ${dirname(temporary)} for ${seconds} seconds. Try again when it has ended.`;
      throw new SkillficheError('FILE_CHANGED', message, { paths: [dirname(temporary)] });
    }
    // By chance, so that two who back off do not meet again.
    await wait(2 + Math.random() * 20);
  }
}

async function tryToEnter(temporary: string): Promise<FileHandle | undefined> {
  filling.add(temporary);
  let handle: FileHandle | undefined;
  try {
    // Before we open it, what stands under our name was left by another process with our number.
    await rm(temporary, { force: true });
    removeLeftovers(dirname(temporary));
    // `wx`: never through a link or into a file that somebody put there.
    handle = await open(temporary, 'wx', 0o600);
    if (!(await hasOthers(temporary))) return handle;
  } catch (error) {
    await leave(temporary, handle);
    throw error;
  }
  await leave(temporary, handle);
  return undefined;
}

async function leave(temporary: string, handle: FileHandle | undefined): Promise<void> {
  await handle?.close();
  if (handle !== undefined) await rm(temporary, { force: true });
  filling.delete(temporary);
}

async function hasOthers(temporary: string): Promise<boolean> {
  const own = basename(temporary);
  const names = await readdir(dirname(temporary));
  return names.some((name) => name !== own && writerOf(name)?.file === writerOf(own)?.file);
}

/** Who may read a file, and whose it is. */
interface Ownership {
  readonly mode: number;
  readonly uid?: number;
  readonly gid?: number;
}

async function ownershipOf(path: string, mode: number): Promise<Ownership> {
  try {
    const stats = await stat(path);
    return { mode: stats.mode & 0o7777, uid: stats.uid, gid: stats.gid };
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    return { mode };
  }
}

async function fill(handle: FileHandle, bytes: Uint8Array, owner: Ownership, onStep: OnStep): Promise<void> {
  await onStep('created');
  const half = bytes.length >> 1;
  await handle.writeFile(bytes.subarray(0, half));
  await onStep('half-written');
  await handle.writeFile(bytes.subarray(half));
  await keepOwnership(handle, owner);
  await onStep('written');
  await handle.sync();
  await onStep('synced');
}

async function keepOwnership(handle: FileHandle, { mode, uid, gid }: Ownership): Promise<void> {
  if (process.platform === 'win32') return;
  const own = await handle.stat();
  // Before the mode: changing hands clears set-id bits. Fails for those who may not, and then the write fails: a file
  // must not change hands because its description was mended.
  if (uid !== undefined && gid !== undefined && (own.uid !== uid || own.gid !== gid)) await handle.chown(uid, gid);
  await handle.chmod(mode);
}

/** Without this a power cut may undo the rename. Some systems cannot sync a folder: the rename stands all the same. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    if (!['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP', 'EACCES', 'EBADF'].includes(errnoOf(error))) throw error;
  } finally {
    await handle?.close();
  }
}
