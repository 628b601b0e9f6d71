import type { LockedSource } from '../../format/source/lock.ts';
import type { FolderDisk } from '../../io/disk/folder-disk.ts';
import type { Ask } from '../../io/net/ask.ts';
import type { RepoCloner } from './git/cloner.ts';

/** What reaching sources needs; each part is given. */
export interface SourceWorld {
  readonly disk: FolderDisk;
  readonly cloner: RepoCloner;
  readonly ask: Ask;
  readonly cwd: string;
  readonly home: string;
  /** Where `node_modules` are looked for. */
  readonly project: string | undefined;
}

/** The same world for an address out of a lock, which somebody else may have written. What the owner's policy names is theirs. */
export function forLocked(world: SourceWorld, isNamed: boolean): SourceWorld {
  return isNamed ? world : { ...world, ask: (url, options) => world.ask(url, { ...options, isForeign: true }) };
}

/** One entry of a source. Its bytes are read when they are wanted. */
export interface SourceFile {
  /** From the source's top, `/`-separated. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'special' | 'submodule';
  readonly executable: boolean;
  /** Bytes. */
  readonly size: number;
}

/** A source that was reached: its files, and where they come from. */
export interface OpenedSource {
  /** As a lock notes it, without the path of a single skill. */
  readonly source: LockedSource & { readonly url: string };
  /** What its top is called when nothing in it says so: the repository's, folder's or archive's name. */
  readonly name: string;
  /** Folder that was asked for; `.` for all. */
  readonly below: string;
  readonly files: readonly SourceFile[];
  /** What cannot be used of it, and why. */
  readonly unusable: readonly { readonly name: string; readonly why: string }[];
  /** All of these, or none: throws when one cannot be had. */
  read(files: readonly SourceFile[]): Promise<ReadonlyMap<string, Uint8Array>>;
  close(): void;
}
