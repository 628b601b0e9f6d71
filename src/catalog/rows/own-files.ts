import { INVENTORY_FILE, isSkillFileName, LOCK_FILE, MARKER_FILE } from '../../base/file-names.ts';
import { ownerOf } from '../../format/lock/lock.ts';
import type { HashOptions } from '../../tree/files/hash.ts';
import type { CatalogScope } from './build.ts';

const OURS: readonly string[] = [MARKER_FILE, LOCK_FILE, INVENTORY_FILE];

/** Files at the top of a scope's folder that are about the tree, not of it: they are outside every digest. */
export function filesAboutTree(scope: CatalogScope): ReadonlySet<string> {
  const record = scope.table.header.scopes[scope.index];
  // With a `tree`, they stand beside the upstream files, not among them.
  const isBeside = record?.marker_folder !== undefined && record.marker_folder !== record.folder;
  return new Set(isBeside ? [] : OURS);
}

/**
 * Which files below a skill's folder are its own: all of them, but for a SKILL.md in the scope's own folder, where
 * other skills and the collections of the root lie below.
 */
export function ownFilesOf(scope: CatalogScope, row: number): HashOptions {
  const { table } = scope;
  if (table.path(row - scope.base) !== '.') return {};
  const paths = new Set<string>(['.']);
  for (let other = scope.first; other < scope.first + scope.count; other++) paths.add(table.path(other - scope.base));
  if (scope.collection === undefined) {
    for (const { collection, marker_folder } of table.header.scopes) {
      if (collection !== undefined && marker_folder !== undefined) paths.add(marker_folder);
    }
  }
  const owner = ownerOf(paths);
  return { except: filesAboutTree(scope), only: (path) => owner(path) === '.' };
}

/**
 * Whether a path below the folder of a scope belongs to a skill or collection that could not be indexed. It is never
 * served as a file of the scope's own skill: somebody may have withheld it before it broke.
 */
export function isLostIn(scope: CatalogScope): (path: string) => boolean {
  const { table } = scope;
  const folder = table.header.scopes[scope.index]?.folder ?? '.';
  const lost: string[] = [];
  for (const { code, path } of table.diagnostics()) {
    const slash = path.lastIndexOf('/');
    if (code !== 'collection/broken-marker' && !isSkillFileName(path.slice(slash + 1))) continue;
    const broken = path.slice(0, Math.max(0, slash));
    if (folder === '.' ? broken !== '' : broken.startsWith(`${folder}/`)) {
      lost.push(`${folder === '.' ? broken : broken.slice(folder.length + 1)}/`);
    }
  }
  return (path) => lost.some((one) => path.startsWith(one));
}
