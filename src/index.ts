export type { AuthorVerbs } from './app/author-verbs.ts';
export { declareSkill, declareSkills } from './app/declare.ts';
export type { ExportsSynced } from './app/export-sync.ts';
export { openCatalog } from './app/open-catalog.ts';
export { openWorkspace } from './app/open-workspace.ts';
export type { AgentOptions, LevelOptions, SessionVerbs } from './app/session-verbs.ts';
export type { TargetVerbs } from './app/target-types.ts';
export type { Catalog, OwnerVerbs } from './app/types.ts';
export type { SkillVerbs, SourceVerbs, StoreVerbs, Workspace, WorkspaceOptions } from './app/workspace-types.ts';
export type { DiagnosticCode, Severity } from './base/codes.ts';
export type { ErrorCode } from './base/errors.ts';
export { AmbiguousNameError, DuplicateCollectionError, SkillficheError, SkillNotFoundError } from './base/errors.ts';
export type { Redaction } from './base/redact.ts';
export type {
  Audience,
  CollectionRow,
  Diagnostic,
  LedgerCounts,
  NetworkCapability,
  NetworkMode,
  Readiness,
  ReadinessReason,
  ReadinessState,
  RequirementState,
  Root,
  RootKind,
  SearchHit,
  SearchResult,
  SkillFile,
  SkillPage,
  SkillRow,
} from './base/types.ts';
export type {
  ActivatedSkill,
  AgentMenu,
  AgentSession,
  AgentSessionOptions,
  AgentState,
  AgentTool,
  AgentToolResult,
  MenuEntry,
  MenuReport,
} from './catalog/agent-types.ts';
export type { CatalogState, OpenOptions } from './catalog/internals.ts';
export type { NeedList, NeedPlace, SkillNeeds } from './catalog/readiness/evidence/needs.ts';
export type {
  ContextOptions,
  ContextReport,
  ContextResult,
  FileOptions,
  LeftOutFile,
  ListOptions,
  LoadedSkill,
  ReadableCatalog,
  ReadinessCounts,
  ReadinessEvidenceOptions,
  ReadinessOptions,
  ReadinessSummary,
  ReadinessSummaryOptions,
  ReadyOptions,
  ScopeReadiness,
  SearchOptions,
  SkillEntry,
  SkillEvidenceOfNeeds,
  SkillFilePage,
  SkillOrigin,
  SkillReadiness,
  SkillReply,
  Unlock,
  View,
  ViewOptions,
  WaitedFor,
} from './catalog/types.ts';
export type { ClashOptions, NameClash } from './catalog/view/clashes.ts';
export type { ReportOptions, RootReport, ScanReport, ScopeReport } from './catalog/view/report.ts';
export type { ManifestDrift, ManifestOptions, PinnedSkill, SessionManifest } from './catalog/view/session-manifest.ts';
export type { ValidatedSkill } from './catalog/view/validate.ts';
export type { PackageFile } from './format/package/file.ts';
export type { Profile } from './format/skill/rules/profile-names.ts';
export type { MachineOptions, PathState } from './io/machine/machine.ts';
export type { PackageDisk } from './io/machine/packages.ts';
export type { Embedder, EmbedderAddress } from './io/net/embedder.ts';
export { openEmbedder } from './io/net/embedder.ts';
export type { Writer, WriterAddress, WriterRequest } from './io/net/writer.ts';
export { openWriter } from './io/net/writer.ts';
export type { SkillDraft } from './owner/author/draft.ts';
export type { GeneratedSkill, GenerateOptions, SourceDocument } from './owner/author/generate.ts';
export type { ImportedFile, ImportFile, ImportFilesOptions, ImportFilesReport } from './owner/author/import.ts';
export type { CheckDraftOptions, DraftCheck, WriteDraftOptions } from './owner/author/write.ts';
export type { DeclaredFile, DeclaredSkill, DeclareOptions } from './owner/declare/declare.ts';
export type { EditOptions, WriteOptions } from './owner/edit/edit.ts';
export type { FileEdit } from './owner/edit/file.ts';
export type { NotFixed } from './owner/edit/fix.ts';
export type { ValidateOptions, ValidateReport } from './owner/edit/validate.ts';
export type { InventoryAccept, InventoryAcceptOptions } from './owner/inventory/accept.ts';
export type { EvidenceOptions, FileEvidence, SkillEvidence } from './owner/inventory/evidence.ts';
export type {
  InventoryCheck,
  InventoryInitOptions,
  InventoryOptions,
  InventoryReport,
  InventorySkeleton,
  ScopeNetwork,
} from './owner/inventory/inventory.ts';
export type { InventoryReview, InventoryReviewOptions } from './owner/inventory/review.ts';
export type { PinOptions, PinReport } from './owner/pin/pin.ts';
export type { VerifiedCollection, VerifyOptions, VerifyReport } from './owner/pin/verify.ts';
export type { Level, LevelChange } from './owner/session/levels.ts';
export type { SeedOptions, SeedReport } from './owner/session/seed.ts';
export type { UnseedOptions } from './owner/session/unseed.ts';
export type { BootstrapEntry, BootstrapOptions, BootstrapRefusal, BootstrapReport } from './owner/sidecar/bootstrap.ts';
export type { FetchedRepo, History, RemoteRefs, RepoCloner, RepoEntry } from './owner/source/git/cloner.ts';
export type { SourcePolicy } from './owner/source/policy.ts';
export type { ReviewedPackage, SourceReview, UpdateReview } from './owner/source/review.ts';
export type { AuditReport, LockCheck } from './owner/source/verbs/audit.ts';
export type { LockExport, LockFormat } from './owner/source/verbs/export-lock.ts';
export type { ImportOptions, ImportReport } from './owner/source/verbs/from-lock.ts';
export type { InstallOptions, InstallReport, SourceListing } from './owner/source/verbs/install.ts';
export type { OutdatedReport } from './owner/source/verbs/outdated.ts';
export type { IndexOptions, IndexReport } from './owner/source/verbs/publish-index.ts';
export type { RestoreOptions, RestoreReport } from './owner/source/verbs/restore.ts';
export type { SourceUpdateOptions, SourceUpdateReport } from './owner/source/verbs/update.ts';
export type { LevelCount, LostMember } from './owner/store/level-rows.ts';
export type { SwitchOptions } from './owner/store/switches.ts';
export type {
  AddedPackage,
  AddReport,
  CameBy,
  ChangedPackage,
  ChangeReport,
  CollectionStatus,
  ConflictPlace,
  DiffReport,
  DoctorCheck,
  DoctorReport,
  LockSource,
  PackageKind,
  PackageSource,
  PlaceName,
  Proposal,
  RefusedPackage,
  SkillStatus,
  StoreEvent,
  StoreHistory,
  StoreStatus,
  SwitchReport,
  VersionRow,
} from './owner/store/types.ts';
export type { AddOptions } from './owner/store/verbs/add.ts';
export type { EventOptions } from './owner/store/verbs/events.ts';
export type { InitOptions, InitReport } from './owner/store/verbs/init.ts';
export type { ProposedSkill, ProposeOptions } from './owner/store/verbs/propose.ts';
export type { PublishOptions } from './owner/store/verbs/publish.ts';
export type { ChangeOptions } from './owner/store/verbs/rollback.ts';
export type { UpdateOptions } from './owner/store/verbs/update.ts';
export type { Archive, ArchiveFormat, ArchiveOptions } from './owner/target/archive.ts';
export type { ExportOptions } from './owner/target/export.ts';
export type { SyncExportsOptions } from './owner/target/sync.ts';
export type { ConflictReason, ExportConflict, ExportedFolder, ExportReport, ExportRow } from './owner/target/types.ts';
export type { UnexportOptions } from './owner/target/unexport.ts';
export type { InstructionOptions, SkillToolOptions } from './surface/tools/agent-tools.ts';
export { skillInstructions, skillTools } from './surface/tools/agent-tools.ts';
export type { KeptDraft } from './surface/tools/tool.ts';
