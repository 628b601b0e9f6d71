import { errnoOf } from '../../base/errors.ts';
import { MARKER_FILE } from '../../base/file-names.ts';
import { compareCodePoints } from '../../base/text.ts';
import type { Stamp } from '../../io/disk/disk.ts';
import { plainPath } from '../files/files.ts';
import { type IgnoreRules, isIgnored } from './ignore-file.ts';
import type { Walk } from './walk.ts';

/** A link met on the way, kept until every real folder has been visited. */
export interface PendingLink {
  readonly path: string;
  readonly depth: number;
  readonly scope: number;
  readonly ignores: IgnoreRules | undefined;
}

/** Follows the first pending link; what it leads to is pushed onto the walk. True while there may be more to do. */
export function followLinks(walk: Walk): boolean {
  walk.links.sort((a, b) => compareCodePoints(b.path, a.path));
  const link = walk.links.pop();
  if (link === undefined) return false;
  const { path, scope } = link;
  const absolute = walk.absolute(path);
  let stamp: Stamp | undefined;
  let real: string;
  try {
    stamp = walk.host.disk.stat(absolute);
    if (stamp === undefined) {
      walk.watch(path, undefined);
      walk.say(scope, 'scan/dangling-link', path, 'The link leads nowhere.', 'Mend the link or remove it.');
      return true;
    }
    if (stamp.kind !== 'folder') {
      if (!path.endsWith(MARKER_FILE))
        walk.say(scope, 'scan/link-to-file', path, 'The link leads to a file, not to a folder with a skill.');
      return true;
    }
    real = plainPath(walk.host.disk.realPath(absolute));
  } catch (error) {
    walk.watch(path, undefined);
    const cause = errnoOf(error);
    if (cause === 'ELOOP')
      walk.say(scope, 'scan/link-cycle', path, 'The link leads back to itself.', 'Remove the link.');
    else
      walk.say(
        scope,
        'scan/unreadable',
        path,
        `The link cannot be followed (${cause}).`,
        'Check the permissions of what it leads to.',
      );
    return true;
  }
  const { realRoot } = walk.host;
  const ownReal = realOf(walk, path);
  if (real === realRoot || isBelow(realRoot, real) || (ownReal !== undefined && isBelow(ownReal, real))) {
    walk.revisits++;
    walk.say(
      scope,
      'scan/link-cycle',
      path,
      'The link leads to a folder that contains it; it is not followed.',
      'Remove the link.',
    );
    return true;
  }
  if (isVisited(walk, real)) {
    walk.revisits++;
    walk.say(scope, 'scan/revisit', path, 'The link leads to a folder that is already listed under its own path.');
    return true;
  }
  walk.outside.add(real);
  walk.followed.push([path, real]);
  const isLeftOut = isIgnored(link.ignores, path) || isIgnored(link.ignores, `${path}/`);
  if (isLeftOut) walk.sayIgnored(scope, path);
  const task = { path, real, depth: link.depth + 1, mode: 'open', scope, ignores: link.ignores } as const;
  walk.push(isLeftOut ? walk.leftOut.begin(task, 'ignored') : task);
  return true;
}

/** Everything below the root, and below a followed link, has been or will be visited under its real path. */
function isVisited(walk: Walk, real: string): boolean {
  if (isBelow(real, walk.host.realRoot)) return !isPruned(real.slice(walk.host.realRoot.length));
  for (const base of walk.outside) if (real === base || isBelow(real, base)) return true;
  return false;
}

function isPruned(relative: string): boolean {
  return /\/(?:\.git|\.hg|\.svn|node_modules|__pycache__|\.venv|venv)(?:\/|$)/.test(relative);
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

function realOf(walk: Walk, path: string): string | undefined {
  try {
    const parent = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
    return `${plainPath(walk.host.disk.realPath(walk.absolute(parent)))}/`;
  } catch (error) {
    walk.say(0, 'scan/unreadable', path, `The link's folder cannot be resolved (${errnoOf(error)}).`);
    return undefined;
  }
}
