import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  writeSync,
} from 'node:fs';
import { errnoOf } from '../../base/errors.ts';
import type { EntryKind } from './disk.ts';
import { makeFolders } from './make-folders.ts';

/** One entry as it stands, links not followed. `dev` and `ino` tell whether it is still the same one. */
export interface EntryState {
  readonly kind: EntryKind;
  /** Bytes. */
  readonly size: number;
  readonly executable: boolean;
  /** Somebody may write to it, by its mode. */
  readonly writable: boolean;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly dev: number;
  readonly ino: number;
}

/**
 * The file system as building, swapping and removing whole folders needs it. Every method throws what Node throws.
 * No method follows a link at the end of a path.
 */
export interface FolderDisk {
  state(path: string): EntryState | undefined;
  /** Names in a folder, in no order. */
  names(path: string): string[];
  readFile(path: string): { readonly bytes: Buffer; readonly state: EntryState };
  /** The first `length` bytes, or fewer. */
  readHead(path: string, length: number): Buffer;
  /** The folder and those above it; what is there stays. */
  ensureFolder(path: string): void;
  /** A new folder for the owner alone. Fails where something is. */
  makeFolder(path: string, mode?: number): void;
  /** A new file, flushed. Fails where something is. `isPrivate`: for its owner alone. */
  makeFile(path: string, bytes: Uint8Array, executable: boolean, isPrivate?: boolean): void;
  /** Flushes a folder's own list of names. */
  sync(path: string): void;
  rename(from: string, to: string): void;
  /** A file, a link, or a folder with all it holds. What is not there is gone already. */
  remove(path: string): void;
  /** A folder that is empty; `false` when it is not, or is not there. */
  removeIfEmpty(path: string): boolean;
  realPath(path: string): string;
}

const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** A file system that cannot flush a folder keeps the rename all the same. */
const UNFLUSHABLE: ReadonlySet<string> = new Set(['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP', 'EACCES', 'EBADF']);

function stateOf(stats: Stats): EntryState {
  const kind = stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : stats.isSymbolicLink() ? 'link' : 'other';
  const { size, mode, mtimeMs, ctimeMs, dev, ino } = stats;
  return { kind, size, executable: (mode & 0o100) !== 0, writable: (mode & 0o222) !== 0, mtimeMs, ctimeMs, dev, ino };
}

/** The real one. Perf: synchronous calls, as in `createDisk`; whoever handles many files pauses between them. */
export function createFolderDisk(): FolderDisk {
  return {
    state(path) {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats === undefined ? undefined : stateOf(stats);
    },
    names: (path) => readdirSync(path),
    readFile(path) {
      const handle = openSync(path, READ_FLAGS);
      try {
        const state = stateOf(fstatSync(handle));
        return { bytes: state.kind === 'file' ? readFileSync(handle) : Buffer.alloc(0), state };
      } finally {
        closeSync(handle);
      }
    },
    readHead(path, length) {
      const handle = openSync(path, READ_FLAGS);
      try {
        const bytes = Buffer.alloc(length);
        return bytes.subarray(0, readSync(handle, bytes, 0, length, 0));
      } finally {
        closeSync(handle);
      }
    },
    ensureFolder(path) {
      makeFolders(path);
    },
    makeFolder(path, mode = 0o777) {
      mkdirSync(path, { mode });
    },
    makeFile(path, bytes, executable, isPrivate = false) {
      const handle = openSync(path, 'wx', (executable ? 0o777 : 0o666) & (isPrivate ? 0o700 : 0o777));
      try {
        for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
    },
    sync(path) {
      let handle: number | undefined;
      try {
        handle = openSync(path, 'r');
        fsyncSync(handle);
      } catch (error) {
        if (!UNFLUSHABLE.has(errnoOf(error))) throw error;
      } finally {
        if (handle !== undefined) closeSync(handle);
      }
    },
    rename: (from, to) => renameSync(from, to),
    remove: (path) => rmSync(path, { recursive: true, force: true }),
    removeIfEmpty(path) {
      try {
        rmdirSync(path);
        return true;
      } catch (error) {
        if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(errnoOf(error))) throw error;
        return false;
      }
    },
    realPath: (path) => realpathSync.native(path),
  };
}
