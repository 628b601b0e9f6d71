import { unifiedDiff } from '../../../base/diff.ts';
import { SkillficheError } from '../../../base/errors.ts';
import { compareCodePoints } from '../../../base/text.ts';
import { readFullTree } from '../content.ts';
import { type FullTree, listFolder, readTree } from '../folder.ts';
import { listVersions, type StoredPackage, type StoredVersion } from '../packages.ts';
import type { DiffReport, StoreHistory } from '../types.ts';
import type { Store } from '../world.ts';

export async function storeHistory(store: Store, one: StoredPackage): Promise<StoreHistory> {
  const versions = await listVersions(store, one.key);
  return {
    id: one.id,
    versions: versions.map(({ number, digest, came_by, note, source, at }) => ({
      number,
      digest,
      came_by,
      ...(note === undefined ? {} : { note }),
      ...(source === undefined ? {} : { source }),
      at,
      active: number === one.active?.number,
    })),
  };
}

/** One version of a package. Throws VERSION_NOT_FOUND, which says what there is. */
export async function findVersion(store: Store, one: StoredPackage, number: number): Promise<StoredVersion> {
  const versions = await listVersions(store, one.key);
  const found = versions.find((version) => version.number === number);
  if (found !== undefined) return found;
  const numbers = versions.map((version) => version.number);
  const there = numbers.length === 0 ? 'none' : `${numbers.at(-1)} to ${numbers[0]}`;
  throw new SkillficheError('VERSION_NOT_FOUND', `${one.id} has no version ${number}; there are ${there}.`);
}

type Side = number | 'disk';

async function contentOf(store: Store, one: StoredPackage, side: Side): Promise<FullTree> {
  if (side !== 'disk') return readFullTree(store.db.shared, await findVersion(store, one, side));
  const folder = one.view?.folder;
  const listing = folder === undefined ? undefined : listFolder(store.disk, folder, one.kind);
  if (folder === undefined || listing === undefined) {
    throw new SkillficheError('UNREADABLE', `${one.id} has no folder on this machine. Compare two versions by number.`);
  }
  return readTree(store.disk, folder, one.kind, listing);
}

const NOTHING: FullTree = { tree: '', digest: '', files: [], bytes: new Map() };

/**
 * What differs between two versions, or between one and what lies on disk. Default: from the active one to the disk; of
 * what was never active, the newest version whole.
 */
export async function storeDiff(store: Store, one: StoredPackage, from?: Side, to?: Side): Promise<DiffReport> {
  const newest = one.revision === 0 && from === undefined ? (await listVersions(store, one.key))[0]?.number : undefined;
  const first = from ?? one.active?.number ?? (newest === undefined ? 'disk' : 0);
  const second = to ?? newest ?? 'disk';
  const before = first === 0 ? NOTHING : await contentOf(store, one, first);
  const after = await contentOf(store, one, second);
  const { files, diff } = compareTrees(before, after);
  return { id: one.id, from: first, to: second, files, diff };
}

/** Files that differ, and the difference of those that are text. */
export function compareTrees(before: FullTree, after: FullTree): Pick<DiffReport, 'files' | 'diff'> {
  const old = new Map(before.files.map((file) => [file.path, file]));
  const fresh = new Map(after.files.map((file) => [file.path, file]));
  const files: DiffReport['files'][number][] = [];
  const texts: string[] = [];
  for (const path of [...new Set([...old.keys(), ...fresh.keys()])].sort(compareCodePoints)) {
    const a = old.get(path);
    const b = fresh.get(path);
    if (a?.sha256 === b?.sha256 && a?.executable === b?.executable) continue;
    const change = a === undefined ? 'added' : b === undefined ? 'removed' : a.sha256 === b.sha256 ? 'mode' : 'changed';
    files.push({ path, change });
    const left = a === undefined ? '' : textOfVersion(before.bytes.get(a.sha256));
    const right = b === undefined ? '' : textOfVersion(after.bytes.get(b.sha256));
    if (left === undefined || right === undefined) texts.push(`Binary file ${path} ${change}\n`);
    else texts.push(unifiedDiff(path, left, right));
  }
  return { files, diff: texts.join('') };
}

/** Bytes as text that gives the same bytes again; `undefined` for a binary file. */
export function textOfVersion(bytes: Uint8Array = new Uint8Array()): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}
