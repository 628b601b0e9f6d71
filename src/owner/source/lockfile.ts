import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { MAX_LOCK_BYTES } from '../../base/limits.ts';
import { quoteValue } from '../../base/text.ts';
import type { InstallLock } from '../../format/source/lock.ts';
import {
  EMPTY_LOCK,
  formatInstallLock,
  INSTALL_LOCK,
  type LockedPackage,
  readInstallLock,
  sourceFault,
} from '../../format/source/lock.ts';
import type { FolderDisk } from '../../io/disk/folder-disk.ts';
import { replaceFile } from '../../io/disk/replace.ts';
import { notedAcceptances } from '../store/accept.ts';
import { readTreeFiles } from '../store/content.ts';
import { type Desk, placesOf } from '../store/desk.ts';
import { listPackages, listVersions, type StoredPackage } from '../store/packages.ts';
import type { Place } from '../store/place.ts';
import type { LockSource } from '../store/types.ts';

/** The lock of a place: at a project's root, or in the person's `.agents`. */
export function skillsLockPathOf(place: Place): string {
  return place.name === 'project' ? `${place.folder}/${INSTALL_LOCK}` : `${place.folder}/.agents/${INSTALL_LOCK}`;
}

/** The bytes of a lock, or `undefined` where there is none. Throws BROKEN_FILE for what is no file, or too large. */
export function readLockBytes(disk: FolderDisk, path: string): Buffer | undefined {
  const state = disk.state(path);
  if (state === undefined) return undefined;
  const why =
    state.kind !== 'file'
      ? 'is no regular file'
      : state.size > MAX_LOCK_BYTES
        ? `has more than ${MAX_LOCK_BYTES} bytes`
        : undefined;
  if (why !== undefined) throw new SkillficheError('BROKEN_FILE', `The lock ${path} ${why}.`, { paths: [path] });
  return disk.readFile(path).bytes;
}

/** An absent lock is an empty one. Throws BROKEN_FILE. */
function loadLock(disk: FolderDisk, path: string): InstallLock {
  const bytes = readLockBytes(disk, path);
  return bytes === undefined ? EMPTY_LOCK : readInstallLock(bytes.toString('utf8'), path);
}

/** Throws BROKEN_FILE where a lock of a place cannot be read: what would change it is then not begun. */
export function requireLocks(desk: Desk): void {
  for (const place of placesOf(desk)) loadLock(desk.store.disk, skillsLockPathOf(place));
}

/** A source as a lock has it: where something can be fetched again, and no path of this machine. */
function lockedSource(given: LockSource): LockedPackage['source'] {
  const { type, url, original_name: _, ...source } = given as LockSource & { original_name?: string };
  const isPlace =
    type === 'git' || type === 'index' || type === 'package' || (type === 'archive' && /^https?:/.test(url));
  return { type: type as LockedPackage['source']['type'], ...(isPlace ? { url } : {}), ...source };
}

/** Throws INVALID_ARGUMENT for a source that no lock can hold: noted, it would make the whole lock unreadable. */
export function requireLockable(source: LockSource): void {
  const fault = sourceFault({ ...lockedSource(source) });
  if (fault === undefined) return;
  const message = `The source ${quoteValue(source.url)} cannot be noted in a lock: ${fault}. Of a repository, the full name of its commit is needed.`;
  throw new SkillficheError('INVALID_ARGUMENT', message);
}

/** Where a package came from, as the lock has it: of the newest version, up to the active one, that was fetched. */
export async function lockedOf(desk: Desk, one: StoredPackage): Promise<LockedPackage | undefined> {
  const active = one.active?.number;
  if (active === undefined) return undefined;
  const versions = await listVersions(desk.store, one.key);
  const fetched = versions.find(
    ({ number, came_by, source }) => number <= active && came_by === 'install' && source !== undefined,
  );
  if (fetched?.source === undefined) return undefined;
  const { original_name } = fetched.source as typeof fetched.source & { original_name?: string };
  const all = await readTreeFiles(desk.store.db.shared, fetched.tree);
  const files =
    one.kind === 'skill'
      ? all
      : all.filter(({ path }) => path.startsWith('tree/')).map((file) => ({ ...file, path: file.path.slice(5) }));
  const accepted = await acceptedOf(desk, one, all);
  return {
    source: lockedSource(fetched.source),
    digest: fetched.digest,
    ...(original_name === undefined ? {} : { original_name }),
    ...(accepted.length === 0 ? {} : { accepted }),
    files: files.map(({ path, size, sha256, executable }) => ({
      path,
      size,
      sha256,
      ...(executable ? { executable } : {}),
    })),
  };
}

/** Which findings of the gate somebody accepted in these files, with the paths of the lock. */
async function acceptedOf(
  desk: Desk,
  { key, kind }: StoredPackage,
  files: readonly { readonly path: string; readonly sha256: string }[],
): Promise<NonNullable<LockedPackage['accepted']>> {
  const noted = await notedAcceptances(desk.store, key);
  const here = noted.filter((one) => files.some(({ path, sha256 }) => path === one.path && sha256 === one.sha256));
  const rows = here.map(({ rule, path, by }) => ({
    rule,
    path: kind === 'skill' ? path : path.replace(/^tree\//, ''),
    by,
  }));
  return rows.filter(({ rule, path }, at) => rows.findIndex((one) => one.rule === rule && one.path === path) === at);
}

/** Notes in the locks what became of these packages; entries of others stay as they are. The locks that were written. */
export async function noteInLocks(desk: Desk, ids: readonly string[]): Promise<string[]> {
  const written: string[] = [];
  const all = await listPackages(desk.store, placesOf(desk));
  for (const place of placesOf(desk)) {
    const changed = all.filter((one) => one.place.name === place.name && ids.includes(one.id));
    const gone = ids.filter((id) => id.startsWith(`${place.name}:`) && !all.some((one) => one.id === id));
    if (changed.length + gone.length === 0) continue;
    const entries = await Promise.all(
      changed.map(async (one) => ({ slug: one.slug, kind: one.kind, locked: await lockedOf(desk, one) })),
    );
    const path = skillsLockPathOf(place);
    const isWritten = await changeLock(desk.store.disk, path, (lock) => {
      const skills = { ...lock.skills };
      const collections = { ...lock.collections };
      for (const slug of [...gone.map((id) => id.slice(id.indexOf(':') + 1)), ...entries.map((entry) => entry.slug)]) {
        delete skills[slug];
        delete collections[slug];
      }
      for (const { slug, kind, locked } of entries) {
        if (locked !== undefined) (kind === 'skill' ? skills : collections)[slug] = locked;
      }
      return { ...lock, skills, collections };
    });
    if (isWritten) written.push(path);
  }
  return written;
}

const TRIES = 20;

/**
 * Changes a lock on what it holds now: when another process wrote between our reading and our writing, the change is
 * made anew on that. False: it says the same already.
 */
async function changeLock(
  disk: FolderDisk,
  path: string,
  change: (lock: InstallLock) => InstallLock,
): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = readLockBytes(disk, path);
    const lock = before === undefined ? EMPTY_LOCK : readInstallLock(before.toString('utf8'), path);
    const bytes = Buffer.from(formatInstallLock(change(lock)));
    if (bytes.equals(before ?? Buffer.from(formatInstallLock(EMPTY_LOCK)))) return false;
    if (await writeLock(disk, path, bytes, before)) return true;
  }
  throw new SkillficheError('UNREADABLE', `${path} is written to by another process all the time. Try again.`, {
    paths: [path],
  });
}

/** Writes a lock where it still holds `expected`; `undefined`: where there is none. False: it does not. */
export async function writeLock(
  disk: FolderDisk,
  path: string,
  bytes: Uint8Array,
  expected: Uint8Array | undefined,
): Promise<boolean> {
  try {
    disk.ensureFolder(path.slice(0, path.lastIndexOf('/')));
    return await replaceFile(path, bytes, expected === undefined ? { mustBeNew: true } : { expected });
  } catch (error) {
    if (error instanceof SkillficheError) throw error;
    if (errnoOf(error) === 'EEXIST' || errnoOf(error) === 'ENOENT') return false;
    throw new SkillficheError('NOT_WRITABLE', `${path} cannot be written (${errnoOf(error)}).`, {
      paths: [path],
      cause: error,
    });
  }
}
