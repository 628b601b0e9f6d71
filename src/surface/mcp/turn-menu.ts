import type { CallToolResult } from '@modelcontextprotocol/server';
import { SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import type { View } from '../../catalog/types.ts';
import { offsetArgument } from '../tools/common.ts';
import { loadSkill } from '../tools/load-skill.ts';
import { MENU_SCHEMA } from '../tools/outputs.ts';
import { readSkillFile } from '../tools/read-skill-file.ts';
import { inputSchema, type Properties } from '../tools/schema.ts';
import { defineTool, READS, type Tool } from '../tools/tool.ts';
import { invalidParams } from './failures.ts';
import type { Serving } from './live.ts';
import { answerCall, listTool, type ToolListing } from './tool-calls.ts';

/** A user pastes whole files; triggers are looked for in all of it. */
const MAX_TURN_CHARACTERS = 200_000;

const NOTHING_FITS = 'No skill fits this turn: go on without one.';

/** Skills that a name stands for. */
type Named = ReadonlyMap<string, string>;

/**
 * The tools of one client that is offered a menu a turn: `load_skill` is there while there is a menu, and takes its names
 * alone; `read_skill_file` reads what was loaded; nothing lists or searches. What a refreshed view no longer shows is
 * neither offered nor read.
 */
export class TurnMenu {
  readonly #suggest: Tool;
  #offered: Named = new Map();
  readonly #loaded = new Map<string, string>();
  #told = '';

  constructor(size: number) {
    this.#suggest = defineTool({
      name: 'suggest_skills',
      title: 'Suggest skills',
      use: 'Names the few skills that fit what the user just said; call it at each turn, before you begin. Then load_skill reads one of them. Often none fits.',
      annotations: READS,
      properties: {
        turn: { type: 'string', description: 'What the user said, word for word.', maxLength: MAX_TURN_CHARACTERS },
      },
      required: ['turn'],
      output: MENU_SCHEMA,
      run: async ({ view }, { turn }) => {
        const { entries, instructions, report } = await view.agentSession({ menu: { size } }).menu(turn);
        this.#offered = new Map(entries.map(({ slug, id }) => [slug, id]));
        return { record: { entries, report }, text: instructions === '' ? NOTHING_FITS : instructions };
      },
    });
  }

  list(view?: View): readonly ToolListing[] {
    if (view?.entries().length === 0) return [];
    const bound = view === undefined ? [] : [this.#bound(loadSkill, view), this.#bound(readSkillFile, view)];
    return [listTool(this.#suggest, view), ...bound.filter((one) => one !== undefined)];
  }

  /** Whether the list of tools is another than when this was asked before. */
  isNews(view: View | undefined): boolean {
    const now = JSON.stringify(this.list(view));
    const isOther = now !== this.#told;
    this.#told = now;
    return isOther;
  }

  async call({ view }: Serving, name: string, given: unknown, directories: boolean): Promise<CallToolResult> {
    const tool = [this.#suggest, loadSkill, readSkillFile].find((one) => one.name === name);
    const names = tool === undefined || tool === this.#suggest ? undefined : this.#namesOf(tool, view);
    if (tool === undefined || names?.size === 0 || view.entries().length === 0) {
      const message = `There is no tool ${JSON.stringify(name)} just now. suggest_skills says what fits a turn; tools/list names the tools there are.`;
      throw invalidParams(message);
    }
    return answerCall(given, async (args) => {
      const held = names === undefined ? args : heldTo(names, tool, args);
      const { text, record } = await tool.call({ view, directories }, held);
      if (tool === loadSkill) this.#remember(names, String(record['id']));
      return { content: [{ type: 'text', text }], structuredContent: { ...record } };
    });
  }

  #remember(names: Named | undefined, id: string): void {
    for (const [slug, known] of names ?? []) if (known === id) this.#loaded.set(slug, id);
  }

  #namesOf(tool: Tool, view: View): Named {
    const names = tool === loadSkill ? this.#offered : this.#loaded;
    if (names.size === 0) return names;
    const visible = new Set(view.entries().map(({ id }) => id));
    return new Map([...names].filter(([, id]) => visible.has(id)));
  }

  #bound(tool: Tool, view: View): ToolListing | undefined {
    const names = this.#namesOf(tool, view);
    if (names.size === 0) return undefined;
    const { properties, required } = tool.input;
    const name = {
      type: 'string',
      description: tool === loadSkill ? 'Which of the skills offered.' : 'Which of the skills loaded.',
      enum: [...names.keys()],
    } as const;
    const held: Properties = { ...properties, name, offset: offsetArgument };
    return { ...listTool(tool, view), inputSchema: inputSchema(held, required) };
  }
}

/** The arguments with the id in place of the name; throws INVALID_ARGUMENT before a file is looked at. */
function heldTo(names: Named, tool: Tool, args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const given = args['name'];
  const id = typeof given === 'string' ? names.get(given) : undefined;
  if (id !== undefined) return { ...args, name: id };
  const slugs = [...names.keys()];
  const message = `${tool.name}: "name" must be one of ${slugs.join(', ')}, not ${quoteValue(given)}.`;
  throw new SkillficheError('INVALID_ARGUMENT', message, { suggestions: slugs.slice(0, 3) });
}
