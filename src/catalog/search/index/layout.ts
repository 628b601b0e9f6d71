import { crc32 } from 'node:zlib';

// The packed index. One layout in memory and on disk: it is opened, not decoded.
//
// 128 bytes of preamble (see PREAMBLE), a table of [offset, bytes] of every block, then the blocks, each on a multiple
// of eight bytes so that typed arrays open over them without copying.

/** Raised whenever a block, a token rule or the meaning of a count changes: older files are rebuilt. */
export const INDEX_VERSION = 1;
const MAGIC = 'SKFINDEX';
/** Bytes: magic 0, version 8, checksum 12, length 16, documents 24, sections 28, terms 32, digest 40 (64 hex digits). */
const PREAMBLE = 128;
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
  'postings',
  // Per document: which words stand side by side.
  'filters',
] as const;
export type BlockName = (typeof BLOCKS)[number];

export interface IndexCounts {
  readonly documents: number;
  readonly sections: number;
  readonly terms: number;
  /** What the index was built from, 64 hex digits. */
  readonly digest: string;
}

export interface PackedIndex extends IndexCounts {
  block(name: BlockName): Uint8Array;
}

export function packIndex(counts: IndexCounts, blocks: Readonly<Record<BlockName, ArrayBufferView>>): Buffer {
  let at = alignUp(PREAMBLE + BLOCKS.length * 16);
  const places = BLOCKS.map((name) => {
    const place = { name, offset: at, bytes: blocks[name].byteLength };
    at = alignUp(at + place.bytes);
    return place;
  });
  const packed = Buffer.alloc(at);
  packed.write(MAGIC, 0, 'latin1');
  packed.writeUInt32LE(INDEX_VERSION, 8);
  packed.writeDoubleLE(packed.length, 16);
  packed.writeUInt32LE(counts.documents, 24);
  packed.writeUInt32LE(counts.sections, 28);
  packed.writeUInt32LE(counts.terms, 32);
  packed.write(counts.digest, 40, 64, 'latin1');
  places.forEach(({ name, offset, bytes }, index) => {
    packed.writeDoubleLE(offset, PREAMBLE + index * 16);
    packed.writeDoubleLE(bytes, PREAMBLE + index * 16 + 8);
    const { buffer, byteOffset, byteLength } = blocks[name];
    packed.set(new Uint8Array(buffer, byteOffset, byteLength), offset);
  });
  packed.writeUInt32LE(crc32(packed.subarray(CHECKED_FROM)), 12);
  return packed;
}

/** Undefined for anything that is not whole, ours and of this version. */
export function unpackIndex(bytes: Buffer): PackedIndex | undefined {
  if (bytes.length < PREAMBLE + BLOCKS.length * 16 || bytes.toString('latin1', 0, 8) !== MAGIC) return undefined;
  if (bytes.readUInt32LE(8) !== INDEX_VERSION || bytes.readDoubleLE(16) !== bytes.length) return undefined;
  if (crc32(bytes.subarray(CHECKED_FROM)) !== bytes.readUInt32LE(12)) return undefined;
  // Typed arrays want whole multiples of their size.
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : Buffer.from(Uint8Array.prototype.slice.call(bytes).buffer);
  return {
    documents: aligned.readUInt32LE(24),
    sections: aligned.readUInt32LE(28),
    terms: aligned.readUInt32LE(32),
    digest: aligned.toString('latin1', 40, 104),
    block(name) {
      const at = PREAMBLE + BLOCKS.indexOf(name) * 16;
      const offset = aligned.readDoubleLE(at);
      return aligned.subarray(offset, offset + aligned.readDoubleLE(at + 8));
    },
  };
}

export function wordsOf(block: Uint8Array): Uint32Array {
  return new Uint32Array(block.buffer, block.byteOffset, block.byteLength / 4);
}

export function shortsOf(block: Uint8Array): Uint16Array {
  return new Uint16Array(block.buffer, block.byteOffset, block.byteLength / 2);
}

function alignUp(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}
