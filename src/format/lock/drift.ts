import { type CollectionLock, type LockedFile, linkAsFile } from './lock.ts';

/**
 * What became of one file since it was pinned. `line_ends`: the same text with other line ends, as git may rewrite it.
 * `left`: as it was, but its skill is gone.
 */
export interface FileChange {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed' | 'line_ends' | 'left';
}

/** One member that is not as it was pinned. `files` names what differs; paths are relative to the member's folder. */
export interface MemberChange {
  readonly path: string;
  readonly name: string;
  readonly files: readonly FileChange[];
}

/** How a tree differs from its lock. All lists empty: not at all. */
export interface Drift {
  readonly added: readonly MemberChange[];
  readonly removed: readonly MemberChange[];
  readonly changed: readonly MemberChange[];
  /** Files beside members; paths are relative to the tree. */
  readonly other_files: readonly FileChange[];
}

/** Whether the bytes at this path of the tree differ from the pinned ones in line ends only. */
export type SameText = (treePath: string, pinnedSha256: string) => boolean;

function compareFiles(
  pinned: readonly LockedFile[],
  fresh: readonly LockedFile[],
  prefix: string,
  sameText: SameText,
): FileChange[] {
  const now = new Map(fresh.map((file) => [file.path, file]));
  const before = new Set(pinned.map((file) => file.path));
  const gone = pinned.flatMap(({ path, sha256 }): FileChange[] => {
    const file = now.get(path);
    if (file === undefined) return [{ path, change: 'removed' }];
    if (file.sha256 === sha256) return [];
    return [{ path, change: sameText(prefix + path, sha256) ? 'line_ends' : 'changed' }];
  });
  const added = fresh
    .filter((file) => !before.has(file.path))
    .map(({ path }): FileChange => ({ path, change: 'added' }));
  return [...gone, ...added];
}

/** The files below a folder of the tree, by their paths in it, and those that are not. */
function split(files: readonly LockedFile[], folder: string): { inside: LockedFile[]; outside: LockedFile[] } {
  const prefix = `${folder}/`;
  const inside: LockedFile[] = [];
  const outside: LockedFile[] = [];
  for (const file of files) {
    if (folder !== '.' && !file.path.startsWith(prefix)) outside.push(file);
    else inside.push(folder === '.' ? file : { ...file, path: file.path.slice(prefix.length) });
  }
  return { inside, outside };
}

/** Files beside members, links among them. */
function besideMembers(lock: CollectionLock): readonly LockedFile[] {
  return [...lock.other_files, ...(lock.links ?? []).map(linkAsFile)];
}

/**
 * What differs between a lock and the lock the tree would get now; order is that of the locks. The files of a member that
 * is gone, or has come, are named with it, not beside it. Pure.
 */
export function compareLocks(pinned: CollectionLock, fresh: CollectionLock, sameText: SameText = () => false): Drift {
  const now = new Map(fresh.members.map((member) => [member.path, member]));
  const before = new Set(pinned.members.map((member) => member.path));
  let freshOthers = besideMembers(fresh);
  let pinnedOthers = besideMembers(pinned);
  const removed: MemberChange[] = [];
  const changed: MemberChange[] = [];
  for (const { path, name, files } of pinned.members) {
    const member = now.get(path);
    const prefix = path === '.' ? '' : `${path}/`;
    if (member === undefined) {
      const { inside, outside } = split(freshOthers, path);
      freshOthers = outside;
      const differs = compareFiles(files, inside, prefix, sameText);
      const told = new Set(differs.map((one) => one.path));
      const left = files
        .filter((file) => !told.has(file.path))
        .map((file): FileChange => ({ path: file.path, change: 'left' }));
      removed.push({ path, name, files: [...differs, ...left] });
      continue;
    }
    const differs = compareFiles(files, member.files, prefix, sameText);
    if (differs.length > 0) changed.push({ path, name: member.name, files: differs });
  }
  const added = fresh.members
    .filter((member) => !before.has(member.path))
    .map(({ path, name, files }) => {
      const { inside, outside } = split(pinnedOthers, path);
      pinnedOthers = outside;
      return { path, name, files: compareFiles(inside, files, path === '.' ? '' : `${path}/`, sameText) };
    });
  return { added, removed, changed, other_files: compareFiles(pinnedOthers, freshOthers, '', sameText) };
}

/** True where the tree is as it was pinned. */
export function isClean(drift: Drift): boolean {
  return drift.added.length + drift.removed.length + drift.changed.length + drift.other_files.length === 0;
}
