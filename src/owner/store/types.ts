// The public shapes of the store. Records with snake_case keys leave the process as they are.

import type { Diagnostic } from '../../base/types.ts';
import type { PackageFile } from '../../format/package/file.ts';

/** How a version came to be. */
export type CameBy = 'install' | 'publish' | 'import' | 'generate' | 'proposal' | 'edit';
export type PackageKind = 'skill' | 'collection';
/** `personal`, or the project the workspace stands in. */
export type PlaceName = 'personal' | 'project';

/** Where a version's bytes were fetched, as a lock file writes it down. */
export interface LockSource {
  /** `git`, `folder`, `archive`, `index` ... */
  readonly type: string;
  /** As it was given. */
  readonly url: string;
  readonly path?: string;
  readonly ref?: string;
  readonly commit?: string;
  /** Of an archive: `sha256:` of its bytes. */
  readonly digest?: string;
}

/** One package somewhere else: what `add` and `update` take. Each way to get one is a maker of these. */
export interface PackageSource {
  readonly kind: PackageKind;
  /** Name of the folder it will have, unless the owner says otherwise. */
  readonly slug: string;
  readonly source: LockSource;
  /** Every file, links and special files included: whether they may come in is for the gate to say. */
  files(): Promise<readonly PackageFile[]>;
}

export interface SkillStatus {
  /** `personal:<slug>` or `project:<slug>`. */
  readonly id: string;
  readonly place: PlaceName;
  readonly slug: string;
  /** As the active version declares it. */
  readonly name: string;
  readonly version: number;
  readonly digest: string;
  readonly came_by: CameBy;
  readonly source?: LockSource;
  readonly enabled: boolean;
  /** What lies on disk is not the active version: somebody edited it. */
  readonly modified: boolean;
  /** The folder on this machine shows another version than the active one. */
  readonly stale: boolean;
}

export interface CollectionStatus {
  readonly id: string;
  readonly place: PlaceName;
  readonly slug: string;
  readonly version: number;
  readonly digest: string;
  readonly commit?: string;
  readonly members: number;
  readonly modified: boolean;
}

/** A skill that a model wrote and nobody has turned on: no folder, list or prompt has it. */
export interface Proposal {
  readonly id: string;
  readonly place: PlaceName;
  readonly slug: string;
  readonly name: string;
  readonly version: number;
  readonly digest: string;
  /** Number of its files. */
  readonly files: number;
  /** Why, in the model's words: one line. */
  readonly note?: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface StoreStatus {
  readonly skills: readonly SkillStatus[];
  readonly collections: readonly CollectionStatus[];
  readonly proposals: readonly Proposal[];
}

export interface VersionRow {
  readonly number: number;
  readonly digest: string;
  readonly came_by: CameBy;
  readonly note?: string;
  readonly source?: LockSource;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly active: boolean;
}

export interface StoreHistory {
  readonly id: string;
  /** The newest first. */
  readonly versions: readonly VersionRow[];
}

/** A package whose files the gate, or a collision, kept out. */
export interface RefusedPackage {
  readonly path: string;
  readonly findings: readonly Diagnostic[];
}

export interface AddedPackage {
  readonly id: string;
  readonly slug: string;
  readonly version: number;
  readonly digest: string;
  /** Absolute folder of the view. */
  readonly folder: string;
  readonly findings: readonly Diagnostic[];
}

export interface AddReport {
  readonly added: readonly AddedPackage[];
  readonly refused: readonly RefusedPackage[];
  readonly dry_run: boolean;
}

/** A package that got another version, or none. */
export interface ChangedPackage {
  readonly id: string;
  /** Absent where there was none, or is none now. */
  readonly from?: number;
  readonly version?: number;
  readonly digest?: string;
  /** Edits of the owner that were kept beside the new version. */
  readonly modified?: boolean;
  /** The version that edits were put into before anything else was done. */
  readonly saved?: number;
}

/** Lines, 1-based, that both sides changed. */
export interface ConflictPlace {
  readonly path: string;
  /** `text`, or why the file cannot be merged by lines. */
  readonly reason: 'text' | 'binary' | 'removed-here' | 'removed-there' | 'added-twice';
  readonly lines?: readonly { readonly ours: readonly [number, number]; readonly theirs: readonly [number, number] }[];
}

export interface ChangeReport {
  readonly changed: readonly ChangedPackage[];
  /** `modified`: its folder holds edits, which stay. */
  readonly unchanged: readonly { readonly id: string; readonly version?: number; readonly modified?: true }[];
  /** Without `files`: the folder holds what no version is. */
  readonly conflicts: readonly { readonly id: string; readonly files: readonly ConflictPlace[] }[];
  readonly refused: readonly { readonly id: string; readonly findings: readonly Diagnostic[] }[];
  /** Contents of files that were asked of a server, because they were not on this machine. Of `sync` alone. */
  readonly fetched?: { readonly contents: number; readonly bytes: number };
  readonly dry_run: boolean;
}

export interface DiffReport {
  readonly id: string;
  /** A version's number, 0 for nothing at all, or `disk` for what lies in the folder. */
  readonly from: number | 'disk';
  readonly to: number | 'disk';
  readonly files: readonly { readonly path: string; readonly change: 'added' | 'removed' | 'changed' | 'mode' }[];
  /** Unified, of the files that are text. */
  readonly diff: string;
}

export interface SwitchReport {
  readonly enabled: boolean;
  /** Ids and `<scope>:*` whose switch was turned. */
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  /** Whose switch: the person's, the person's in this project, or everybody's in this project. */
  readonly for: 'person' | 'project';
  readonly dry_run: boolean;
}

/** One line of the log: names and digests, never text. */
export interface StoreEvent {
  readonly at: string;
  /** What was done; `recovered`: a change whose process was stopped was ended, see `detail`. */
  readonly verb: string;
  /** `<place>:<slug>` as the store has it; of a switch its target. */
  readonly package: string;
  readonly version?: number;
  readonly digest?: string;
  readonly person: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

export interface DoctorCheck {
  readonly name: string;
  readonly ok: boolean;
  /** Nothing of ours is wrong, and all the same it is worth knowing. */
  readonly note?: true;
  readonly message: string;
  readonly hint?: string;
}
export interface DoctorReport {
  readonly ok: boolean;
  readonly store: string;
  readonly checks: readonly DoctorCheck[];
}
