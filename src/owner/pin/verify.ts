import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { sha256Hex } from '../../base/hash.ts';
import { MAX_FILE_BYTES } from '../../base/limits.ts';
import { contextOf } from '../../catalog/internals.ts';
import type { ReadableCatalog, View } from '../../catalog/types.ts';
import { collectionsOf, type OwnedTree } from '../../catalog/view/owned.ts';
import { compareLocks, type Drift, isClean, type SameText } from '../../format/lock/drift.ts';
import { readLock } from '../../format/lock/lock-check.ts';
import { checkDocument } from '../../format/schema/check.ts';
import { checkLock } from '../../format/schema/generated.ts';
import type { Disk } from '../../io/disk/disk.ts';
import { readLockText } from '../../io/disk/lock-file.ts';
import { joinPath } from '../../tree/files/files.ts';
import type { HashRefusal } from '../../tree/files/hash.ts';
import { hashCollection, lockPathOf } from './pin.ts';

export interface VerifyOptions {
  /** Ids; each must be pinned. Default: every collection that is. */
  readonly collections?: readonly string[];
  /** Called now and then with the number of files hashed. */
  readonly onProgress?: (files: number) => void;
}

/** How one collection stands to its lock. */
export interface VerifiedCollection {
  readonly id: string;
  readonly lock: string;
  /** `broken`: its marker cannot be read, so its tree cannot be compared. */
  readonly state: 'same' | 'drift' | 'not_pinned' | 'broken';
  readonly digest?: string;
  readonly pinned_digest?: string;
  readonly tree_digest?: string;
  readonly pinned_tree_digest?: string;
  /** The id that was pinned, where it is another now. */
  readonly pinned_id?: string;
  readonly drift?: Drift;
  /** What a pinned tree may not hold, and holds now. */
  readonly refused?: readonly HashRefusal[];
}

export interface VerifyReport {
  /** True where nothing drifted. */
  readonly ok: boolean;
  readonly collections: readonly VerifiedCollection[];
}

const check = (document: unknown) => checkDocument(checkLock, document);

/**
 * Compares collections with their locks, by bytes. Each that is named must be pinned (`NOT_PINNED`); without names, all
 * that are pinned are compared, the others are said not to be, and a broken marker counts as drift: its tree cannot be proved.
 */
export async function verifyCollections(catalog: ReadableCatalog, options: VerifyOptions = {}): Promise<VerifyReport> {
  const { collections: ids = [], onProgress } = options;
  const { disk } = contextOf(catalog);
  const collections: VerifiedCollection[] = [];
  for (const tree of collectionsOf(catalog, ids)) {
    collections.push(await verify(disk, tree, ids.length > 0, onProgress));
  }
  if (ids.length === 0) {
    collections.push(...brokenOnes(catalog.view({ audience: 'owner' })));
    if (collections.every((one) => one.state === 'not_pinned')) {
      throw new SkillficheError(
        'NOT_PINNED',
        'No collection here is pinned. Pin one with `skillfiche pin COLLECTION`.',
      );
    }
  }
  return { ok: collections.every((one) => one.state === 'same' || one.state === 'not_pinned'), collections };
}

function brokenOnes(whole: View): VerifiedCollection[] {
  return whole.diagnostics
    .filter((one) => one.code === 'collection/broken-marker' || one.code === 'collection/duplicate-id')
    .map((one) => ({ id: one.path, lock: one.path, state: 'broken' }));
}

async function verify(
  disk: Disk,
  tree: OwnedTree,
  isAsked: boolean,
  onProgress: ((files: number) => void) | undefined,
): Promise<VerifiedCollection> {
  const path = lockPathOf(tree);
  const text = readLockText(disk, path);
  if (text === undefined) {
    if (!isAsked) return { id: tree.id, lock: path, state: 'not_pinned' };
    const message = `The collection ${tree.id} is not pinned: there is no ${path}. Pin it with \`skillfiche pin ${tree.id}\`.`;
    throw new SkillficheError('NOT_PINNED', message, { paths: [path] });
  }
  const pinned = readLock(text, path, check);
  const { lock, refused } = await hashCollection(disk, tree, { onProgress });
  const drift = compareLocks(pinned, lock, sameTextIn(disk, tree.folder));
  const isSame = isClean(drift) && refused.length === 0 && pinned.id === tree.id;
  return {
    id: tree.id,
    lock: path,
    state: isSame ? 'same' : 'drift',
    digest: lock.digest,
    pinned_digest: pinned.digest,
    tree_digest: lock.tree_digest,
    pinned_tree_digest: pinned.tree_digest,
    ...(pinned.id === tree.id ? {} : { pinned_id: pinned.id }),
    ...(isSame ? {} : { drift, refused }),
  };
}

/** Git may rewrite line ends on checkout: the pinned bytes then come back when they are turned round. */
function sameTextIn(disk: Disk, folder: string): SameText {
  return (path, pinned) => {
    let lf: string;
    try {
      const { bytes, stamp } = disk.readFile(joinPath(folder, path), MAX_FILE_BYTES);
      if (stamp.size > MAX_FILE_BYTES) return false;
      lf = bytes.toString('latin1').replaceAll('\r\n', '\n');
    } catch (error) {
      // It was hashed a moment ago and is gone or locked now: changed, at any rate.
      if (errnoOf(error) === 'UNKNOWN') throw error;
      return false;
    }
    return [lf, lf.replaceAll('\n', '\r\n')].some((one) => sha256Hex(Buffer.from(one, 'latin1')) === pinned);
  };
}
