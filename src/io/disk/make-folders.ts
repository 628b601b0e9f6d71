import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../../base/errors.ts';

/**
 * Makes a folder and those above it that are missing; it may be there already. Throws the system's error. Node's own
 * `recursive` never ends below a folder that says of every new name that it does not exist, as `/proc` does.
 */
export function makeFolders(path: string, mode?: number): void {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    missing.push(at);
    if (existsSync(dirname(at)) || dirname(at) === at) break;
  }
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder, mode);
    } catch (error) {
      // Another process may have made it; a file in its place shows with the next step, or here at the last.
      if (errnoOf(error) !== 'EEXIST' || !isFolder(folder)) throw error;
    }
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
