import { diagnostic, placed } from '../../base/diagnostic.ts';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { INVENTORY_FILE } from '../../base/file-names.ts';
import { MAX_LOCK_BYTES } from '../../base/limits.ts';
import type { Diagnostic } from '../../base/types.ts';
import type { SchemaFault } from '../../format/schema/check.ts';
import type { Disk } from '../../io/disk/disk.ts';
import { type NetworkInventory, readInventory } from './inventory.ts';

export interface InventoryOnDisk {
  readonly path: string;
  /** Absent where there is no file, or none that can be used; `diagnostics` tells which. */
  readonly inventory?: NetworkInventory;
  readonly diagnostics: readonly Diagnostic[];
}

/** What is wrong with an inventory's shape. */
export type CheckInventory = (document: unknown) => readonly SchemaFault[];

type Read = { readonly text: string } | { readonly why: string } | undefined;

/** The text, `undefined` where no file is, or why it cannot be had. Nothing but a regular file is read: a pipe would hang. */
function readRegularFile(disk: Disk, path: string): Read {
  try {
    const { bytes, stamp } = disk.readFile(path, MAX_LOCK_BYTES);
    if (stamp.kind !== 'file') return { why: 'it is no regular file' };
    if (stamp.size > MAX_LOCK_BYTES) return { why: `it has ${stamp.size} bytes, ${MAX_LOCK_BYTES} are allowed` };
    return { text: bytes.toString('utf8') };
  } catch (error) {
    // A root that is no folder has no inventory either; the scan says what is wrong with it.
    const why = errnoOf(error);
    return why === 'ENOENT' || why === 'ENOTDIR' ? undefined : { why };
  }
}

/** Reads `<root>/network-inventory.json`, or the file given. No file is a normal state; a file that cannot be used is a diagnostic. */
export async function loadInventory(
  disk: Disk,
  root: string,
  loadCheck: () => Promise<CheckInventory>,
  file: string = `${root}/${INVENTORY_FILE}`,
): Promise<InventoryOnDisk> {
  const read = readRegularFile(disk, file);
  if (read === undefined) return { path: file, diagnostics: [] };
  if ('why' in read) {
    const message = `${INVENTORY_FILE} cannot be read: ${read.why}. Every mode it would give is \`unknown\`.`;
    return { path: file, diagnostics: [diagnostic('inventory/broken', file, message)] };
  }
  const { inventory, findings } = readInventory(read.text, await loadCheck());
  return {
    path: file,
    ...(inventory === undefined ? {} : { inventory }),
    diagnostics: findings.map((one) => placed(file, one)),
  };
}

/** The bytes of an inventory, `undefined` where none is. */
export function readInventoryBytes(disk: Disk, path: string): Buffer | undefined {
  const read = readRegularFile(disk, path);
  if (read === undefined) return undefined;
  if ('text' in read) return Buffer.from(read.text);
  throw new SkillficheError('UNREADABLE', `${path} cannot be read: ${read.why}.`, { paths: [path] });
}
