import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { MAX_LOCK_BYTES } from '../../base/limits.ts';

/** The text of a lock, or `undefined` where there is none. Throws BROKEN_FILE for one that cannot be read. */
export function readLockText(path: string): string | undefined {
  try {
    const stats = statSync(path);
    if (!stats.isFile())
      throw new SkillficheError('BROKEN_FILE', `The lock ${path} is no regular file.`, { paths: [path] });
    if (stats.size > MAX_LOCK_BYTES) {
      const message = `The lock ${path} has ${stats.size} bytes; at most ${MAX_LOCK_BYTES} are read.`;
      throw new SkillficheError('BROKEN_FILE', message, { paths: [path] });
    }
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof SkillficheError) throw error;
    if (errnoOf(error) === 'ENOENT') return undefined;
    const message = `The lock ${path} cannot be read: ${errnoOf(error)}.`;
    throw new SkillficheError('BROKEN_FILE', message, { paths: [path], cause: error });
  }
}

/** Writes a lock whole: beside it first, then in its place, so that nobody ever reads half of one. */
export function writeLockText(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const handle = openSync(temporary, 'w', 0o644);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new SkillficheError('UNREADABLE', `Cannot write ${path}: ${errnoOf(error)}.`, {
      paths: [path],
      cause: error,
    });
  }
}
