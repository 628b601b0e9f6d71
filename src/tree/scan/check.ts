import type { Disk, Stamp } from '../../io/disk/disk.ts';
import { joinPath } from '../files/files.ts';
import type { SkillTable } from '../table/table.ts';

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
  if (table.header.unwatched === true) return { watches: NOT_WATCHED, skills: changedSkills(table, disk) };
  const root = table.header.real_path;
  const watches = new Set<number>();
  const skills = new Set<number>();
  // Perf: a skill's path begins with its folder's, so each folder's path is put together once.
  const folders: string[] = [];
  for (let watch = 0; watch < table.watches; watch++) {
    const path = joinPath(root, table.watchPath(watch));
    folders.push(path);
    const stamp = statOf(disk, path);
    if (!table.watchStampIs(watch, stamp) || (stamp !== undefined && isYoung(table.header.taken_ms, stamp)))
      watches.add(watch);
  }
  for (let row = 0; row < table.skills; row++) {
    const stamp = statOf(disk, `${folders[table.skillWatch[row] ?? 0]}/${table.file(row)}`);
    if (stamp === undefined || !table.skillStampIs(row, stamp) || isYoung(table.header.taken_ms, stamp))
      skills.add(row);
  }
  return { watches, skills };
}

/** No number of a path, and yet something that cannot be vouched for. */
const NOT_WATCHED: ReadonlySet<number> = new Set([-1]);

/** The rows whose SKILL.md is not what it was, where no folder is watched. */
function changedSkills(table: SkillTable, disk: Disk): ReadonlySet<number> {
  const skills = new Set<number>();
  for (let row = 0; row < table.skills; row++) {
    const stamp = statOf(disk, `${joinPath(table.header.real_path, table.folder(row))}/${table.file(row)}`);
    if (stamp === undefined || !table.skillStampIs(row, stamp) || isYoung(table.header.taken_ms, stamp))
      skills.add(row);
  }
  return skills;
}

/** Whether a stamp says nothing yet to a look that began then. */
export function isYoung(takenMs: number, stamp: Stamp): boolean {
  const youngFrom = takenMs - YOUNG_MS;
  return stamp.mtimeMs > youngFrom || stamp.ctimeMs > youngFrom;
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
