import { isAbsolute, join, relative, resolve } from 'node:path';
import { SkillficheError } from '../../base/errors.ts';
import { isSkillFileName, SKILL_FILE } from '../../base/file-names.ts';
import { createDisk } from '../../io/disk/disk.ts';
import type { EditGuard } from '../../owner/edit/guard.ts';
import type { Globals } from './globals.ts';
import type { Io } from './io.ts';
import { openFromFlags, readSetup } from './open.ts';
import { bundledRoot, expandHome, isPathRef } from './roots.ts';

/** The SKILL.md that a reference means. A path is taken as it is; for a name or an id the roots are scanned. */
export async function skillFileOf(ref: string, globals: Globals, io: Io): Promise<string> {
  if (!isPathRef(ref)) {
    const { view } = await openFromFlags(globals, io);
    const entry = await view.resolve(ref);
    return join(entry.folder, entry.file);
  }
  const path = resolve(io.cwd, expandHome(ref, io.env));
  const disk = createDisk();
  if (disk.stat(path)?.kind !== 'folder') return path;
  const names = disk.readFolder(path).map(({ name }) => name);
  const name = names.includes(SKILL_FILE) ? SKILL_FILE : names.find(isSkillFileName);
  if (name === undefined) {
    throw new SkillficheError('SKILL_NOT_FOUND', `There is no SKILL.md in ${path}. Name the folder of one skill.`, {
      paths: [path],
    });
  }
  return join(path, name);
}

/** The roots of the flags, and the shipped ones, which are never edited, whether or not they were asked for. */
export async function guardOf(globals: Globals, io: Io): Promise<EditGuard> {
  const { roots } = await readSetup(globals, io);
  if (roots.some(({ kind }) => kind === 'bundled')) return { roots };
  try {
    return { roots: [...roots, bundledRoot()] };
  } catch (error) {
    // An installation without collections has nothing to guard.
    if (error instanceof SkillficheError) return { roots };
    throw error;
  }
}

/** A path as a diff names it: below the working folder relative, so that `patch -p0` finds it there. */
export function shownPath(path: string, io: Pick<Io, 'cwd'>): string {
  const short = relative(io.cwd, path);
  return short === '' || short.startsWith('..') || isAbsolute(short) ? path : short.replaceAll('\\', '/');
}
