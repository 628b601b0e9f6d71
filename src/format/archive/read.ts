import type { PackageFile } from '../package/file.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits, refuse } from './entries.ts';

export type ArchiveKind = 'zip' | 'tar';

/** What the bytes are, whatever the file is called; `undefined`: no archive we read. */
export function archiveKind(bytes: Uint8Array): ArchiveKind | undefined {
  const text = (start: number, end: number): string => Buffer.from(bytes.subarray(start, end)).toString('latin1');
  if (/^PK(?:\u0003\u0004|\u0005\u0006)/.test(text(0, 4))) return 'zip';
  return text(0, 2) === '\u001F\u008B' || text(257, 262) === 'ustar' ? 'tar' : undefined;
}

/**
 * The files of a zip (also `.skill`) or tar, in order of path, none of them written anywhere. Throws SOURCE_REFUSED, and
 * takes nothing, where an entry is a link or special file, leads out of its folder, falls on another, or is too much;
 * `reason` says which. What packers of macOS add is left out.
 */
export async function readArchive(bytes: Uint8Array, limits: Partial<ArchiveLimits> = {}): Promise<PackageFile[]> {
  const all = { ...ARCHIVE_LIMITS, ...limits };
  if (bytes.length > all.maxArchiveBytes) {
    throw refuse('too-large', `it has ${bytes.length} bytes; ${all.maxArchiveBytes} are allowed`);
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  switch (archiveKind(bytes)) {
    case 'zip':
      return (await import('./zip.ts')).readZip(buffer, all);
    case 'tar':
      return (await import('./tar.ts')).readTar(buffer, all);
    default:
      throw refuse('broken', 'it is neither zip nor tar; a `.skill` is a zip');
  }
}
