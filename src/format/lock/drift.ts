import type { CollectionLock, LockedFile } from './lock.ts';

/** What became of one file since it was pinned. `line_ends`: the same text with other line ends, as git may rewrite it. */
export interface FileChange {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed' | 'line_ends';
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

/** What differs between a lock and the lock the tree would get now; order is that of the locks. Pure. */
export function compareLocks(pinned: CollectionLock, fresh: CollectionLock, sameText: SameText = () => false): Drift {
  const now = new Map(fresh.members.map((member) => [member.path, member]));
  const before = new Set(pinned.members.map((member) => member.path));
  const removed: MemberChange[] = [];
  const changed: MemberChange[] = [];
  for (const { path, name, files } of pinned.members) {
    const member = now.get(path);
    const prefix = path === '.' ? '' : `${path}/`;
    const differs = compareFiles(files, member?.files ?? [], prefix, sameText);
    if (member === undefined) removed.push({ path, name, files: differs });
    else if (differs.length > 0) changed.push({ path, name: member.name, files: differs });
  }
  const added = fresh.members
    .filter((member) => !before.has(member.path))
    .map(({ path, name, files }) => ({ path, name, files: compareFiles([], files, '', sameText) }));
  return { added, removed, changed, other_files: compareFiles(pinned.other_files, fresh.other_files, '', sameText) };
}

/** True where the tree is as it was pinned. */
export function isClean(drift: Drift): boolean {
  return drift.added.length + drift.removed.length + drift.changed.length + drift.other_files.length === 0;
}
