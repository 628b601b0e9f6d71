import { isUtf8 } from 'node:buffer';
import { sha256Hex } from '../../base/hash.ts';
import { MAX_FILE_BYTES } from '../../base/limits.ts';
import type { Disk } from '../../io/disk/disk.ts';
import { describeFile, joinPath } from '../../tree/files/files.ts';
import type { Selection } from '../rows/selection.ts';

/** Bytes as a window gives them. What is no UTF-8 is read byte for letter; what has a NUL is no text, and stays. */
export function redactBytes(selection: Selection, bytes: Buffer): Buffer {
  if (!selection.redacts || bytes.includes(0)) return bytes;
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  return Buffer.from(selection.redact(bytes.toString(encoding)), encoding);
}

/** Hash and size of one file as a window gives it. */
export function hashShown(
  disk: Disk,
  selection: Selection,
  folder: string,
  path: string,
): { readonly sha256: string; readonly size: number } {
  const place = joinPath(folder, path);
  const file = selection.redacts ? describeFile(disk, folder, path) : undefined;
  // What is too large to be served has no other bytes than its own.
  if (file === undefined || file.size > MAX_FILE_BYTES) return disk.hashFile(place);
  const bytes = redactBytes(selection, disk.readFile(place, MAX_FILE_BYTES).bytes);
  return { sha256: sha256Hex(bytes), size: bytes.length };
}
