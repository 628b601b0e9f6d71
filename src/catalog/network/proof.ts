import { skillDigest } from '../../format/lock/digest.ts';
import { joinPath, listFiles } from '../../tree/files/files.ts';
import { type HashOptions, hashFolder } from '../../tree/files/hash.ts';
import type { CatalogContext } from '../internals.ts';
import { folderOf } from '../rows/build.ts';
import { ownFilesOf } from '../rows/own-files.ts';
import { scopeOfRow } from '../rows/rows.ts';

/** A stamp younger than this may hide a second edit within the clock's grain, so what it proves is not kept. */
const YOUNG_STAMP_MS = 2_000;

interface Proof {
  readonly stamps: string;
  readonly digest: string;
}

const provers = new WeakMap<CatalogContext, (row: number) => string | undefined>();

/**
 * The digest of a skill's files as they are on disk at the time of asking; `undefined` where it has none, as with a link
 * among them. Files are hashed again only when a stamp differs.
 */
export function proverOf(context: CatalogContext): (row: number) => string | undefined {
  const known = provers.get(context);
  if (known !== undefined) return known;
  const proofs = new Map<number, Proof>();
  const prove = (row: number): string | undefined => {
    const scope = scopeOfRow(context.data, row);
    const folder = folderOf(scope.root, scope.table.folder(row - scope.base));
    const which = ownFilesOf(scope, row);
    const { stamps, newestMs } = stampsOf(context, folder, which);
    const proof = proofs.get(row);
    if (proof !== undefined && proof.stamps === stamps) return proof.digest;
    const { files, refused } = hashFolder(context.disk, folder, which);
    proofs.delete(row);
    if (refused.length > 0 || files.length === 0) return undefined;
    const digest = skillDigest(files);
    if (Date.now() - newestMs > YOUNG_STAMP_MS) proofs.set(row, { stamps, digest });
    return digest;
  };
  provers.set(context, prove);
  return prove;
}

/** What tells that no file came, went or changed, as one text. */
function stampsOf(
  { disk }: CatalogContext,
  folder: string,
  which: HashOptions,
): { readonly stamps: string; readonly newestMs: number } {
  const { paths, leftOut } = listFiles(disk, folder, Number.POSITIVE_INFINITY);
  let newestMs = 0;
  const parts = leftOut.map(({ path, reason }) => `${reason}:${path}`);
  for (const path of paths) {
    if (which.except?.has(path) === true || which.only?.(path) === false) continue;
    const stamp = disk.stat(joinPath(folder, path));
    if (stamp === undefined) continue;
    newestMs = Math.max(newestMs, stamp.mtimeMs, stamp.ctimeMs);
    parts.push(`${path}\n${stamp.size} ${stamp.mtimeMs} ${stamp.ctimeMs} ${stamp.ino}`);
  }
  return { stamps: parts.join('\n'), newestMs };
}
