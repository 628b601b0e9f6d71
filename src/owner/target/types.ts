// The public shapes of what is copied into the folders of other tools. Records leave the process as they are.

import type { Diagnostic } from '../../base/types.ts';

/** One folder in another tool's place. `id`: the skill it shows; of a folder we did not write, the one that was meant for it. */
export interface ExportedFolder {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  /** Of a copy that `sync` removed: its skill is gone, switched off, or another one now. */
  readonly why?: 'gone' | 'disabled' | 'changed';
}

/**
 * Why a folder was left as it is. `foreign`: we did not write it, or cannot prove that we did; `link`: a link stands
 * there; `edited`: we wrote it, and somebody changed it since; `twice`: two skills of one call would have it; `moved`:
 * something else came to stand there while we wrote; `tracked`: the repository keeps files of its own there;
 * `shown`: a `.gitignore` of the repository has git see it; `unreadable`: the skill's own folder cannot be read.
 */
export type ConflictReason = 'foreign' | 'link' | 'edited' | 'twice' | 'moved' | 'tracked' | 'shown' | 'unreadable';

export interface ExportConflict extends ExportedFolder {
  readonly reason: ConflictReason;
  /** One sentence, with the way out. */
  readonly message: string;
}

export interface ExportReport {
  readonly written: readonly ExportedFolder[];
  readonly removed: readonly ExportedFolder[];
  readonly conflicts: readonly ExportConflict[];
  readonly unchanged: readonly ExportedFolder[];
  /** Of `sync`: copies of a session whose skill is another one now. They stay, for the session may be at work. */
  readonly outdated?: readonly ExportedFolder[];
  /** What the gate keeps in. */
  readonly refused: readonly { readonly id: string; readonly findings: readonly Diagnostic[] }[];
  readonly dry_run: boolean;
}

/** One folder that this machine exported, as the manifest has it. */
export interface ExportRow extends ExportedFolder {
  /** The tool it was written for, or `folder`. */
  readonly tool: string;
  /** Of the skill when it was exported. */
  readonly digest: string;
  readonly version?: number;
  readonly follow: boolean;
  /** ISO 8601, UTC. */
  readonly at: string;
}
