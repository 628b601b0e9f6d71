import { errnoOf, SkillficheError } from '../../../base/errors.ts';
import type { FolderDisk } from '../../../io/disk/folder-disk.ts';
import { SCHEMA_VERSION } from './migrations.ts';

/** The fixed part of a SQLite file; see "The Database Header" in its documentation. */
const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\u0000';

/**
 * Looks at a store's file before SQLite does, which would read a cut one as far as it goes and make files beside one that
 * is not ours to touch. Throws STORE_NEWER or STORE_BROKEN.
 */
export function checkStoreHeader(disk: FolderDisk, file: string): void {
  const state = disk.state(file);
  if (state === undefined || state.size === 0) return;
  const broken = (what: string): SkillficheError => {
    const way = 'Skill folders are untouched. Put a backup in its place, or move it away.';
    return new SkillficheError('STORE_BROKEN', `The store ${file} is damaged: ${what}. ${way}`, { paths: [file] });
  };
  const head = readHead(disk, file);
  if (head.length < HEADER_BYTES) throw broken('it is cut off');
  if (head.toString('latin1', 0, MAGIC.length) !== MAGIC) throw broken('it is no SQLite file');
  refuseNewer(head.readUInt32BE(60), file);
  const log = disk.state(`${file}-wal`);
  // With a log beside it the file may be behind, and SQLite makes it whole.
  if (log !== undefined && log.size > 0) return;
  const pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
  const isCounted = head.readUInt32BE(24) === head.readUInt32BE(92);
  const wanted = head.readUInt32BE(28) * pageBytes;
  if (isCounted && state.size < wanted) throw broken(`it has ${state.size} of ${wanted} bytes`);
}

function readHead(disk: FolderDisk, file: string): Buffer {
  try {
    return disk.readHead(file, HEADER_BYTES);
  } catch (error) {
    const cause = errnoOf(error);
    if (cause === 'UNKNOWN') throw error;
    const message = `The store ${file} cannot be read (${cause}). Check owner and permissions.`;
    throw new SkillficheError('UNREADABLE', message, { reason: cause, paths: [file], cause: error });
  }
}

export function refuseNewer(found: number, file: string): void {
  if (found <= SCHEMA_VERSION) return;
  const message = `The store ${file} was written by a newer skillfiche (format ${found}; this one knows ${SCHEMA_VERSION}). It was not changed. Use that version.`;
  throw new SkillficheError('STORE_NEWER', message, { paths: [file] });
}
