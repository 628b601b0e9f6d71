import { errnoOf } from '../../base/errors.ts';
import { SIDECAR_FILE } from '../../base/file-names.ts';
import type { Disk } from '../../io/disk/disk.ts';

/** The bytes of a sidecar, or why it is none. A link is none: what it leads to may be anything. */
export function readSidecar(
  disk: Disk,
  path: string,
  limit: number,
): { readonly bytes: Uint8Array } | { readonly reason: string } {
  try {
    const folder = path.slice(0, path.lastIndexOf('/'));
    const kind = disk.readFolder(folder).find(({ name }) => name === SIDECAR_FILE)?.kind;
    if (kind === undefined) return { reason: 'it is no longer there' };
    if (kind === 'link') return { reason: 'it is a link; put the file itself there' };
    if (kind !== 'file') return { reason: 'it is no regular file' };
    const { bytes, stamp } = disk.readFile(path, limit);
    if (stamp.kind !== 'file') return { reason: 'it is no regular file' };
    if (stamp.size > limit) return { reason: `it has ${stamp.size} bytes; ${limit} are compiled` };
    return { bytes: new Uint8Array(bytes) };
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
    return { reason: `it cannot be read (${errnoOf(error)})` };
  }
}
