import { basename, isAbsolute, resolve } from 'node:path';
import { SkillficheError } from '../../base/errors.ts';
import { listFolder, readEntries } from '../store/folder.ts';
import { openedFrom } from './from-files.ts';
import type { OpenedSource, SourceWorld } from './opened.ts';

/** A path as a person writes it, absolute. */
export function absolutePath(world: SourceWorld, given: string): string {
  const path = /^~(?=$|[\\/])/.test(given) ? `${world.home}${given.slice(1)}` : given;
  return (isAbsolute(path) ? resolve(path) : resolve(world.cwd, path)).replaceAll('\\', '/').replace(/(?<=.)\/$/, '');
}

export function openFolder(world: SourceWorld, given: string): OpenedSource {
  const { disk } = world;
  const folder = absolutePath(world, given);
  const state = disk.state(folder);
  if (state === undefined) {
    const message = `There is nothing at ${folder}. A repository of GitHub is written owner/repo.`;
    throw new SkillficheError('UNREADABLE', message, { paths: [folder] });
  }
  // Whoever names a link to a folder means the folder.
  const real = state.kind === 'link' ? disk.realPath(folder) : folder;
  // As a collection, so that dotfiles are seen: what is left out is for the gate to say.
  const listing = listFolder(disk, real, 'collection');
  const files = listing === undefined ? [] : readEntries(disk, real, listing);
  return openedFrom(files, { source: { type: 'folder', url: given }, name: basename(folder), unusable: [] });
}

/** Skills that a package brings: in its own folder, in `skills`, in `dist/skills`. */
export function openNodePackage(world: SourceWorld, name: string): OpenedSource {
  const { disk } = world;
  for (let folder = world.project ?? world.cwd; ; ) {
    const found = `${folder}/node_modules/${name}`;
    if (disk.state(found) !== undefined) {
      // Package managers put links there.
      const opened = openFolder(world, disk.realPath(found).replaceAll('\\', '/'));
      return { ...opened, source: { type: 'package', url: `package:${name}` }, name: name.split('/').at(-1) ?? name };
    }
    const above = folder.slice(0, folder.lastIndexOf('/'));
    if (above === folder || above === '') break;
    folder = above;
  }
  const message = `No node_modules above ${world.project ?? world.cwd} holds the package ${name}. Install it first; it is not downloaded from here.`;
  throw new SkillficheError('SOURCE_UNAVAILABLE', message);
}
