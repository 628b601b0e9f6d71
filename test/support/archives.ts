import { gzipSync } from 'node:zlib';

/** One entry of a tar written by hand, so that it may be as wicked as no packer makes it. */
export interface TarEntry {
  readonly path: string;
  readonly body?: string | Uint8Array;
  /** `0` file, `1` hard link, `2` link, `3` device, `5` folder, `6` pipe, `x`/`g` extended header, `L` long name. */
  readonly type?: string;
  readonly link?: string;
  readonly mode?: number;
  /** What the header says, if not the truth. */
  readonly size?: number;
}

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

export function tarBytes(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.map(({ path, body = '', type = '0', link = '', mode = 0o644, size }) => {
    const bytes = Buffer.from(body);
    const header = Buffer.alloc(512);
    header.write(path, 0, 100);
    header.write(octal(mode, 8), 100);
    header.write(octal(0, 8), 108);
    header.write(octal(0, 8), 116);
    header.write(octal(size ?? bytes.length, 12), 124);
    header.write(octal(0, 12), 136);
    header.write('        ', 148);
    header.write(type, 156);
    header.write(link, 157, 100);
    header.write('ustar\u000000', 257);
    header.write(
      `${octal(
        header.reduce((sum, one) => sum + one, 0),
        7,
      )} `,
      148,
    );
    return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

export function tarGz(entries: readonly TarEntry[]): Buffer {
  return gzipSync(tarBytes(entries));
}

/** One entry of a zip written by hand. */
export interface ZipEntry {
  readonly path: string;
  readonly body?: string | Uint8Array;
  /** With its type, as Unix has it. Default: a regular file, 0644. */
  readonly mode?: number;
  /** What the headers say, if not the truth. */
  readonly size?: number;
  readonly crc?: number;
  readonly method?: number;
  readonly flags?: number;
  readonly packed?: Uint8Array;
}

import { crc32 } from 'node:zlib';

export function zipBytes(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const heads: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const { path, body = '', mode = 0o100644, method = 0, flags = 0x800 } = entry;
    const bytes = Buffer.from(body);
    const packed = Buffer.from(entry.packed ?? bytes);
    const name = Buffer.from(path);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(entry.crc ?? crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(entry.size ?? bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(at, 10);
    heads.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 3]), common, rest, name]));
    locals.push(local);
    at += local.length;
  }
  const size = heads.reduce((sum, head) => sum + head.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...heads, end]);
}
