// Shapes that several rooms share. Records with snake_case keys leave the process as they are (`--json`, tool results).

import type { DiagnosticCode, Severity } from './codes.ts';

/** `bundled`, `project`, `personal`, or a layer of the caller's. */
export type RootKind = 'bundled' | 'project' | 'personal' | (string & {});

/**
 * Who looks. `model`: without skills that say `disable-model-invocation: true`; `person`: without those that say
 * `user-invocable: false`; `owner`: with all of them. Narrows beside everything else, and never widens.
 */
export type Audience = 'model' | 'person' | 'owner';

/** A directory to scan. Lower `rank` wins a name clash; without it the kind decides. */
export interface Root {
  readonly id: string;
  readonly kind: RootKind;
  readonly path: string;
  readonly rank?: number;
}

/** Something a user should know about their tree. Lines and columns are 1-based; columns count code points. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  readonly hint?: string;
}

/** A diagnostic before anybody knows which file it is about. */
export type Finding = Omit<Diagnostic, 'path'>;

/** `unreadable` is not absent: a field that is there and cannot be read must never look like no field. */
export type FieldState = 'ok' | 'recovered' | 'unreadable';

/** A value read from YAML: every scalar keeps the text its author wrote (`1.10` stays `"1.10"`). `null` is an empty value. */
export type FieldValue = string | null | readonly FieldValue[] | { readonly [key: string]: FieldValue };

/** One top-level field that may declare requirements or network use. */
export interface DeclaredField {
  readonly state: FieldState;
  /** 1-based line of the key in SKILL.md. */
  readonly line: number;
  readonly value?: FieldValue;
  /** The author's text when `value` could not be read whole. */
  readonly raw?: string;
  /** Lines of nested keys, by dotted path below the field: `{"openclaw.requires.bins": 7}`. */
  readonly lines?: Readonly<Record<string, number>>;
}

/** The fields readiness and network are judged from, by key: see DECLARED_KEYS in skill/declared.ts. */
export type DeclaredFields = Readonly<Record<string, DeclaredField>>;

/** One file of a skill; `path` is relative to the skill's folder, `/`-separated. */
export interface SkillFile {
  readonly path: string;
  readonly kind: 'text' | 'binary';
  /** Bytes. */
  readonly size: number;
}

/** Can it run on this machine? */
export type ReadinessState = 'ready' | 'needs_setup' | 'unknown';

/** What a caller is told about one skill's readiness. Requirements are given as text, such as `bin:jq`. */
export interface Readiness {
  readonly state: ReadinessState;
  /** False when the skill declares nothing at all: then nobody can tell. */
  readonly declared: boolean;
  readonly missing: readonly string[];
  readonly unverifiable: readonly string[];
  /** Postures that stand in the way, such as `network:raw_required`. */
  readonly blocked_on: readonly string[];
  /** False when the answer is about another machine: then nothing was checked and `state` is `unknown`. */
  readonly checked_locally: boolean;
  /**
   * Who reviewed what it needs, where somebody did: a `person`, or the `evidence` of its text was accepted unread. Absent:
   * nobody, or other bytes than these.
   */
  readonly reviewed_by?: 'person' | 'evidence';
  /** No program is ever run to find out. */
  readonly probed: false;
}

/** What became of one requirement. `not_needed`: optional, or lifted by `always: true`. */
export type RequirementState = 'met' | 'missing' | 'unverifiable' | 'not_needed';

/** One requirement, where it is declared, and what was found: the answer to "why?". */
export interface ReadinessReason {
  /** Such as `bin:jq`; the texts of `missing`, `unverifiable` and `blocked_on` are these. */
  readonly requirement: string;
  readonly state: RequirementState;
  /** The key that declares it, such as `metadata.openclaw.requires.bins`. */
  readonly source: string;
  /** 1-based line in SKILL.md; absent for what was reviewed, which stands in the inventory. */
  readonly line?: number;
  /** One sentence for a person. Never the value of an environment variable. */
  readonly note: string;
}

/** How a skill wants the network. A requirement, never a permission. */
export type NetworkMode = 'none' | 'host_only' | 'raw_required' | 'unknown';

/** A skill's network capability and where it comes from. */
export interface NetworkCapability {
  readonly mode: NetworkMode;
  readonly domains: readonly string[];
  readonly declaration: 'reviewed' | 'legacy' | 'frontmatter' | 'none';
  /** Nothing here grants anything. */
  readonly grants: false;
  /** sha256 of the canonical form. */
  readonly digest: string;
}

/** Counts of SKILL.md files: every one found is in exactly one of the six, and `indexed = ordinary + members`. */
export interface LedgerCounts {
  readonly found: number;
  readonly indexed: number;
  readonly ordinary: number;
  readonly members: number;
  readonly nested: number;
  readonly miscased_duplicate: number;
  readonly invalid: number;
  readonly unreadable: number;
  readonly in_broken_collection: number;
  /** Left out by a `.skillficheignore`. */
  readonly ignored: number;
}

/** A collection as an overview shows it. */
export interface CollectionRow {
  readonly id: string;
  readonly title: string;
  /** Members this view can see. */
  readonly count: number;
  readonly prompt_line: string;
}

/** A skill as a page shows it; `description` is one line of at most 200 characters. */
export interface SkillRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly readiness: { readonly state: ReadinessState };
  readonly network: { readonly mode: NetworkMode };
  /** Models are kept away from it; only where people look. */
  readonly user_only?: true;
  /** The id of the skill that has this row's name instead, where the caller may see it. */
  readonly shadowed_by?: string;
}

/** One page: of a collection's members, or of ordinary skills with every collection beside them. */
export interface SkillPage {
  readonly collection?: string;
  readonly total: number;
  readonly offset: number;
  readonly count: number;
  readonly skills: readonly SkillRow[];
  /** Present on the overview (no `collection` asked for) only, whole on every page. */
  readonly collections?: readonly CollectionRow[];
  /** Absent on the last page. */
  readonly next_offset?: number;
  readonly catalog_digest: string;
}

/** One hit. `snippet` is one line from the best place in the text. */
export interface SearchHit {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly collection?: string;
  readonly score: number;
  /** It answers the query in part. At most three, and only where no skill answers it better. */
  readonly match?: 'weak';
  /** As in {@link SkillRow}. */
  readonly user_only?: true;
  readonly snippet: string;
}

export interface SearchResult {
  readonly query: string;
  /** Hits before the limit. */
  readonly total: number;
  readonly offset: number;
  readonly skills: readonly SearchHit[];
  readonly next_offset?: number;
  /** What the hits are ranked by; only where there is an embedder. Words alone: it failed, or was late. */
  readonly ranked_by?: 'words' | 'words_and_vectors';
  /** The index is being built: names and descriptions alone were searched. */
  readonly index?: 'building';
}
