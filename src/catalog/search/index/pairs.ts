// Which words stand side by side in a skill: a Bloom filter each, one byte a pair. It may see a pair that is not there
// (about 2 in 100, and only where both words are), never miss one.

const PROBES = 5;
const LEAST_BYTES = 8;
const TOP_SALT = 0x9e3779b9;

/** 32 bits for two tokens in this order. */
export function pairHash(first: number, second: number): number {
  return mix(Math.imul(first, 0x85ebca6b) ^ mix(second));
}

/** The same pair where it stands in name, description, keywords or a heading. */
export function topPairHash(pair: number): number {
  return mix(pair ^ TOP_SALT);
}

export function packPairs(hashes: { readonly size: number; forEach(visit: (hash: number) => void): void }): Uint8Array {
  const filter = new Uint8Array(Math.max(LEAST_BYTES, hashes.size));
  const bits = filter.length * 8;
  hashes.forEach((hash) => {
    let at = hash;
    const step = mix(hash) | 1;
    for (let probe = 0; probe < PROBES; probe++) {
      const bit = bitOf(at, bits);
      filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
      at = (at + step) | 0;
    }
  });
  return filter;
}

export function hasPair(filters: Uint8Array, start: number, end: number, hash: number): boolean {
  let at = hash;
  const step = mix(hash) | 1;
  for (let probe = 0; probe < PROBES; probe++) {
    const bit = bitOf(at, (end - start) * 8);
    if (((filters[start + (bit >> 3)] ?? 0) & (1 << (bit & 7))) === 0) return false;
    at = (at + step) | 0;
  }
  return true;
}

/** A bit out of so many. Perf: a division by a number that changes takes three times as long. */
function bitOf(hash: number, bits: number): number {
  return (((hash >>> 0) * bits) / 4294967296) | 0;
}

/** The finisher of MurmurHash3: every bit of the input moves half the bits of the output. */
function mix(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
