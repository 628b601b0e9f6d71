import { basename } from 'node:path';
import { SkillficheError } from '../../base/errors.ts';
import { sha256Hex } from '../../base/hash.ts';
import { MAX_ARCHIVE_BYTES } from '../../base/limits.ts';
import { readArchive } from '../../format/archive/read.ts';
import { openedFrom } from './from-files.ts';
import { absolutePath } from './open-folder.ts';
import type { OpenedSource, SourceWorld } from './opened.ts';

const nameOf = (path: string): string => basename(path).replace(/\.(?:zip|skill|tar|tar\.gz|tgz)$/i, '');

export async function openArchive(world: SourceWorld, given: string): Promise<OpenedSource> {
  const path = absolutePath(world, given);
  const state = world.disk.state(path);
  if (state === undefined) throw new SkillficheError('UNREADABLE', `There is nothing at ${path}.`, { paths: [path] });
  const real = state.kind === 'link' ? world.disk.realPath(path) : path;
  if ((world.disk.state(real)?.size ?? 0) > MAX_ARCHIVE_BYTES) {
    throw new SkillficheError('SOURCE_REFUSED', `${path} has more than ${MAX_ARCHIVE_BYTES} bytes.`, {
      reason: 'too-large',
    });
  }
  const { bytes } = world.disk.readFile(real);
  return fromBytes(bytes, 'archive', given, nameOf(path));
}

export async function openArchiveUrl(world: SourceWorld, url: string): Promise<OpenedSource> {
  const answer = await world.ask(url, { maxBytes: MAX_ARCHIVE_BYTES });
  if (answer === undefined) throw new SkillficheError('SOURCE_UNAVAILABLE', `There is nothing at ${url}.`);
  return fromBytes(answer.bytes, 'archive', url, nameOf(new URL(url).pathname));
}

async function fromBytes(bytes: Buffer, type: 'archive', url: string, name: string): Promise<OpenedSource> {
  const files = await readArchive(bytes);
  return openedFrom(files, { source: { type, url, digest: `sha256:${sha256Hex(bytes)}` }, name, unusable: [] });
}
