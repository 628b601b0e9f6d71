import { sha256Hex } from '../../../base/hash.ts';
import { readCacheFile, writeCacheFile } from '../../../io/disk/cache-file.ts';

// Vectors by the sha256 of their text: one line of JSON that says whose they are, then 32 bytes and the numbers of each.

const VERSION = 1;
const KEY_BYTES = 32;

/** The vectors of one embedder, by sha256 (hex) of the text. */
export type Vectors = Map<string, Float32Array>;

const pathOf = (folder: string, embedder: string): string =>
  `${folder}/vectors-v${VERSION}-${sha256Hex(embedder).slice(0, 16)}.index`;

export function loadVectors(folder: string, embedder: string): Vectors {
  const vectors: Vectors = new Map();
  const bytes = readCacheFile(pathOf(folder, embedder));
  const end = bytes?.indexOf(0x0a) ?? -1;
  if (bytes === undefined || end < 0) return vectors;
  const head = `${JSON.stringify({ version: VERSION, embedder })} `;
  const line = bytes.toString('utf8', 0, end);
  const [, size, count, digest] = /^(\d+) (\d+) ([0-9a-f]{64})$/.exec(line.slice(head.length)) ?? [];
  const record = KEY_BYTES + Number(size) * 4;
  if (!line.startsWith(head) || bytes.length !== end + 1 + record * Number(count)) return vectors;
  if (sha256Hex(bytes.subarray(end + 1)) !== digest) return vectors;
  for (let at = end + 1; at < bytes.length; at += record) {
    const numbers = new Float32Array(Number(size));
    Buffer.from(numbers.buffer).set(bytes.subarray(at + KEY_BYTES, at + record));
    vectors.set(bytes.toString('hex', at, at + KEY_BYTES), numbers);
  }
  return vectors;
}

/** Writes them whole. False: it could not be written, and is done without. */
export function saveVectors(folder: string, embedder: string, vectors: Vectors): boolean {
  const records = Array.from(vectors, ([key, numbers]) =>
    Buffer.concat([Buffer.from(key, 'hex'), Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)]),
  );
  const size = vectors.values().next().value?.length ?? 0;
  const body = Buffer.concat(records);
  const head = `${JSON.stringify({ version: VERSION, embedder })} ${size} ${records.length} ${sha256Hex(body)}\n`;
  return writeCacheFile(pathOf(folder, embedder), () => Buffer.concat([Buffer.from(head), body]));
}
