import { dirname, join, resolve } from 'node:path';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import type { FolderDisk } from '../../io/disk/folder-disk.ts';
import { replaceFile } from '../../io/disk/replace.ts';
import { lastComplaint, type Run } from '../../io/process/run.ts';

/** The worktree a folder lies in: what git calls the folder from its top, and its file of ignored paths. */
export interface Worktree {
  /** `''` at the top, else `sub/folder/`. */
  readonly prefix: string;
  /** Absolute; shared by all worktrees of the repository. */
  readonly file: string;
}

/**
 * `undefined` outside of worktrees, also in a bare repository. Throws PROGRAM_FAILED where git cannot tell, and
 * PROGRAM_MISSING where there is no git and a repository may be: a `.git` above that git would look into.
 */
export async function findWorktree(run: Run, cwd: string, disk: FolderDisk): Promise<Worktree | undefined> {
  let inside: Awaited<ReturnType<Run>>;
  try {
    inside = await run({ program: 'git', args: ['rev-parse', '--is-inside-work-tree'], cwd });
  } catch (error) {
    const isMissing = error instanceof SkillficheError && error.code === 'PROGRAM_MISSING';
    if (isMissing && !hasRepositoryAbove(disk, cwd)) return undefined;
    throw error;
  }
  if (inside.code !== 0) {
    if (/not a git repository/i.test(inside.stderr)) return undefined;
    throw new SkillficheError('PROGRAM_FAILED', `git cannot tell what ${cwd} is: ${lastComplaint(inside.stderr)}`);
  }
  if (inside.stdout.toString().trim() !== 'true') return undefined;
  // Each alone: a path may hold a line end, and two answers could not be told apart then.
  const tell = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await run({ program: 'git', args: ['rev-parse', ...args], cwd });
    const told = stdout.toString('utf8').replace(/\r?\n$/, '');
    if (code === 0) return told;
    throw new SkillficheError('PROGRAM_FAILED', `git cannot tell what ${cwd} is: ${lastComplaint(stderr)}`);
  };
  const prefix = await tell('--show-prefix');
  if (/[\r\n]/.test(prefix)) {
    const message = `git ignores by a path a line, and ${quoteValue(prefix)} has a line end in it. Seed a folder with another name.`;
    throw new SkillficheError('INVALID_ARGUMENT', message, { paths: [cwd] });
  }
  const file = await tell('--git-path', 'info/exclude');
  return { prefix, file: resolve(cwd, file).replaceAll('\\', '/') };
}

/** As git finds it: a folder `.git` without a HEAD is no repository, and the search goes on above it. */
function hasRepositoryAbove(disk: FolderDisk, cwd: string): boolean {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const marker = join(folder, '.git');
    const kind = disk.state(marker)?.kind;
    if (kind === 'folder' ? disk.state(join(marker, 'HEAD')) !== undefined : kind !== undefined) return true;
    if (dirname(folder) === folder) return false;
  }
}

/** Whether the repository keeps files at a path. */
export async function isTracked(run: Run, cwd: string, path: string): Promise<boolean> {
  const { code, stdout, stderr } = await run({ program: 'git', args: ['ls-files', '-z', '--', path], cwd });
  if (code !== 0) throw new SkillficheError('PROGRAM_FAILED', `git cannot list ${path}: ${lastComplaint(stderr)}`);
  return stdout.length > 0;
}

/** Whether git leaves a folder out, be it there or not: a `.gitignore` of the repository goes before the lines we may write. */
export async function isIgnored(run: Run, cwd: string, folder: string): Promise<boolean> {
  const args = ['check-ignore', '-q', '--no-index', '--', `${folder}/SKILL.md`];
  const { code, stderr } = await run({ program: 'git', args, cwd });
  if (code === 0 || code === 1) return code === 0;
  throw new SkillficheError('PROGRAM_FAILED', `git cannot tell whether it ignores ${folder}: ${lastComplaint(stderr)}`);
}

/** Throws NOT_WRITABLE for a file that its owner made read-only. */
export function requireWritable(disk: FolderDisk, file: string): void {
  if (disk.state(realFile(disk, file))?.writable !== false) return;
  const message = `${file} is read-only, so git cannot be told what to ignore. Make it writable, or seed a folder outside of the repository.`;
  throw new SkillficheError('NOT_WRITABLE', message, { reason: 'read-only', paths: [file] });
}

/** Where the lines lie, also where the file is a link; one that leads nowhere throws what the disk throws. */
function realFile(disk: FolderDisk, file: string): string {
  return disk.state(file)?.kind === 'link' ? disk.realPath(file).replaceAll('\\', '/') : file;
}

/** The line that ignores exactly one folder. */
export function excludeLine(worktree: Worktree, path: string): string {
  return `/${`${worktree.prefix}${path}`.replace(/[\\*?[\]!# ]/g, '\\$&')}/`;
}

function readLines(disk: FolderDisk, file: string): { readonly bytes: Buffer | undefined; readonly lines: string[] } {
  if (disk.state(file) === undefined) return { bytes: undefined, lines: [] };
  const { bytes } = disk.readFile(file);
  // Byte for byte: latin1 gives every byte back.
  return { bytes, lines: bytes.toString('latin1').split(/(?<=\n)/) };
}

const bare = (line: string): string => line.replace(/\r?\n$/, '');
const coded = (line: string): string => Buffer.from(line, 'utf8').toString('latin1');

export function hasLine(disk: FolderDisk, file: string, line: string): boolean {
  return readLines(disk, realFile(disk, file)).lines.some((one) => bare(one) === coded(line));
}

/** Adds a line where it is not; every other byte stays. */
export async function addLine(disk: FolderDisk, file: string, line: string): Promise<void> {
  await rewrite(disk, file, (lines) => {
    if (lines.some((one) => bare(one) === coded(line))) return undefined;
    const last = lines.at(-1) ?? '';
    return [...lines, ...(last === '' || last.endsWith('\n') ? [] : ['\n']), `${coded(line)}\n`];
  });
}

/** Takes a line away again; every other byte stays. */
export async function removeLine(disk: FolderDisk, file: string, line: string): Promise<void> {
  await rewrite(disk, file, (lines) => {
    const rest = lines.filter((one) => bare(one) !== coded(line));
    return rest.length === lines.length ? undefined : rest;
  });
}

async function rewrite(
  disk: FolderDisk,
  named: string,
  change: (lines: string[]) => string[] | undefined,
): Promise<void> {
  const file = realFile(disk, named);
  for (let turn = 0; turn < 20; turn++) {
    const { bytes, lines } = readLines(disk, file);
    const changed = change(lines);
    if (changed === undefined) return;
    requireWritable(disk, file);
    const text = Buffer.from(changed.join(''), 'latin1');
    disk.ensureFolder(file.slice(0, file.lastIndexOf('/')));
    try {
      if (await replaceFile(file, text, bytes === undefined ? { mustBeNew: true } : { expected: bytes })) return;
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
  }
  throw new SkillficheError('FILE_CHANGED', `${file} is changed by others all the time. Try again.`, { paths: [file] });
}
