import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { MAX_LOCK_BYTES } from '../../base/limits.ts';
import type { Disk } from './disk.ts';
import { replaceFile } from './replace.ts';

/** The text of a lock, or `undefined` where there is none. Throws BROKEN_FILE for one that cannot be read. */
export function readLockText(disk: Disk, path: string): string | undefined {
  const broken = (why: string, cause?: unknown): SkillficheError =>
    new SkillficheError('BROKEN_FILE', `The lock ${path} ${why}.`, { paths: [path], cause });
  let read: ReturnType<Disk['readFile']>;
  try {
    read = disk.readFile(path, MAX_LOCK_BYTES);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw broken(`cannot be read: ${errnoOf(error)}`, error);
  }
  const { bytes, stamp } = read;
  if (stamp.kind !== 'file') throw broken('is no regular file');
  if (stamp.size > MAX_LOCK_BYTES) throw broken(`has ${stamp.size} bytes; at most ${MAX_LOCK_BYTES} are read`);
  return bytes.toString('utf8');
}

/** Writes a lock whole: beside it first, then in its place, so that nobody ever reads half of one. */
export async function writeLockText(path: string, text: string): Promise<void> {
  try {
    await replaceFile(path, Buffer.from(text));
  } catch (error) {
    if (error instanceof SkillficheError) throw error;
    const message = `Cannot write ${path}: ${errnoOf(error)}.`;
    throw new SkillficheError('UNREADABLE', message, { paths: [path], cause: error });
  }
}
