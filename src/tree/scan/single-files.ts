import type { DiagnosticCode } from '../../base/codes.ts';
import { errnoOf } from '../../base/errors.ts';
import type { Finding } from '../../base/types.ts';
import type { MarkerReading } from '../../format/collection/marker.ts';
import type { FolderEntry, Stamp } from '../../io/disk/disk.ts';
import { plainPath } from '../files/files.ts';
import type { Walk } from './walk.ts';

/** What a marker file says; a file that cannot be read makes a broken marker, never an absent one. */
export function readMarkerFile(walk: Walk, file: string): MarkerReading {
  const absolute = walk.absolute(file);
  let stamp: Stamp | undefined;
  try {
    stamp = walk.host.disk.stat(absolute);
    walk.watch(file, stamp);
    if (stamp === undefined) return brokenMarker('it is a link to nothing');
    if (stamp.kind !== 'file') return brokenMarker('it is not a regular file');
    if (!staysInside(walk, absolute)) return brokenMarker('it is a link that leaves the root');
    if (stamp.size > walk.host.markerLimit) return brokenMarker(`it has more than ${walk.host.markerLimit} bytes`);
    return walk.host.readMarker(walk.host.disk.readFile(absolute, walk.host.markerLimit).bytes);
  } catch (error) {
    if (stamp === undefined) walk.watch(file, undefined);
    return brokenMarker(`it cannot be read (${errnoOf(error)})`);
  }
}

/** Where a collection's tree really is; a linked one is remembered, so that other ways to it are second visits. */
export function treePlace(walk: Walk, folder: string, usual: string): string {
  try {
    const real = plainPath(walk.host.disk.realPath(walk.absolute(folder)));
    if (real !== usual && !real.startsWith(`${walk.host.realRoot}/`)) walk.outside.add(real);
    return real;
  } catch (error) {
    // The visit that follows says that the folder cannot be read.
    if (errnoOf(error) === 'UNKNOWN') throw error;
    return usual;
  }
}

/** A file that is a link may only lead to a place inside the root. */
export function staysInside(walk: Walk, absolute: string): boolean {
  const real = plainPath(walk.host.disk.realPath(absolute));
  if (real.startsWith(`${walk.host.realRoot}/`)) return true;
  for (const base of walk.outside) if (real.startsWith(`${base}/`)) return true;
  return false;
}

/**
 * Whether a SKILL.md may be opened: a regular file, or a link to one, wherever that is: Nix and stow put files into place
 * that way. Says why not.
 */
export function isReadable(walk: Walk, scope: number, file: string, entry: FolderEntry): boolean {
  if (entry.kind === 'file') return true;
  const refuse = (why: string, code: DiagnosticCode = 'scan/unreadable'): false => {
    walk.count(scope, 'unreadable');
    walk.say(
      scope,
      code,
      file,
      `${entry.name} ${why}; the skill is not listed.`,
      'Put a regular file there, or link the folder instead of the file.',
    );
    return false;
  };
  if (entry.kind === 'other') return refuse('is not a regular file', 'scan/skill-not-a-file');
  const absolute = walk.absolute(file);
  try {
    const stamp = walk.host.disk.stat(absolute);
    if (stamp?.kind === 'file') return true;
    walk.watch(file, stamp);
    if (stamp === undefined) return refuse('is a link to nothing');
    return refuse('is a link to something that is no file');
  } catch (error) {
    walk.watch(file, undefined);
    return refuse(`is a link that cannot be followed (${errnoOf(error)})`);
  }
}

function brokenMarker(why: string): MarkerReading {
  const found: Finding = {
    code: 'collection/broken-marker',
    severity: 'error',
    message: `COLLECTION.json is broken: ${why}. Its tree is left out until it is mended.`,
  };
  return { marker: undefined, findings: [found] };
}
