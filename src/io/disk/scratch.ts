import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errnoOf } from '../../base/errors.ts';

/** A folder of our own among the system's temporary ones, for this user alone. */
export interface Scratch {
  readonly path: string;
  /** Bytes of all files in it now. */
  bytes(): number;
  remove(): void;
}

export function createScratch(): Scratch {
  const path = mkdtempSync(join(tmpdir(), 'skillfiche-'));
  return { path, bytes: () => sizeOf(path), remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Others write while we count: what is gone between listing and looking counts nothing. */
function sizeOf(folder: string): number {
  const ask = <T>(look: () => T, otherwise: T): T => {
    try {
      return look();
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error;
      return otherwise;
    }
  };
  let sum = 0;
  for (const entry of ask(() => readdirSync(folder, { withFileTypes: true }), [])) {
    const path = join(folder, entry.name);
    sum += entry.isDirectory() ? sizeOf(path) : ask(() => lstatSync(path).size, 0);
  }
  return sum;
}
