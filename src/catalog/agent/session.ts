import { SkillficheError } from '../../base/errors.ts';
import { DEFAULT_MENU_SKILLS, MAX_MENU_SKILLS } from '../../base/limits.ts';
import { type OptionKeys, requireOptions } from '../../base/options.ts';
import { quoteValue } from '../../base/text.ts';
import type { ActivatedSkill, AgentSession, AgentSessionOptions, AgentState } from '../agent-types.ts';
import type { CatalogContext } from '../internals.ts';
import type { Selection } from '../rows/selection.ts';
import type { SkillReply } from '../types.ts';
import { compactMessages } from './compact.ts';

const SESSION_KEYS: OptionKeys<AgentSessionOptions> = { menu: true, agent: true, embedder: true, state: true };
const MENU_KEYS: OptionKeys<{ size?: number }> = { size: true };
const MAX_AGENT_SKILLS = 30;
/** Pages of 24,000 characters that a load gives at once; of longer texts the first, and how to read on. */
const MAX_PAGES = 5;

/** What a session is made on. */
export interface SessionGround {
  readonly context: CatalogContext;
  readonly selection: Selection;
  readonly reply: (id: string, offset?: number) => Promise<SkillReply>;
}

/** A session over one view. Options are checked now, and the disk is read by `menu` and `activate` alone. */
export function openSession(ground: SessionGround, options: AgentSessionOptions = {}): AgentSession {
  requireOptions(options, 'agentSession', SESSION_KEYS);
  const size = readSize(options.menu);
  const own = readOwn(options.agent);
  const visible = new Set(ground.selection.all().map((row) => ground.selection.id(row)));
  const before = readState(options.state);
  // A skill that this view does not show any more is not there either.
  const loaded = new Map(before.activated.filter(({ id }) => visible.has(id)).map((one) => [one.id, one]));
  const loading = new Map<string, Promise<ActivatedSkill>>();
  let offered = before.offered.filter(({ id }) => visible.has(id));

  const load = async (slug: string, id: string): Promise<ActivatedSkill> => {
    const first = await ground.reply(id);
    let text = first.text;
    let note = first.note;
    let page = first;
    for (let pages = 1; page.next_offset !== undefined && pages < MAX_PAGES; pages++) {
      page = await ground.reply(id, page.next_offset);
      text += page.text;
      note = page.note;
    }
    const rest = page.next_offset === undefined ? '' : `read_skill_file(path="SKILL.md") has the rest.\n`;
    const files = first.next_offset === undefined ? note : first.note.replace(/^Characters .*\n/, '');
    const { digest, source } = first;
    const skill = { slug, id, digest, ...(source === undefined ? {} : { source }), text: text + files + rest };
    loaded.set(id, skill);
    return skill;
  };
  const session: AgentSession = {
    async menu(turn) {
      if (typeof turn !== 'string') {
        throw new SkillficheError('INVALID_ARGUMENT', `A turn is what the user said, a text, not ${quoteValue(turn)}.`);
      }
      const { makeMenu } = await import('./menu.ts');
      const isLoaded = (id: string): boolean => loaded.has(id);
      const made = await makeMenu(ground, turn, { size, own, isLoaded, embedder: options.embedder });
      offered = made.entries.map(({ slug, id }) => ({ slug, id }));
      const { bindTool } = await import('./tool.ts');
      const tool = bindTool(made.entries, session, isLoaded);
      return { ...made, ...(tool === undefined ? {} : { tool }) };
    },
    async activate(slug) {
      const known = [...loaded.values()].find((one) => one.slug === slug);
      if (known !== undefined) return known;
      const entry = offered.find((one) => one.slug === slug);
      if (entry === undefined) {
        const names = offered.map((one) => one.slug);
        const there = names.length === 0 ? 'Nothing is offered now.' : `There are ${names.join(', ')}.`;
        const message = `${quoteValue(slug)} is not on the menu of this turn. ${there}`;
        throw new SkillficheError('INVALID_ARGUMENT', message, { suggestions: names.slice(0, 3) });
      }
      const done = loaded.get(entry.id);
      if (done !== undefined) return done;
      const making = loading.get(entry.id) ?? load(entry.slug, entry.id).finally(() => loading.delete(entry.id));
      loading.set(entry.id, making);
      return making;
    },
    activated: async () => [...loaded.values()],
    compact(messages, keep) {
      if (!Array.isArray(messages) || !Number.isSafeInteger(keep) || keep < 0) {
        throw new SkillficheError(
          'INVALID_ARGUMENT',
          'compact takes a list of messages, and how many of the last stay.',
        );
      }
      return compactMessages(
        messages,
        keep,
        [...loaded.values()].map(({ text }) => text),
      );
    },
    state: () => ({ version: 1, offered: [...offered], activated: [...loaded.values()] }),
  };
  return Object.freeze(session);
}

function readSize(menu: AgentSessionOptions['menu']): number {
  if (menu === undefined) return DEFAULT_MENU_SKILLS;
  requireOptions(menu, 'menu', MENU_KEYS);
  const { size = DEFAULT_MENU_SKILLS } = menu;
  if (Number.isSafeInteger(size) && size >= 1 && size <= MAX_MENU_SKILLS) return size;
  const message = `menu.size must be a whole number from 1 to ${MAX_MENU_SKILLS}, not ${quoteValue(size)}.`;
  throw new SkillficheError('INVALID_ARGUMENT', message);
}

function readOwn(agent: unknown): readonly string[] {
  if (agent === undefined) return [];
  if (!Array.isArray(agent) || agent.some((one) => typeof one !== 'string')) {
    throw new SkillficheError('INVALID_ARGUMENT', `agent must be a list of ids or names, not ${quoteValue(agent)}.`);
  }
  if (agent.length <= MAX_AGENT_SKILLS) return agent;
  const message = `An agent has at most ${MAX_AGENT_SKILLS} skills of its own, not ${agent.length}.`;
  throw new SkillficheError('INVALID_ARGUMENT', message);
}

function readState(state: unknown): AgentState {
  if (state === undefined) return { version: 1, offered: [], activated: [] };
  const { version, offered, activated } = (state ?? {}) as { [K in keyof AgentState]?: unknown };
  const isRight =
    version === 1 && areTexts(offered, ['slug', 'id']) && areTexts(activated, ['slug', 'id', 'digest', 'text']);
  if (isRight) return state as AgentState;
  throw new SkillficheError('INVALID_ARGUMENT', 'state must be what the state() of a session gave.');
}

function areTexts(list: unknown, keys: readonly string[]): boolean {
  return (
    Array.isArray(list) &&
    list.every((one) => typeof one === 'object' && one !== null && keys.every((key) => typeof one[key] === 'string'))
  );
}
