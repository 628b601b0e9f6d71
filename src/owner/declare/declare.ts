import { basename, resolve } from 'node:path';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { sha256Hex } from '../../base/hash.ts';
import { MAX_FILE_BYTES } from '../../base/limits.ts';
import { compareCodePoints, quoteValue } from '../../base/text.ts';
import type { Diagnostic, FieldValue } from '../../base/types.ts';
import { skillDigest } from '../../format/lock/digest.ts';
import { checkPackage, type PackageCheck } from '../../format/package/check.ts';
import { isLeftOut, type PackageFile, type PackageFileKind, packageFileKind } from '../../format/package/file.ts';
import { createDisk, type Disk } from '../../io/disk/disk.ts';
import { joinPath, plainPath } from '../../tree/files/files.ts';
import { readPackageFolder } from '../../tree/files/package-files.ts';

export interface DeclareOptions {
  /** Prefixes of names that belong to somebody else: a skill whose name begins so is refused. */
  readonly reservedPrefixes?: readonly string[];
  /** The file system that is read. Default: Node's. @internal */
  readonly disk?: Disk;
}

/** One file of a declared skill. `size` in bytes, `sha256` 64 hex digits. */
export interface DeclaredFile {
  readonly path: string;
  readonly kind: PackageFileKind;
  readonly size: number;
  readonly sha256: string;
}

/** A skill that a library ships, checked as strictly as what we write ourselves, and frozen. */
export interface DeclaredSkill {
  readonly folder: string;
  readonly name: string;
  readonly description: string;
  /** Exactly what follows the frontmatter. */
  readonly body: string;
  /** The other fields of the frontmatter as read: shown, never applied as a grant. */
  readonly hints: Readonly<Record<string, FieldValue>>;
  /** In order of path, SKILL.md among them. */
  readonly files: readonly DeclaredFile[];
  /** sha256 over the files, `sha256:` + 64 hex digits: what `pin` would write down. */
  readonly digest: string;
  /** sha256 of SKILL.md, 64 hex digits. */
  readonly skill_md_sha256: string;
  /** What the check found that refuses nothing. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * The bytes of one declared file, checked again: throws FILE_CHANGED when they are not those that were declared,
   * FILE_NOT_FOUND for any other path.
   */
  read(path: string): Uint8Array;
}

/**
 * Checks the skill in `folder` by the strict rules of the gate and returns its record. Throws GATE_REFUSED with the
 * first findings, UNREADABLE where a file cannot be read. Reads every file once; runs nothing.
 */
export async function declareSkill(folder: string, options: DeclareOptions = {}): Promise<DeclaredSkill> {
  const disk = options.disk ?? createDisk();
  const place = plainPath(resolve(folder));
  const folderName = basename(place);
  const { reservedPrefixes } = options;
  const check = await checkPackage(readFolder(disk, place), {
    origin: 'own',
    folderName,
    ...(reservedPrefixes === undefined ? {} : { reservedPrefixes }),
  });
  const { document } = check;
  if (check.refused || document?.name === undefined) throw refusedError(place, check);
  const files = check.files.map(({ path, bytes }) => ({
    path,
    kind: packageFileKind(path),
    size: bytes.length,
    sha256: sha256Hex(bytes),
  }));
  const { name: _, description: __, ...hints } = document.frontmatter;
  return Object.freeze({
    folder: place,
    name: document.name,
    description: document.description,
    body: document.body,
    hints: Object.freeze(hints),
    files: Object.freeze(files.map((file) => Object.freeze(file))),
    digest: skillDigest(files),
    skill_md_sha256: files.find(({ path }) => path === 'SKILL.md')?.sha256 ?? '',
    diagnostics: Object.freeze([...check.findings]),
    read: (path: string) => readDeclared(disk, place, files, path),
  });
}

/**
 * The same for every folder with a SKILL.md right below `folder`, in order of name. Two skills of one name are refused;
 * a folder without a SKILL.md is none of them.
 */
export async function declareSkills(folder: string, options: DeclareOptions = {}): Promise<readonly DeclaredSkill[]> {
  const disk = options.disk ?? createDisk();
  const place = plainPath(resolve(folder));
  let entries: ReturnType<Disk['readFolder']>;
  try {
    entries = disk.readFolder(joinPath(place, ''));
  } catch (error) {
    throw unreadable(place, error);
  }
  const declared: DeclaredSkill[] = [];
  const names = entries.filter(({ kind, name }) => kind === 'folder' && !isLeftOut(name)).map(({ name }) => name);
  for (const name of names.sort(compareCodePoints)) {
    const below = disk.readFolder(joinPath(place, name));
    if (!below.some((entry) => entry.name.toLowerCase() === 'skill.md')) continue;
    declared.push(await declareSkill(`${place}/${name}`, { ...options, disk }));
  }
  return Object.freeze(declared);
}

/** Every entry below the folder, for the gate to judge. */
function readFolder(disk: Disk, folder: string): readonly PackageFile[] {
  const { files, unreadable: faults } = readPackageFolder(disk, folder);
  const [fault] = faults;
  if (fault === undefined) return files;
  const path = fault.path === '.' ? folder : `${folder}/${fault.path}`;
  throw new SkillficheError('UNREADABLE', `${path} cannot be read (${fault.why}).`, { paths: [path] });
}

function readDeclared(disk: Disk, folder: string, files: readonly DeclaredFile[], path: string): Uint8Array {
  const file = files.find((one) => one.path === path);
  if (file === undefined) {
    throw new SkillficheError('FILE_NOT_FOUND', `The declared skill in ${folder} has no file ${quoteValue(path)}.`);
  }
  try {
    const bytes = new Uint8Array(disk.readFile(joinPath(folder, path), MAX_FILE_BYTES).bytes);
    if (sha256Hex(bytes) === file.sha256) return bytes;
  } catch (error) {
    throw unreadable(`${folder}/${path}`, error);
  }
  throw new SkillficheError('FILE_CHANGED', `${folder}/${path} is not what it was when the skill was declared.`, {
    paths: [`${folder}/${path}`],
  });
}

const MAX_TOLD = 5;

function refusedError(folder: string, { findings }: PackageCheck): SkillficheError {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const told = errors
    .slice(0, MAX_TOLD)
    .map(({ path, line, message }) => `${path}${line === undefined ? '' : `:${line}`}: ${message}`);
  const more = errors.length > MAX_TOLD ? ` (and ${errors.length - MAX_TOLD} more)` : '';
  const why = told.length === 0 ? 'its SKILL.md gives no name.' : told.join(' ');
  return new SkillficheError('GATE_REFUSED', `The skill in ${folder} cannot be declared: ${why}${more}`, {
    paths: [folder],
    reason: errors[0]?.code ?? 'frontmatter/no-name',
  });
}

function unreadable(path: string, cause: unknown): SkillficheError {
  if (cause instanceof SkillficheError) return cause;
  return new SkillficheError('UNREADABLE', `${path} cannot be read (${errnoOf(cause)}).`, { paths: [path], cause });
}
