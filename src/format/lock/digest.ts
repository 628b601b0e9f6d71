import { sha256Hex } from '../../base/hash.ts';
import { compareCodePoints } from '../../base/text.ts';

/** One file's path, relative and `/`-separated, and the sha256 of its bytes as 64 hex digits. */
export interface HashedPath {
  readonly path: string;
  readonly sha256: string;
}

/** A skill's path below its collection, and its digest (`sha256:` + 64 hex digits). */
export interface DigestedSkill {
  readonly path: string;
  readonly digest: string;
}

/**
 * sha256 over lines `<hex>␠␠<path>\n`, sorted by path as UTF-8 bytes: what `sha256sum` prints for the files, hashed
 * once more. Well-formed UTF-16 sorted by code point is in the order of its UTF-8 bytes.
 */
function digestOf(lines: readonly HashedPath[]): string {
  const sorted = lines.toSorted((a, b) => compareCodePoints(a.path, b.path));
  return `sha256:${sha256Hex(sorted.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join(''))}`;
}

/** Digest of one skill: over its files, paths relative to its folder. Order of the list does not matter. */
export function skillDigest(files: readonly HashedPath[]): string {
  return digestOf(files);
}

/** Digest of a collection: the same over its skills, `<skill digest hex>␠␠<skill path>`. Skills without a change keep it. */
export function collectionDigest(skills: readonly DigestedSkill[]): string {
  return digestOf(skills.map(({ path, digest }) => ({ path, sha256: digest.replace(/^sha256:/, '') })));
}

/** Digest of a tree: the same over every file in it, also those beside skills. */
export function treeDigest(files: readonly HashedPath[]): string {
  return digestOf(files);
}

/** Why a path cannot stand in a digest, or `undefined`: its line would not say which path it is. */
export function pathProblem(path: string): string | undefined {
  if (path.includes('\n') || path.includes('\r')) return 'its name holds a line end';
  if (path.includes('\\')) return 'its name holds a backslash';
  if (!path.isWellFormed() || path.includes('\uFFFD')) return 'its name is not UTF-8';
  return undefined;
}
