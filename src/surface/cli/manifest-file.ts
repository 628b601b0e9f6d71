import { resolve } from 'node:path';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { readJson } from '../../base/json.ts';
import { MAX_MANIFEST_BYTES } from '../../base/limits.ts';
import {
  describeDrift,
  isAsPinned,
  type ManifestDrift,
  readManifest,
  type SessionManifest,
} from '../../catalog/view/session-manifest.ts';
import { createDisk } from '../../io/disk/disk.ts';
import { replaceFile } from '../../io/disk/replace.ts';
import type { Io } from './io.ts';
import { expandHome } from './roots.ts';

/** Reads a session manifest. Anything wrong with it stops the command: guessing could show more than was meant. */
export function readManifestFile(path: string | undefined, { cwd, env }: Pick<Io, 'cwd' | 'env'>): SessionManifest {
  if (path === undefined || path === '') {
    throw new SkillficheError('INVALID_ARGUMENT', '--manifest-strict needs --manifest FILE beside it.');
  }
  const file = resolve(cwd, expandHome(path, env));
  const reading = readJson(readText(file));
  if ('fault' in reading) {
    throw new SkillficheError('BROKEN_FILE', `The manifest ${file} is not JSON: ${reading.fault.message}.`);
  }
  try {
    return readManifest(reading.value);
  } catch (error) {
    if (!(error instanceof SkillficheError) || error.code !== 'INVALID_ARGUMENT') throw error;
    throw new SkillficheError('BROKEN_FILE', `${file}: ${error.message}`, { paths: [file], cause: error });
  }
}

function readText(file: string): string {
  const unreadable = (why: string, cause?: unknown): SkillficheError =>
    new SkillficheError('UNREADABLE', `The manifest ${file} cannot be read (${why}).`, { paths: [file], cause });
  let read: ReturnType<ReturnType<typeof createDisk>['readFile']>;
  try {
    read = createDisk().readFile(file, MAX_MANIFEST_BYTES);
  } catch (error) {
    throw unreadable(errnoOf(error), error);
  }
  const { bytes, stamp } = read;
  if (stamp.kind !== 'file') throw unreadable('it is no regular file');
  if (stamp.size > MAX_MANIFEST_BYTES) {
    throw unreadable(`it has ${stamp.size} bytes, ${MAX_MANIFEST_BYTES} are allowed`);
  }
  return bytes.toString('utf8');
}

/** What differs from the manifest, as notes; how many skills it does not name only to who may see them all. */
export function renderDrift(drift: ManifestDrift, isAllSeen: boolean): string[] {
  const notes = isAsPinned(drift)
    ? []
    : [`the skills are not those of the manifest: ${describeDrift(drift).join('; ')}.`];
  const others = drift.added.length;
  if (others > 0 && isAllSeen) {
    notes.push(`${others} more ${others === 1 ? 'skill is' : 'skills are'} not in the manifest, and not shown.`);
  }
  return notes;
}

/** Writes a manifest whole, and gives its path. Only a manifest gives way to it. Throws NOT_WRITABLE. */
export async function writeManifestFile(path: string, text: string, io: Pick<Io, 'cwd' | 'env'>): Promise<string> {
  const file = resolve(io.cwd, expandHome(path, io.env));
  const refused = (why: string, cause?: unknown): SkillficheError =>
    new SkillficheError('NOT_WRITABLE', `${file} cannot be written: ${why}. Choose another file with --out.`, {
      paths: [file],
      cause,
    });
  const stamp = createDisk().stat(file);
  let older: Buffer | undefined;
  if (stamp !== undefined) {
    try {
      readManifestFile(file, io);
      older = createDisk().readFile(file, MAX_MANIFEST_BYTES).bytes;
    } catch (error) {
      if (!(error instanceof SkillficheError)) throw error;
      throw refused('what is there is no manifest', error);
    }
  }
  try {
    const isWritten = await replaceFile(
      file,
      Buffer.from(text),
      older === undefined ? { mustBeNew: true } : { expected: older },
    );
    if (isWritten) return file;
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
    throw refused(errnoOf(error) === 'EEXIST' ? 'something is there already' : errnoOf(error), error);
  }
  throw refused('it was changed in the meantime');
}
