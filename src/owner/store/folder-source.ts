import { basename, resolve } from 'node:path';
import { SkillficheError } from '../../base/errors.ts';
import { MARKER_FILE } from '../../base/file-names.ts';
import { sha256Hex } from '../../base/hash.ts';
import type { FolderDisk } from '../../io/disk/folder-disk.ts';
import { listFolder, readEntries } from './folder.ts';
import type { PackageSource } from './types.ts';

/** What lies at a path of this machine: a skill's folder, a collection, or an archive of a skill. */
export function pathSource(disk: FolderDisk, path: string): PackageSource {
  const state = disk.state(path);
  return state?.kind === 'file' ? archiveSource(disk, path) : folderSource(disk, path);
}

/** A skill in a zip, `.skill` or tar: at its top, or in the one folder there. */
function archiveSource(disk: FolderDisk, path: string): PackageSource {
  const { bytes } = disk.readFile(path);
  const bare = basename(path).replace(/\.(?:zip|skill|tgz|tar|tar\.gz)$/i, '');
  return {
    kind: 'skill',
    slug: bare,
    source: { type: 'archive', url: path, digest: `sha256:${sha256Hex(bytes)}` },
    async files() {
      const { readArchive } = await import('../../format/archive/read.ts');
      const files = await readArchive(bytes);
      const [top] = new Set(files.map((file) => file.path.slice(0, file.path.indexOf('/') + 1)));
      const isWrapped = top !== undefined && top !== '' && files.every((file) => file.path.startsWith(top));
      return isWrapped ? files.map((file) => ({ ...file, path: file.path.slice(top.length) })) : files;
    },
  };
}

/** A skill that lies in a folder of this machine, or a whole collection, known by its marker. */
function folderSource(disk: FolderDisk, given: string): PackageSource {
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
