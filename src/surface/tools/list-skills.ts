import { DEFAULT_PAGE_ROWS, MAX_PAGE_ROWS } from '../../base/limits.ts';
import { toOneLine } from '../../base/text.ts';
import type { SkillPage } from '../../base/types.ts';
import { NETWORK_MODES, READINESS_STATES } from '../../catalog/view/list-filter.ts';
import { collectionArgument, limitArgument, offsetArgument } from './common.ts';
import { moreLine, rangeOf, rowLine } from './lines.ts';
import { PAGE_SCHEMA } from './outputs.ts';
import { defineTool, READS, type Tool } from './tool.ts';

export const listSkills: Tool = defineTool({
  name: 'list_skills',
  title: 'List skills',
  use: 'Page through skills. Without collection: those outside collections, and every collection with its count. For a task use search_skills.',
  annotations: READS,
  properties: {
    collection: collectionArgument,
    state: { type: 'string', description: 'Filter.', enum: READINESS_STATES },
    network: { type: 'string', description: 'Filter.', enum: NETWORK_MODES },
    match: { type: 'string', description: 'Text in it.', maxLength: 1_000 },
    offset: offsetArgument,
    limit: limitArgument(DEFAULT_PAGE_ROWS, MAX_PAGE_ROWS),
  },
  output: PAGE_SCHEMA,
  async run({ view }, args) {
    const record = await view.listSkills(args);
    return { record, text: pageText(record) };
  },
});

function pageText(page: SkillPage): string {
  const rows = page.skills.map((row) => rowLine(row));
  const range = rangeOf(page.offset, page.count, page.total);
  const more = moreLine(page.next_offset);
  if (page.collection !== undefined) return [`Skills of ${page.collection}, ${range}:`, ...rows, ...more].join('\n');
  const collections = page.collections ?? [];
  const isFirst = page.offset === 0 && collections.length > 0;
  const lines = isFirst
    ? collections.map(({ id, count, prompt_line }) => `- ${id} (${count}): ${toOneLine(prompt_line)}`)
    : [];
  const heads = isFirst ? ['Collections; list_skills with one of them as collection pages through it:', ...lines] : [];
  const own =
    page.total === 0 ? ['No skills outside collections.'] : [`Skills outside collections, ${range}:`, ...rows];
  return [...heads, ...own, ...more].join('\n');
}
