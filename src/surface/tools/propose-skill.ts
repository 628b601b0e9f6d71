import { internalError } from '../../base/errors.ts';
import { MAX_DESCRIPTION_CHARACTERS, MAX_NAME_CHARACTERS, MAX_SKILL_BYTES } from '../../base/limits.ts';
import { PROPOSAL_SCHEMA } from './outputs.ts';
import { defineTool, type Tool } from './tool.ts';

/** In no list of tools by itself: whoever runs a server or a loop says that models may propose. */
export const proposeSkill: Tool = defineTool({
  name: 'propose_skill',
  title: 'Propose a skill',
  use: 'Propose a new skill for what you have learned to do and will need again. It changes nothing: a person reads it and decides. Name no secret, and nobody.',
  annotations: { readOnlyHint: false, openWorldHint: false, destructiveHint: false, idempotentHint: false },
  properties: {
    name: {
      type: 'string',
      description: 'A new name: small letters, digits and single hyphens.',
      maxLength: MAX_NAME_CHARACTERS,
    },
    description: {
      type: 'string',
      description: 'One line: what it does, and when to use it.',
      maxLength: MAX_DESCRIPTION_CHARACTERS,
    },
    instructions: {
      type: 'string',
      description: 'The steps, in Markdown, without frontmatter.',
      maxLength: MAX_SKILL_BYTES,
    },
    note: { type: 'string', description: 'Why, for the person who decides.', maxLength: MAX_DESCRIPTION_CHARACTERS },
  },
  required: ['name', 'description', 'instructions'],
  output: PROPOSAL_SCHEMA,
  async run({ keepDraft }, draft) {
    if (keepDraft === undefined) throw internalError('propose_skill was called where nothing is kept');
    const { id, name, digest } = await keepDraft(draft);
    const text = `${name} was proposed. Nothing changes before a person turns it on: go on without it.`;
    return { record: { id, name, digest }, text };
  },
});
