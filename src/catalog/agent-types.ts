import type { Embedder } from '../io/net/embedder.ts';
import type { SkillOrigin } from './types.ts';

export interface AgentSessionOptions {
  /** `size`: skills offered in one turn, 1 to 6; default 3. */
  readonly menu?: { readonly size?: number };
  /** The agent's own list, ids or names, at most 30: those of them without triggers are always on. */
  readonly agent?: readonly string[];
  /** Instead of the catalog's. */
  readonly embedder?: Embedder;
  /** What `state()` gave, also by way of JSON. */
  readonly state?: AgentState;
}

/** One skill offered in a turn. */
export interface MenuEntry {
  /** The name where no other visible skill has it, else the id: what `load_skill` takes. */
  readonly slug: string;
  readonly id: string;
  readonly title: string;
  /** One line. */
  readonly description: string;
  /** Such as `trigger "csv"`, `words 0.83`, `words and vectors 0.83` or `always`. */
  readonly why: string;
}

export interface MenuReport {
  readonly offered: number;
  /** What fitted the turn and found no place. */
  readonly left_out: { readonly triggers: number; readonly words: number; readonly always: number };
  /** What fitted and is loaded already. */
  readonly loaded: number;
  /** Names of the agent's own list that no visible skill has. */
  readonly dropped: readonly string[];
  readonly ranked_by?: 'words' | 'words_and_vectors';
}

/** What a call of a tool gives: the text is for the model, the rest says what was read. */
export interface AgentToolResult {
  readonly text: string;
  readonly id: string;
  /** sha256 of the file on disk, `sha256:` and 64 hex digits. */
  readonly digest: string;
  /** Of a file that is not the SKILL.md. */
  readonly path?: string;
  /** Where its collection says that the skill was copied from. */
  readonly source?: SkillOrigin;
}

/** One tool as every agent framework takes it, by some five lines. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  /** A plain JSON schema, which is the caller's own: a framework may change it. */
  readonly inputSchema: {
    type: 'object';
    properties: Record<string, object>;
    required: string[];
    additionalProperties: false;
  };
  /** Rejects with a SkillficheError whose message the model can act on. */
  call(input: Readonly<Record<string, unknown>>): Promise<AgentToolResult>;
}

export interface AgentMenu {
  readonly entries: readonly MenuEntry[];
  /** For the system prompt of this turn; empty where nothing is offered. */
  readonly instructions: string;
  /** Only where something is offered; `name` is bound to the slugs of this turn. */
  readonly tool?: AgentTool;
  readonly report: MenuReport;
}

export interface ActivatedSkill {
  readonly slug: string;
  readonly id: string;
  /** sha256 of the SKILL.md it was read from, `sha256:` and 64 hex digits. */
  readonly digest: string;
  readonly source?: SkillOrigin;
  /** Framed; the same bytes for the whole run. */
  readonly text: string;
}

/** Plain JSON. */
export interface AgentState {
  readonly version: 1;
  readonly offered: readonly { readonly slug: string; readonly id: string }[];
  readonly activated: readonly ActivatedSkill[];
}

/** The skills of one run of an agent. */
export interface AgentSession {
  /** The few skills that fit a turn of the user's. Nothing else can be loaded until the next menu. */
  menu(turn: string): Promise<AgentMenu>;
  /** Loads a skill of the last menu; one that is loaded already is given as it was. INVALID_ARGUMENT for any other name. */
  activate(slug: string): Promise<ActivatedSkill>;
  activated(): Promise<readonly ActivatedSkill[]>;
  /** Messages with the results of tools before the last `keep` shortened; what holds an activated text stays as it is. */
  compact<M>(messages: readonly M[], keep: number): M[];
  state(): AgentState;
}
