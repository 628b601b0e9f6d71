import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errnoOf } from '../../base/errors.ts';
import { createDisk } from '../disk/disk.ts';

/** Our own recipes: the package's `collections/`, found from wherever this module was put; `undefined` where it was left out. */
export function shippedCollections(): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const path = join(folder, 'collections');
    if (isThere(join(folder, 'package.json')) && isThere(path)) return path;
    if (dirname(folder) === folder || !isAbsolute(folder)) return undefined;
  }
}

/** Whether something stands at a path. A folder above ours that we may not look into is none of ours. */
export function isThere(path: string): boolean {
  try {
    return createDisk().stat(path) !== undefined;
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
    return false;
  }
}
