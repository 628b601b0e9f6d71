import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { replaceFile } from '../../io/disk/replace.ts';

/** Writes generated code whole. Throws UNREADABLE where the place cannot be written. */
export async function writeCode(path: string, code: string): Promise<void> {
  try {
    await replaceFile(path, Buffer.from(code));
  } catch (error) {
    if (error instanceof SkillficheError) throw error;
    throw new SkillficheError('UNREADABLE', `Cannot write ${path}: ${errnoOf(error)}.`, {
      paths: [path],
      cause: error,
    });
  }
}
