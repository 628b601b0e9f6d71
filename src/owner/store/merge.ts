import { compareCodePoints } from '../../base/text.ts';
import type { PackageFile } from '../../format/package/file.ts';
import { type FullTree, treeOf } from './folder.ts';
import type { ConflictPlace, PackageKind } from './types.ts';
import { textOfVersion } from './verbs/history.ts';

/** Which side has a file, or a part of one, that both changed. Default: neither, and that is a conflict. */
export type MergeSide = 'ours' | 'theirs';

export interface Merged {
  readonly content: FullTree;
  readonly conflicts: readonly ConflictPlace[];
}

/** A file with more lines is not merged by lines: the comparison may take time in the square of them. */
const MAX_MERGED_LINES = 50_000;

interface OneFile {
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/**
 * Three ways, file by file: what only one side changed is taken from it; what both changed is merged by lines. `base` is
 * what both began from.
 */
export async function mergeTrees(
  kind: PackageKind,
  base: FullTree,
  ours: FullTree,
  theirs: FullTree,
  side?: MergeSide,
): Promise<Merged> {
  const files: PackageFile[] = [];
  const conflicts: ConflictPlace[] = [];
  const paths = new Set([base, ours, theirs].flatMap((tree) => tree.files.map(({ path }) => path)));
  const reads = [base, ours, theirs].map(readerOf);
  for (const path of [...paths].sort(compareCodePoints)) {
    const [old, mine, other] = reads.map((read) => read(path));
    const merged = await mergeFile(path, old, mine, other, side);
    if ('reason' in merged) conflicts.push(merged);
    else if (merged.file !== undefined) files.push({ path, ...merged.file, kind: 'file' });
  }
  return { content: treeOf(kind, files), conflicts };
}

function readerOf(tree: FullTree): (path: string) => OneFile | undefined {
  const byPath = new Map(tree.files.map((file) => [file.path, file]));
  return (path) => {
    const file = byPath.get(path);
    return file && { bytes: tree.bytes.get(file.sha256) ?? new Uint8Array(), executable: file.executable };
  };
}

const isSame = (a: OneFile | undefined, b: OneFile | undefined): boolean =>
  a === b ||
  (a !== undefined && b !== undefined && a.executable === b.executable && Buffer.compare(a.bytes, b.bytes) === 0);

async function mergeFile(
  path: string,
  base: OneFile | undefined,
  ours: OneFile | undefined,
  theirs: OneFile | undefined,
  side: MergeSide | undefined,
): Promise<{ readonly file: OneFile | undefined } | ConflictPlace> {
  if (isSame(base, ours) || isSame(ours, theirs)) return { file: theirs };
  if (isSame(base, theirs)) return { file: ours };
  const taken = { file: side === 'ours' ? ours : theirs };
  if (ours === undefined || theirs === undefined) {
    return side === undefined ? { path, reason: ours === undefined ? 'removed-here' : 'removed-there' } : taken;
  }
  const executable = ours.executable === base?.executable ? theirs.executable : ours.executable;
  const texts = [ours, base, theirs].map((one) => linesOf(one?.bytes));
  const [mine, old, other] = texts;
  if (mine === undefined || old === undefined || other === undefined) {
    return side === undefined ? { path, reason: 'binary' } : taken;
  }
  const merged = await mergeLines(mine, old, other, side);
  if ('text' in merged) return { file: { bytes: Buffer.from(merged.text), executable } };
  return { path, reason: base === undefined ? 'added-twice' : 'text', lines: merged.lines };
}

/** Lines with their ends, so that joining them is the text again; `undefined` for what is no text, or too long. */
function linesOf(bytes: Uint8Array | undefined): string[] | undefined {
  const text = textOfVersion(bytes);
  if (text === undefined) return undefined;
  const lines = text === '' ? [] : text.split(/(?<=\n)/);
  return lines.length > MAX_MERGED_LINES ? undefined : lines;
}

/** One part of a merge: lines all agree on, or both sides of a place where they do not. */
interface Part {
  readonly ok?: readonly string[];
  readonly conflict?: {
    readonly a: readonly string[];
    readonly aIndex: number;
    readonly b: readonly string[];
    readonly bIndex: number;
  };
}

async function mergeLines(
  ours: readonly string[],
  base: readonly string[],
  theirs: readonly string[],
  side: MergeSide | undefined,
): Promise<{ readonly text: string } | { readonly lines: NonNullable<ConflictPlace['lines']> }> {
  const { diff3Merge } = await import('node-diff3');
  const parts: readonly Part[] = diff3Merge([...ours], [...base], [...theirs], { excludeFalseConflicts: true });
  const text: string[] = [];
  const lines: NonNullable<ConflictPlace['lines']>[number][] = [];
  for (const { ok, conflict } of parts) {
    if (ok !== undefined) text.push(...ok);
    if (conflict === undefined) continue;
    const { a, aIndex, b, bIndex } = conflict;
    if (side !== undefined) text.push(...(side === 'ours' ? a : b));
    else lines.push({ ours: rangeOf(aIndex, a), theirs: rangeOf(bIndex, b) });
  }
  return lines.length > 0 ? { lines } : { text: text.join('') };
}

/** First and last line, 1-based; the last is before the first where there are none. */
function rangeOf(at: number, lines: readonly string[]): readonly [number, number] {
  return [at + 1, at + lines.length];
}
