import { diagnostic } from '../../base/diagnostic.ts';
import { quoteValue } from '../../base/text.ts';
import type { Diagnostic } from '../../base/types.ts';
import type { PackageFile } from './file.ts';

/** Names that Windows keeps for devices, whatever their extension. Source: Microsoft, "Naming Files, Paths, and Namespaces". */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
export const isDeviceName = (name: string): boolean => DEVICE.test(name);
const MAX_PATH_BYTES = 1_024;
const MAX_PART_BYTES = 255;

/** Why a path cannot be written on every system as it is, or `undefined`. */
export function pathFault(path: string): string | undefined {
  if (path === '') return 'it is empty';
  if (!path.isWellFormed() || path.includes('\uFFFD')) return 'its name is not UTF-8';
  if (/[\u0000-\u001F\u007F-\u009F\u2028\u2029]/u.test(path)) return 'it holds a control character';
  if (path.includes('\\')) return 'it holds a backslash';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'it is not relative';
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `it has more than ${MAX_PATH_BYTES} bytes`;
  for (const part of path.split('/')) {
    if (part === '' || part === '.') return 'it has an empty part';
    if (part === '..') return 'it leads out of the folder';
    if (Buffer.byteLength(part) > MAX_PART_BYTES) return `a part of it has more than ${MAX_PART_BYTES} bytes`;
    if (isDeviceName(part)) return `Windows keeps the name ${quoteValue(part)} for a device`;
    if (/[<>:"|?*]/.test(part)) return 'it holds a character that Windows does not allow';
    if (/[. ]$/.test(part)) return 'a part of it ends in a dot or a blank, which Windows drops';
  }
  return undefined;
}

/** Paths that cannot stand on disk everywhere, and those that would fall on each other on some disk. */
export function checkPaths(files: readonly PackageFile[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  const folded = new Map<string, string>();
  const folders = new Map<string, string>();
  const told = new Set<string>();
  const clash = (path: string, other: string): void => {
    if (told.has(path)) return;
    told.add(path);
    const how =
      path === other ? 'is there twice' : `falls on ${quoteValue(other)} where case or normal form does not count`;
    const hint = 'Rename one of them.';
    found.push(diagnostic('package/path-clash', path, `The path ${quoteValue(path)} ${how}.`, { hint }));
  };
  for (const { path } of files) {
    const fault = pathFault(path);
    if (fault !== undefined) {
      const hint = 'Give the file a plain relative name, with "/" between folders.';
      found.push(diagnostic('package/bad-path', path, `The path ${quoteValue(path)} is refused: ${fault}.`, { hint }));
      continue;
    }
    const key = foldPath(path);
    const other = folded.get(key);
    if (other !== undefined) clash(path, other);
    folded.set(key, path);
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      const folder = path.slice(0, slash);
      const before = folders.get(foldPath(folder));
      if (before !== undefined && before !== folder) clash(path, before);
      folders.set(foldPath(folder), folder);
    }
  }
  for (const [key, path] of folded) {
    const folder = folders.get(key);
    if (folder !== undefined) clash(path, `${folder}/`);
  }
  return found;
}

/** The form in which two paths are one file on a disk that knows no case or keeps another normal form. */
export function foldPath(path: string): string {
  return path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}
