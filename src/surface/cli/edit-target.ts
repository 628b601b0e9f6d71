import { isAbsolute, relative, resolve } from 'node:path';
import { isPathRef } from '../../base/paths.ts';
import type { EditGuard } from '../../owner/edit/guard.ts';
import type { Globals } from './globals.ts';
import type { Io } from './io.ts';
import { type OpenedCatalog, openFromFlags, openSetup, readSetup } from './open.ts';
import { expandHome } from './roots.ts';

/** The catalog that knows what a reference means. A path is taken as it is, and no root is scanned for it. */
export async function openToEdit(ref: string, globals: Globals, io: Io): Promise<OpenedCatalog> {
  if (!isPathRef(ref)) return openFromFlags(globals, io);
  const setup = await readSetup(globals, io);
  return openSetup({ ...setup, roots: [], only: undefined, disabled: [], named: new Set() }, globals, io);
}

/** A path as seen from the working folder of the command; anything else as it is. */
export function pathIn(ref: string, io: Io): string {
  return isPathRef(ref) ? resolve(io.cwd, expandHome(ref, io.env)) : ref;
}

/** The roots of the flags say which files are bundled, also for a path that lies in none of them. */
export async function guardFromFlags(globals: Globals, io: Io): Promise<EditGuard> {
  return { roots: (await readSetup(globals, io)).roots };
}

/** A path as a diff names it: below the working folder relative, so that `patch -p0` finds it there. */
export function pathFromHere(path: string, io: Pick<Io, 'cwd'>): string {
  const short = relative(io.cwd, path);
  return short === '' || short.startsWith('..') || isAbsolute(short) ? path : short.replaceAll('\\', '/');
}
