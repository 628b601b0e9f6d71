import type * as Crypto from 'node:crypto';

let loaded: typeof Crypto | undefined;

/** Node's crypto module. Perf: it takes two milliseconds to load, which commands that hash nothing are spared. */
export function cryptoModule(): typeof Crypto {
  loaded ??= process.getBuiltinModule('node:crypto');
  return loaded;
}

/** sha256 as 64 hex digits. Perf: the one-shot form saves a stream object. */
export function sha256Hex(bytes: Uint8Array | string): string {
  return cryptoModule().hash('sha256', bytes, 'hex');
}
