import type { Audience } from '../base/types.ts';
import type { View } from '../catalog/types.ts';
import type { Archive, ArchiveOptions } from '../owner/target/archive.ts';
import type { ExportOptions } from '../owner/target/export.ts';
import type { SyncExportsOptions } from '../owner/target/sync.ts';
import type { ExportReport, ExportRow } from '../owner/target/types.ts';
import type { UnexportOptions } from '../owner/target/unexport.ts';

/** Copies of skills in the folders of other tools. Only what we can prove to have written is ever replaced or removed. */
export interface TargetVerbs {
  /**
   * Copies skills into a tool's folder, each checked by the gate and written whole. Its SKILL.md keeps name and
   * description; a collection goes as one skill with `fold`. Rejects as `view.resolve` does, and with INVALID_ARGUMENT
   * for a tool nobody knows; a folder that is not ours is in `conflicts`.
   */
  export(refs: readonly string[], options: ExportOptions): Promise<ExportReport>;
  /** Removes copies, by the id or name of their skill, or by folder. */
  unexport(refs: readonly string[], options?: UnexportOptions): Promise<ExportReport>;
  /** One skill as a file to hand on, the same bytes on every machine; only keys of the specification stand at its top. */
  archive(ref: string, options?: ArchiveOptions): Promise<Archive>;
  /** What this machine exported and did not take back. */
  list(): Promise<readonly ExportRow[]>;
  /** Removes copies whose skill is gone, switched off or another one now. Every change of a skill ends with it. */
  sync(options?: SyncExportsOptions): Promise<ExportReport>;
}

/** Which skills there are where a caller gives no view. Default: all that the owner has. */
export type OwnView = (audience?: Audience) => Promise<View>;
