import { SkillficheError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import { quoteValue } from '../../base/text.ts';
import type { FolderDisk } from '../../io/disk/folder-disk.ts';
import { AGENT_PLACES, agentPlaces, projectFolders, userFolders } from '../../io/places/agents.ts';
import { type Desk, placeFor } from '../store/desk.ts';
import type { PlaceName } from '../store/types.ts';

/** Where one stands: what a name of a tool and a path mean. */
export interface TargetWorld {
  readonly home: string;
  /** Absolute, `/`-separated. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Target {
  /** Id in the table of agents, or `folder`. */
  readonly tool: string;
  /** Absolute, `/`-separated: the folder of skills. */
  readonly folder: string;
}

const plain = (path: string): string => path.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '');

/** The folder that `to` means: a tool's own, in the project or the home, or a path. Throws INVALID_ARGUMENT, NOT_WRITABLE. */
export function targetOf(desk: Desk, world: TargetWorld, to: string, place: PlaceName | undefined): Target {
  const target = named(desk, world, to, place);
  return { ...target, folder: realFolder(desk.store.disk, target.folder, target.tool !== 'folder') };
}

function named(desk: Desk, { home, cwd, env }: TargetWorld, to: string, place: PlaceName | undefined): Target {
  if (/[/\\]/.test(to) || to.startsWith('.') || to.startsWith('~')) {
    return { tool: 'folder', folder: absolutePath({ home, cwd }, to) };
  }
  const agent = agentPlaces(to);
  if (agent === undefined) throw unknownTool(to);
  const where = placeFor(desk, place);
  const [folder] = where.name === 'project' ? projectFolders(agent, where.folder) : userFolders(agent, { home, env });
  if (folder === undefined) {
    const other = where.name === 'project' ? 'personal' : 'project';
    const message = `${agent.id} has no folder of skills in a ${where.name === 'project' ? 'project' : 'home'}. Use --place ${other}, or name a folder.`;
    throw new SkillficheError('INVALID_ARGUMENT', message);
  }
  return { tool: agent.id, folder: normal(plain(folder)) };
}

/** A path as somebody gives it, absolute and without dots; `~` is the home. */
export function absolutePath({ home, cwd }: Pick<TargetWorld, 'home' | 'cwd'>, given: string): string {
  const path = plain(given === '~' || /^~[/\\]/.test(given) ? `${home}${given.slice(1)}` : given);
  return normal(path.startsWith('/') || /^[A-Za-z]:/.test(path) ? path : `${cwd}/${path}`);
}

function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part);
  }
  return parts.length === 1 ? `${parts[0]}/` : parts.join('/');
}

export function unknownTool(to: string): SkillficheError {
  const ids = [...AGENT_PLACES.map(({ id }) => id), 'claude', 'gemini', 'copilot'];
  const suggestions = nearest(to, ids, 3);
  const meant = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(' or ')}?`;
  const message = `No tool is called ${quoteValue(to)}.${meant} A folder begins with "./", "/" or "~/"; \`skillfiche export --tools\` lists the tools.`;
  return new SkillficheError('INVALID_ARGUMENT', message, { suggestions });
}

/**
 * The folder by its one name, so that the manifest knows it again. A link at its end (of a tool's, also above it) is
 * somebody's arrangement: what is written there would come out elsewhere.
 */
export function realFolder(disk: FolderDisk, folder: string, isTools: boolean): string {
  for (const path of isTools ? [parentOf(folder), folder] : [folder]) {
    const kind = disk.state(path)?.kind;
    if (kind === 'link') {
      const message = `${path} is a link, and skills are not written through links. Name the folder it leads to with --to DIR.`;
      throw new SkillficheError('NOT_WRITABLE', message, { reason: 'link', paths: [path] });
    }
    if (kind === 'file' || kind === 'other') {
      throw new SkillficheError('NOT_WRITABLE', `${path} is no folder. Choose another with --to DIR.`, {
        paths: [path],
      });
    }
  }
  let there = folder;
  while (there !== '' && disk.state(there) === undefined) there = parentOf(there);
  return there === '' ? folder : plain(disk.realPath(there)).replace(/\/$/, '') + folder.slice(there.length);
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
