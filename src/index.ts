export { openCatalog } from './app/open-catalog.ts';
export type { DiagnosticCode, Severity } from './base/codes.ts';
export type { ErrorCode } from './base/errors.ts';
export { AmbiguousNameError, DuplicateCollectionError, SkillficheError, SkillNotFoundError } from './base/errors.ts';
export type {
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
export type { OpenOptions } from './catalog/internals.ts';
export type {
  Catalog,
  ContextOptions,
  ContextReport,
  ContextResult,
  LeftOutFile,
  ListOptions,
  LoadedSkill,
  ReadinessOptions,
  SearchOptions,
  SkillEntry,
  SkillFilePage,
  SkillReadiness,
  SkillReply,
  View,
  ViewOptions,
} from './catalog/types.ts';
export type { MachineOptions, PathState } from './io/machine/machine.ts';
