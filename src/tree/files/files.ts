import { isUtf8 } from 'node:buffer';
import { sep } from 'node:path';
import { errnoOf } from '../../base/errors.ts';
import { isLeftover, PRUNED_NAMES } from '../../base/file-names.ts';
import { MAX_DEPTH, MAX_FILES_PER_SKILL } from '../../base/limits.ts';
import { compareCodePoints } from '../../base/text.ts';
import type { SkillFile } from '../../base/types.ts';
import type { Disk, Stamp } from '../../io/disk/disk.ts';

/** Why something below a folder is not among its files. */
export type LeftOutReason = 'link' | 'special' | 'unreadable' | 'pruned' | 'too-many' | 'too-deep';

export interface LeftOut {
  /** Relative to the folder, `/`-separated. */
  readonly path: string;
  readonly reason: LeftOutReason;
  /** `errno` name for `unreadable`. */
  readonly cause?: string;
}

export interface FileList {
  /** Regular files, relative, `/`-separated, in code-point order. */
  readonly paths: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/** Separator-free join: paths inside the project use `/`, which Node takes on every platform. */
export function joinPath(folder: string, path: string): string {
  if (path !== '.' && path !== '') return `${folder}/${path}`;
  // The file system's own root, and that of a drive, need their slash back to be a place.
  return folder === '' || /^[A-Za-z]:$/.test(folder) ? `${folder}/` : folder;
}

/** An absolute path with `/`, without one at its end: the file system's own root is `''`, so that `path + '/'` always works. */
export function plainPath(path: string): string {
  return (sep === '/' ? path : path.replaceAll(sep, '/')).replace(/\/$/, '');
}

/**
 * Every regular file below `folder`, with the one prune list. Links are never followed: what is served or hashed
 * stays inside the folder. Cost: one directory read a folder, no stat.
 */
export function listFiles(disk: Disk, folder: string, limit: number = MAX_FILES_PER_SKILL): FileList {
  const paths: string[] = [];
  const leftOut: LeftOut[] = [];
  const stack: { readonly path: string; readonly depth: number }[] = [{ path: '', depth: 0 }];
  for (let current = stack.pop(); current !== undefined; current = stack.pop()) {
    let entries: ReturnType<Disk['readFolder']>;
    try {
      entries = disk.readFolder(joinPath(folder, current.path));
    } catch (error) {
      leftOut.push({ path: current.path || '.', reason: 'unreadable', cause: errnoOf(error) });
      continue;
    }
    for (const entry of entries) {
      const path = current.path === '' ? entry.name : `${current.path}/${entry.name}`;
      if (entry.kind === 'folder') {
        if (PRUNED_NAMES.has(entry.name)) leftOut.push({ path, reason: 'pruned' });
        else if (current.depth >= MAX_DEPTH) leftOut.push({ path, reason: 'too-deep' });
        else stack.push({ path, depth: current.depth + 1 });
      } else if (entry.kind === 'file') {
        if (isLeftover(entry.name)) continue;
        if (paths.length >= limit) leftOut.push({ path, reason: 'too-many' });
        else paths.push(path);
      } else leftOut.push({ path, reason: entry.kind === 'link' ? 'link' : 'special' });
    }
  }
  paths.sort(compareCodePoints);
  leftOut.sort((a, b) => compareCodePoints(a.path, b.path));
  return { paths, leftOut };
}

/** One file of a skill, with the stamp its bytes are served under. */
export interface StampedFile extends SkillFile {
  readonly stamp: Stamp;
}

/** Bytes looked at to tell text from binary. */
const SNIFFED_BYTES = 8 * 1024;

/** Kind, size and stamp of one file. Throws what reading throws. */
export function describeFile(disk: Disk, folder: string, path: string): StampedFile {
  const { bytes, stamp } = disk.readHead(joinPath(folder, path), SNIFFED_BYTES);
  return { path, kind: looksLikeText(bytes, stamp.size > bytes.length) ? 'text' : 'binary', size: stamp.size, stamp };
}

/** Text is UTF-8 without NUL. `cut`: the bytes may end inside a character. */
function looksLikeText(bytes: Buffer, cut: boolean): boolean {
  if (bytes.includes(0)) return false;
  for (let missing = 0; missing <= (cut ? 3 : 0); missing++) {
    if (isUtf8(bytes.subarray(0, bytes.length - missing))) return true;
  }
  return false;
}

/** Whether two stamps are of the same, unchanged file. */
export function sameStamp(a: Stamp, b: Stamp): boolean {
  return (
    a.kind === b.kind && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino
  );
}
