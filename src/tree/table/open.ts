import { asAligned, checksum } from '../../base/packing.ts';
import { MAGIC, PREAMBLE_BYTES, TABLE_VERSION } from './format.ts';
import { SkillTable } from './table.ts';
import type { TableHeader } from './types.ts';

/** Opens the bytes of a table, or `undefined` for anything that is not whole, ours and of this version. */
export function openTable(bytes: Buffer): SkillTable | undefined {
  if (bytes.length < PREAMBLE_BYTES || bytes.toString('latin1', 0, 8) !== MAGIC) return undefined;
  const version = bytes.readUInt32LE(8);
  const headerLength = bytes.readUInt32LE(12);
  const sum = bytes.readUInt32LE(16);
  if (version !== TABLE_VERSION || bytes.readDoubleLE(24) !== bytes.length) return undefined;
  if (PREAMBLE_BYTES + headerLength > bytes.length || checksum(bytes.subarray(PREAMBLE_BYTES)) !== sum)
    return undefined;
  // The checksum holds, so the header is what we wrote.
  const header: TableHeader = JSON.parse(bytes.toString('utf8', PREAMBLE_BYTES, PREAMBLE_BYTES + headerLength));
  return new SkillTable(header, asAligned(bytes));
}
