import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = process.env['SKILLFICHE_SHARED'] ?? resolve(import.meta.dirname, '../../../shared');

/** True where the real trees and cases are at hand; tests that need them are skipped, visibly, where not. */
export const hasShared: boolean = existsSync(join(folder, 'corpora'));

/** A path in the folder of real trees and cases: `shared('corpora', 'bioskills')`. */
export function shared(...parts: string[]): string {
  return join(folder, ...parts);
}
