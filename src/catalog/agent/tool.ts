import { SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import type { AgentSession, AgentTool, MenuEntry } from '../agent-types.ts';

/** `load_skill` for exactly these; none where nothing is offered. */
export function bindTool(
  entries: readonly MenuEntry[],
  session: AgentSession,
  isLoaded: (id: string) => boolean,
): AgentTool | undefined {
  if (entries.length === 0) return undefined;
  const slugs = entries.map(({ slug }) => slug);
  return {
    name: 'load_skill',
    description: 'Read the instructions of one of the skills offered for this turn, before you follow it.',
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string', enum: slugs, description: 'Which of the skills offered.' } },
      required: ['name'],
      additionalProperties: false,
    },
    async call(input) {
      const name = input?.['name'];
      const entry = entries.find(({ slug }) => slug === name);
      if (entry === undefined) {
        const message = `load_skill: "name" must be one of ${slugs.join(', ')}, not ${quoteValue(name)}.`;
        throw new SkillficheError('INVALID_ARGUMENT', message, { suggestions: slugs.slice(0, 3) });
      }
      const again = isLoaded(entry.id);
      const { text, slug: _, ...read } = await session.activate(entry.slug);
      return { ...read, text: again ? `${entry.slug} is loaded already: its instructions stand above.` : text };
    },
  };
}
