import { dirname, join } from 'node:path';
import { isThere } from './shipped.ts';

export const PROJECT_FILE = 'skillfiche.json';

/** The project a folder lies in, and the files of its own that say what is seen in it. */
export interface FoundProject {
  /** The repository's root; without one, the nearest folder with a `skillfiche.json`, `.agents` or `.claude`. Absent: none of these. */
  readonly folder: string | undefined;
  /** Every `skillfiche.json` from the working folder up to the project's, the nearest first. */
  readonly files: readonly string[];
}

/** Looks upwards from a folder, as far as the home. Cost: four looks a level, and no reading. */
export function findProject(cwd: string, home: string): FoundProject {
  const files: string[] = [];
  let marked: string | undefined;
  let repository: string | undefined;
  for (let folder = cwd; folder !== home; folder = dirname(folder)) {
    const file = join(folder, PROJECT_FILE);
    if (isThere(file)) files.push(file);
    if (isThere(join(folder, '.git'))) {
      repository = folder;
      break;
    }
    if (files.at(-1) === file || ['.agents', '.claude'].some((name) => isThere(join(folder, name)))) marked ??= folder;
    if (dirname(folder) === folder) break;
  }
  if (repository !== undefined) return { folder: repository, files };
  // Outside of repositories only the folder's own: what lies further up may be anybody's.
  return { folder: marked, files: files.filter((file) => marked !== undefined && dirname(file) === marked) };
}
