import { SkillficheError } from '../../base/errors.ts';
import { LOCK_FILE, MARKER_FILE, PRUNED_NAMES } from '../../base/file-names.ts';
import { sha256Hex } from '../../base/hash.ts';
import { quoteValue } from '../../base/text.ts';
import { defaultPromptLine } from '../../format/collection/marker.ts';
import { buildLock, formatLock } from '../../format/lock/lock.ts';
import type { PackageFile } from '../../format/package/file.ts';
import { MAX_COLLECTION_BYTES } from '../../format/package/limits.ts';
import { foldPath, pathFault } from '../../format/package/paths.ts';
import { editFrontmatter } from '../../format/skill/edit/edit.ts';
import type { PackageSource } from '../store/types.ts';
import type { SkillInSource } from './discover.ts';
import type { OpenedSource, SourceFile } from './opened.ts';

/** The folder in a collection's own that holds upstream's bytes. */
const TREE = 'tree';

function below(path: string, folder: string): string {
  return folder === '.' ? path : path.slice(folder.length + 1);
}

async function readFiles(opened: OpenedSource, files: readonly SourceFile[], folder: string): Promise<PackageFile[]> {
  // What is no file is read as what it is, and refused by the gate.
  const bytes = await opened.read(files.filter(({ kind }) => kind === 'file' || kind === 'link'));
  return files.map(({ path, kind, executable }) => ({
    path: below(path, folder),
    bytes: bytes.get(path) ?? new Uint8Array(),
    executable,
    kind: kind === 'submodule' ? 'special' : kind,
  }));
}

/** What is reviewed and what is taken in are the same bytes. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** One skill of a source. `name`: another than its own, for its folder and the name line; no other byte changes. */
export function skillPackage(opened: OpenedSource, skill: SkillInSource, name?: string): PackageSource {
  const renamed = name !== undefined && name !== skill.name ? { original_name: skill.name } : {};
  return {
    kind: 'skill',
    slug: name ?? skill.slug,
    source: { ...opened.source, ...(skill.path === '.' ? {} : { path: skill.path }), ...renamed },
    files: once(async () => {
      const files = await readFiles(opened, skill.files, skill.path);
      return name === undefined ? files : renameSkill(files, name);
    }),
  };
}

/** The same files, with another name in the frontmatter of SKILL.md. Throws EDIT_REFUSED where that cannot be done. */
export function renameSkill(files: readonly PackageFile[], name: string): PackageFile[] {
  return files.map((file) => {
    if (file.path !== 'SKILL.md' || file.kind !== 'file') return file;
    const result = editFrontmatter(Buffer.from(file.bytes).toString('utf8'), { name });
    if (!result.ok) {
      const message = `SKILL.md cannot be given the name ${quoteValue(name)}: ${result.reason}`;
      throw new SkillficheError('EDIT_REFUSED', message, { reason: result.code });
    }
    return { ...file, bytes: Buffer.from(result.text) };
  });
}

/** What of a source a collection does not take, and why. */
export interface UnlockedPackage {
  readonly path: string;
  readonly why: 'link' | 'submodule' | 'special';
}

export interface CollectionPackage extends PackageSource {
  readonly members: number;
  readonly leftOut: readonly UnlockedPackage[];
}

/**
 * A whole tree as one pinned collection: upstream's bytes in `tree/`, the marker and the lock beside it. Throws
 * SOURCE_REFUSED where its files cannot be written everywhere, or are too much.
 */
export function collectionPackage(
  opened: OpenedSource,
  skills: readonly SkillInSource[],
  id: string,
): CollectionPackage {
  const top = opened.below;
  const inside = opened.files.filter(
    ({ path }) =>
      (top === '.' || path.startsWith(`${top}/`)) && !path.split('/').some((part) => PRUNED_NAMES.has(part)),
  );
  const owned = new Set(skills.flatMap(({ files }) => files.map(({ path }) => path)));
  // A link inside a skill is for the gate to refuse; beside skills it is no part of any.
  const isLeft = ({ kind, path }: SourceFile): boolean => kind !== 'file' && !(kind === 'link' && owned.has(path));
  const left = inside.filter(isLeft);
  const taken = inside.filter((file) => !isLeft(file));
  checkTree(taken, top);
  const source = { ...opened.source, ...(top === '.' ? {} : { path: top }) };
  return {
    kind: 'collection',
    slug: id,
    source,
    members: skills.length,
    leftOut: left.map(({ path, kind }) => ({ path, why: kind === 'link' || kind === 'submodule' ? kind : 'special' })),
    files: once(async () => {
      const files = await readFiles(opened, taken, top);
      const hashed = files.map(({ path, bytes }) => ({ path, size: bytes.length, sha256: sha256Hex(bytes) }));
      const members = skills.map(({ path, name, recovered }) => ({ path: memberPath(path, top), name, recovered }));
      const { url, commit } = source;
      const from = source.type === 'git' ? { url, ...(commit === undefined ? {} : { commit }) } : undefined;
      const marker = {
        schema_version: 1,
        id,
        prompt_line: defaultPromptLine(id),
        tree: TREE,
        ...(from === undefined ? {} : { source: from }),
      };
      const text = (path: string, content: string): PackageFile => ({
        path,
        bytes: Buffer.from(content),
        executable: false,
        kind: 'file',
      });
      return [
        text(MARKER_FILE, `${JSON.stringify(marker, undefined, 2)}\n`),
        text(LOCK_FILE, formatLock(buildLock(id, members, hashed, from))),
        ...files.map((file) => ({ ...file, path: `${TREE}/${file.path}` })),
      ];
    }),
  };
}

function memberPath(path: string, top: string): string {
  return path === top ? '.' : below(path, top);
}

/** The gate looks at skills; what lies beside them is written too. */
function checkTree(files: readonly SourceFile[], top: string): void {
  const refuse = (reason: string, why: string): SkillficheError =>
    new SkillficheError('SOURCE_REFUSED', `The tree is refused: ${why}.`, { reason });
  const folded = new Map<string, string>();
  let total = 0;
  for (const { path, size } of files) {
    const inside = below(path, top);
    const fault = pathFault(inside);
    if (fault !== undefined)
      throw refuse('path', `the path ${quoteValue(path)} cannot be written everywhere: ${fault}`);
    const other = folded.get(foldPath(inside));
    if (other !== undefined) throw refuse('clash', `${quoteValue(path)} falls on ${quoteValue(other)} on some disks`);
    folded.set(foldPath(inside), path);
    total += size;
  }
  if (total > MAX_COLLECTION_BYTES) {
    const way = 'Name a folder of it: owner/repo/folder';
    throw refuse('too-large', `it has ${total} bytes; ${MAX_COLLECTION_BYTES} are allowed. ${way}`);
  }
}
