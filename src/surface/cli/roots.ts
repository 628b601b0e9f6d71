import { join, relative, resolve, sep } from 'node:path';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import type { Root } from '../../base/types.ts';
import { createDisk } from '../../io/disk/disk.ts';
import { homeFolder } from '../../io/places/home.ts';
import type { FoundProject } from '../../io/places/project.ts';
import { shippedCollections } from '../../io/places/shipped.ts';
import type { Io } from './io.ts';

export { isPathRef } from '../../base/paths.ts';
export { isThere } from '../../io/places/shipped.ts';

/** Reads `[kind[:id]=]DIR`. Kind defaults to `project`, id to the kind. */
export function parseRoot(spec: string, io: Pick<Io, 'cwd' | 'env'>): Root {
  const match = /^([a-z][a-z0-9_-]*)(?::([A-Za-z0-9][A-Za-z0-9._-]*))?=(.*)$/s.exec(spec);
  const [, kind = 'project', id, path = spec] = match ?? [];
  if (path === '') {
    throw new SkillficheError(
      'INVALID_ARGUMENT',
      `A root needs a folder: --root [kind[:id]=]DIR, not ${quoteValue(spec)}.`,
    );
  }
  return { id: id ?? kind, kind, path: resolve(io.cwd, expandHome(path, io.env)) };
}

/** The home, or `undefined` where the machine names none. */
export const homeOf: (env: Readonly<Record<string, string | undefined>>) => string | undefined = homeFolder;

export function expandHome(path: string, env: Readonly<Record<string, string | undefined>>): string {
  if (path !== '~' && !path.startsWith('~/') && !path.startsWith('~\\')) return path;
  const home = homeOf(env);
  if (home !== undefined) return join(home, path.slice(1));
  const message = `${quoteValue(path)} begins at the home, and HOME names no absolute path here. Write the path in full.`;
  throw new SkillficheError('INVALID_ARGUMENT', message);
}

/** Repeated ids get `-2`, `-3` ... in the order given. */
export function numberRoots(roots: readonly Root[]): Root[] {
  const taken = new Set<string>();
  return roots.map((root) => {
    let id = root.id;
    for (let number = 2; taken.has(id); number++) id = `${root.id}-${number}`;
    taken.add(id);
    return id === root.id ? root : { ...root, id };
  });
}

/** The project that roots without `--root` are looked for in. */
export type ProjectLevels = Pick<FoundProject, 'folder' | 'levels'>;

/**
 * The folders agents share: of every level from the working folder up to the repository's root, the nearest first, then of
 * the home. The repository's root is `project` wherever one stands in it; a level below adds its path to that. Roots of
 * the project and the home that do not exist yet are a normal state; a level between them that has none is no root.
 */
export function defaultRoots(io: Pick<Io, 'cwd' | 'env'>, project: ProjectLevels): Root[] {
  const home = homeOf(io.env);
  const roots: Root[] = [];
  for (const { folder, suffix, isTop } of levelsOf(io.cwd, home, project)) {
    for (const [id, name] of SHARED) {
      const path = join(folder, name, 'skills');
      if (isTop || mayBeThere(path)) roots.push({ id: `project${id}${suffix}`, kind: 'project', path });
    }
  }
  if (home === undefined) return roots;
  return [
    ...roots,
    ...SHARED.map(([id, name]) => ({ id: `personal${id}`, kind: 'personal', path: join(home, name, 'skills') })),
  ];
}

const SHARED = [
  ['', '.agents'],
  ['-claude', '.claude'],
] as const;

/** A folder of a project whose skills count, and what its place adds to the ids of its roots. */
interface Level {
  readonly folder: string;
  readonly suffix: string;
  readonly isTop: boolean;
}

/** Who works in the home itself has its folders once, as the person's. */
export function levelsOf(cwd: string, home: string | undefined, { folder, levels }: ProjectLevels): Level[] {
  if (cwd === home) return [];
  const top = folder ?? cwd;
  const all = levels.length === 0 ? [top] : levels;
  return all.map((level) => ({ folder: level, suffix: suffixOf(relative(top, level)), isTop: level === top }));
}

/** `.packages.be` for `packages/be`: one text a path, and no other path's, in letters that ids may have. */
function suffixOf(path: string): string {
  if (path === '') return '';
  const hex = (text: string): string =>
    [...Buffer.from(text)].map((byte) => `_${byte.toString(16).padStart(2, '0')}`).join('');
  return path
    .split(sep)
    .map((name) => `.${name.normalize().replace(/_(?=[0-9a-f]{2})|[^\w-]/gu, hex)}`)
    .join('');
}

/** Whether something stands at a path, or may: what cannot be looked at is not absent. */
export function mayBeThere(path: string): boolean {
  try {
    return createDisk().stat(path) !== undefined;
  } catch (error) {
    const cause = errnoOf(error);
    if (cause === 'UNKNOWN') throw error;
    return cause !== 'ENOTDIR';
  }
}

/** Our own recipes as a root. */
export function bundledRoot(): Root {
  const path = shippedCollections();
  if (path !== undefined) return { id: 'bundled', kind: 'bundled', path };
  throw new SkillficheError(
    'UNREADABLE',
    'The shipped collections are missing from this installation. Install skillfiche again.',
  );
}
