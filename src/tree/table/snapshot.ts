import { internalError } from '../../base/errors.ts';
import { checksum, hashText } from '../../base/packing.ts';
import { hasCacheFile, readCacheFile, removeCacheFile, writeCacheFile } from '../../io/disk/cache-file.ts';
import { MAGIC, PREAMBLE_BYTES, TABLE_VERSION } from './format.ts';
import { openTable } from './open.ts';
import { digestOfRows } from './row-digest.ts';
import type { SkillTable } from './table.ts';

/** The snapshot file of a root: one a place and set of options, so that two views of a tree do not evict each other. */
function snapshotPath(folder: string, realPath: string, key: string): string {
  const name = `${hashText(realPath).toString(16).padStart(8, '0')}${hashText(`${key}\n${realPath}`).toString(16).padStart(8, '0')}`;
  return `${folder}/root-v${TABLE_VERSION}-${name}.table`;
}

/** What was changed in the table since, beside it. */
function editsPath(tablePath: string): string {
  return tablePath.replace(/table$/, 'edits');
}

/** A snapshot that can be trusted so far, or `undefined`: absent, damaged, another version's, another root's, from the future. */
export async function loadTable(
  folder: string,
  realPath: string,
  key: string,
  nowMs: number,
): Promise<SkillTable | undefined> {
  const path = snapshotPath(folder, realPath, key);
  const bytes = readCacheFile(path);
  if (bytes === undefined) return undefined;
  const table = openTable(bytes);
  if (table === undefined || table.header.key !== key || table.header.real_path !== realPath) return undefined;
  // A clock that was set back makes "older than the snapshot" meaningless.
  if (table.header.taken_ms > nowMs) return undefined;
  const edits = hasCacheFile(editsPath(path)) ? readCacheFile(editsPath(path)) : undefined;
  if (edits === undefined) return table;
  const { applyEdits } = await import('./edits-file.ts');
  return applyEdits(table, edits, nowMs) ?? table;
}

/** The table's bytes with their preamble and header filled in. Perf: a table that is never saved is spared both. */
function sealTable(table: SkillTable): Buffer {
  const { bytes } = table;
  const header = { ...table.header, digest: digestOf(table) };
  const length = bytes.write(JSON.stringify(header), PREAMBLE_BYTES, 'utf8');
  if (PREAMBLE_BYTES + length > header.sections.skillMtime[0]) throw internalError('a table header outgrew its room');
  bytes.write(MAGIC, 0, 8, 'latin1');
  bytes.writeUInt32LE(TABLE_VERSION, 8);
  bytes.writeUInt32LE(length, 12);
  bytes.writeDoubleLE(bytes.length, 24);
  bytes.writeUInt32LE(checksum(bytes.subarray(PREAMBLE_BYTES)), 16);
  return bytes;
}

function digestOf(table: SkillTable): string {
  const sum = (): string =>
    digestOfRows(
      table.header.scopes,
      (row) => table.sha256(row),
      (row) => table.path(row),
    );
  return table.header.digest ?? sum();
}

/**
 * Writes a snapshot, or what was changed since there is one. False: it could not be written, and is done without. Edits of
 * another process that go under are no loss but of time: they are read again.
 */
export async function saveTable(folder: string, table: SkillTable): Promise<boolean> {
  const path = snapshotPath(folder, table.header.real_path, table.header.key);
  const { edits } = table;
  if (edits === undefined) {
    const isSaved = writeCacheFile(path, () => sealTable(table));
    removeCacheFile(editsPath(path));
    return isSaved;
  }
  const { isSealed, packEdits } = await import('./edits-file.ts');
  if (isSealed(table)) return writeCacheFile(editsPath(path), () => packEdits(table, edits, digestOf(table)));
  // What was edited had never been saved.
  const { layAnew } = await import('./edits.ts');
  return saveTable(folder, layAnew(table));
}
