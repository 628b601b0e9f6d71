import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { makeFolders } from '../disk/make-folders.ts';
import { replaceFile } from '../disk/replace.ts';

const NAME = 'serve-token';
const TOKEN_BYTES = 32;

/**
 * The token of whoever owns a data folder, made where there is none, in a file that only the owner may read. Throws
 * NOT_WRITABLE for a file that others may read, or that holds no token.
 */
export async function ownerToken(data: string): Promise<{ readonly token: string; readonly file: string }> {
  const file = join(data, NAME);
  const kept = readToken(file);
  if (kept !== undefined) return { token: kept, file };
  makeFolders(data, 0o700);
  const text = `${randomBytes(TOKEN_BYTES).toString('base64url')}\n`;
  try {
    await replaceFile(file, Buffer.from(text), { mustBeNew: true, mode: 0o600 });
  } catch (error) {
    // Another process was first: its token counts.
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
  const token = readToken(file);
  if (token === undefined) throw new SkillficheError('FILE_CHANGED', `${file} was taken away meanwhile: try again.`);
  return { token, file };
}

function readToken(file: string): string | undefined {
  let text: string;
  try {
    const { mode } = statSync(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      const message = `${file} holds your token, and others may read it. Remove it, and a new one is made.`;
      throw new SkillficheError('NOT_WRITABLE', message, { paths: [file] });
    }
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  if (/^[\w-]{43}$/.test(text)) return text;
  throw new SkillficheError('NOT_WRITABLE', `${file} holds no token of ours. Remove it, and a new one is made.`, {
    paths: [file],
  });
}
