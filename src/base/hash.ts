import * as crypto from 'node:crypto';

/** sha256 as 64 hex digits. Perf: the one-shot form saves a stream object a file. */
export function sha256Hex(bytes: Uint8Array | string): string {
  return crypto.hash('sha256', bytes, 'hex');
}
