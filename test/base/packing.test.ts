import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignUp, asAligned, checksum, hashText, placeParts } from '../../src/base/packing.ts';

describe('parts of a packed file', () => {
  it('stand one behind the other in the order of their names, each on a multiple of eight', () => {
    const { places, total } = placeParts(['a', 'b', 'c'], 5, (name) => ({ a: 3, b: 0, c: 9 })[name]);
    expect(places).toEqual({ a: [8, 3], b: [16, 0], c: [16, 9] });
    expect(total).toBe(32);
    expect([0, 1, 8, 2 ** 32 + 1].map(alignUp)).toEqual([0, 8, 8, 2 ** 32 + 8]);
  });

  it('can be opened as numbers wherever the bytes came from', () => {
    const pool = Buffer.from(new ArrayBuffer(32));
    for (let offset = 0; offset < 8; offset++) {
      pool.fill(0).writeUInt32LE(7, offset);
      const bytes = asAligned(pool.subarray(offset, offset + 16));
      expect(new Float64Array(bytes.buffer, bytes.byteOffset, 2)).toHaveLength(2);
      expect(bytes.readUInt32LE(0)).toBe(7);
      expect(bytes).toHaveLength(16);
    }
  });
});

describe('sums', () => {
  it('can be taken in pieces', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.nat(20), (bytes, at) => {
        expect(checksum(bytes.subarray(at), checksum(bytes.subarray(0, at)))).toBe(checksum(bytes));
      }),
    );
  });

  it('of texts are the published ones', () => {
    expect(['', 'a', 'foobar'].map(hashText)).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
  });
});
