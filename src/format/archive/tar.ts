import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ReadEntry } from 'tar';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { quoteValue, toOneLine } from '../../base/text.ts';
import type { PackageFile } from '../package/file.ts';
import { type ArchiveLimits, createTaker, type EntryTaker, refuse } from './entries.ts';

const BLOCK_BYTES = 512;
/** Header, and one of long names before it, for each entry; then the end. */
const ROOM_PER_ENTRY = 6 * BLOCK_BYTES;
const MAX_NAME_ENTRY_BYTES = 64 * 1024;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Reads a tar, packed by gzip or not. */
export async function readTar(bytes: Buffer, limits: ArchiveLimits): Promise<PackageFile[]> {
  const plain = isGzip(bytes) ? await unpack(bytes, limits) : bytes;
  if (isGzip(plain)) throw refuse('broken', 'it is packed twice');
  const { Parser } = await import('tar');
  const taker = createTaker(limits);
  const fault = await new Promise<unknown>((resolve) => {
    let failed: unknown;
    const parser = new Parser({
      strict: true,
      maxMetaEntrySize: MAX_NAME_ENTRY_BYTES,
      brotli: false,
      onReadEntry(entry) {
        try {
          if (failed === undefined) takeEntry(entry, taker);
        } catch (error) {
          failed = error;
        }
        entry.resume();
      },
    });
    parser.on('error', (error: unknown) => resolve(failed ?? error));
    parser.on('end', () => resolve(failed));
    try {
      parser.end(plain);
    } catch (error) {
      resolve(failed ?? error);
    }
  });
  if (fault instanceof SkillficheError) throw fault;
  if (fault !== undefined) {
    throw refuse('broken', `it is no sound tar (${fault instanceof Error ? toOneLine(fault.message) : ''})`, fault);
  }
  return taker.files();
}

function takeEntry(entry: ReadEntry, taker: EntryTaker): void {
  const { type, mode = 0, size } = entry;
  if (type === 'Directory' || type === 'GNUDumpDir') {
    taker.folder(entry.path);
    return;
  }
  if (type === 'SymbolicLink' || type === 'Link') {
    throw refuse('link', `${quoteValue(entry.path)} is a link; a skill holds files alone`);
  }
  if (type !== 'File' && type !== 'OldFile' && type !== 'ContiguousFile') {
    throw refuse('special', `${quoteValue(entry.path)} is no regular file`);
  }
  const path = taker.admit(entry.path, size);
  if (path === undefined) return;
  const chunks: Buffer[] = [];
  entry.on('data', (chunk: Buffer) => chunks.push(chunk));
  entry.on('end', () => taker.keep(path, Buffer.concat(chunks), (mode & 0o111) !== 0));
}

async function unpack(bytes: Buffer, limits: ArchiveLimits): Promise<Buffer> {
  const most = limits.maxUnpackedBytes + limits.maxEntries * ROOM_PER_ENTRY;
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: most });
  } catch (error) {
    if (errnoOf(error) === 'ERR_BUFFER_TOO_LARGE') {
      throw refuse('too-large', `unpacked it has more than ${limits.maxUnpackedBytes} bytes`, error);
    }
    throw refuse('broken', `it is no sound gzip (${errnoOf(error)})`, error);
  }
}
