import { SkillficheError } from '../../base/errors.ts';
import { LOCK_FILE } from '../../base/file-names.ts';
import { contextOf } from '../../catalog/internals.ts';
import type { ReadableCatalog } from '../../catalog/types.ts';
import { collectionOf, type OwnedTree } from '../../catalog/view/owned.ts';
import type { CollectionLock, LockSource } from '../../format/lock/lock.ts';
import { buildLock, formatLock, ownerOf } from '../../format/lock/lock.ts';
import type { Disk } from '../../io/disk/disk.ts';
import { readLockText, writeLockText } from '../../io/disk/lock-file.ts';
import { type HashRefusal, hashTree } from '../../tree/files/hash.ts';
import { oldLock, readSource, sourceOf, withSource } from './source.ts';

/** Where the tree comes from, for the lock. */
export interface PinOptions {
  /** Where it was copied from: an address without a password. Default: what COLLECTION.json says. */
  readonly source?: string;
  /** The commit it was copied from: 7 to 64 hex digits in lower case. Its source is `source`, else that of the old lock or of the marker. */
  readonly commit?: string;
  /** Writes a lock that names no source, though the old one or the marker does. Default false. */
  readonly noSource?: boolean;
  /** Says what would be written and writes nothing. Default false. */
  readonly dryRun?: boolean;
  /** Called now and then with the number of files hashed. */
  readonly onProgress?: (files: number) => void;
}

/** What pinning did. */
export interface PinReport {
  readonly id: string;
  /** Path of the lock. */
  readonly lock: string;
  readonly digest: string;
  readonly tree_digest: string;
  readonly members: number;
  readonly files: number;
  readonly bytes: number;
  /** Members a strict YAML reader would refuse; pinned all the same. */
  readonly recovered: number;
  readonly source?: LockSource;
  /** False when the lock on disk already said the same. */
  readonly changed: boolean;
  /** Changed, and no dry run. */
  readonly written: boolean;
}

/** A tree as it is now: its lock, or what keeps it from having one. */
export interface FreshTree {
  readonly lock: CollectionLock;
  readonly refused: readonly HashRefusal[];
}

/** Path of the lock of a collection: beside its marker. */
export function lockPathOf({ markerFolder }: OwnedTree): string {
  return `${markerFolder}/${LOCK_FILE}`;
}

/** Hashes every file of a collection's tree. */
export async function hashCollection(
  disk: Disk,
  tree: OwnedTree,
  options: {
    readonly source?: LockSource | undefined;
    readonly onProgress?: ((files: number) => void) | undefined;
  } = {},
): Promise<FreshTree> {
  const { onProgress, source } = options;
  const skills = tree.skills();
  const paths = new Set(skills.map((skill) => skill.path));
  const owner = ownerOf(paths);
  const { files, links, refused } = await hashTree(disk, tree.folder, {
    except: tree.except,
    // In a skill no link is served, and a skill behind one would have no files.
    keepLink: (path) => owner(path) === undefined && !skills.some((one) => `${one.path}/`.startsWith(`${path}/`)),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  return { lock: buildLock(tree.id, skills, files, source, links), refused };
}

/**
 * Writes the lock of a collection. Only bytes decide: links in a skill or out of the tree, special files, unreadable
 * files and names that cannot stand in a line are refused (`PIN_REFUSED`, with the paths); a flaw of the format is not.
 * So is a tree whose bytes are no longer those of the commit that its lock names, until the new commit is told.
 */
export async function pinCollection(
  catalog: ReadableCatalog,
  id: string,
  options: PinOptions = {},
): Promise<PinReport> {
  const tree = collectionOf(catalog, id);
  const { folder } = tree;
  const { disk } = contextOf(catalog);
  const path = lockPathOf(tree);
  const before = readLockText(disk, path);
  const told = readSource(options);
  const fresh = await hashCollection(disk, tree, { onProgress: options.onProgress });
  if (fresh.refused.length > 0) throw refusal(id, folder, fresh.refused);
  const source = sourceOf(id, told, { marker: tree.source, old: oldLock(before), digest: fresh.lock.tree_digest });
  const lock = source === undefined ? fresh.lock : withSource(fresh.lock, source);
  const stale = staleMember(tree, lock);
  if (stale !== undefined) {
    const message = `${stale} of ${id} changed while it was being pinned. Run the command again.`;
    throw new SkillficheError('FILE_CHANGED', message, { paths: [`${folder}/${stale}`] });
  }
  const text = formatLock(lock);
  const changed = before !== text;
  const written = changed && options.dryRun !== true;
  if (written) await writeLockText(path, text);
  const all = [...lock.members.flatMap((member) => member.files), ...lock.other_files];
  return {
    id,
    lock: path,
    digest: lock.digest,
    tree_digest: lock.tree_digest,
    members: lock.members.length,
    files: all.length,
    bytes: all.reduce((sum, file) => sum + file.size, 0),
    recovered: lock.members.filter((member) => member.recovered).length,
    ...(source === undefined ? {} : { source }),
    changed,
    written,
  };
}

function refusal(id: string, folder: string, refused: readonly HashRefusal[]): SkillficheError {
  const shown = refused.slice(0, 5).map(({ path, why }) => `  ${JSON.stringify(path)}: ${why}`);
  const more = refused.length > shown.length ? [`  and ${refused.length - shown.length} more`] : [];
  const what = refused.length === 1 ? 'a path' : `${refused.length} paths`;
  return new SkillficheError(
    'PIN_REFUSED',
    [`The collection ${id} cannot be pinned for ${what} in ${folder}:`, ...shown, ...more].join('\n'),
    { paths: refused.map(({ path }) => `${folder}/${path}`) },
  );
}

/** A member whose SKILL.md is no longer the one that was scanned: its name in the lock might be another's. */
function staleMember(tree: OwnedTree, lock: CollectionLock): string | undefined {
  const members = new Map(lock.members.map((member) => [member.path, member]));
  for (const { path, file, sha256 } of tree.skills()) {
    const hashed = members.get(path)?.files.find((one) => one.path === file);
    if (hashed?.sha256 !== sha256) return path === '.' ? file : `${path}/${file}`;
  }
  return undefined;
}
