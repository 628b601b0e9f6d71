import type { Diagnostic, LedgerCounts, Root } from '../../base/types.ts';
import type { CollectionMarker } from '../../format/collection/marker.ts';
import type { SectionName } from './format.ts';

/** One scope of a root: the root itself (always the first), or a collection in it. Its rows stand together. */
export interface ScopeRecord {
  readonly id: string;
  /** Folder of the scope's members, relative to the root; `.` for the root's own. */
  readonly folder: string;
  readonly collection?: CollectionMarker;
  /** Folder of the marker, relative to the root. */
  readonly marker_folder?: string;
  /** Real path of the marker's folder: two ways to one folder are one collection. */
  readonly real_path?: string;
  /** First row and number of rows. */
  readonly first: number;
  readonly count: number;
  readonly ledger: LedgerCounts;
}

/** A diagnostic, and which scope and row it speaks of; `path` is relative to the root. */
export interface TableDiagnostic extends Diagnostic {
  readonly scope: number;
  readonly skill?: number;
}

/** A part of a root that is counted and not looked into: a broken collection, or what an ignore file leaves out. */
export interface LeftOutRecord {
  /** Relative to the root. */
  readonly path: string;
  readonly as: 'in_broken_collection' | 'ignored';
  readonly scope: number;
  readonly count: number;
}

export interface TableHeader {
  readonly root: Root;
  /** Real path the scan walked. */
  readonly real_path: string;
  /** When the scan began, milliseconds since 1970: stamps close to it are too young to trust. */
  readonly taken_ms: number;
  /** Everything besides the disk that the table depends on. */
  readonly key: string;
  /** No path is watched: whether the table still holds can only be told by walking again. */
  readonly unwatched?: boolean;
  /** Why there was no folder to walk. */
  readonly missing?: string;
  /** sha256 of `<sha256 of SKILL.md>  <id>\n` over all rows: the catalog's digest where it is the only table with rows. Absent where
   * few files were read again: then whoever asks sums it up. */
  readonly digest?: string;
  readonly skills: number;
  readonly watches: number;
  readonly diagnostics: number;
  /** Those of them of severity error. */
  readonly errors: number;
  /** Links that were followed, each with the real path it led to; absent where none was. */
  readonly links?: readonly (readonly [path: string, real: string])[];
  /** Parts of the tree whose SKILL.md files are only counted, and as what; absent where there is none. */
  readonly left_out?: readonly LeftOutRecord[];
  /** Second visits to a real path; outside the ledger's sum. */
  readonly revisits: number;
  readonly scopes: readonly ScopeRecord[];
  readonly sections: Readonly<Record<SectionName, readonly [offset: number, bytes: number]>>;
}
