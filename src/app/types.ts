import type { ReadableCatalog } from '../catalog/types.ts';
import type { ClashOptions, NameClash } from '../catalog/view/clashes.ts';
import type { ReportOptions, ScanReport } from '../catalog/view/report.ts';
import type { ManifestDrift, ManifestOptions, SessionManifest } from '../catalog/view/session-manifest.ts';
import type { EditOptions } from '../owner/edit/edit.ts';
import type { FileEdit } from '../owner/edit/file.ts';
import type { ValidateOptions, ValidateReport } from '../owner/edit/validate.ts';
import type { InventoryAccept, InventoryAcceptOptions } from '../owner/inventory/accept.ts';
import type { EvidenceOptions, SkillEvidence } from '../owner/inventory/evidence.ts';
import type {
  InventoryCheck,
  InventoryInitOptions,
  InventoryOptions,
  InventoryReport,
  InventorySkeleton,
} from '../owner/inventory/inventory.ts';
import type { InventoryReview, InventoryReviewOptions } from '../owner/inventory/review.ts';
import type { PinOptions, PinReport } from '../owner/pin/pin.ts';
import type { VerifyOptions, VerifyReport } from '../owner/pin/verify.ts';
import type { BootstrapOptions, BootstrapReport } from '../owner/sidecar/bootstrap.ts';
import type { IndexOptions, IndexReport } from '../owner/source/verbs/publish-index.ts';

/**
 * What the owner of the trees may ask and do. Each verb speaks of whole trees, whatever a view narrows, unless it takes
 * a `view`; each is loaded when it is first called. A verb that changes a file leaves this catalog as it is: `refresh`.
 */
export interface OwnerVerbs {
  /** What every tree holds: each SKILL.md is listed, or there is a reason why not. */
  report(options?: ReportOptions): Promise<ScanReport>;
  /** Names that several skills bear, and who has each. */
  clashes(options?: ClashOptions): Promise<readonly NameClash[]>;
  /**
   * Checks skills against the Agent Skills format, each finding with line and fix. With `fix`, makes the repairs that
   * keep every word. Reads each file. Throws SkillNotFoundError and AmbiguousNameError for a reference.
   */
  validate(options?: ValidateOptions): Promise<ValidateReport>;
  /**
   * Changes fields of one SKILL.md and not a byte beside them. `ref` is an id, a name, or a path that begins with `/`,
   * `.` or a drive letter. A value sets, `null` removes, absent keeps. Throws EDIT_REFUSED (with a `reason`),
   * UNREADABLE, TOO_LARGE or FILE_CHANGED, and has then written nothing.
   */
  edit(ref: string, options: EditOptions): Promise<FileEdit>;
  /** Writes the lock of a collection. Throws PIN_REFUSED with the paths that cannot be pinned, COLLECTION_NOT_FOUND, FILE_CHANGED. */
  pin(collection: string, options?: PinOptions): Promise<PinReport>;
  /** Compares pinned collections with their locks, byte for byte. Throws NOT_PINNED, COLLECTION_NOT_FOUND, BROKEN_FILE. */
  verify(options?: VerifyOptions): Promise<VerifyReport>;
  /**
   * Compiles the Python sidecars (`kernel.py`) of visible skills, runs none, and returns the code that lets an interpreter
   * import those that passed. Starts `python3`. Each that is refused is named with its reason.
   */
  bootstrap(options?: BootstrapOptions): Promise<BootstrapReport>;
  /** How many skills want the network, and on whose word. */
  inventory(options?: InventoryOptions): Promise<InventoryReport>;
  /** Compares every network inventory with its tree. */
  inventoryCheck(): Promise<InventoryCheck>;
  /** Hosts and network commands in the code of a collection's members, for whoever reviews them. */
  inventoryEvidence(collection: string, options?: EvidenceOptions): Promise<readonly SkillEvidence[]>;
  /** Writes an inventory to start a review from, where none is yet (EDIT_REFUSED): every member with its digest, mode unknown. */
  inventoryInit(options?: InventoryInitOptions): Promise<readonly InventorySkeleton[]>;
  /**
   * Writes down how one skill uses the network and what it needs, bound to the bytes it has now; gives the evidence beside
   * it. With neither a mode nor requirements it only proposes. What was reviewed of other bytes is not carried over. Throws
   * EDIT_REFUSED where the entry would have no effect, or would bring into force what nobody reviewed.
   */
  inventoryReview(ref: string, options: InventoryReviewOptions): Promise<InventoryReview>;
  /**
   * Takes what every member of a collection shows that it needs for reviewed, unread, and writes down that it was
   * (`reviewed_by: "evidence"`). What a person reviewed stays; where nothing is shown, nothing is written. `confirm` is
   * the collection's id once more. Throws INVALID_ARGUMENT, COLLECTION_NOT_FOUND, BROKEN_FILE.
   */
  inventoryAccept(collection: string, options: InventoryAcceptOptions): Promise<InventoryAccept>;
  /** The skills of a session with their digests, to open a catalog with later. Throws PIN_REFUSED for a skill that has none. */
  manifest(options?: ManifestOptions): Promise<SessionManifest>;
  /** Writes an index of a view's skills for a web site, with true digests. Throws NOT_WRITABLE where something else lies. */
  publishIndex(options: IndexOptions): Promise<IndexReport>;
}

/** What `openCatalog` gives: everything the roots hold, to read and to keep. */
export interface Catalog extends ReadableCatalog, OwnerVerbs {
  refresh(): Promise<Catalog>;
  readonly followState?: () => Catalog;
  /** Present where the catalog was opened with a manifest: what is not as it says. */
  readonly manifestDrift?: ManifestDrift;
}
