import { compareCodePoints } from '../../base/text.ts';

/** A file to pack. */
export interface FileToPack {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/**
 * A zip of these files: the same bytes for the same files on every machine and in every time zone, whatever their order.
 * Nothing is compressed, since deflate gives other bytes with another zlib. Throws for a path that leads out.
 */
export async function writeZip(files: readonly FileToPack[]): Promise<Buffer> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  // Local time, as the format has it: the first moment it knows.
  const mtime = new Date(1980, 0, 1);
  for (const { path, bytes, executable } of files.toSorted((a, b) => compareCodePoints(a.path, b.path))) {
    const mode = executable ? 0o100755 : 0o100644;
    const options = { mtime, mode, compress: false, forceDosTimestamp: true };
    zip.addBuffer(Buffer.from(bytes), path, options);
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
