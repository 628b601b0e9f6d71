import { errnoOf } from '../../base/errors.ts';
import { sha256Hex } from '../../base/hash.ts';
import { canonicalName } from '../../base/text.ts';
import { summarizeFast } from '../../format/skill/fast/summary.ts';
import type { Disk, Stamp } from '../../io/disk/disk.ts';
import { joinPath } from '../files/files.ts';
import { diagnosticsAbout } from '../table/diagnostic-lines.ts';
import { editTable, isMuchEdited, layAnew, type RowEdit, type WatchEdit } from '../table/edits.ts';
import { flagsOf } from '../table/row.ts';
import type { SkillTable } from '../table/table.ts';
import type { TableDiagnostic } from '../table/types.ts';
import { isYoung, type TableCheck } from './check.ts';
import { hasLinks, packListing, selectListing } from './listing.ts';
import { addDiagnostics, isOurFault, readDocument, rowRecordOf, summarizeSlowly } from './skill-file.ts';

export interface Patched {
  readonly table: SkillTable;
  /**
   * Some of what was looked at again need not be the next time. Where all of it is too young still, a saved table would
   * spare the next start nothing.
   */
  readonly isWorthSaving: boolean;
}

/**
 * The table with a few SKILL.md files read again and a few folders listed again, where nothing else changed: no walk.
 * `undefined` where that is not enough, such as a new name, another entry in a folder, or a file that can no longer be
 * indexed.
 */
export async function patchTable(
  table: SkillTable,
  disk: Disk,
  check: TableCheck,
  options: { readonly takenMs: number; readonly maxSkillBytes: number },
): Promise<Patched | undefined> {
  let isWorthSaving = false;
  const look = (stamp: Stamp): void => {
    if (!isYoung(options.takenMs, stamp)) isWorthSaving = true;
  };
  const watches: WatchEdit[] = [];
  for (const watch of check.watches) {
    const stamp = listAgain(table, disk, watch);
    if (stamp === undefined) return undefined;
    look(stamp);
    if (!table.watchStampIs(watch, stamp)) watches.push({ watch, stamp });
  }
  const rows: RowEdit[] = [];
  for (const row of check.skills) {
    const read = await readAgain(table, disk, row, options.maxSkillBytes);
    if (read === undefined) return undefined;
    look(read.stamp);
    if (read.edit !== undefined) rows.push(read.edit);
  }
  const edited = editTable(table, { taken_ms: options.takenMs, rows, watches });
  return { table: isMuchEdited(edited) ? layAnew(edited) : edited, isWorthSaving };
}

/** The stamp of a folder that holds what it held; `undefined` for anything else that is watched. */
function listAgain(table: SkillTable, disk: Disk, watch: number): Stamp | undefined {
  const path = table.watchPath(watch);
  const earlier = table.watchStamp(watch);
  const packed = table.watchListing(watch);
  // A link leads elsewhere without another name; what could not be listed has findings.
  if (earlier?.kind !== 'folder' || hasLinks(packed) || diagnosticsAbout(table.diagnosticBytes, path).length > 0)
    return undefined;
  const absolute = joinPath(table.header.real_path, path);
  try {
    // The stamp is taken first: a change while the folder is read then shows as a newer one.
    const stamp = disk.stat(absolute);
    // Another folder in its place may be one that is listed already.
    if (stamp?.kind !== 'folder' || stamp.ino !== earlier.ino) return undefined;
    return packListing(selectListing(disk.readFolder(absolute))) === packed ? stamp : undefined;
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
    return undefined;
  }
}

interface ReadAgain {
  readonly stamp: Stamp;
  /** Absent where the row says what the file says. */
  readonly edit?: RowEdit;
}

/** What a row's file says now; `undefined` where that moves the row. */
async function readAgain(table: SkillTable, disk: Disk, row: number, limit: number): Promise<ReadAgain | undefined> {
  const folder = table.folder(row);
  const file = table.file(row);
  const read = readDocument(disk, `${joinPath(table.header.real_path, folder)}/${file}`, limit);
  // The whole scan knows what to say of a file that is no skill any more.
  if (read.kind === 'unreadable' && isOurFault(read)) throw read.error;
  if (read.kind !== 'skill') return undefined;
  const { stamp } = read;
  const sha256 = sha256Hex(read.bytes);
  // Perf: that is every look within two seconds of an edit.
  if (table.skillStampIs(row, stamp) && sha256 === table.sha256(row)) return { stamp };
  const summary = summarizeFast(read.bytes) ?? (await summarizeSlowly(Buffer.from(read.bytes)));
  const text = rowRecordOf(summary, { path: table.path(row), file, folderName: table.name(row) });
  // Another name changes the order and who has which name: that is for the whole scan.
  const isNamedAlike = !text.namedByFolder || table.namedByFolder(row);
  if (!isNamedAlike || canonicalName(text.name) !== canonicalName(table.name(row))) return undefined;
  const diagnostics: TableDiagnostic[] = [];
  addDiagnostics((one) => void diagnostics.push(one), summary, folder, file, {
    scope: table.skillScope[row] ?? 0,
    skill: row,
  });
  const { path, name, description, declared } = text;
  const edit = {
    row,
    stamp,
    sha256,
    flags: flagsOf(text),
    text: { path, file, name, description, declared },
    diagnostics,
  };
  return { stamp, edit };
}
