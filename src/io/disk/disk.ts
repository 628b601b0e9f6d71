import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { createHasher, type FileHash } from './hash-file.ts';

/** What a folder holds, as its listing says: links are not followed. */
export type EntryKind = 'folder' | 'file' | 'link' | 'other';

export interface FolderEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

/** What tells that a path is what it was: any edit changes one of these, as long as the stamp is not too young. */
export interface Stamp {
  readonly kind: EntryKind;
  /** Bytes; 0 for folders, whose size says nothing. */
  readonly size: number;
  readonly mtimeMs: number;
  /** Also changes when somebody sets the modification time back. */
  readonly ctimeMs: number;
  readonly ino: number;
}

/** The file system as scanning needs it. Every method throws what Node throws. */
export interface Disk {
  readFolder(path: string): FolderEntry[];
  /** Follows links. `undefined` where nothing is. */
  stat(path: string): Stamp | undefined;
  realPath(path: string): string;
  /** The text of a link: where it says that it leads. */
  readLink(path: string): string;
  /**
   * The bytes and the stamp they were read under. They are valid until the next call. None where the path is no
   * regular file or has more than `limit` bytes: the stamp tells.
   */
  readFile(path: string, limit: number): { readonly bytes: Buffer; readonly stamp: Stamp };
  /** The first `length` bytes, or fewer; valid until the next call. */
  readHead(path: string, length: number): { readonly bytes: Buffer; readonly stamp: Stamp };
  /** sha256 of a regular file of any size; no link at the end of the path is followed. */
  hashFile(path: string): FileHash;
}

function stampOf(stats: Stats): Stamp {
  const kind = stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : 'other';
  return {
    kind,
    size: kind === 'folder' ? 0 : stats.size,
    mtimeMs: stats.mtimeMs,
    ctimeMs: stats.ctimeMs,
    ino: stats.ino,
  };
}

/** The real disk. Perf: synchronous calls and one reused buffer are several times faster here than promises; see bench/README.md. */
export function createDisk(): Disk {
  let buffer = Buffer.allocUnsafeSlow(64 * 1024);
  let hash: ReturnType<typeof createHasher> | undefined;
  const read = (path: string, length: (size: number) => number): { bytes: Buffer; stamp: Stamp } => {
    // A pipe or device would block an open for reading.
    const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const stamp = stampOf(fstatSync(handle));
      const wanted = stamp.kind === 'file' ? length(stamp.size) : 0;
      if (buffer.length < wanted) buffer = Buffer.allocUnsafeSlow(Math.max(wanted, buffer.length * 2));
      let at = 0;
      while (at < wanted) {
        const count = readSync(handle, buffer, at, wanted - at, at);
        if (count === 0) break;
        at += count;
      }
      return { bytes: buffer.subarray(0, at), stamp };
    } finally {
      closeSync(handle);
    }
  };
  return {
    readFolder(path) {
      const entries: FolderEntry[] = [];
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        const kind = entry.isDirectory()
          ? 'folder'
          : entry.isFile()
            ? 'file'
            : entry.isSymbolicLink()
              ? 'link'
              : 'other';
        entries.push({ name: entry.name, kind });
      }
      return entries;
    },
    stat(path) {
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats === undefined ? undefined : stampOf(stats);
    },
    realPath: (path) => realpathSync.native(path),
    readLink: (path) => readlinkSync(path),
    readFile: (path, limit) => read(path, (size) => (size > limit ? 0 : size)),
    readHead: (path, length) => read(path, (size) => Math.min(size, length)),
    hashFile(path) {
      hash ??= createHasher();
      return hash(path);
    },
  };
}
