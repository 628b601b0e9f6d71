import { SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import { isDeviceName } from '../../format/package/paths.ts';
import type { FolderDisk } from '../../io/disk/folder-disk.ts';
import type { PlaceName } from './types.ts';
import { ASIDE_PREFIX } from './world.ts';

/** Where packages of one owner live: the person's home, or a project. */
export interface Place {
  readonly name: PlaceName;
  /** What the store calls it: `personal`, or the project's declared key or real path. */
  readonly key: string;
  /** Absolute; its skills are in `.agents/skills` below it. */
  readonly folder: string;
}

/** What a folder of a package may be called: an ordinary name everywhere, and never one that hides. */
const SLUG = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}[A-Za-z0-9_-]$|^[A-Za-z0-9]$/;

export function requireSlug(slug: string): string {
  if (SLUG.test(slug) && !isDeviceName(slug)) return slug;
  const message = `${quoteValue(slug)} cannot be a skill's folder: 1 to 64 letters, digits, ".", "_" and "-" are expected. Choose a name with --as.`;
  throw new SkillficheError('INVALID_ARGUMENT', message);
}

export const packageKey = (place: Place, slug: string): string => `${place.key}:${slug}`;
export const packageId = (place: Place, slug: string): string => `${place.name}:${slug}`;

/** The folder of skills of a place. A linked one is somebody's arrangement, and not ours to rename folders in. */
export function skillsFolder(disk: FolderDisk, place: Place, into?: string): string {
  if (into !== undefined) {
    if (disk.state(into)?.kind === 'link') throw linked(into, 'Name the folder it leads to.');
    return into;
  }
  for (const folder of [`${place.folder}/.agents`, `${place.folder}/.agents/skills`]) {
    const kind = disk.state(folder)?.kind;
    if (kind === 'link') throw linked(folder, `Name the folder it leads to with --into DIR.`);
    if (kind !== undefined && kind !== 'folder') {
      throw new SkillficheError(
        'NOT_WRITABLE',
        `${folder} is no folder. Move it away, or choose another with --into DIR.`,
        {
          paths: [folder],
        },
      );
    }
  }
  return `${place.folder}/.agents/skills`;
}

function linked(folder: string, wayOut: string): SkillficheError {
  return new SkillficheError(
    'NOT_WRITABLE',
    `${folder} is a link, and skills are not written through links. ${wayOut}`,
    {
      reason: 'link',
      paths: [folder],
    },
  );
}

/** Where a view folder is built before it is swapped in: beside the folder of skills, never in it. */
export function asideOf(viewFolder: string, nonce: string): string {
  const skills = viewFolder.slice(0, viewFolder.lastIndexOf('/'));
  return `${skills.slice(0, skills.lastIndexOf('/'))}/${ASIDE_PREFIX}${nonce}`;
}

/** Folders above a view that are not there yet, the outermost first. */
export function missingAbove(disk: FolderDisk, viewFolder: string): string[] {
  const missing: string[] = [];
  let folder = viewFolder.slice(0, viewFolder.lastIndexOf('/'));
  while (folder !== '' && disk.state(folder) === undefined) {
    missing.unshift(folder);
    folder = folder.slice(0, folder.lastIndexOf('/'));
  }
  return missing;
}
