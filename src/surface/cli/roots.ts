import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import type { Root } from '../../base/types.ts';
import { isThere, shippedCollections } from '../../io/places/shipped.ts';
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

export function homeOf(env: Readonly<Record<string, string | undefined>>): string {
  return env['HOME'] || env['USERPROFILE'] || homedir();
}

export function expandHome(path: string, env: Readonly<Record<string, string | undefined>>): string {
  if (path !== '~' && !path.startsWith('~/') && !path.startsWith('~\\')) return path;
  return join(homeOf(env), path.slice(1));
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

/** The folders agents share: of the project, then of the home. Roots that do not exist yet are a normal state. */
export function defaultRoots(io: Pick<Io, 'cwd' | 'env'>): Root[] {
  const home = homeOf(io.env);
  const project = projectFolder(io.cwd, home);
  const roots = [
    { id: 'project', kind: 'project', path: join(project, '.agents', 'skills') },
    { id: 'project-claude', kind: 'project', path: join(project, '.claude', 'skills') },
    { id: 'personal', kind: 'personal', path: join(home, '.agents', 'skills') },
    { id: 'personal-claude', kind: 'personal', path: join(home, '.claude', 'skills') },
  ];
  // Who works in the home itself has these folders once, not twice.
  return project === home ? roots.slice(2) : roots;
}

/** The nearest folder upwards that has one of the skill folders or a repository, else the current one. */
function projectFolder(cwd: string, home: string): string {
  for (let folder = cwd; folder !== home; folder = dirname(folder)) {
    if (['.git', '.agents', '.claude'].some((name) => isThere(join(folder, name)))) return folder;
    if (dirname(folder) === folder) break;
  }
  return cwd;
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
