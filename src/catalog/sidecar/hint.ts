import { SIDECAR_FILE } from '../../base/file-names.ts';
import { sha256Hex } from '../../base/hash.ts';
import { MAX_SIDECAR_BYTES } from '../../base/limits.ts';
import type { CatalogContext } from '../internals.ts';
import type { SkillEntry } from '../types.ts';
import { hasPassed } from './compiled.ts';
import { moduleNames } from './module-names.ts';
import { readSidecar } from './read.ts';

/**
 * How an agent's own code gets at the sidecar of a skill, where it has been compiled as it is now. Starts nothing. `all`
 * are the skills that the caller may see.
 */
export function importHint(
  context: CatalogContext,
  entry: SkillEntry,
  all: () => readonly SkillEntry[],
): string | undefined {
  if (entry.sidecar !== true) return undefined;
  const named = moduleNames(all().filter(({ sidecar }) => sidecar === true)).get(entry.id);
  if (named === undefined || 'reason' in named) return undefined;
  const read = readSidecar(context.disk, `${entry.folder}/${SIDECAR_FILE}`, MAX_SIDECAR_BYTES);
  if ('reason' in read || !hasPassed(context, sha256Hex(read.bytes))) return undefined;
  return `import ${named.module}`;
}
