export interface ReadinessCounts {
  readonly total: number;
  readonly ready: number;
  readonly needs_setup: number;
  readonly unknown: number;
  /** Skills that declare anything at all. */
  readonly declared: number;
  /** Skills whose needs a person reviewed, and those whose evidence was accepted unread; both for the bytes they have now. */
  readonly by_review: number;
  readonly by_evidence: number;
  /** Of those nobody can tell about: how many show what they need, and how many nobody has looked at. Only where that was asked. */
  readonly evidence_only?: number;
  readonly evidence_unread?: number;
  /** What to install for the most skills to have all they declare, were reviewed for, or show. Only where evidence was asked. */
  readonly unlock?: Unlock;
}

/** A few things to install, and how many skills that lack something now would then lack nothing that is known. */
export interface Unlock {
  /** The most wanted first, at most three: `bin:samtools`, `python:pysam`. */
  readonly install: readonly string[];
  readonly skills: number;
}

/** Readiness of one tree. */
export interface ScopeReadiness extends ReadinessCounts {
  readonly id: string;
  readonly kind: 'root' | 'collection';
}

/** A requirement and how many skills wait for it. */
export interface WaitedFor {
  readonly requirement: string;
  readonly skills: number;
  /** Of these, how many wait for nothing else and have nothing in doubt: they are ready once it is there. */
  readonly alone: number;
}

export interface ReadinessSummary extends ReadinessCounts {
  readonly scopes: readonly ScopeReadiness[];
  /** What is missing or stands in the way, the most waited for first. */
  readonly missing: readonly WaitedFor[];
}

export interface ReadinessSummaryOptions {
  readonly collection?: string;
  /**
   * What to add for skills that declare nothing and that nobody reviewed: nothing (default), what was `kept` when their
   * evidence was last read, or what they show, `read` now where it was not kept (about 2 ms a skill).
   */
  readonly evidence?: 'kept' | 'read';
}
