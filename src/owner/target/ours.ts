import { sha256Hex } from '../../base/hash.ts';
import { compareCodePoints } from '../../base/text.ts';
import type { FolderDisk } from '../../io/disk/folder-disk.ts';
import { isJunk } from '../store/folder.ts';
import { EXPORT_MARKER, markerNonce } from './marker.ts';

/** A file as it is written into a folder. */
export interface CopiedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

interface Line {
  readonly path: string;
  readonly text: string;
}

const lineOf = (path: string, bytes: Uint8Array, executable: boolean): Line => ({
  path,
  text: `${sha256Hex(bytes)} ${executable ? 'x' : '-'} ${path}\n`,
});

function nameOf(lines: readonly Line[]): string {
  const sorted = lines.toSorted((a, b) => compareCodePoints(a.path, b.path));
  return `sha256:${sha256Hex(sorted.map(({ text }) => text).join(''))}`;
}

/** What a folder holds that is made of these files. The marker does not count. */
export function copyTree(files: readonly CopiedFile[]): string {
  return nameOf(files.map(({ path, bytes, executable }) => lineOf(path, bytes, executable)));
}

/** What a folder of disk holds, by the same name; links and empty folders count, what tools drop there does not. */
function treeOnDisk(disk: FolderDisk, folder: string): string {
  const lines: Line[] = [];
  const visit = (below: string): void => {
    const names = disk.names(`${folder}/${below}`).filter((name) => !isJunk(name));
    if (names.length === 0 && below !== '') lines.push({ path: below, text: `empty ${below}\n` });
    for (const name of names) {
      const path = `${below}${name}`;
      if (path === EXPORT_MARKER) continue;
      const state = disk.state(`${folder}/${path}`);
      if (state?.kind === 'folder') visit(`${path}/`);
      else if (state?.kind === 'file') {
        const { bytes, state: now } = disk.readFile(`${folder}/${path}`);
        lines.push(lineOf(path, bytes, now.executable));
      } else lines.push({ path, text: `${state?.kind ?? 'gone'} ${path}\n` });
    }
  };
  visit('');
  return nameOf(lines);
}

/** What stands at a path, for whoever would replace or remove it. Only `ours` may be. */
export type Standing = 'absent' | 'ours' | 'edited' | 'foreign' | 'link';

/** Compares a folder with what we wrote down when we wrote it. Reads every byte of it. */
export function standingOf(
  disk: FolderDisk,
  folder: string,
  written: { readonly nonce: string; readonly tree: string } | undefined,
): Standing {
  const state = disk.state(folder);
  if (state === undefined) return 'absent';
  if (state.kind !== 'folder') return state.kind === 'link' ? 'link' : 'foreign';
  if (written === undefined || markerNonce(disk, folder) !== written.nonce) return 'foreign';
  return treeOnDisk(disk, folder) === written.tree ? 'ours' : 'edited';
}
