import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../base/errors.ts';

/** Names of files that skillfiche itself puts into a cache folder: snapshots, indexes, and what a killed writer left. */
const OURS = /^(?:root|search)-v\d+-[0-9a-f]+\.(?:table|index)(?:\.[\w.-]+\.tmp)?$/;

/** Removes our files from a cache folder; anything else in it stays. A folder that is not there is empty. */
export function clearCache(folder: string): { readonly removed: number; readonly bytes: number } {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return { removed: 0, bytes: 0 };
    throw error;
  }
  let removed = 0;
  let bytes = 0;
  for (const name of names) {
    if (!OURS.test(name)) continue;
    bytes += statSync(join(folder, name)).size;
    rmSync(join(folder, name));
    removed++;
  }
  return { removed, bytes };
}
