import type { Disk, Stamp } from './disk.ts';
import { joinPath } from './files.ts';
import type { SkillTable } from './table.ts';
import { SECTION_NAMES, type SectionName } from './table-format.ts';

/**
 * A stamp this close to the scan proves nothing: the file may have changed again within one tick of the file system's
 * clock. Two seconds is the coarsest tick in use (FAT).
 */
const YOUNG_MS = 2_000;

/** What a table cannot vouch for any more: changed, gone, or too young to tell. These are read again. */
export interface TableCheck {
  readonly watches: ReadonlySet<number>;
  readonly skills: ReadonlySet<number>;
}

/** Compares every stamp with the disk. Cost: one stat a folder and a skill, and nothing else when all is well. */
export function checkTable(table: SkillTable, disk: Disk): TableCheck {
  const root = table.header.real_path;
  const youngFrom = table.header.taken_ms - YOUNG_MS;
  const isYoung = (stamp: Stamp): boolean => stamp.mtimeMs > youngFrom || stamp.ctimeMs > youngFrom;
  const watches = new Set<number>();
  const skills = new Set<number>();
  // Perf: a skill's path begins with its folder's, so each folder's path is put together once.
  const folders: string[] = [];
  for (let watch = 0; watch < table.watches; watch++) {
    const path = joinPath(root, table.watchPath(watch));
    folders.push(path);
    const stamp = statOf(disk, path);
    if (!table.watchStampIs(watch, stamp) || (stamp !== undefined && isYoung(stamp))) watches.add(watch);
  }
  for (let row = 0; row < table.skills; row++) {
    const stamp = statOf(disk, `${folders[table.skillWatch[row] ?? 0]}/${table.file(row)}`);
    if (stamp === undefined || !table.skillStampIs(row, stamp) || isYoung(stamp)) skills.add(row);
  }
  return { watches, skills };
}

/** A path that cannot be looked at counts as changed; the walk that follows says why. */
function statOf(disk: Disk, path: string): Stamp | undefined {
  try {
    return disk.stat(path);
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Whether two tables say the same, whenever and under whatever stamps they were taken. */
export function sameContent(a: SkillTable, b: SkillTable): boolean {
  const { taken_ms: _a, ...headerA } = a.header;
  const { taken_ms: _b, ...headerB } = b.header;
  if (JSON.stringify(headerA) !== JSON.stringify(headerB)) return false;
  return SECTION_NAMES.every((name) => {
    if (STAMP_SECTIONS.has(name)) return true;
    const [offset, length] = a.header.sections[name];
    return a.bytes.subarray(offset, offset + length).equals(b.bytes.subarray(offset, offset + length));
  });
}

const STAMP_SECTIONS: ReadonlySet<SectionName> = new Set([
  'skillMtime',
  'skillCtime',
  'skillIno',
  'watchMtime',
  'watchCtime',
  'watchIno',
  'watchKind',
]);
