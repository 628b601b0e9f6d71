import type { Generated } from 'kysely';

/** Content by its hash, once, whoever uses it. */
interface Blobs {
  readonly sha256: string;
  readonly size: number;
  readonly bytes: Uint8Array;
}

/** A folder's content. `tree` also covers which files are executable; `digest` is the one people can recompute. */
interface Trees {
  readonly tree: string;
  readonly digest: string;
  readonly files: number;
  readonly size: number;
}

interface TreeFiles {
  readonly tree: string;
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
  readonly executable: number;
}

/** `package` is `<place key>:<slug>`: the same on every machine that shares the store. */
interface Packages {
  readonly package: string;
  readonly place: string;
  readonly slug: string;
  readonly kind: string;
  readonly at: string;
}

interface Versions {
  readonly package: string;
  readonly number: number;
  readonly digest: string;
  readonly tree: string;
  readonly name: string;
  readonly members: number;
  readonly came_by: string;
  /** JSON of a LockSource. */
  readonly source: string | null;
  readonly note: string | null;
  readonly at: string;
  /** The activation that made it; an unfinished one takes its version back. */
  readonly intent: string;
}

/** `number` null: removed, its versions kept. `revision` counts every change: the compare of compare-and-swap. */
interface Active {
  readonly package: string;
  readonly number: number | null;
  readonly revision: number;
}

/** `person` empty: for everybody in the place; `place` empty: everywhere. `state` is `on` or `off`. */
interface Switches {
  readonly person: string;
  readonly place: string;
  readonly target: string;
  readonly state: string;
}

interface Levels {
  readonly person: string;
  readonly key: string;
  readonly position: number;
  readonly target: string;
}

/** What happened: names and digests, never text. */
interface Events {
  readonly number: Generated<number>;
  readonly at: string;
  readonly person: string;
  readonly verb: string;
  readonly package: string;
  readonly version: number | null;
  readonly digest: string | null;
  readonly intent: string | null;
  /** JSON of further facts. */
  readonly detail: string | null;
}

/** The folder on this machine that shows a package, and what it was left with. */
interface Views {
  readonly package: string;
  readonly number: number;
  readonly folder: string;
  /** What was put on disk: the version's tree, or that tree with the owner's edits merged in. */
  readonly tree: string;
  /** Sizes and times under which the folder was last found to be `tree`; empty: not yet. */
  readonly stamp: string;
}

/** Folders this machine wrote into other tools' places. */
export interface ExportsTable {
  readonly folder: string;
  readonly tool: string;
  readonly id: string;
  readonly digest: string;
  readonly version: number | null;
  readonly follow: number;
  readonly at: string;
  /** JSON of further facts. */
  readonly detail: string | null;
}

/** A change under way on this machine: enough to finish it or take it back. `plan` is JSON of a Plan. */
interface Intents {
  readonly nonce: string;
  readonly package: string;
  readonly plan: string;
}

interface Meta {
  readonly name: string;
  readonly value: string;
}

/** What machines may share. */
export interface SharedTables {
  readonly blobs: Blobs;
  readonly trees: Trees;
  readonly tree_files: TreeFiles;
  readonly packages: Packages;
  readonly versions: Versions;
  readonly active: Active;
  readonly switches: Switches;
  readonly levels: Levels;
  readonly events: Events;
  readonly meta: Meta;
}

/** What belongs to one machine, and is always in its own file. */
export interface LocalTables {
  readonly views: Views;
  readonly exports: ExportsTable;
  readonly intents: Intents;
  readonly meta: Meta;
}

/** SQLite holds both. */
export type AllTables = SharedTables & LocalTables;
