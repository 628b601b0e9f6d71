export interface ContextOptions {
  /** Characters (code points) of the whole text; default 8,000. */
  readonly max_characters?: number;
  /** Ordinary skills with a line of their own; the others are counted in one. Collections keep theirs. Default: all that fit. */
  readonly max_entries?: number;
  /** How the reader gets on; `tools` has `load_skill` and `read_skill_file` alone. Default `mcp`. */
  readonly via?: 'mcp' | 'cli' | 'files' | 'tools';
  readonly format?: 'markdown' | 'xml' | 'json';
}

/** What the budget ladder did to the ordinary skills. */
export interface ContextReport {
  readonly characters: number;
  readonly max_characters: number;
  readonly collections: number;
  readonly members: number;
  readonly ordinary: number;
  /** Ordinary skills left out because another skill has their name: they would load as that one. */
  readonly shadowed: number;
  /**
   * Ordinary skills whose line stands as without a budget (a description of at most 200 characters) / whose description
   * was cut shorter / is left out / that are only counted in one line. Their sum and `shadowed` is `ordinary`.
   */
  readonly whole: number;
  readonly shortened: number;
  readonly names_only: number;
  readonly folded: number;
  readonly collections_shortened: number;
  /** Characters over the budget when even the last rung does not fit; else 0. */
  readonly exceeded_by: number;
  /** The ids behind the counts above. */
  readonly shortened_skills: readonly string[];
  readonly names_only_skills: readonly string[];
  readonly folded_skills: readonly string[];
  readonly shortened_collections: readonly string[];
}

export interface ContextResult {
  readonly text: string;
  readonly report: ContextReport;
}
