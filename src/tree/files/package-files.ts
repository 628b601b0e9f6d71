import { errnoOf } from '../../base/errors.ts';
import { MAX_FILE_BYTES } from '../../base/limits.ts';
import { isLeftOut, type PackageFile } from '../../format/package/file.ts';
import type { Disk } from '../../io/disk/disk.ts';
import { joinPath, listFiles } from './files.ts';

export interface PackageFolder {
  /** Files, links and special files; what the gate leaves out stands there without its bytes. */
  readonly files: readonly PackageFile[];
  /** What could not be read, and why: an `errnoOf` name, or words. Unreadable is not absent. */
  readonly unreadable: readonly { readonly path: string; readonly why: string }[];
}

/** Everything below a skill's folder, read for the gate. A file of more than 16 MiB is not read. */
export function readPackageFolder(disk: Disk, folder: string): PackageFolder {
  const { paths, leftOut } = listFiles(disk, folder);
  const files: PackageFile[] = [];
  const unreadable: { path: string; why: string }[] = [];
  for (const path of paths) {
    try {
      const bytes = isLeftOut(path) ? new Uint8Array() : readWhole(disk, joinPath(folder, path));
      if (bytes === undefined) unreadable.push({ path, why: `it has more than ${MAX_FILE_BYTES} bytes` });
      else files.push({ path, bytes, executable: false, kind: 'file' });
    } catch (error) {
      if (errnoOf(error) === 'UNKNOWN') throw error;
      unreadable.push({ path, why: errnoOf(error) });
    }
  }
  for (const { path, reason, cause } of leftOut) {
    if (reason === 'link' || reason === 'special') {
      files.push({ path, bytes: new Uint8Array(), executable: false, kind: reason });
    } else if (reason !== 'pruned') {
      const why = cause ?? (reason === 'too-many' ? 'there are too many files' : 'it lies too deep');
      unreadable.push({ path, why });
    }
  }
  return { files, unreadable };
}

/** A copy of the bytes: those of the disk are valid until its next call only. `undefined`: too large. */
function readWhole(disk: Disk, path: string): Uint8Array | undefined {
  const { bytes, stamp } = disk.readFile(path, MAX_FILE_BYTES);
  return stamp.size > MAX_FILE_BYTES ? undefined : new Uint8Array(bytes);
}
