import type { Diagnostic, Root } from '../../base/types.ts';
import type { CollectionMarker, MarkerReading } from '../../format/collection/marker.ts';
import type { Disk, Stamp } from '../../io/disk/disk.ts';
import type { IgnoreRules } from './ignore-file.ts';
import type { Tally } from './ledger.ts';
import type { Listing } from './listing.ts';

/** What a folder is to the walk. `open`: skills are looked for. The others only count SKILL.md files, by name. */
export type Mode = 'open' | 'inside' | 'broken' | 'beside' | 'ignored';

export interface FolderTask {
  /** Relative to the root; `.` for the root. */
  readonly path: string;
  readonly real: string;
  readonly depth: number;
  readonly mode: Mode;
  readonly scope: number;
  /** Number of the part of the tree that is left out and only counted. */
  readonly part?: number | undefined;
  /** What is left out below. A collection is whole or not at all: none in it. */
  readonly ignores?: IgnoreRules | undefined;
}

export interface ScopeDraft {
  readonly id: string;
  readonly folder: string;
  readonly collection?: CollectionMarker;
  readonly marker_folder?: string;
  readonly real_path?: string;
  readonly tally: Tally;
}

/** A SKILL.md to read. */
export interface FoundSkill {
  readonly scope: number;
  /** Folder relative to the root, and relative to the scope's folder. */
  readonly folder: string;
  readonly path: string;
  readonly file: string;
  /** Number of its folder among the watched paths. */
  readonly watch: number;
  /** A kernel.py, or what is called so, stands beside it. */
  readonly hasSidecar: boolean;
}

export interface WalkLimits {
  readonly maxDepth: number;
  readonly maxFolders: number;
  readonly maxSkills: number;
}

export interface WalkHost {
  readonly disk: Disk;
  readonly root: Root;
  readonly rootPath: string;
  readonly realRoot: string;
  readonly limits: WalkLimits;
  /** False: no path is watched, so the table cannot be checked by stamps alone. */
  readonly isWatching: boolean;
  readMarker(bytes: Buffer): MarkerReading;
  readonly markerLimit: number;
  /** The listing and stamp of a folder that is known not to have changed. */
  known?(path: string): { readonly listing: Listing; readonly stamp: Stamp } | undefined;
  onSkill(found: FoundSkill): void;
  /** No stamp where nothing was. */
  onWatch(path: string, stamp: Stamp | undefined, listing: string): void;
}

export interface ScopedDiagnostic extends Diagnostic {
  readonly scope: number;
}
