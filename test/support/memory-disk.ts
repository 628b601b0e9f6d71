import { createHash } from 'node:crypto';
import type { Disk, EntryKind, FolderEntry, Stamp } from '../../src/io/disk/disk.ts';

/** What stands at a path: text, bytes, a link, an empty folder (`null`), or something that fails when it is read. */
export type MemoryEntry =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly fails: string }
  /** A folder that is listed by its parent and cannot be read itself. */
  | { readonly folderFails: string }
  | null;

type Node =
  | { readonly kind: 'folder'; readonly children: Map<string, Node>; readonly fails?: string; readonly ino: number }
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly fails?: string; readonly ino: number }
  | { readonly kind: 'link'; readonly target: string; readonly ino: number };

export interface MemoryDisk extends Disk {
  /** Paths that were opened, in order. */
  readonly opened: readonly string[];
}

/**
 * A disk in memory, from an object literal of absolute paths. `shuffle` changes the order in which folders list their
 * entries, as file systems do.
 */
export function memoryDisk(
  entries: Readonly<Record<string, MemoryEntry>>,
  shuffle: (entries: FolderEntry[]) => FolderEntry[] = (same) => same,
): MemoryDisk {
  let inodes = 1;
  const root: Node = { kind: 'folder', children: new Map(), ino: inodes++ };
  for (const [path, entry] of Object.entries(entries)) {
    const parts = path.split('/').filter(Boolean);
    const isFolder = entry === null || (typeof entry === 'object' && 'folderFails' in entry);
    let folder = root;
    for (const part of isFolder ? parts : parts.slice(0, -1)) {
      const child = folder.children.get(part) ?? { kind: 'folder', children: new Map(), ino: inodes++ };
      if (child.kind !== 'folder') throw new Error(`${path}: ${part} is no folder`);
      folder.children.set(part, child);
      folder = child;
    }
    if (isFolder) {
      if (entry !== null) Object.assign(folder, { fails: entry.folderFails });
    } else folder.children.set(parts.at(-1) ?? '', nodeOf(entry, inodes++));
  }

  const fail = (code: string, path: string): never => {
    throw Object.assign(new Error(`${code}: ${path}`), { code });
  };
  const walk = (path: string, hops = 0): { readonly node: Node; readonly real: string } | undefined => {
    let node: Node = root;
    let real = '';
    for (const part of path.split('/').filter((one) => one !== '' && one !== '.')) {
      if (node.kind !== 'folder') return fail('ENOTDIR', path);
      if (part === '..') {
        real = real.slice(0, Math.max(0, real.lastIndexOf('/')));
        node = walk(real, hops)?.node ?? root;
        continue;
      }
      const child = node.children.get(part);
      if (child === undefined) return undefined;
      if (child.kind === 'link') {
        if (hops > 20) return fail('ELOOP', path);
        const target = child.target.startsWith('/') ? child.target : `${real}/${child.target}`;
        const followed = walk(target, hops + 1);
        if (followed === undefined) return undefined;
        ({ node, real } = followed);
      } else {
        node = child;
        real = `${real}/${part}`;
      }
    }
    return { node, real: real === '' ? '/' : real };
  };
  const stampOf = (node: Node): Stamp => ({
    kind: node.kind,
    size: node.kind === 'file' ? node.bytes.length : 0,
    mtimeMs: 1,
    ctimeMs: 1,
    ino: node.ino,
  });
  const opened: string[] = [];
  const read = (path: string, length: (size: number) => number): { bytes: Buffer; stamp: Stamp } => {
    const { node } = walk(path) ?? fail('ENOENT', path);
    opened.push(path);
    if (node.kind !== 'file') return { bytes: Buffer.alloc(0), stamp: stampOf(node) };
    if (node.fails !== undefined) return fail(node.fails, path);
    return { bytes: Buffer.from(node.bytes.subarray(0, length(node.bytes.length))), stamp: stampOf(node) };
  };
  return {
    opened,
    readFolder(path) {
      const { node } = walk(path) ?? fail('ENOENT', path);
      if (node.kind !== 'folder') return fail('ENOTDIR', path);
      if (node.fails !== undefined) return fail(node.fails, path);
      return shuffle([...node.children].map(([name, child]) => ({ name, kind: child.kind satisfies EntryKind })));
    },
    stat(path) {
      const found = walk(path);
      return found === undefined ? undefined : stampOf(found.node);
    },
    realPath: (path) => (walk(path) ?? fail('ENOENT', path)).real,
    readLink(path) {
      const parent = walk(path.slice(0, path.lastIndexOf('/')))?.node;
      const node = parent?.kind === 'folder' ? parent.children.get(path.slice(path.lastIndexOf('/') + 1)) : undefined;
      return node?.kind === 'link' ? node.target : fail('EINVAL', path);
    },
    readFile: (path, limit) => read(path, (size) => (size > limit ? 0 : size)),
    readHead: (path, length) => read(path, (size) => Math.min(size, length)),
    hashFile(path) {
      const { bytes, stamp } = read(path, (size) => size);
      if (stamp.kind !== 'file') return fail('EINVAL', path);
      return { sha256: createHash('sha256').update(bytes).digest('hex'), size: stamp.size };
    },
  };
}

function nodeOf(entry: Exclude<MemoryEntry, null | { readonly folderFails: string }>, ino: number): Node {
  if (typeof entry === 'string' || entry instanceof Uint8Array) return { kind: 'file', bytes: Buffer.from(entry), ino };
  if ('link' in entry) return { kind: 'link', target: entry.link, ino };
  return { kind: 'file', bytes: Buffer.alloc(0), fails: entry.fails, ino };
}
