import {
  DEFAULT_PAGE_ROWS,
  DEFAULT_SEARCH_HITS,
  MAX_PAGE_ROWS,
  MAX_SEARCH_HITS,
  MAX_TOOL_TEXT_CHARACTERS,
} from '../../base/limits.ts';
import { countCharacters, cutTo, toOneLine } from '../../base/text.ts';
import type { View } from '../../catalog/types.ts';
import type { ArgumentSchema, InputSchema } from './arguments.ts';
import {
  FILE_SCHEMA,
  type ObjectSchema,
  PAGE_SCHEMA,
  READINESS_SCHEMA,
  SEARCH_SCHEMA,
  SKILL_SCHEMA,
} from './tool-schemas.ts';

export type ToolName = 'list_skills' | 'search_skills' | 'load_skill' | 'read_skill_file' | 'skill_readiness';

interface ToolPlan {
  readonly title: string;
  /** What it does and when to use it. */
  readonly use: string;
  /** Whether the lines of the collections follow: once where an agent looks around, once where it searches. */
  readonly collections: boolean;
  readonly input: InputSchema;
  readonly output: ObjectSchema;
}

/** One tool as `tools/list` shows it. */
export interface ToolListing {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: typeof ANNOTATIONS;
}

/** Every tool only reads local files; the protocol's defaults would say the opposite of each. */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const;

/** Longer than any id or path a tree can hold. */
const MAX_REF_LENGTH = 4_096;

function textArgument(description: string, maxLength: number = MAX_REF_LENGTH): ArgumentSchema {
  return { type: 'string', description, maxLength };
}

const offset: ArgumentSchema = {
  type: 'integer',
  description: 'Where to start; next_offset of the page before. Default 0.',
  minimum: 0,
};

function limit(fallback: number, maximum: number): ArgumentSchema {
  return { type: 'integer', description: `Rows at most. Default ${fallback}.`, minimum: 1, maximum };
}

function input(properties: InputSchema['properties'], ...required: string[]): InputSchema {
  return required.length === 0
    ? { type: 'object', properties, additionalProperties: false }
    : { type: 'object', properties, required, additionalProperties: false };
}

const skillArgument = textArgument('The id or the name of a skill, as list_skills or search_skills gives it.');
const collectionArgument = textArgument('The id of a collection.', 64);

export const TOOLS: Readonly<Record<ToolName, ToolPlan>> = {
  list_skills: {
    title: 'List skills',
    use: 'Page through the skills that are here: tested recipes for kinds of tasks. Without collection: the skills outside collections, and every collection with its number of skills. With collection: its skills. Use it to see what there is; for the recipe of a given task search_skills is shorter.',
    collections: true,
    input: input({ collection: collectionArgument, offset, limit: limit(DEFAULT_PAGE_ROWS, MAX_PAGE_ROWS) }),
    output: PAGE_SCHEMA,
  },
  search_skills: {
    title: 'Search skills',
    use: 'Find the skill for a task by its words: what is to be done, a tool, a file format, a name. Use it before you work out a procedure of your own. Best first; read what fits with load_skill. An empty list means that nothing fits.',
    collections: true,
    input: input(
      {
        query: textArgument('Words of the task, or a name.', 1_000),
        collection: collectionArgument,
        offset,
        limit: limit(DEFAULT_SEARCH_HITS, MAX_SEARCH_HITS),
      },
      'query',
    ),
    output: SEARCH_SCHEMA,
  },
  load_skill: {
    title: 'Load a skill',
    use: 'Read the instructions of one skill and the list of its files. Use it before you follow a skill: list_skills and search_skills show descriptions only. Long instructions come in pages. Read its other files with read_skill_file.',
    collections: false,
    input: input({ name: skillArgument, offset }, 'name'),
    output: SKILL_SCHEMA,
  },
  read_skill_file: {
    title: 'Read a file of a skill',
    use: 'Read one file that belongs to a skill, such as a reference, a template or a script its instructions name. load_skill lists the files. Long files come in pages; of a binary file only the facts are given. Nothing is run.',
    collections: false,
    input: input(
      { name: skillArgument, path: textArgument('The path of the file as load_skill lists it.'), offset },
      'name',
      'path',
    ),
    output: FILE_SCHEMA,
  },
  skill_readiness: {
    title: 'Check readiness',
    use: 'Can a skill run on this machine? Tells which programs, variables and other things it says it needs are missing here. Give name for one skill, collection for its skills, or nothing for all. Looks at this machine only; runs nothing. unknown means that the skill does not say what it needs, or that it cannot be checked.',
    collections: false,
    input: input({ name: skillArgument, collection: collectionArgument, offset }),
    output: READINESS_SCHEMA,
  },
};

/** The tools of a view in a fixed order; none where nothing is visible. */
export function listTools(view: View): readonly ToolListing[] {
  if (view.entries().length === 0) return [];
  const lines = collectionLines(view);
  return (Object.keys(TOOLS) as ToolName[]).map((name) => {
    const { title, use, collections, input: inputSchema, output: outputSchema } = TOOLS[name];
    const description = collections && lines !== '' ? `${use}\n${lines}` : use;
    return { name, title, description, inputSchema, outputSchema, annotations: ANNOTATIONS };
  });
}

/** At most this many characters of lines: with the longest `use` the whole stays below MAX_TOOL_TEXT_CHARACTERS. */
const LINES_BUDGET = MAX_TOOL_TEXT_CHARACTERS - 500;
const MIN_LINE = 60;

/** One line a collection. With many, all get shorter; those that still do not fit are counted in a last line. */
function collectionLines(view: View): string {
  const collections = view.collections();
  if (collections.length === 0) return '';
  const shown = collections.slice(0, Math.floor(LINES_BUDGET / (MIN_LINE + 1)) - 1);
  const each = Math.max(MIN_LINE, Math.floor(LINES_BUDGET / (shown.length + 1)) - 1);
  const lines = shown.map(({ id, count, prompt_line }) => {
    const line = `- ${id} (${count}): ${toOneLine(prompt_line)}`;
    return countCharacters(line) <= each ? line : cutTo(line, each);
  });
  const rest = collections.length - shown.length;
  if (rest > 0) lines.push(`- and ${rest} more: list_skills without collection names them`);
  return `Collections:\n${lines.join('\n')}`;
}
