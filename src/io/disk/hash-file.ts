import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { cryptoModule, sha256Hex } from '../../base/hash.ts';

const CHUNK_BYTES = 256 * 1024;
// A link put where a file was listed is not followed, and a pipe does not make us wait.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** What hashing tells of one file. */
export interface FileHash {
  /** 64 hex digits. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/** Hashes files of any size through one buffer. Perf: synchronous, 10 µs a small file where promises took 70. */
export function createHasher(): (file: string) => FileHash {
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  return (file) => {
    const handle = openSync(file, OPEN_FLAGS);
    try {
      if (!fstatSync(handle).isFile())
        throw Object.assign(new Error(`not a regular file: ${file}`), { code: 'EINVAL' });
      let read = readSync(handle, buffer, 0, CHUNK_BYTES, null);
      if (read < CHUNK_BYTES) {
        // A short read is the end in practice; one more tells for certain.
        const more = readSync(handle, buffer, read, CHUNK_BYTES - read, null);
        if (more === 0) return { sha256: sha256Hex(buffer.subarray(0, read)), size: read };
        read += more;
      }
      const hash = cryptoModule().createHash('sha256');
      let size = 0;
      for (; read > 0; read = readSync(handle, buffer, 0, CHUNK_BYTES, null)) {
        hash.update(buffer.subarray(0, read));
        size += read;
      }
      return { sha256: hash.digest('hex'), size };
    } finally {
      closeSync(handle);
    }
  };
}
