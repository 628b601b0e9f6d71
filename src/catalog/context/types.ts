/** How the reader of a prompt gets on: MCP tools, CLI commands, the files themselves, or tools that load and no more. */
export type Via = 'mcp' | 'cli' | 'files' | 'tools';
export type ContextFormat = 'markdown' | 'xml' | 'json';

/** An ordinary skill for the prompt. Texts are as the tree has them; rendering cleans them. */
export interface PromptSkill {
  readonly id: string;
  /** Of its root: the lower comes first. */
  readonly rank: number;
  /** What loads it: its name, or its id where the name is disputed. */
  readonly label: string;
  /** May be a getter: with thousands of skills most descriptions are never asked for. */
  readonly description: string;
  /** Absolute path of its SKILL.md. */
  readonly location: string;
}

/** A collection for the prompt. */
export interface PromptCollection {
  readonly id: string;
  readonly title: string;
  readonly count: number;
  /** Holds `{count}`. */
  readonly prompt_line: string;
  /** Absolute folder of its members. */
  readonly location: string;
}
