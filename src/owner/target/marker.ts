import { isRecord } from '../../base/record.ts';
import type { FolderDisk } from '../../io/disk/folder-disk.ts';

/** In every folder we write into another tool's place: whose it is. */
export const EXPORT_MARKER = '.skillfiche-export.json';
const MAX_EXPORT_MARKER_BYTES = 16 * 1024;

export interface ExportMarker {
  readonly schema_version: 1;
  readonly id: string;
  readonly digest: string;
  readonly version?: number;
  /** The write that made the folder; the manifest has the same. */
  readonly nonce: string;
}

export function markerBytes(marker: ExportMarker): Buffer {
  const note = 'Written by skillfiche. `skillfiche unexport` removes this folder; edits here are not kept.';
  return Buffer.from(`${JSON.stringify({ ...marker, note }, undefined, 2)}\n`);
}

/** The nonce of the marker in a folder; `undefined` where there is none of ours. */
export function markerNonce(disk: FolderDisk, folder: string): string | undefined {
  const path = `${folder}/${EXPORT_MARKER}`;
  const state = disk.state(path);
  if (state?.kind !== 'file' || state.size > MAX_EXPORT_MARKER_BYTES) return undefined;
  try {
    const value: unknown = JSON.parse(disk.readFile(path).bytes.toString('utf8'));
    return isRecord(value) && typeof value['nonce'] === 'string' ? value['nonce'] : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
