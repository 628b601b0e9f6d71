import { errnoOf } from '../../base/errors.ts';
import { MAX_DEPTH, MAX_FOLDERS_PER_ROOT, MAX_SKILL_BYTES, MAX_SKILLS_PER_ROOT } from '../../base/limits.ts';
import type { Root } from '../../base/types.ts';
import { BUILD, VERSION } from '../../base/version.ts';
import { createDisk, type Disk } from '../../io/disk/disk.ts';
import { plainPath } from '../files/files.ts';
import { TABLE_VERSION } from '../table/format.ts';
import { loadTable, saveTable } from '../table/snapshot.ts';
import type { SkillTable } from '../table/table.ts';
import { checkTable } from './check.ts';
import type { ColdScan, ScanLimits } from './cold.ts';
import { type MissingRoot, missingRoot, reasonOf } from './missing-root.ts';
import { priorOf } from './prior.ts';

export const DEFAULT_LIMITS: ScanLimits = {
  maxDepth: MAX_DEPTH,
  maxFolders: MAX_FOLDERS_PER_ROOT,
  maxSkills: MAX_SKILLS_PER_ROOT,
  maxSkillBytes: MAX_SKILL_BYTES,
};

export interface ScanOptions {
  readonly disk?: Disk;
  readonly limits?: Partial<ScanLimits>;
  /** Folder for snapshots; absent = none are read or written. */
  readonly cache?: string | undefined;
  /** The last table of the root that this process has. */
  readonly known?: SkillTable | undefined;
  /** Milliseconds between pauses; see ColdScan. */
  readonly sliceMs?: number;
  readonly onProgress?: (skills: number) => void;
  /** Files asked for at once before a cold scan; see warm-up.ts. Default 1: none are. */
  readonly concurrency?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** How a table was come by. `unchanged`: it says what the known one says, under stamps at least as fresh. */
export type ScanHow = 'cold' | 'snapshot' | 'unchanged' | 'partial';

export interface ScannedRoot {
  readonly table: SkillTable;
  readonly how: ScanHow;
}

/**
 * The table of one root: what memory or the cache knows, checked against the disk by stamps, and only what changed
 * read again. Never throws for what is wrong with a tree: that is in the table's diagnostics.
 */
export async function scanRoot(root: Root, options: ScanOptions = {}): Promise<ScannedRoot> {
  const disk = options.disk ?? createDisk();
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const now = options.now ?? Date.now;
  const takenMs = now();
  const key = JSON.stringify([TABLE_VERSION, VERSION, BUILD, root.id, root.kind, root.path, limits]);
  const place = findFolder(disk, root);
  const known = options.known?.header.key === key ? options.known : undefined;
  if (typeof place !== 'string') {
    if (known?.header.missing === reasonOf(place)) return { table: known, how: 'unchanged' };
    return { table: await missingRoot(root, place, { key, takenMs }), how: 'cold' };
  }
  const loaded =
    known ?? (options.cache === undefined ? undefined : await loadTable(options.cache, place, key, takenMs));
  const earlier = loaded?.header.real_path === place && loaded.header.missing === undefined ? loaded : undefined;
  const check = earlier === undefined ? undefined : checkTable(earlier, disk);
  if (earlier !== undefined && check !== undefined && check.watches.size + check.skills.size === 0) {
    return { table: earlier, how: known === undefined ? 'snapshot' : 'unchanged' };
  }
  const concurrency = options.concurrency ?? 1;
  if (concurrency > 1 && earlier === undefined)
    await (await import('../../io/disk/warm-up.ts')).warmUp(place, concurrency);
  const patched =
    earlier !== undefined && check !== undefined && earlier.header.unwatched !== true
      ? await patchTable(earlier, disk, check, { takenMs, maxSkillBytes: limits.maxSkillBytes })
      : undefined;
  const table =
    patched?.table ??
    (await scanCold({
      disk,
      root,
      realRoot: place,
      key,
      limits,
      takenMs,
      prior: earlier === undefined || check === undefined ? undefined : priorOf(earlier, check),
      // Without a cache, most processes end before anybody asks again: watching can wait until then.
      isWatching: options.cache !== undefined || known !== undefined,
      sliceMs: options.sliceMs ?? 12,
      onProgress: options.onProgress,
    }));
  if (options.cache !== undefined && patched?.isWorthSaving !== false) await saveTable(options.cache, table);
  if (known !== undefined && (await isSameContent(known, table))) return { table, how: 'unchanged' };
  return { table, how: earlier === undefined ? 'cold' : 'partial' };
}

async function scanCold(scan: ColdScan): Promise<SkillTable> {
  const cold = await import('./cold.ts');
  return cold.scanCold(scan);
}

async function patchTable(
  ...args: Parameters<typeof import('./patch.ts').patchTable>
): ReturnType<typeof import('./patch.ts').patchTable> {
  const patch = await import('./patch.ts');
  return patch.patchTable(...args);
}

async function isSameContent(known: SkillTable, table: SkillTable): Promise<boolean> {
  const { sameContent } = await import('../table/same-content.ts');
  return sameContent(known, table);
}

/** The real path of the root's folder, or why there is none. */
function findFolder(disk: Disk, root: Root): string | MissingRoot {
  try {
    const stamp = disk.stat(root.path);
    if (stamp === undefined) return { reason: 'missing' };
    if (stamp.kind !== 'folder') return { reason: 'not-a-folder' };
    return plainPath(disk.realPath(root.path));
  } catch (error) {
    return { reason: 'unreadable', cause: errnoOf(error) };
  }
}
