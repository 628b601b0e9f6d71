import { toOneLine } from '../../base/text.ts';
import type { PromptCollection, Via } from './types.ts';

/** The sentences of a prompt block, by the way its reader gets on. */
export interface Wording {
  readonly skills: string;
  readonly collections: string;
  /** `count` more ordinary skills have no line; `folders` hold them. */
  folded(count: number, folders: readonly string[]): string;
  shortened(count: number): string;
  namesOnly(count: number): string;
  /** The shortest line a collection can have. */
  collection(id: string, count: number): string;
}

const MCP: Wording = {
  skills: 'Before a task that one of these skills covers, load it with load_skill(name) and follow it.',
  collections:
    'Collections hold many recipes behind one line. Find one with search_skills(query, collection), or page them with list_skills(collection), then load it with load_skill(name).',
  folded: (count) =>
    `${count} more skills have no line here: page them with list_skills(), search them with search_skills(query).`,
  shortened: (count) => `${count} descriptions are shortened; list_skills() has more of them.`,
  namesOnly: (count) => `${count} skills are listed by name only; list_skills() has their descriptions.`,
  collection: (id, count) => `${id}: ${count} recipes, list_skills(collection="${id}")`,
};

const CLI: Wording = {
  skills: 'Before a task that one of these skills covers, read it with `skillfiche show NAME` and follow it.',
  collections:
    'Collections hold many recipes behind one line. Find one with `skillfiche search WORDS --collection ID`, or page them with `skillfiche list ID --offset N`, then read it with `skillfiche show NAME`.',
  folded: (count) =>
    `${count} more skills have no line here: \`skillfiche list\` pages them, \`skillfiche search WORDS\` finds one.`,
  shortened: (count) => `${count} descriptions are shortened; \`skillfiche list\` has more of them.`,
  namesOnly: (count) => `${count} skills are listed by name only; \`skillfiche list\` has their descriptions.`,
  collection: (id, count) => `${id}: ${count} recipes, \`skillfiche list ${id}\``,
};

const FILES: Wording = {
  skills: 'Before a task that one of these skills covers, read its file and follow it.',
  collections:
    'Collections hold many recipes behind one line: look for the fitting SKILL.md below the folder named with it.',
  folded: (count, folders) =>
    `${count} more skills have no line here: look for SKILL.md files below ${nameFolders(folders)}.`,
  shortened: (count) => `${count} descriptions are shortened; the files have them whole.`,
  namesOnly: (count) => `${count} skills are listed by name only; the files have their descriptions.`,
  collection: (id, count) => `${id}: ${count} recipes`,
};

/** Nothing here searches or pages: what fits a turn is for a session's menu to say. */
const TOOLS: Wording = {
  skills: MCP.skills,
  collections: 'Collections hold many recipes behind one line; load_skill(name) reads one whose name or id you know.',
  folded: (count) => `${count} more skills have no line here; load_skill(name) reads one whose name you know.`,
  shortened: (count) => `${count} descriptions are shortened; load_skill(name) reads a skill whole.`,
  namesOnly: (count) => `${count} skills are listed by name only; load_skill(name) tells what one is for.`,
  collection: (id, count) => `${id}: ${count} recipes`,
};

/** Few readers have more than three roots; a sentence with all of many would cost what it is to save. */
const MAX_NAMED_FOLDERS = 3;

function nameFolders(folders: readonly string[]): string {
  const named = folders.slice(0, MAX_NAMED_FOLDERS).map(toOneLine).join(', ');
  return folders.length > MAX_NAMED_FOLDERS ? `${named} and ${folders.length - MAX_NAMED_FOLDERS} more folders` : named;
}

const WORDINGS: Readonly<Record<Via, Wording>> = { mcp: MCP, cli: CLI, files: FILES, tools: TOOLS };

export function wordingOf(via: Via): Wording {
  return WORDINGS[via];
}

/** A collection's own line, counted. Only `{count}` is replaced; other braces stay as written. */
export function promptLine(collection: PromptCollection): string {
  return toOneLine(collection.prompt_line.replaceAll('{count}', String(collection.count)));
}
