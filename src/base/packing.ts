// What the packed files share: sections on multiples of eight bytes, so that typed arrays open over them without
// copying, and one sum over what is behind a preamble.

/** The next multiple of eight. */
export function alignUp(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}

export interface Packed<Name extends string> {
  /** Where each part begins, and its bytes. */
  readonly places: Readonly<Record<Name, readonly [offset: number, bytes: number]>>;
  /** Where the last one ends, aligned. */
  readonly total: number;
}

/** Places parts one behind the other, in the order of their names, from an offset on. */
export function placeParts<Name extends string>(
  names: readonly Name[],
  from: number,
  sizeOf: (name: Name) => number,
): Packed<Name> {
  const places: Partial<Record<Name, readonly [number, number]>> = {};
  let at = alignUp(from);
  for (const name of names) {
    const bytes = sizeOf(name);
    places[name] = [at, bytes];
    at = alignUp(at + bytes);
  }
  // Every name has been given its place.
  return { places: places as Packed<Name>['places'], total: at };
}

/** The same bytes where typed arrays can open over them: a buffer from a pool may begin anywhere. */
export function asAligned(bytes: Buffer): Buffer {
  return bytes.byteOffset % 8 === 0 ? bytes : Buffer.from(Uint8Array.prototype.slice.call(bytes).buffer);
}

/** A sum that tells a damaged file; over `earlier`, of what goes before. Perf: the checksum that Node has loads soonest. */
export function checksum(bytes: Uint8Array, earlier: number = 0): number {
  return process.getBuiltinModule('node:zlib').crc32(bytes, earlier);
}

/** 32-bit FNV-1a over UTF-16 units: finds texts that are equal without keeping them. Equal texts have equal hashes. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
