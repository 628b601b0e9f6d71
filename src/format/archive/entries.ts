import { SkillficheError } from '../../base/errors.ts';
import {
  MAX_ARCHIVE_BYTES,
  MAX_ARCHIVE_ENTRIES,
  MAX_ARCHIVE_FILE_BYTES,
  MAX_UNPACKED_BYTES,
} from '../../base/limits.ts';
import { compareCodePoints, quoteValue } from '../../base/text.ts';
import type { PackageFile } from '../package/file.ts';
import { foldPath, pathFault } from '../package/paths.ts';

/** How much an archive may be, packed and unpacked; bytes, but for `maxEntries`. */
export interface ArchiveLimits {
  readonly maxArchiveBytes: number;
  readonly maxUnpackedBytes: number;
  readonly maxEntries: number;
  readonly maxFileBytes: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = {
  maxArchiveBytes: MAX_ARCHIVE_BYTES,
  maxUnpackedBytes: MAX_UNPACKED_BYTES,
  maxEntries: MAX_ARCHIVE_ENTRIES,
  maxFileBytes: MAX_ARCHIVE_FILE_BYTES,
};

export type ArchiveFault = 'link' | 'special' | 'path' | 'clash' | 'too-large' | 'encrypted' | 'broken';

/** The whole archive is refused: half of what somebody packed is not what they packed. */
export function refuse(fault: ArchiveFault, message: string, cause?: unknown): SkillficheError {
  return new SkillficheError('SOURCE_REFUSED', `The archive is refused: ${message}.`, { reason: fault, cause });
}

/** What packers of macOS add beside every file. */
function isPackersOwn(path: string): boolean {
  return path.startsWith('__MACOSX/') || /(?:^|\/)(?:\.DS_Store|\._[^/]*)$/.test(path);
}

/** Takes an archive's entries one by one, and refuses it at the first that does no good. */
export interface EntryTaker {
  /** The path as it will be kept, when the entry's bytes are wanted. Throws SOURCE_REFUSED. */
  admit(path: string, size: number): string | undefined;
  folder(path: string): void;
  keep(path: string, bytes: Uint8Array, executable: boolean): void;
  files(): PackageFile[];
}

export function createTaker(limits: ArchiveLimits): EntryTaker {
  const kept: PackageFile[] = [];
  /** Each path and each folder above one, as a disk without case would call it. */
  const taken = new Map<string, { readonly path: string; readonly isFile: boolean }>();
  let entries = 0;
  let total = 0;

  const count = (): void => {
    if (++entries > limits.maxEntries) throw refuse('too-large', `it has more than ${limits.maxEntries} entries`);
  };
  const clean = (raw: string): string => {
    const path = raw.replace(/^(?:\.\/+)+/, '');
    const fault = pathFault(path);
    if (fault !== undefined) throw refuse('path', `the path ${quoteValue(raw)} cannot be written: ${fault}`);
    return path;
  };
  const take = (path: string, isFile: boolean): void => {
    const before = taken.get(foldPath(path));
    if (before !== undefined && (before.path !== path || before.isFile || isFile)) {
      const which = before.path === path ? 'is there twice' : `falls on ${quoteValue(before.path)} on some disks`;
      throw refuse('clash', `the path ${quoteValue(path)} ${which}`);
    }
    taken.set(foldPath(path), { path, isFile });
  };
  const takeWithFolders = (path: string, isFile: boolean): void => {
    for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1))
      take(path.slice(0, slash), false);
    take(path, isFile);
  };
  return {
    admit(raw, size) {
      count();
      if (isPackersOwn(raw)) return undefined;
      const path = clean(raw);
      takeWithFolders(path, true);
      if (size > limits.maxFileBytes) {
        throw refuse('too-large', `${quoteValue(path)} has ${size} bytes; ${limits.maxFileBytes} are allowed`);
      }
      total += size;
      if (total > limits.maxUnpackedBytes) {
        throw refuse('too-large', `unpacked it has more than ${limits.maxUnpackedBytes} bytes`);
      }
      return path;
    },
    folder(raw) {
      count();
      const path = raw.replace(/\/+$/, '');
      if (path === '' || path === '.' || isPackersOwn(`${path}/`)) {
        if (raw.startsWith('/'))
          throw refuse('path', `the path ${quoteValue(raw)} cannot be written: it is not relative`);
        return;
      }
      takeWithFolders(clean(path), false);
    },
    keep(path, bytes, executable) {
      kept.push({ path, bytes, executable, kind: 'file' });
    },
    files: () => kept.sort((a, b) => compareCodePoints(a.path, b.path)),
  };
}
