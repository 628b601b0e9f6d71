import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { SkillficheError } from '../../base/errors.ts';
import { quoteValue, toOneLine } from '../../base/text.ts';
import type { PackageFile } from '../package/file.ts';
import { type ArchiveLimits, createTaker, type EntryTaker, refuse } from './entries.ts';

const FILE_TYPE = 0o170000;
const LINK = 0o120000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;
const STORED = 0;
const DEFLATED = 8;

/** Reads the zip's own list of entries, so that what is checked is what is taken. */
export async function readZip(bytes: Buffer, limits: ArchiveLimits): Promise<PackageFile[]> {
  const { default: yauzl } = await import('yauzl');
  const taker = createTaker(limits);
  try {
    const zip = await yauzl.fromBufferPromise(bytes, { validateEntrySizes: true });
    for await (const entry of zip.eachEntry()) await takeEntry(zip, entry, taker);
  } catch (error) {
    if (error instanceof SkillficheError) throw error;
    const why = error instanceof Error ? toOneLine(error.message) : 'it does not read';
    const isPath = /relative path|absolute path|invalid characters in fileName/.test(why);
    throw refuse(isPath ? 'path' : 'broken', `it is no sound zip (${why})`, error);
  }
  return taker.files();
}

async function takeEntry(zip: ZipFile, entry: Entry, taker: EntryTaker): Promise<void> {
  const { fileName, uncompressedSize } = entry;
  const mode = entry.externalFileAttributes >>> 16;
  const type = mode & FILE_TYPE;
  if (type === LINK) throw refuse('link', `${quoteValue(fileName)} is a link; a skill holds files alone`);
  if (fileName.endsWith('/')) {
    taker.folder(fileName);
    return;
  }
  // Packers of systems without modes leave the type out.
  if (type !== REGULAR && type !== 0) {
    const what = type === FOLDER ? 'a folder with a file’s name' : 'no regular file';
    throw refuse('special', `${quoteValue(fileName)} is ${what}`);
  }
  if (entry.isEncrypted()) throw refuse('encrypted', `${quoteValue(fileName)} is encrypted`);
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw refuse('broken', `${quoteValue(fileName)} is packed by method ${entry.compressionMethod}, which is not read`);
  }
  const path = taker.admit(fileName, uncompressedSize);
  if (path === undefined) return;
  const bytes = await readAll(await zip.openReadStreamPromise(entry));
  if (crc32(bytes) !== entry.crc32) throw refuse('broken', `the checksum of ${quoteValue(fileName)} is wrong`);
  taker.keep(path, bytes, (mode & 0o111) !== 0);
}

/** No more than was announced: the reader ends the stream at the size the entry was admitted with. */
async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
