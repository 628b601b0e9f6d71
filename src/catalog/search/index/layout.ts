import { asAligned, checksum, placeParts } from '../../../base/packing.ts';

// The packed index. One layout in memory and on disk: it is opened, not decoded.
//
// A preamble (see PREAMBLE), a table of [offset, bytes] of every block, then the blocks, each on a multiple of eight
// bytes so that typed arrays open over them without copying.

/** Raised whenever a block, a token rule or the meaning of a count changes: older files are rebuilt. */
export const INDEX_VERSION = 2;
const MAGIC = 'SKFINDEX';
/**
 * Bytes: magic 0, version 8, checksum 12, length 16, documents 24, sections 28, terms 32, digest 40 (64 hex digits),
 * digest of the index that this one amends 104 (64 hex digits, or zeros).
 */
const PREAMBLE = 192;
const CHECKED_FROM = 16;

export const BLOCKS = [
  // Of each document in id order: where its strings begin, its id ends, its canonical name ends.
  'documentText',
  'documentSections',
  'documentTie',
  'documentBodyWords',
  'documentTopWords',
  'documentFilter',
  'documentDigest',
  // Different words of its name, at most 255; whether it is a member of a collection.
  'documentNameWords',
  'documentMember',
  // Documents in order of canonical name, then id.
  'nameOrder',
  'sectionDocument',
  'sectionStart',
  'sectionWords',
  'sectionKind',
  'termText',
  'termPostings',
  'text',
  'terms',
  // Per document: which words stand side by side.
  'filters',
  // Documents of the amended index that are no more: changed or gone.
  'dead',
  // Last: how long it gets is known when it is written.
  'postings',
] as const;
export type BlockName = (typeof BLOCKS)[number];

export interface IndexCounts {
  readonly documents: number;
  readonly sections: number;
  readonly terms: number;
  /** What the index was built from, 64 hex digits. */
  readonly digest: string;
  /** The digest of the index that this one amends. */
  readonly amends?: string | undefined;
}

export interface PackedIndex extends IndexCounts {
  block(name: BlockName): Uint8Array;
}

/** Room for an index, filled block by block. Perf: nothing is packed in a place of its own first. */
export interface Packing {
  readonly block: (name: BlockName) => Uint8Array;
  /** Ends it with the bytes that the last block, `postings`, really has. Stops now and then: the checksum takes a while. */
  seal(postingsBytes: number): Generator<void, Buffer>;
}

const CHECKED_AT_A_TIME = 1 << 23;

/** `bytes`: of each block; for `postings` the most it can get. */
export function packIndex(counts: IndexCounts, bytes: Readonly<Record<BlockName, number>>): Packing {
  const { places, total } = placeParts(BLOCKS, PREAMBLE + BLOCKS.length * 16, (name) => bytes[name]);
  const room = Buffer.from(new ArrayBuffer(total));
  return {
    block(name) {
      const [offset, size] = places[name];
      return room.subarray(offset, offset + size);
    },
    *seal(postingsBytes) {
      const packed = room.subarray(0, places.postings[0] + postingsBytes);
      packed.write(MAGIC, 0, 'latin1');
      packed.writeUInt32LE(INDEX_VERSION, 8);
      packed.writeDoubleLE(packed.length, 16);
      packed.writeUInt32LE(counts.documents, 24);
      packed.writeUInt32LE(counts.sections, 28);
      packed.writeUInt32LE(counts.terms, 32);
      packed.write(counts.digest, 40, 64, 'latin1');
      packed.write(counts.amends ?? '', 104, 64, 'latin1');
      BLOCKS.forEach((name, index) => {
        const [offset, size] = places[name];
        packed.writeDoubleLE(offset, PREAMBLE + index * 16);
        packed.writeDoubleLE(name === 'postings' ? postingsBytes : size, PREAMBLE + index * 16 + 8);
      });
      let sum = 0;
      for (let from = CHECKED_FROM; from < packed.length; from += CHECKED_AT_A_TIME) {
        sum = checksum(packed.subarray(from, from + CHECKED_AT_A_TIME), sum);
        yield;
      }
      packed.writeUInt32LE(sum, 12);
      return packed;
    },
  };
}

/**
 * Undefined for anything that is not whole, ours and of this version. `isJustPacked`: its checksum was made a moment ago.
 */
export function unpackIndex(bytes: Buffer, isJustPacked: boolean = false): PackedIndex | undefined {
  if (bytes.length < PREAMBLE + BLOCKS.length * 16 || bytes.toString('latin1', 0, 8) !== MAGIC) return undefined;
  if (bytes.readUInt32LE(8) !== INDEX_VERSION || bytes.readDoubleLE(16) !== bytes.length) return undefined;
  if (!isJustPacked && checksum(bytes.subarray(CHECKED_FROM)) !== bytes.readUInt32LE(12)) return undefined;
  const aligned = asAligned(bytes);
  return {
    documents: aligned.readUInt32LE(24),
    sections: aligned.readUInt32LE(28),
    terms: aligned.readUInt32LE(32),
    digest: aligned.toString('latin1', 40, 104),
    amends: aligned[104] === 0 ? undefined : aligned.toString('latin1', 104, 168),
    block(name) {
      const at = PREAMBLE + BLOCKS.indexOf(name) * 16;
      const offset = aligned.readDoubleLE(at);
      return aligned.subarray(offset, offset + aligned.readDoubleLE(at + 8));
    },
  };
}

/** Runs something that stops now and then, without a stop. */
export function runThrough<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value as T;
  }
}

export function uint32sOf(block: Uint8Array): Uint32Array {
  return new Uint32Array(block.buffer, block.byteOffset, block.byteLength / 4);
}

export function shortsOf(block: Uint8Array): Uint16Array {
  return new Uint16Array(block.buffer, block.byteOffset, block.byteLength / 2);
}
