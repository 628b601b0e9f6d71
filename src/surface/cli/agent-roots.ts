import { join } from 'node:path';
import type { Root } from '../../base/types.ts';
import { AGENT_PLACES, userFolders } from '../../io/places/agents.ts';
import type { Io } from './io.ts';
import { homeOf, levelsOf, mayBeThere, type ProjectLevels } from './roots.ts';

/** A folder that agents read, called after the first of them that does. */
interface Named {
  readonly id: string;
  readonly path: string;
}

/**
 * Where other agents look for skills, beside what everybody shares: the folders that are there, of every level of the
 * project, then of the person. A folder that several agents read is one root.
 */
export function agentRoots(io: Pick<Io, 'cwd' | 'env'>, project: ProjectLevels, others: readonly Root[]): Root[] {
  const taken = new Set(others.map(({ path }) => path));
  const home = homeOf(io.env);
  const roots: Root[] = [];
  const take = (root: Root): void => {
    if (taken.has(root.path) || !mayBeThere(root.path)) return;
    taken.add(root.path);
    roots.push(root);
  };
  const ofProjects = named(({ project: folders }) => folders);
  for (const { folder, suffix } of levelsOf(io.cwd, home, project)) {
    for (const { id, path } of ofProjects)
      take({ id: `project-${id}${suffix}`, kind: 'project', path: join(folder, path) });
  }
  for (const { id, path } of named((agent) => userFolders(agent, { home, env: io.env })))
    take({ id: `personal-${id}`, kind: 'personal', path });
  return roots;
}

/** Each folder once, in the order of the table. The number of a further one does not depend on what is there. */
function named(foldersOf: (agent: (typeof AGENT_PLACES)[number]) => readonly string[]): Named[] {
  const seen = new Set<string>();
  return AGENT_PLACES.flatMap((agent) => {
    const own = foldersOf(agent).filter((folder) => !seen.has(folder));
    for (const folder of own) seen.add(folder);
    return own.map((path, at) => ({ id: at === 0 ? agent.id : `${agent.id}-${at + 1}`, path }));
  });
}
