import { dirname, join, relative, resolve, sep } from 'node:path';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { LOCK_FILE, MARKER_FILE } from '../../base/file-names.ts';
import type { Root } from '../../base/types.ts';
import { createFolderDisk, type EntryState, type FolderDisk } from '../../io/disk/folder-disk.ts';
import { shippedCollections } from '../../io/places/shipped.ts';

type KnownRoot = Pick<Root, 'kind' | 'path'>;

/** What is known about where a file stands. */
export interface EditGuard {
  /** The roots in use. A file in a bundled root is never edited; of nested roots the innermost one counts. */
  readonly roots?: readonly KnownRoot[];
}

/** Roots with our own recipes among them, unless some are bundled anyway. */
export function withShipped(roots: readonly KnownRoot[]): readonly KnownRoot[] {
  const path = roots.some(({ kind }) => kind === 'bundled') ? undefined : shippedCollections();
  return path === undefined ? roots : [...roots, { kind: 'bundled', path }];
}

/** Why a file is not edited whatever the change is. */
export type GuardReason = 'link' | 'not-a-file' | 'bundled' | 'pinned' | 'read-only';

/**
 * The state of a file that may be edited. What is not the user's own is refused: something behind a link, in a bundled
 * root or in a pinned collection, or read-only. Who keeps a collection names its very folder as a root of another
 * kind, and may then edit its members. A dry run may look at a read-only file. Throws EDIT_REFUSED with a
 * {@link GuardReason}, or UNREADABLE.
 */
export function checkEditable(
  path: string,
  guard: EditGuard = {},
  isDryRun = false,
  disk: FolderDisk = createFolderDisk(),
): EntryState {
  const file = resolve(path);
  const given = (guard.roots ?? []).map((root) => ({ ...root, path: resolve(root.path) }));
  for (const part of partsToCheck(file, given)) {
    if (statOf(disk, part).kind !== 'link') continue;
    const what = part === file ? `${file} is a link` : `${file} is reached through a link, ${part}`;
    throw refusal('link', file, `${what}. Name the file it leads to, if that is what you mean to edit.`);
  }
  const state = statOf(disk, file);
  if (state.kind !== 'file') throw refusal('not-a-file', file, `${file} is not a file. Name the SKILL.md of a skill.`);

  const real = disk.realPath(file);
  const roots = realRoots(disk, given);
  if (innermostRoot(real, roots)?.kind === 'bundled') {
    const wayOut = 'Copy the skill into a root of your own and edit it there.';
    throw refusal('bundled', file, `${file} belongs to a bundled root, which others share. ${wayOut}`);
  }
  const pinned = pinnedFolder(disk, dirname(real));
  if (pinned !== undefined && !roots.some((root) => root.path === pinned && root.kind !== 'bundled')) {
    const wayOut = `If you keep this collection, name its folder as a root (--root project=${pinned}), edit, and pin it again.`;
    throw refusal(
      'pinned',
      file,
      `${file} is in a pinned collection, and ${join(pinned, LOCK_FILE)} would no longer match. ${wayOut}`,
    );
  }
  if (!isDryRun && !state.writable) {
    throw refusal('read-only', file, `${file} is read-only. Make it writable first.`);
  }
  return state;
}

function refusal(reason: GuardReason, file: string, message: string): SkillficheError {
  return new SkillficheError('EDIT_REFUSED', `Not edited: ${message}`, { reason, paths: [file] });
}

/** Links above a root are how its owner reaches it. Below it, and at a skill without a root, none is written through. */
function partsToCheck(file: string, roots: readonly KnownRoot[]): string[] {
  const root = innermostRoot(file, roots);
  if (root === undefined) return [dirname(file), file];
  const names = relative(root.path, file).split(sep);
  return names.map((_, index) => join(root.path, ...names.slice(0, index + 1)));
}

/** Of two roots that name one folder, the one that is not bundled: somebody said that it is theirs. */
function innermostRoot(path: string, roots: readonly KnownRoot[]): KnownRoot | undefined {
  return roots
    .filter((root) => path.startsWith(root.path.endsWith(sep) ? root.path : root.path + sep))
    .toSorted(
      (a, b) => b.path.length - a.path.length || Number(a.kind === 'bundled') - Number(b.kind === 'bundled'),
    )[0];
}

function realRoots(disk: FolderDisk, roots: readonly KnownRoot[]): KnownRoot[] {
  const real: KnownRoot[] = [];
  for (const root of roots) {
    // A root that does not exist holds nothing.
    if (disk.state(root.path) !== undefined) real.push({ ...root, path: disk.realPath(root.path) });
  }
  return real;
}

function pinnedFolder(disk: FolderDisk, start: string): string | undefined {
  const isThere = (path: string): boolean => disk.state(path) !== undefined;
  for (let folder = start; ; folder = dirname(folder)) {
    if (isThere(join(folder, LOCK_FILE)) && isThere(join(folder, MARKER_FILE))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function statOf(disk: FolderDisk, path: string): EntryState {
  const refuse = (cause: string, error?: unknown): SkillficheError => {
    const message = cause === 'ENOENT' ? 'does not exist' : `cannot be read (${cause})`;
    return new SkillficheError('UNREADABLE', `Not edited: ${path} ${message}.`, {
      reason: cause,
      paths: [path],
      cause: error,
    });
  };
  let state: EntryState | undefined;
  try {
    state = disk.state(path);
  } catch (error) {
    throw refuse(errnoOf(error), error);
  }
  if (state === undefined) throw refuse('ENOENT');
  return state;
}
