import { posix } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { errnoOf } from '../../base/errors.ts';
import { isSkillFileName } from '../../base/file-names.ts';
import { pathProblem } from '../../format/lock/digest.ts';
import type { LockedFile, LockedLink } from '../../format/lock/lock.ts';
import type { Disk } from '../../io/disk/disk.ts';
import { joinPath, type LeftOutReason, listFiles } from './files.ts';

/** Something that keeps a tree from having a digest, and why. */
export interface HashRefusal {
  /** Relative to the folder hashed. */
  readonly path: string;
  readonly why: string;
}

export interface HashedTree {
  /** Sorted by path as code points. */
  readonly files: readonly LockedFile[];
  /** Links that stay below the folder, where the options keep them. */
  readonly links: readonly LockedLink[];
  /** Empty, or the files are not the whole tree. */
  readonly refused: readonly HashRefusal[];
}

const WHY: Readonly<Record<Exclude<LeftOutReason, 'pruned'>, string>> = {
  link: 'it is a symbolic link; put the file itself there',
  special: 'it is neither a file nor a folder',
  unreadable: 'it cannot be read',
  'too-many': 'there are too many files',
  'too-deep': 'it lies too deep',
};

function whyRefused(path: string, reason: Exclude<LeftOutReason, 'pruned'>, cause: string | undefined): string {
  // Nix and stow link the file; what it leads to is a folder whose bytes can be vouched for.
  if (reason === 'link' && isSkillFileName(path.slice(path.lastIndexOf('/') + 1)))
    return `${WHY.link}, or name the folder that it leads to as a root`;
  return cause === undefined ? WHY[reason] : `${WHY[reason]} (${cause})`;
}

export interface HashOptions {
  /** Files of the folder that are not hashed: the marker, the lock, the inventory. */
  readonly except?: ReadonlySet<string>;
  /** Only files this accepts are hashed, and only they can be refused. */
  readonly only?: (path: string) => boolean;
  /** Milliseconds between two pauses that let other work run. Default 12. */
  readonly sliceMs?: number;
  readonly onProgress?: (files: number) => void;
  /** Which links are kept as links, if they stay below the folder. Default: none, each is refused. */
  readonly keepLink?: (path: string) => boolean;
}

/** What is to be hashed below a folder, and what stands in the way. Pruned folders are left out, as everywhere. */
function listToHash(
  disk: Disk,
  folder: string,
  options: HashOptions,
): { paths: string[]; links: LockedLink[]; refused: HashRefusal[] } {
  const { paths, leftOut } = listFiles(disk, folder, Number.POSITIVE_INFINITY);
  const counts = (path: string) => options.except?.has(path) !== true && (options.only?.(path) ?? true);
  const refused: HashRefusal[] = [];
  const links: LockedLink[] = [];
  for (const { path, reason, cause } of leftOut) {
    if (reason === 'pruned' || !counts(path)) continue;
    if (reason === 'link' && options.keepLink?.(path) === true) {
      const kept = readInnerLink(disk, folder, path);
      if (typeof kept === 'string') refused.push({ path, why: kept });
      else links.push(kept);
      continue;
    }
    refused.push({ path, why: whyRefused(path, reason, cause) });
  }
  const wanted: string[] = [];
  for (const path of paths) {
    if (!counts(path)) continue;
    const why = pathProblem(path);
    if (why === undefined) wanted.push(path);
    else refused.push({ path, why });
  }
  return { paths: wanted, links, refused };
}

/** A link that leads to a place below the folder, or why it is none. Whether something is there does not matter. */
function readInnerLink(disk: Disk, folder: string, path: string): LockedLink | string {
  const why = pathProblem(path);
  if (why !== undefined) return why;
  let link: string;
  try {
    link = disk.readLink(joinPath(folder, path));
  } catch (error) {
    return `${WHY.unreadable} (${errnoOf(error)})`;
  }
  const target = posix.join(posix.dirname(path), link);
  const leavesByText = link === '' || posix.isAbsolute(link) || target === '..' || target.startsWith('../');
  if (leavesByText || pathProblem(link) !== undefined || leavesByDisk(disk, folder, path)) {
    return 'it is a link out of the tree; put the file itself there';
  }
  return { path, link };
}

/** Another link on the way may lead further than the text says. */
function leavesByDisk(disk: Disk, folder: string, path: string): boolean {
  try {
    const real = disk.realPath(joinPath(folder, path));
    const root = disk.realPath(joinPath(folder, '.'));
    return real !== root && !real.startsWith(root.endsWith('/') ? root : `${root}/`);
  } catch (error) {
    // It leads nowhere yet, or round in a circle: to no place outside.
    return errnoOf(error) !== 'ENOENT' && errnoOf(error) !== 'ELOOP';
  }
}

function hashOne(disk: Disk, folder: string, path: string, to: { files: LockedFile[]; refused: HashRefusal[] }): void {
  try {
    const { sha256, size } = disk.hashFile(joinPath(folder, path));
    to.files.push({ path, size, sha256 });
  } catch (error) {
    to.refused.push({ path, why: `${WHY.unreadable} (${errnoOf(error)})` });
  }
}

/** Hashes every file below `folder`. Links, special files, unreadable files and names without a line are refusals. */
export async function hashTree(disk: Disk, folder: string, options: HashOptions = {}): Promise<HashedTree> {
  const { paths, links, refused } = listToHash(disk, folder, options);
  const found = { files: [] as LockedFile[], links, refused };
  let pauseAt = performance.now() + (options.sliceMs ?? 12);
  for (const path of paths) {
    hashOne(disk, folder, path, found);
    if (performance.now() < pauseAt) continue;
    options.onProgress?.(found.files.length);
    await setImmediate();
    pauseAt = performance.now() + (options.sliceMs ?? 12);
  }
  return found;
}

/** The same in one go, for the few files of one skill. */
export function hashFolder(disk: Disk, folder: string, options: HashOptions = {}): HashedTree {
  const { paths, links, refused } = listToHash(disk, folder, options);
  const found = { files: [] as LockedFile[], links, refused };
  for (const path of paths) hashOne(disk, folder, path, found);
  return found;
}
