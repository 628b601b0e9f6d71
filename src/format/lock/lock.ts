import { sha256Hex } from '../../base/hash.ts';
import { compareCodePoints } from '../../base/text.ts';
import { collectionDigest, skillDigest, treeDigest } from './digest.ts';

/** One file as a lock lists it. */
export interface LockedFile {
  /** Relative to the skill's folder, or to the tree for a file beside skills. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** 64 hex digits. */
  readonly sha256: string;
}

/** A link beside skills that stays in the tree: its text, not what it leads to. */
export interface LockedLink {
  readonly path: string;
  readonly link: string;
}

export interface LockedMember {
  /** Relative to the tree; `.` for a SKILL.md in the tree's own folder, which owns what no other member does. */
  readonly path: string;
  readonly name: string;
  readonly digest: string;
  /** Bytes of all its files. */
  readonly size: number;
  readonly files: readonly LockedFile[];
  /** Present when a strict YAML reader refuses its frontmatter: pinned all the same, byte for byte. */
  readonly recovered?: true;
}

/** Where a pinned tree was copied from. */
export interface LockSource {
  readonly url: string;
  readonly commit?: string;
}

/** A COLLECTION.lock.json: which bytes the collection had. No times, no absolute paths. */
export interface CollectionLock {
  readonly lockfile_version: 1;
  readonly id: string;
  readonly source?: LockSource;
  readonly digest: string;
  readonly tree_digest: string;
  readonly members: readonly LockedMember[];
  /** Files of the tree that belong to no member. */
  readonly other_files: readonly LockedFile[];
  /** Absent where there are none. */
  readonly links?: readonly LockedLink[];
}

/** A member as the catalog knows it. */
export interface MemberToLock {
  readonly path: string;
  readonly name: string;
  readonly recovered?: boolean;
}

/** The member each file belongs to: the one whose folder it lies in, else `.` if there is one. */
export function ownerOf(memberPaths: ReadonlySet<string>): (path: string) => string | undefined {
  const rest = memberPaths.has('.') ? '.' : undefined;
  return (path) => {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end);
      // The topmost: a SKILL.md ends discovery below it.
      if (memberPaths.has(folder)) return folder;
    }
    return rest;
  };
}

/** A link as a line of a digest: it stands there by its own text. */
export function linkAsFile({ path, link }: LockedLink): LockedFile {
  return { path, size: Buffer.byteLength(link), sha256: sha256Hex(link) };
}

/** Builds the lock of a tree from its members and the hashes of all its files (paths relative to the tree). Pure. */
export function buildLock(
  id: string,
  members: readonly MemberToLock[],
  files: readonly LockedFile[],
  source?: LockSource,
  links: readonly LockedLink[] = [],
): CollectionLock {
  const sorted = files.toSorted((a, b) => compareCodePoints(a.path, b.path));
  const owner = ownerOf(new Set(members.map((one) => one.path)));
  const owned = new Map<string, LockedFile[]>(members.map((one) => [one.path, []]));
  const others: LockedFile[] = [];
  for (const { path, size, sha256 } of sorted) {
    const member = owner(path);
    const inside = member === undefined || member === '.' ? path : path.slice(member.length + 1);
    (member === undefined ? others : (owned.get(member) ?? others)).push({ path: inside, size, sha256 });
  }
  const locked = members
    .toSorted((a, b) => compareCodePoints(a.path, b.path))
    .map(({ path, name, recovered }): LockedMember => {
      const its = owned.get(path) ?? [];
      const size = its.reduce((sum, file) => sum + file.size, 0);
      const digest = skillDigest(its);
      return { path, name, digest, size, files: its, ...(recovered === true ? { recovered } : {}) };
    });
  return {
    lockfile_version: 1,
    id,
    ...(source === undefined ? {} : { source }),
    digest: collectionDigest(locked),
    tree_digest: treeDigest([...sorted, ...links.map(linkAsFile)]),
    members: locked,
    other_files: others,
    ...(links.length === 0 ? {} : { links: links.toSorted((a, b) => compareCodePoints(a.path, b.path)) }),
  };
}

function formatRows(rows: readonly unknown[], indent: string): string {
  if (rows.length === 0) return '[]';
  return `[\n${rows.map((row) => `${indent}  ${JSON.stringify(row)}`).join(',\n')}\n${indent}]`;
}

/** The lock as its file holds it: the same bytes for the same tree, a file a line so that a diff names what changed. */
export function formatLock(lock: CollectionLock): string {
  const members = lock.members.map(({ files, recovered, ...head }) => {
    const start = JSON.stringify({ ...head, ...(recovered === undefined ? {} : { recovered }) });
    return `    ${start.slice(0, -1)},"files":${formatRows(files, '    ')}}`;
  });
  const lines = [
    `  "lockfile_version": ${lock.lockfile_version}`,
    `  "id": ${JSON.stringify(lock.id)}`,
    ...(lock.source === undefined ? [] : [`  "source": ${JSON.stringify(lock.source)}`]),
    `  "digest": ${JSON.stringify(lock.digest)}`,
    `  "tree_digest": ${JSON.stringify(lock.tree_digest)}`,
    `  "members": ${members.length === 0 ? '[]' : `[\n${members.join(',\n')}\n  ]`}`,
    `  "other_files": ${formatRows(lock.other_files, '  ')}`,
    ...(lock.links === undefined ? [] : [`  "links": ${formatRows(lock.links, '  ')}`]),
  ];
  return `{\n${lines.join(',\n')}\n}\n`;
}
