import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { isLeftover, PRUNED_NAMES } from '../../base/file-names.ts';
import { sha256Hex } from '../../base/hash.ts';
import { compareCodePoints } from '../../base/text.ts';
import { treeDigest } from '../../format/lock/digest.ts';
import type { PackageFile } from '../../format/package/file.ts';
import type { EntryState, FolderDisk } from '../../io/disk/folder-disk.ts';
import type { PackageKind } from './types.ts';

/** One file of a tree, by its content's hash. */
export interface TreeFile {
  readonly path: string;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly executable: boolean;
}

/** A folder's content as the store names it. */
export interface Tree {
  /** Over path, content and whether it is executable. */
  readonly tree: string;
  /** The digest people can recompute: of a collection, that of its `tree/` alone. */
  readonly digest: string;
  /** In order of path. */
  readonly files: readonly TreeFile[];
}

/** A tree whose bytes are at hand. */
export interface FullTree extends Tree {
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

/** Below a view folder, what belongs to the machine or the owner and to no version. A collection is kept byte for byte. */
function isUnversioned(kind: PackageKind, name: string): boolean {
  return PRUNED_NAMES.has(name) || (kind === 'skill' ? name.startsWith('.') : isJunk(name));
}

/** The files of a package that a version may have. */
export function versionedFiles(kind: PackageKind, files: readonly PackageFile[]): PackageFile[] {
  return files.filter(({ path }) => !path.split('/').some((name) => isUnversioned(kind, name)));
}

/** Of the unversioned, what nobody misses. */
export function isJunk(name: string): boolean {
  return name === '__pycache__' || name === '.DS_Store' || isLeftover(name);
}

const COLLECTION_TREE = 'tree/';

function digestFor(kind: PackageKind, files: readonly TreeFile[]): string {
  if (kind === 'skill') return treeDigest(files);
  const below = files.filter(({ path }) => path.startsWith(COLLECTION_TREE));
  return treeDigest(below.map(({ path, sha256 }) => ({ path: path.slice(COLLECTION_TREE.length), sha256 })));
}

/** What the store calls a tree of these files, which are in order of path. */
export function treeName(files: readonly TreeFile[]): string {
  const lines = files.map(({ path, sha256, executable }) => `${sha256} ${executable ? 'x' : '-'} ${path}\n`);
  return `sha256:${sha256Hex(lines.join(''))}`;
}

/** The tree that these files make. */
export function treeOf(kind: PackageKind, given: readonly PackageFile[]): FullTree {
  const bytes = new Map<string, Uint8Array>();
  const files = given
    .map(({ path, bytes: content, executable }): TreeFile => {
      const sha256 = sha256Hex(content);
      bytes.set(sha256, content);
      return { path, sha256, size: content.length, executable };
    })
    .sort((a, b) => compareCodePoints(a.path, b.path));
  return { tree: treeName(files), digest: digestFor(kind, files), files, bytes };
}

/** What a folder holds, walked without following a link. */
export interface FolderListing {
  /** Files, links and special files of the package, in order of path. */
  readonly entries: readonly { readonly path: string; readonly state: EntryState }[];
  /** The topmost paths that belong to no version. */
  readonly unversioned: readonly string[];
  /** The same text while nothing in the folder was touched. */
  readonly stamp: string;
  /** Newest change of anything, milliseconds since the epoch. */
  readonly newestMs: number;
}

/** Listings of a folder that is swapped while it is listed. */
const TRIES = 5;

/**
 * Lists a folder; `undefined` where nothing is. Throws UNREADABLE for what is no folder or cannot be read, FILE_CHANGED
 * where another process swaps it again and again.
 */
export function listFolder(disk: FolderDisk, folder: string, kind: PackageKind): FolderListing | undefined {
  for (let tries = 1; ; tries++) {
    const top = disk.state(folder);
    if (top === undefined) return undefined;
    const listing = listOnce(disk, folder, kind, top);
    // What was taken away in the middle looks like a folder with less in it.
    const now = disk.state(folder);
    if (now?.dev === top.dev && now.ino === top.ino) return listing;
    if (tries === TRIES) throw wentAway(folder);
  }
}

function listOnce(disk: FolderDisk, folder: string, kind: PackageKind, top: EntryState): FolderListing {
  if (top.kind !== 'folder') {
    const what = top.kind === 'link' ? 'a link' : 'no folder';
    throw new SkillficheError('UNREADABLE', `${folder} is ${what}; a skill's folder is expected there.`, {
      reason: top.kind,
      paths: [folder],
    });
  }
  const entries: { path: string; state: EntryState }[] = [];
  const unversioned: string[] = [];
  let newestMs = 0;
  const visit = (below: string): void => {
    for (const name of readNames(disk, below === '' ? folder : `${folder}/${below}`)) {
      const path = below === '' ? name : `${below}/${name}`;
      if (isUnversioned(kind, name)) {
        unversioned.push(path);
        continue;
      }
      const state = disk.state(`${folder}/${path}`);
      if (state === undefined) continue;
      newestMs = Math.max(newestMs, state.ctimeMs, state.mtimeMs);
      if (state.kind === 'folder') visit(path);
      else entries.push({ path, state });
    }
  };
  visit('');
  entries.sort((a, b) => compareCodePoints(a.path, b.path));
  const lines = entries.map(
    ({ path, state: { kind, size, executable, mtimeMs, ctimeMs, ino } }) =>
      `${kind} ${size} ${executable} ${mtimeMs} ${ctimeMs} ${ino} ${path}\n`,
  );
  return { entries, unversioned: unversioned.sort(compareCodePoints), stamp: sha256Hex(lines.join('')), newestMs };
}

function readNames(disk: FolderDisk, folder: string): string[] {
  try {
    return disk.names(folder);
  } catch (error) {
    throw unreadable(folder, error);
  }
}

/** Somebody else was quicker: what was there a moment ago is not there now. */
export function wentAway(path: string, cause?: unknown): SkillficheError {
  const message = `${path} went away while it was read: somebody else changes it. Nothing was changed; run it again.`;
  return new SkillficheError('FILE_CHANGED', message, { reason: 'raced', paths: [path], cause });
}

function unreadable(path: string, error: unknown): unknown {
  const cause = errnoOf(error);
  if (cause === 'UNKNOWN') return error;
  if (cause === 'ENOENT' || cause === 'ENOTDIR') {
    // It was listed a moment ago: another process swapped the folder in between.
    return wentAway(path, error);
  }
  return new SkillficheError('UNREADABLE', `${path} cannot be read (${cause}).`, { paths: [path], cause: error });
}

/** Every entry with its bytes, links and special files as what they are. */
export function readEntries(disk: FolderDisk, folder: string, listing: FolderListing): PackageFile[] {
  return listing.entries.map(({ path, state }) => {
    if (state.kind !== 'file') {
      return { path, bytes: new Uint8Array(), executable: false, kind: state.kind === 'link' ? 'link' : 'special' };
    }
    try {
      const { bytes, state: now } = disk.readFile(`${folder}/${path}`);
      return { path, bytes, executable: now.executable, kind: now.kind === 'file' ? 'file' : 'special' };
    } catch (error) {
      throw unreadable(`${folder}/${path}`, error);
    }
  });
}

/** The tree that lies in a folder; a link in it is content that no version has, so the tree is nobody's. */
export function readTree(disk: FolderDisk, folder: string, kind: PackageKind, listing: FolderListing): FullTree {
  const entries = readEntries(disk, folder, listing);
  const odd = entries.filter((one) => one.kind !== 'file');
  const full = treeOf(
    kind,
    entries.filter((one) => one.kind === 'file'),
  );
  return odd.length === 0 ? full : { ...full, tree: `${full.tree}+${odd.length}` };
}
