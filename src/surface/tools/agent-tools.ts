import { SkillficheError } from '../../base/errors.ts';
import { type OptionKeys, requireOptions } from '../../base/options.ts';
import { quoteValue } from '../../base/text.ts';
import type { AgentSession, AgentTool, AgentToolResult } from '../../catalog/agent-types.ts';
import type { ContextResult, SkillOrigin, View } from '../../catalog/types.ts';
import { namesTakenIn } from '../../catalog/view/shown.ts';
import type { ProposedSkill, ProposeOptions } from '../../owner/store/verbs/propose.ts';
import { loadSkill } from './load-skill.ts';
import { proposeSkill } from './propose-skill.ts';
import { readSkillFile } from './read-skill-file.ts';
import type { KeptDraft, Tool, ToolContext } from './tool.ts';

// What an agent's own loop takes: text for its system prompt, and functions. No framework is known here.

export interface InstructionOptions {
  /** Skills with a line of their own; the others are counted in one. Collections keep theirs. Default 40. */
  readonly max_entries?: number;
  /** Characters (code points) of the whole text; default 8,000. */
  readonly max_characters?: number;
}

export interface SkillToolOptions {
  /** Tells the folder of a loaded skill, for an agent whose commands run on this machine. Default true. */
  readonly directories?: boolean;
  /** Its menus give out `load_skill`; then `read_skill_file` alone is given, and reads what the session has loaded. */
  readonly session?: AgentSession;
  /** Adds `propose_skill`: what keeps a draft for a person, such as `workspace.skills.propose`. Default: models propose nothing. */
  readonly propose?: (draft: ProposedSkill, options: ProposeOptions) => Promise<KeptDraft>;
}

const INSTRUCTION_KEYS: OptionKeys<InstructionOptions> = { max_entries: true, max_characters: true };
const TOOL_KEYS: OptionKeys<SkillToolOptions> = { directories: true, session: true, propose: true };

const MAX_ENTRIES = 40;

/** What a system prompt says of the skills of a view, for an agent that has the tools of `skillTools`; and what did not fit. */
export async function skillInstructions(view: View, options: InstructionOptions = {}): Promise<ContextResult> {
  requireOptions(options, 'skillInstructions', INSTRUCTION_KEYS);
  const { max_entries = MAX_ENTRIES, ...more } = options;
  return view.context({ ...more, max_entries, via: 'tools' });
}

/** `load_skill` and `read_skill_file` over a view, as functions. Reads nothing before one is called. */
export function skillTools(view: View, options: SkillToolOptions = {}): readonly AgentTool[] {
  requireOptions(options, 'skillTools', TOOL_KEYS);
  const { directories = true, session, propose } = options;
  const reading = session === undefined ? [loadSkill, readSkillFile] : [readSkillFile];
  const tools = reading.map((tool) => agentTool(tool, { view, directories }, session));
  if (propose === undefined) return tools;
  const isTaken = namesTakenIn(view);
  const keepDraft = (draft: ProposedSkill): Promise<KeptDraft> => propose(draft, { isTaken });
  return [...tools, agentTool(proposeSkill, { view, directories, keepDraft }, undefined)];
}

function agentTool(tool: Tool, context: ToolContext, session: AgentSession | undefined): AgentTool {
  const { name } = tool;
  const { type, properties, required = [], additionalProperties } = tool.input;
  const inputSchema = { type, properties: structuredClone(properties), required: [...required], additionalProperties };
  return {
    name,
    description: tool.use,
    inputSchema,
    async call(input) {
      const given = session === undefined ? input : await heldTo(session, name, input);
      const { record, text } = await tool.call(context, given ?? {});
      return { text, ...readFrom(record) };
    },
  };
}

/** The same arguments, with the id of a skill that the session has loaded; throws INVALID_ARGUMENT before anything is read. */
async function heldTo(
  session: AgentSession,
  tool: string,
  input: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const name = input?.['name'];
  const loaded = await session.activated();
  const skill = loaded.find(({ slug, id }) => slug === name || id === name);
  if (skill !== undefined) return { ...input, name: skill.id };
  const slugs = loaded.map(({ slug }) => slug);
  const there = slugs.length === 0 ? 'None is loaded.' : `Loaded are ${slugs.join(', ')}.`;
  const message = `${tool}: "name" must be a skill that was loaded, not ${quoteValue(name)}. ${there}`;
  throw new SkillficheError('INVALID_ARGUMENT', message, { suggestions: slugs.slice(0, 3) });
}

/** What was read, for whoever keeps a record of a turn. */
function readFrom(record: Readonly<Record<string, unknown>>): Omit<AgentToolResult, 'text'> {
  const { id, digest, path, source } = record;
  return {
    id: String(id),
    digest: String(digest),
    ...(typeof path === 'string' ? { path } : {}),
    // The record is the tool's own, of the shape that its schema says.
    ...(source === undefined ? {} : { source: source as SkillOrigin }),
  };
}
