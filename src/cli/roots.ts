import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SkillficheError } from '../base/errors.ts';
import type { Root } from '../base/types.ts';
import { createDisk } from '../scan/disk.ts';
import type { Io } from './io.ts';

/** Reads `[kind[:id]=]DIR`. Kind defaults to `project`, id to the kind. */
export function parseRoot(spec: string, io: Pick<Io, 'cwd' | 'env'>): Root {
  const match = /^([a-z][a-z0-9_-]*)(?::([A-Za-z0-9][A-Za-z0-9._-]*))?=(.+)$/s.exec(spec);
  const [, kind = 'project', id, path = spec] = match ?? [];
  if (path === '') throw new SkillficheError('INVALID_ARGUMENT', 'A root needs a folder: --root [kind[:id]=]DIR.');
  return { id: id ?? kind, kind, path: resolve(io.cwd, expandHome(path, io.env)) };
}

export function expandHome(path: string, env: Readonly<Record<string, string | undefined>>): string {
  if (path !== '~' && !path.startsWith('~/') && !path.startsWith('~\\')) return path;
  return join(env['HOME'] || env['USERPROFILE'] || homedir(), path.slice(1));
}

/** Whether a reference names a place on disk rather than a skill: it starts with `.`, `/`, `~` or a drive letter. */
export function isPathRef(ref: string): boolean {
  return /^(?:\.{1,2}(?:[/\\]|$)|[/\\~]|[A-Za-z]:[/\\])/.test(ref);
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
  const home = io.env['HOME'] || io.env['USERPROFILE'] || homedir();
  const project = projectFolder(io.cwd, home);
  return [
    { id: 'project', kind: 'project', path: join(project, '.agents', 'skills') },
    { id: 'project-claude', kind: 'project', path: join(project, '.claude', 'skills') },
    { id: 'personal', kind: 'personal', path: join(home, '.agents', 'skills') },
    { id: 'personal-claude', kind: 'personal', path: join(home, '.claude', 'skills') },
  ];
}

/** The nearest folder upwards that has one of the skill folders or a repository, else the current one. */
function projectFolder(cwd: string, home: string): string {
  const disk = createDisk();
  for (let folder = cwd; folder !== home; folder = dirname(folder)) {
    if (['.git', '.agents', '.claude'].some((name) => disk.stat(join(folder, name)) !== undefined)) return folder;
    if (dirname(folder) === folder) break;
  }
  return cwd;
}

/** Our own recipes: the package's `collections/`, found from wherever this module was put. */
export function bundledRoot(): Root {
  const disk = createDisk();
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const path = join(folder, 'collections');
    if (disk.stat(join(folder, 'package.json')) !== undefined && disk.stat(path) !== undefined)
      return { id: 'bundled', kind: 'bundled', path };
    if (dirname(folder) === folder || !isAbsolute(folder)) {
      throw new SkillficheError(
        'UNREADABLE',
        'The shipped collections are missing from this installation. Install skillfiche again.',
      );
    }
  }
}
