import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errnoOf } from '../../base/errors.ts';
import { isEditLeftover } from '../../base/file-names.ts';

/** The moments of a write, in order. Tests stop a process at each of them. */
export const WRITE_STEPS = ['read', 'created', 'half-written', 'written', 'synced', 'compared', 'renamed'] as const;
export type WriteStep = (typeof WRITE_STEPS)[number];

export type OnStep = (step: WriteStep) => void | Promise<void>;

/** Who may read the file, and whose it is. */
export interface Ownership {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Replaces the bytes of `path` whole: a temporary file beside it, flushed, then renamed over it, so that every reader,
 * and whoever comes after a crash, finds the old bytes or the new ones. `false` when the file no longer holds
 * `expected`: then nothing was replaced.
 */
export async function replaceFile(
  path: string,
  expected: Uint8Array,
  bytes: Uint8Array,
  owner: Ownership,
  onStep: OnStep,
): Promise<boolean> {
  const temporary = join(dirname(path), `.SKILL.md.skillfiche-${randomBytes(6).toString('hex')}.tmp`);
  try {
    await fillFile(temporary, bytes, owner, onStep);
    // As late as can be: what somebody else saved in the meantime must not be lost.
    const same = (await readFile(path)).equals(expected);
    await onStep('compared');
    if (!same) {
      await rm(temporary, { force: true });
      return false;
    }
    await rename(temporary, path);
    await onStep('renamed');
    await syncFolder(dirname(path));
    return true;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Removes what interrupted edits left in a folder; the names removed. */
export async function removeLeftovers(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter(isEditLeftover);
  for (const name of names) await rm(join(folder, name), { force: true });
  return names;
}

async function fillFile(path: string, bytes: Uint8Array, owner: Ownership, onStep: OnStep): Promise<void> {
  // `wx`: never through a link or into a file that somebody put there.
  const handle = await open(path, 'wx', 0o600);
  try {
    await onStep('created');
    const half = bytes.length >> 1;
    await handle.writeFile(bytes.subarray(0, half));
    await onStep('half-written');
    await handle.writeFile(bytes.subarray(half));
    await keepOwnership(handle, owner);
    await onStep('written');
    await handle.sync();
    await onStep('synced');
  } finally {
    await handle.close();
  }
}

async function keepOwnership(handle: FileHandle, owner: Ownership): Promise<void> {
  if (process.platform === 'win32') return;
  const { uid, gid } = await handle.stat();
  // Before the mode: changing hands clears set-id bits. Fails for those who may not, and then the edit fails: a file
  // must not change hands because its description was mended.
  if (uid !== owner.uid || gid !== owner.gid) await handle.chown(owner.uid, owner.gid);
  await handle.chmod(owner.mode & 0o7777);
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
