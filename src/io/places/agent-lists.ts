// What agents make of a folder of skills: how deep they look, and how much of it reaches the model. Facts of others, each with
// where it was read and when; an agent that is not here has told nobody.

/** How one agent lists skills. A limit that is absent is none that is known. */
export interface AgentList {
  /** Folders below the one it reads in which a SKILL.md is found: 1 is `<folder>/<skill>`. */
  readonly depth?: number;
  /** Skills that reach the list. */
  readonly entries?: number;
  /** Characters of the whole list, where the agent does not know how large its model's window is. */
  readonly characters?: number;
  /** Characters of one description. */
  readonly description?: number;
  /** It loads no skill whose frontmatter a strict YAML reader refuses. */
  readonly strict?: true;
  /** What goes first where the list is too long: descriptions, and then names too; or descriptions alone. */
  readonly cuts?: 'descriptions' | 'descriptions-then-skills';
  /** In words: what its limit really is. */
  readonly limit?: string;
  /** Where that was read. */
  readonly source: string;
}

/** When the sources were read. */
export const AGENT_LISTS_READ = 'September 2026';

export const AGENT_LISTS: Readonly<Record<string, AgentList>> = {
  'claude-code': {
    characters: 8_000,
    description: 1_536,
    cuts: 'descriptions',
    limit: '1 % of the context window (`skillListingBudgetFraction`), 8,000 characters where that is not known',
    source: 'code.claude.com/docs/en/skills',
  },
  codex: {
    depth: 6,
    characters: 8_000,
    description: 1_024,
    strict: true,
    cuts: 'descriptions-then-skills',
    limit: '2 % of the context window, 8,000 characters where that is not known',
    source: 'openai/codex, core-skills/src/loader.rs and render.rs',
  },
  'gemini-cli': { depth: 1, source: 'google-gemini/gemini-cli, packages/core/src/skills/skillLoader.ts' },
  opencode: { source: 'anomalyco/opencode, packages/opencode/src/skill/index.ts' },
  openclaw: {
    depth: 6,
    entries: 150,
    characters: 18_000,
    cuts: 'descriptions-then-skills',
    limit: '150 skills and 18,000 characters',
    source: 'openclaw, src/agents/skills/workspace.ts and docs/tools/skills.md',
  },
  hermes: { source: 'NousResearch/hermes-agent, agent/prompt_builder.py' },
  pi: { source: 'badlogic/pi-mono, packages/coding-agent/src/core/skills.ts' },
  goose: { source: 'goose, crates/.../skills/mod.rs' },
  deepagents: { depth: 1, source: 'langchain-ai/deepagents, middleware/skills.py' },
  'github-copilot': {
    depth: 1,
    limit: 'not told; 25 of 201 skills were shown once (github/copilot-cli#2314)',
    source: 'code.visualstudio.com/docs/agent-customization/agent-skills',
  },
};
