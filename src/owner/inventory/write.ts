import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { INVENTORY_FILE } from '../../base/file-names.ts';
import { replaceFile } from '../../io/disk/replace.ts';

/** Replaces an inventory whole. Throws FILE_CHANGED where it no longer has the bytes that were read. */
export async function replaceInventory(path: string, read: Uint8Array, text: string): Promise<void> {
  if (await replaceFile(path, Buffer.from(text), { expected: read })) return;
  const message = `${path} was changed by somebody else in the meantime, and is left as it is. Look at it and try again.`;
  throw new SkillficheError('FILE_CHANGED', message, { paths: [path] });
}

/** Writes an inventory where none is. Throws EDIT_REFUSED where a file stands already: somebody's review may be in it. */
export async function writeInventory(path: string, text: string): Promise<void> {
  try {
    await replaceFile(path, Buffer.from(text), { mustBeNew: true });
  } catch (error) {
    if (error instanceof SkillficheError) throw error;
    const exists = errnoOf(error) === 'EEXIST';
    const message = exists
      ? `There is a ${INVENTORY_FILE} already: ${path}. It is never overwritten; move it away, or print a new one and merge by hand.`
      : `Cannot write ${path}: ${errnoOf(error)}.`;
    throw new SkillficheError(exists ? 'EDIT_REFUSED' : 'UNREADABLE', message, { paths: [path], cause: error });
  }
}
