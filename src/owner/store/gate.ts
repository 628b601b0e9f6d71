import { diagnostic } from '../../base/diagnostic.ts';
import { SKILL_FILE } from '../../base/file-names.ts';
import { quoteValue } from '../../base/text.ts';
import type { Diagnostic } from '../../base/types.ts';
import type { PackageFile } from '../../format/package/file.ts';
import { MAX_COLLECTION_BYTES } from '../../format/package/limits.ts';
import { checkPaths } from '../../format/package/paths.ts';
import { versionedFiles } from './folder.ts';
import type { PackageKind } from './types.ts';

/** What the gate says of one skill's files; `checkPackage` has this shape. */
export interface GateCheck {
  readonly findings: readonly Diagnostic[];
  readonly refused: boolean;
  readonly files: readonly PackageFile[];
  readonly document: { readonly name?: string | undefined } | undefined;
}

export type Gate = (
  files: readonly PackageFile[],
  options: { readonly origin: 'own' | 'foreign' | 'pinned' | 'loose'; readonly folderName?: string },
) => Promise<GateCheck>;

/** A package that was let in, or why not. */
export interface Gated {
  readonly findings: readonly Diagnostic[];
  readonly refused: boolean;
  /** What makes the package: without what is left out. */
  readonly files: readonly PackageFile[];
  /** As it is declared; else the folder's name. */
  readonly name: string;
  /** Skills in it: 1, or those of the collection. */
  readonly members: number;
}

/** Asks the gate about a package: a skill whole, a collection skill by skill. */
export async function passGate(
  gate: Gate,
  kind: PackageKind,
  slug: string,
  given: readonly PackageFile[],
  origin: 'own' | 'foreign' = 'foreign',
): Promise<Gated> {
  const files = versionedFiles(kind, given);
  if (kind === 'skill') {
    const { document, ...check } = await gate(files, { origin, folderName: slug });
    return { ...check, name: document?.name ?? slug, members: 1 };
  }
  const folders = skillFolders(files);
  const { findings, texts } = await checkBeside(gate, files, [...folders.keys()]);
  let refused = findings.length > 0 || texts.refused;
  findings.push(...texts.findings);
  for (const [folder, members] of folders) {
    const folderName = folder.slice(folder.lastIndexOf('/') + 1);
    const check = await gate(members, { origin: 'pinned', folderName });
    for (const one of check.findings) findings.push({ ...one, path: `${folder}/${one.path}` });
    refused ||= check.refused;
  }
  return { findings, refused, files, name: slug, members: folders.size };
}

/**
 * What a collection holds beside its skills is written, and read, too: no link, no path that some disk cannot keep, not
 * too much, no secret and no hidden text.
 */
async function checkBeside(
  gate: Gate,
  files: readonly PackageFile[],
  folders: readonly string[],
): Promise<{ readonly findings: Diagnostic[]; readonly texts: GateCheck }> {
  const heads = new Set(folders);
  const isInSkill = (path: string): boolean => {
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1))
      if (heads.has(path.slice(0, at))) return true;
    return false;
  };
  const found = checkPaths(files).filter(({ path }) => !isInSkill(path));
  let total = 0;
  for (const { path, kind, bytes } of files) {
    total += bytes.length;
    if (kind === 'file' || isInSkill(path)) continue;
    const what = kind === 'link' ? 'a link' : 'no regular file';
    const code = kind === 'link' ? 'package/link' : 'package/special-file';
    const hint = kind === 'link' ? 'Put the file itself there, or take it out.' : 'Remove it.';
    found.push(diagnostic(code, path, `${quoteValue(path)} is ${what}: a version holds files alone.`, { hint }));
  }
  if (total > MAX_COLLECTION_BYTES) {
    const message = `The collection has ${total} bytes together; ${MAX_COLLECTION_BYTES} are allowed.`;
    found.push(diagnostic('package/too-large', '.', message));
  }
  const loose = files.filter(({ path, kind }) => kind === 'file' && !isInSkill(path));
  return { findings: found, texts: await gate(loose, { origin: 'loose' }) };
}

/** The skills of a collection: the folders with a SKILL.md, each with its files; a deeper one belongs to the one above. */
function skillFolders(files: readonly PackageFile[]): Map<string, PackageFile[]> {
  const end = `/${SKILL_FILE}`;
  const heads = files
    .filter(({ path }) => path.endsWith(end))
    .map(({ path }) => path.slice(0, -end.length))
    .sort((a, b) => a.length - b.length);
  const folders = new Map<string, PackageFile[]>();
  const above = (path: string): string | undefined => {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      if (folders.has(path.slice(0, at))) return path.slice(0, at);
    }
    return undefined;
  };
  for (const head of heads) if (above(head) === undefined) folders.set(head, []);
  for (const file of files) {
    const head = above(file.path);
    if (head !== undefined) folders.get(head)?.push({ ...file, path: file.path.slice(head.length + 1) });
  }
  return folders;
}
