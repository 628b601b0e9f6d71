import { DEFAULT_TOOL_HITS, MAX_SEARCH_HITS } from '../../base/limits.ts';
import type { SearchHit, SearchResult } from '../../base/types.ts';
import type { View } from '../../catalog/types.ts';
import { collectionArgument, limitArgument, offsetArgument } from './common.ts';
import { moreLine, rowLine } from './lines.ts';
import { SEARCH_SCHEMA } from './outputs.ts';
import { defineTool, READS, type Tool } from './tool.ts';

export const searchSkills: Tool = defineTool({
  name: 'search_skills',
  title: 'Search skills',
  use: 'Find the skill for a task by its words: what is to be done, a tool, a file format, a name. Use it before you work out a procedure of your own. Best first; read what fits with load_skill. An empty answer means that nothing fits.',
  collections: true,
  annotations: READS,
  properties: {
    query: { type: 'string', description: 'Words of the task, or a name.', maxLength: 1_000 },
    collection: collectionArgument,
    offset: offsetArgument,
    limit: limitArgument(DEFAULT_TOOL_HITS, MAX_SEARCH_HITS),
  },
  required: ['query'],
  output: SEARCH_SCHEMA,
  async run({ view }, { limit = DEFAULT_TOOL_HITS, ...args }) {
    await readySoon(view);
    const { skills, ...found } = await view.searchSkills({ ...args, limit, wait: false });
    // Some clients show the model the record alone: what ranked a hit, and where, says nothing to it.
    const record = { ...found, skills: skills.map(({ score: _score, snippet: _snippet, ...hit }) => hit) };
    return { record, text: hitsText(record), files: skills.map(({ id }) => ({ id })) };
  },
});

/** Longer no model should wait: while a large index is built, names and descriptions answer. */
const PATIENCE_MS = 1_500;

async function readySoon(view: View): Promise<void> {
  const ready = view.ready();
  // What keeps an index from being built is told by the search.
  ready.catch(() => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  try {
    await Promise.race([ready, late]);
  } finally {
    clearTimeout(timer);
  }
}

type Found = Omit<SearchResult, 'skills'> & { readonly skills: readonly Omit<SearchHit, 'score' | 'snippet'>[] };

/** Characters of a description here: with five of them side by side, the first sentence tells them apart. */
const MAX_HIT_CHARACTERS = 160;

const BUILDING = 'The texts are still being read: only names and descriptions were searched. Ask again for more.';

function hitsText({ total, offset, skills, next_offset, index }: Found): string {
  const meanwhile = index === 'building' ? [BUILDING] : [];
  if (total === 0 && index === 'building') return `Nothing yet. ${BUILDING}`;
  if (total === 0) return 'Nothing here fits. Other words may; list_skills shows what there is.';
  if (skills.length === 0) return `Nothing from ${offset} on: there are ${total} hits.`;
  if (skills.every(({ match }) => match === 'weak')) {
    return [
      ...meanwhile,
      'No sure match; in part these may fit:',
      ...skills.map((hit) => rowLine(hit, MAX_HIT_CHARACTERS)),
    ].join('\n');
  }
  const head =
    skills.length === total ? 'Best first:' : `${offset + 1} to ${offset + skills.length} of ${total}, best first:`;
  return [...meanwhile, head, ...skills.map((hit) => rowLine(hit, MAX_HIT_CHARACTERS)), ...moreLine(next_offset)].join(
    '\n',
  );
}
