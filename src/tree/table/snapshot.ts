import { internalError } from '../../base/errors.ts';
import { checksum, hashText } from '../../base/packing.ts';
import { readCacheFile, writeCacheFile } from '../../io/disk/cache-file.ts';
import { MAGIC, PREAMBLE_BYTES, TABLE_VERSION } from './format.ts';
import { openTable } from './open.ts';
import { digestOfRows } from './row-digest.ts';
import type { SkillTable } from './table.ts';

/** The snapshot file of a root: one a place and set of options, so that two views of a tree do not evict each other. */
export function snapshotPath(folder: string, realPath: string, key: string): string {
  const name = `${hashText(realPath).toString(16).padStart(8, '0')}${hashText(`${key}\n${realPath}`).toString(16).padStart(8, '0')}`;
  return `${folder}/root-v${TABLE_VERSION}-${name}.table`;
}

/** A snapshot that can be trusted so far, or `undefined`: absent, damaged, another version's, another root's, from the future. */
export function loadTable(folder: string, realPath: string, key: string, nowMs: number): SkillTable | undefined {
  const bytes = readCacheFile(snapshotPath(folder, realPath, key));
  if (bytes === undefined) return undefined;
  const table = openTable(bytes);
  if (table === undefined || table.header.key !== key || table.header.real_path !== realPath) return undefined;
  // A clock that was set back makes "older than the snapshot" meaningless.
  return table.header.taken_ms > nowMs ? undefined : table;
}

/** The table's bytes with their preamble and header filled in. Perf: a table that is never saved is spared both. */
function sealTable(table: SkillTable): Buffer {
  const { bytes } = table;
  const digest =
    table.header.digest ??
    digestOfRows(
      table.header.scopes,
      (row) => table.sha256(row),
      (row) => table.path(row),
    );
  const header = { ...table.header, digest };
  const length = bytes.write(JSON.stringify(header), PREAMBLE_BYTES, 'utf8');
  if (PREAMBLE_BYTES + length > header.sections.skillMtime[0]) throw internalError('a table header outgrew its room');
  bytes.write(MAGIC, 0, 8, 'latin1');
  bytes.writeUInt32LE(TABLE_VERSION, 8);
  bytes.writeUInt32LE(length, 12);
  bytes.writeDoubleLE(bytes.length, 24);
  bytes.writeUInt32LE(checksum(bytes.subarray(PREAMBLE_BYTES)), 16);
  return bytes;
}

/** Writes a snapshot. False: it could not be written, and is done without. */
export function saveTable(folder: string, table: SkillTable): boolean {
  return writeCacheFile(snapshotPath(folder, table.header.real_path, table.header.key), () => sealTable(table));
}
