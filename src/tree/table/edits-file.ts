import { checksum } from '../../base/packing.ts';
import { childPath } from '../../base/paths.ts';
import { canonicalName } from '../../base/text.ts';
import type { Stamp } from '../../io/disk/disk.ts';
import { editTable, type RowEdit, type TableEdits, type WatchEdit } from './edits.ts';
import { MAGIC, PREAMBLE_BYTES, TABLE_VERSION } from './format.ts';
import type { SkillTable } from './table.ts';

// Edits beside a saved table: 12 bytes (magic, checksum), then JSON. They belong to one table, known by its preamble and
// by when it was laid; beside any other they are nothing.

const EDITS_MAGIC = 'SKFEDITS';
const HEAD_BYTES = 12;

interface EditsFile extends TableEdits {
  readonly version: number;
  readonly base_checksum: number;
  /** Of all rows; see TableHeader. */
  readonly digest: string;
}

/** True where the bytes have the preamble of a file: such a table was saved or loaded. */
export function isSealed({ bytes }: SkillTable): boolean {
  return bytes.length >= PREAMBLE_BYTES && bytes.toString('latin1', 0, 8) === MAGIC;
}

/** The bytes of the file for an edited table whose base is sealed. */
export function packEdits(table: SkillTable, edits: TableEdits, digest: string): Buffer {
  const file: EditsFile = { version: TABLE_VERSION, base_checksum: table.bytes.readUInt32LE(16), digest, ...edits };
  const json = Buffer.from(JSON.stringify(file));
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(EDITS_MAGIC, 'latin1');
  head.writeUInt32LE(checksum(json), 8);
  return Buffer.concat([head, json]);
}

/**
 * The table with the edits of such a file put in. `undefined` for a file that is not whole, not ours, of another table, from the
 * future, or says of a row what no edit can: the table alone is true then, and what changed since is read again.
 */
export function applyEdits(table: SkillTable, bytes: Buffer, nowMs: number): SkillTable | undefined {
  if (bytes.length < HEAD_BYTES || bytes.toString('latin1', 0, 8) !== EDITS_MAGIC) return undefined;
  if (bytes.readUInt32LE(8) !== checksum(bytes.subarray(HEAD_BYTES))) return undefined;
  let file: Partial<EditsFile> | null;
  try {
    file = JSON.parse(bytes.toString('utf8', HEAD_BYTES));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const { rows, watches, taken_ms, digest } = file ?? {};
  const isOurs =
    file?.version === TABLE_VERSION &&
    file.base_checksum === table.bytes.readUInt32LE(16) &&
    file.base_bytes === table.bytes.length &&
    file.base_ms === table.header.taken_ms;
  if (!isOurs || !isTime(taken_ms) || taken_ms > nowMs || taken_ms < table.header.taken_ms) return undefined;
  if (typeof digest !== 'string' || !SHA256.test(digest)) return undefined;
  if (!isListOf(rows, (one) => isRowEdit(one, table)) || !isListOf(watches, (one) => isWatchEdit(one, table)))
    return undefined;
  return editTable(table, { taken_ms, rows, watches }, digest);
}

const SHA256 = /^[0-9a-f]{64}$/;

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isListOf<T>(
  value: readonly T[] | undefined,
  isOne: (one: Partial<T> | null) => boolean,
): value is readonly T[] {
  return Array.isArray(value) && value.every(isOne);
}

function isNumberBelow(value: unknown, end: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < end;
}

function isStamp(stamp: Partial<Stamp> | undefined, kind: Stamp['kind']): boolean {
  return (
    stamp?.kind === kind &&
    isNumberBelow(stamp.size, 2 ** 32) &&
    isTime(stamp.mtimeMs) &&
    isTime(stamp.ctimeMs) &&
    isTime(stamp.ino)
  );
}

function isWatchEdit(one: Partial<WatchEdit> | null, table: SkillTable): boolean {
  return isNumberBelow(one?.watch, table.watches) && table.watchKind[one.watch] === 0 && isStamp(one.stamp, 'folder');
}

/** An edit moves no row: place and canonical name are those that the table has. */
function isRowEdit(one: Partial<RowEdit> | null, table: SkillTable): boolean {
  const row = one?.row;
  const text = one?.text;
  if (!isNumberBelow(row, table.skills) || !isStamp(one?.stamp, 'file')) return false;
  if (!SHA256.test(`${one?.sha256}`) || !isNumberBelow(one?.flags, 256)) return false;
  if (text?.path !== table.path(row) || text.file !== table.file(row)) return false;
  if (typeof text.description !== 'string' || !isJsonText(text.declared)) return false;
  if (typeof text.name !== 'string' || canonicalName(text.name) !== canonicalName(table.name(row))) return false;
  const path = childPath(table.folder(row), table.file(row));
  const found = one?.diagnostics;
  return Array.isArray(found) && found.every((each) => each?.skill === row && each.path === path);
}

function isJsonText(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  if (text === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
