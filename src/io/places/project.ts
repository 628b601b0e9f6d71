import { dirname, join } from 'node:path';
import { errnoOf } from '../../base/errors.ts';
import { createDisk } from '../disk/disk.ts';
import { isThere } from './shipped.ts';

export const PROJECT_FILE = 'skillfiche.json';

/** What stands in the folder of a repository, whatever keeps it. */
const REPOSITORY_MARKS: readonly string[] = ['.git', '.jj', '.hg', '.sl', '.svn'];

/** The project a folder lies in, and the files of its own that say what is seen in it. */
export interface FoundProject {
  /** The repository's root; without one, the nearest folder with skills or a `skillfiche.json`, else with `.agents` or `.claude`. Absent: none of these. */
  readonly folder: string | undefined;
  /** Every folder from the working folder up to the repository's root, the nearest first; outside of repositories the project's alone. */
  readonly levels: readonly string[];
  /** Every `skillfiche.json` from the working folder up to the project's, the nearest first. */
  readonly files: readonly string[];
}

/** Looks upwards from a folder, as far as the home, which is nobody's project. Cost: a few looks a level, and no reading. */
export function findProject(cwd: string, home: string | undefined): FoundProject {
  const above = foldersBelow(cwd, home);
  const files = above.map((folder) => join(folder, PROJECT_FILE)).filter(isThere);
  const root = above.findIndex((folder) => REPOSITORY_MARKS.some((name) => isThere(join(folder, name))));
  if (root >= 0) {
    const levels = above.slice(0, root + 1);
    return { folder: above[root], levels, files: files.filter((file) => levels.includes(dirname(file))) };
  }
  const holds = (names: readonly string[]) => (folder: string) => names.some((name) => isThere(join(folder, name)));
  const folder =
    above.find(holds([PROJECT_FILE, join('.agents', 'skills'), join('.claude', 'skills')])) ??
    above.find(holds(['.agents', '.claude']));
  // Outside of repositories only the folder's own: what lies further up may be anybody's.
  return {
    folder,
    levels: folder === undefined ? [] : [folder],
    files: files.filter((file) => dirname(file) === folder),
  };
}

/** The folder and those above it, the nearest first, up to the home, which is not one of them. */
function foldersBelow(cwd: string, home: string | undefined): string[] {
  // A home behind a link is still the home: the working folder is known by its real path.
  const homes = home === undefined ? [] : [home, realOf(home)];
  const folders: string[] = [];
  for (let folder = cwd; !homes.includes(folder); folder = dirname(folder)) {
    folders.push(folder);
    if (dirname(folder) === folder) break;
  }
  return folders;
}

function realOf(path: string): string {
  try {
    return createDisk().realPath(path);
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
    return path;
  }
}
