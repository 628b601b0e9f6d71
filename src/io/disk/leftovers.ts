import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isLeftover, writerOf } from '../../base/file-names.ts';
import { isRunning } from './running.ts';

/** Temporary files that this process is filling: one of ours that is not here was left by another with our number. */
export const filling: Set<string> = new Set<string>();

/**
 * Removes what interrupted writes left in a folder, those of processes that have ended; the names removed.
 * `isMeant` tells by the name of the file that was to be written.
 */
export function removeLeftovers(folder: string, isMeant: (file: string) => boolean = () => true): string[] {
  const removed: string[] = [];
  for (const name of readdirSync(folder).filter(isLeftover)) {
    const path = join(folder, name);
    const writer = writerOf(name);
    if (!isMeant(writer?.file ?? name)) continue;
    if (writer?.pid === process.pid ? filling.has(path) : isRunning(writer?.pid)) continue;
    rmSync(path, { force: true });
    removed.push(name);
  }
  return removed;
}
