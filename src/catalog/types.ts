import type { Redaction } from '../base/redact.ts';
import type {
  Audience,
  CollectionRow,
  Diagnostic,
  LedgerCounts,
  NetworkCapability,
  NetworkMode,
  Readiness,
  ReadinessReason,
  ReadinessState,
  SearchResult,
  SkillFile,
  SkillPage,
} from '../base/types.ts';
import type { AgentSession, AgentSessionOptions } from './agent-types.ts';
import type { ContextOptions, ContextResult } from './context-types.ts';
import type { SkillNeeds } from './readiness/evidence/needs.ts';
import type { ReadinessSummary, ReadinessSummaryOptions } from './readiness-types.ts';

export type { ContextOptions, ContextReport, ContextResult } from './context-types.ts';
export type {
  ReadinessCounts,
  ReadinessSummary,
  ReadinessSummaryOptions,
  ScopeReadiness,
  Unlock,
  WaitedFor,
} from './readiness-types.ts';

/** Which skills a caller may see. Absent `only` = all, `[]` = nothing. */
export interface ViewOptions {
  /** Ids, unambiguous names, or `<scope>:*`. */
  readonly only?: readonly string[];
  /** The user's switches; a skill for which this is false is disabled. Default: all enabled. */
  readonly enabled?: (id: string) => boolean;
  /** Who looks through this view. Default `model`. */
  readonly audience?: Audience;
  /**
   * What is taken out of every text that this view gives: descriptions, bodies, files, snippets, prompt lines, also as bytes.
   * Names, paths and digests stay; so do binary files, whose text is given to nobody. Default: nothing.
   */
  readonly redact?: readonly Redaction[];
}

/** A repository, and the full commit where it is pinned to one. */
export interface SkillOrigin {
  readonly url: string;
  readonly commit?: string;
}

/** One visible skill, frozen. */
export interface SkillEntry {
  readonly id: string;
  /** The collection's id for a member, else the root's id. */
  readonly scope: string;
  readonly collection?: string;
  readonly root: string;
  /** Relative to the scope's folder, `/`-separated; `.` for the scope's own folder. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  /** Absolute folder of the skill, and the spelling of its SKILL.md. */
  readonly folder: string;
  readonly file: string;
  /** Bytes of SKILL.md and their sha256, 64 hex digits. */
  readonly size: number;
  readonly sha256: string;
  /** Where its collection says that it was copied from. */
  readonly source?: SkillOrigin;
  /** True when fields had to be recovered: a strict YAML reader would refuse this frontmatter. */
  readonly recovered: boolean;
  /** Present where a kernel.py stands beside SKILL.md: Python that an agent's own code may import, once it is checked. */
  readonly sidecar?: true;
  /** Its header keeps models away from it, or people; present where that is so. */
  readonly user_only?: true;
  readonly model_only?: true;
  readonly shadowed_by?: string;
}

/** Which page of the catalog. */
export interface ListOptions {
  /** The id of a collection: its members. Default: ordinary skills, with every collection beside them. */
  readonly collection?: string;
  /** The first row, from 0: `next_offset` of the page before. */
  readonly offset?: number;
  /** Rows of a page, 1 to 200; default 50. A page also ends at 40,000 characters. */
  readonly limit?: number;
  /** Only skills that are so on this machine. With a filter `total` and the `count` of each collection are those that fit. */
  readonly state?: ReadinessState;
  /** Only skills that want the network so. */
  readonly network?: NetworkMode;
  /** Only skills with this text in name, id or description, in any case. For words that need not stand together there is search. */
  readonly match?: string;
}

/** What to search for, and which of the hits. */
export interface SearchOptions {
  /** The task in its own words, or a name; at most 10,000 characters. */
  readonly query: string;
  /** The id of a collection, to search its members alone. Default: every visible skill. */
  readonly collection?: string;
  /** The first hit, from 0: `next_offset` of the answer before. */
  readonly offset?: number;
  /** Hits of an answer, 1 to 200; default 10. */
  readonly limit?: number;
  /**
   * False: while the index is built, names and descriptions alone are searched and the answer says `index: 'building'`;
   * the whole index is then built in the background. Default true: the answer waits for it.
   */
  readonly wait?: boolean;
  /** Called now and then while the index is built, with the skills read so far and how many have to be. */
  readonly onProgress?: (skills: number, total: number) => void;
}

export interface ReadyOptions {
  /** As in {@link SearchOptions}. */
  readonly onProgress?: (skills: number, total: number) => void;
}

/** Something in a skill's folder that is not among its files. */
export interface LeftOutFile {
  readonly path: string;
  readonly reason: 'link' | 'special' | 'unreadable' | 'pruned' | 'too-many' | 'too-deep';
  /** The `errno` name, such as `EACCES`, of what cannot be read. */
  readonly cause?: string;
}

/** One skill, whole: `body` is exactly what follows the frontmatter. */
export interface LoadedSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly collection?: string;
  readonly folder: string;
  readonly body: string;
  /** sha256 of SKILL.md as it lies on disk, `sha256:` + 64 hex digits. */
  readonly digest: string;
  readonly source?: SkillOrigin;
  readonly files: readonly SkillFile[];
  /** What lies in its folder and is not served: links, special files, what cannot be read, pruned folders. */
  readonly left_out: readonly LeftOutFile[];
  /** Every frontmatter field as read (scalars as text), in order. */
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly readiness: Readiness;
  readonly network: NetworkCapability;
  readonly diagnostics: readonly Diagnostic[];
  readonly user_only?: true;
  readonly model_only?: true;
  readonly shadowed_by?: string;
}

/** One page of one file of a skill. */
export interface SkillFilePage {
  readonly id: string;
  readonly path: string;
  readonly kind: 'text' | 'binary';
  readonly size: number;
  readonly digest: string;
  /** Absent for a binary file. Offsets count code points. */
  readonly text?: string;
  readonly offset: number;
  readonly next_offset?: number;
}

/** What an agent gets for a loaded skill: cleaned, framed, at most 24,000 characters a page. */
export interface SkillReply {
  readonly id: string;
  readonly name: string;
  readonly digest: string;
  readonly source?: SkillOrigin;
  readonly text: string;
  /** What stands behind the text: how to go on, and the other files with the call that reads them. Whole lines, or empty. */
  readonly note: string;
  /** The Python statement that imports its sidecar, where one was compiled as it is now. */
  readonly import_hint?: string;
  readonly offset: number;
  readonly next_offset?: number;
  readonly files: readonly SkillFile[];
}

export interface ReadinessOptions {
  readonly collection?: string;
  /** Gives the reasons too, a requirement at a time. */
  readonly why?: boolean;
}

/** Of which skills evidence is wanted. */
export interface ReadinessEvidenceOptions {
  /** The id of a collection: its members. Default: every visible skill. */
  readonly collection?: string;
}

/** What the text and the code of one skill show that it needs. It changes no verdict. */
export interface SkillEvidenceOfNeeds extends SkillNeeds {
  readonly id: string;
  /** Files that could not be read, with the cause; only where there are any. */
  readonly unread?: readonly { readonly path: string; readonly why: string }[];
}

export interface SkillReadiness {
  readonly id: string;
  readonly name: string;
  readonly readiness: Readiness;
  /** In the order of the frontmatter; only where `why` was asked for. */
  readonly reasons?: readonly ReadinessReason[];
}

/** A caller's window on the catalog. Every surface goes through one. */
export interface View {
  /** Visible skills in id order. */
  entries(): readonly SkillEntry[];
  collections(): readonly CollectionRow[];
  /** Exact id, then name. Rejects with SkillNotFoundError or AmbiguousNameError, which name at most three visible ids. */
  resolve(ref: string): Promise<SkillEntry>;
  context(options?: ContextOptions): Promise<ContextResult>;
  listSkills(options?: ListOptions): Promise<SkillPage>;
  searchSkills(options: SearchOptions): Promise<SearchResult>;
  /**
   * Resolves when searches are answered from the whole index, which is read from the cache or built; a server calls it
   * when it starts. Cost the first time: about 0.5 ms a skill, in slices of 12 ms.
   */
  ready(options?: ReadyOptions): Promise<void>;
  /** At most three visible references close to `text`; also used for completions with a larger `limit`. */
  suggest(text: string, limit?: number): Promise<readonly string[]>;
  loadSkill(ref: string): Promise<LoadedSkill>;
  /** The same as an agent gets it. */
  replySkill(ref: string, offset?: number): Promise<SkillReply>;
  readSkillFile(ref: string, path: string, options?: FileOptions): Promise<SkillFilePage>;
  /** All files of a skill as bytes' digests and sizes, read afresh; the source of the MCP skills extension. */
  manifest(ref: string): Promise<readonly { readonly path: string; readonly digest: string; readonly size: number }[]>;
  /** A text that stays the same while no file of the skill is added, removed or written: a manifest holds as long. Reads no file. */
  manifestStamp(ref: string): Promise<string>;
  /** Raw bytes of one listed file. Throws FILE_NOT_FOUND, TOO_LARGE, FILE_CHANGED. */
  readBytes(ref: string, path: string): Promise<Uint8Array>;
  readiness(refs?: readonly string[], options?: ReadinessOptions): Promise<readonly SkillReadiness[]>;
  /**
   * What skills show that they need: programs that their commands call, packages that their code loads, variables it
   * reads, each with file and line; what they run without stands apart. Reads every file of text and code (about 2 ms a
   * skill), runs nothing, changes no verdict. Throws as `readiness` does.
   */
  readinessEvidence(
    refs?: readonly string[],
    options?: ReadinessEvidenceOptions,
  ): Promise<readonly SkillEvidenceOfNeeds[]>;
  /** Readiness counted by tree, what is missing most, and what to install for the most skills to be ready. */
  readinessSummary(options?: ReadinessSummaryOptions): Promise<ReadinessSummary>;
  /** The skills of one run of an agent: a menu a turn, loaded texts that stay. Throws INVALID_ARGUMENT for wrong options. */
  agentSession(options?: AgentSessionOptions): AgentSession;
  /** Texts are not all as on disk: what `manifest` and `readBytes` give differs from the digests of entries. */
  readonly redacts: boolean;
  ledger(): LedgerCounts & { readonly shown: number; readonly withheld: number; readonly disabled: number };
  readonly diagnostics: readonly Diagnostic[];
  /** sha256 over the visible skills: changes when anything visible changes. */
  readonly catalog_digest: string;
  /**
   * The same window on a refreshed catalog: names stay bound to the ids they had when this view was made, and an entry
   * that matches nothing any more is a diagnostic instead of an error.
   */
  follow(catalog: ReadableCatalog): View;
}

/** Where a page of a file begins. */
export interface FileOptions {
  /** In code points, from 0: `next_offset` of the page before. */
  readonly offset?: number;
}

/** An immutable catalog of everything the roots hold, to read. What `openCatalog` gives has the owner's verbs besides. */
export interface ReadableCatalog {
  view(options?: ViewOptions): View;
  /** The same object when nothing changed on disk and in the state beside it, else a new catalog. */
  refresh(): Promise<ReadableCatalog>;
  /**
   * The same object while the state beside the disk has the revision this catalog was made with, else a catalog of the
   * same rows whose switches are asked again. Looks at no disk, so a server may ask often. Absent without a state.
   */
  readonly followState?: () => ReadableCatalog;
  /**
   * Ends what the catalog was given to work with: vectors that are being made stop, and the embedder is closed, once, for every
   * catalog that has it. Searches go by words from then on; all else goes on. Rejects with what the embedder throws.
   */
  close(): Promise<void>;
}
