import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { writerOf } from '../../base/file-names.ts';

/** Names of files that skillfiche itself puts into a cache folder: snapshots and their edits, indexes, evidence, compiled sidecars, and what a killed writer left. */
const OURS =
  /^(?:(?:root|search|needs)-v\d+-[0-9a-f]+\.(?:table|edits|(?:delta\.)?index|json|lock)|sidecars-v\d+\.json)(?:\.[\w.-]+\.tmp)?$/;

/** Removes our files from a cache folder; anything else in it stays. A folder that is not there is empty. */
export function clearCache(folder: string): { readonly removed: number; readonly bytes: number } {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return { removed: 0, bytes: 0 };
    throw refusal(error, folder);
  }
  let removed = 0;
  let bytes = 0;
  for (const name of names) {
    if (!OURS.test(writerOf(name)?.file ?? name)) continue;
    const path = join(folder, name);
    try {
      const { size } = lstatSync(path);
      unlinkSync(path);
      bytes += size;
      removed++;
    } catch (error) {
      // Another process may be clearing too, or putting a newer snapshot in place.
      if (errnoOf(error) !== 'ENOENT') throw refusal(error, path);
    }
  }
  return { removed, bytes };
}

function refusal(error: unknown, path: string): SkillficheError {
  const why = errnoOf(error);
  const message = why === 'ENOTDIR' ? `${path} is not a folder.` : `${path} cannot be cleared (${why}).`;
  return new SkillficheError('UNREADABLE', message, { paths: [path], cause: error });
}
