import { basename, resolve } from 'node:path';
import { SkillficheError } from '../../base/errors.ts';
import { MARKER_FILE } from '../../base/file-names.ts';
import type { FolderDisk } from '../../io/disk/folder-disk.ts';
import { listFolder, readEntries } from './folder.ts';
import type { PackageSource } from './types.ts';

/** A skill that lies in a folder of this machine, or a whole collection, known by its marker. */
export function folderSource(disk: FolderDisk, given: string): PackageSource {
  const folder = resolve(given).replaceAll('\\', '/').replace(/\/$/, '');
  const state = disk.state(folder);
  if (state === undefined) {
    throw new SkillficheError('UNREADABLE', `There is nothing at ${folder}.`, { paths: [folder] });
  }
  const kind = disk.state(`${folder}/${MARKER_FILE}`)?.kind === 'file' ? 'collection' : 'skill';
  return {
    kind,
    slug: basename(folder),
    source: { type: 'folder', url: given },
    async files() {
      // Whoever names a link to a folder means the folder.
      const real = state.kind === 'link' ? disk.realPath(folder) : folder;
      const listing = listFolder(disk, real, kind);
      return listing === undefined ? [] : readEntries(disk, real, listing);
    },
  };
}
