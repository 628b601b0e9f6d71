import { setImmediate as nextTurn } from 'node:timers/promises';
import { CLIENT_CAPABILITIES_META_KEY, Server, type ServerContext } from '@modelcontextprotocol/server';
import { MAX_TOOL_TEXT_CHARACTERS } from '../../base/limits.ts';
import { cannotAnswer, invalidParams, toProtocolError } from './failures.ts';
import { createGate } from './limited.ts';
import type { Live, Serving } from './live.ts';
import { type Params, paramsSchema, readOptionalText, recordParam, textParam, textsParam } from './params.ts';
import { completeName, completion, getPrompt, listPrompts } from './prompts.ts';
import { callProposing, listProposing, PROPOSE, type Propose } from './proposals.ts';
import { completePath, getSkill, listResources, listSkillResources, readDirectory, readResource } from './resources.ts';
import { callTool, listTools } from './tool-calls.ts';
import type { TurnMenu } from './turn-menu.ts';
import { whyEmpty } from './why-empty.ts';

export interface ServerSettings {
  readonly version: string;
  /** Takes one line for the person who runs the server. */
  readonly log: (line: string) => void;
  /** Tells absolute folders: for clients that share this machine's disk. */
  readonly directories: boolean;
  /** A menu a turn in place of lists and searches; of one client alone. */
  readonly menu?: TurnMenu;
  /** Models may propose skills, which this keeps. */
  readonly propose?: Propose;
  /** When, by `performance.now()`, the first answers go out, though the trees are still being read. */
  readonly answerBy: number;
}

/** A request's answer is spread into what the SDK sends. */
type Answer = Readonly<Record<string, unknown>>;

/** Requests worked on at a time. Those that wait are dropped when they are cancelled, and none holds up a ping. */
const PARALLEL_ANSWERS = 8;

const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills';
const TEMPLATE = 'skill://{+path}';
/** The first protocol revision whose list results say how long they may be kept. */
const CACHE_FIELDS_SINCE = '2026-07-28';

/**
 * One server for one connection, or for one HTTP request; all of them share `live`. Tools and prompts are listed anew for
 * each request, which is why this stands on the SDK's low-level class: its high-level one holds them fixed.
 */
export async function createServer(live: Live, settings: ServerSettings): Promise<Server> {
  const server = new Server(
    { name: 'skillfiche', title: 'skillfiche', version: settings.version },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        completions: {},
        // Whatever reads a skill by its address would go round the menu.
        ...(settings.menu === undefined
          ? {
              resources: { listChanged: true },
              extensions: { [SKILLS_EXTENSION]: { directoryRead: true } },
            }
          : {}),
      },
      instructions: await instructionsOf(live, settings),
    },
  );
  server.onerror = (error) => settings.log(error.message);

  const gate = createGate(PARALLEL_ANSWERS);
  const work = async (answer: () => object | Promise<object>, { mcpReq: { signal } }: ServerContext): Promise<Answer> =>
    gate(async () => {
      // Whatever has come in meanwhile is read first: it may be that nobody waits for this any more.
      await nextTurn();
      signal.throwIfAborted();
      return { ...(await answer()) };
    });

  function handle<T>(
    method: string,
    read: (params: Params) => T,
    answer: (snapshot: Serving, params: T, context: ServerContext) => object | Promise<object>,
  ): void {
    server.setRequestHandler(method, { params: paramsSchema(read) }, async (params, context): Promise<Answer> => {
      try {
        return await work(async () => answer(await live.current(), params, context), context);
      } catch (error) {
        if (context.mcpReq.signal.aborted) throw cannotAnswer('Cancelled');
        throw toProtocolError(error, method, settings.log);
      }
    });
  }
  const cursor = (params: Params) => readOptionalText(params, 'cursor');
  const uri = (params: Params) => textParam(params, 'uri');

  // A host that gets no answer gives up; the tools are the same whatever the trees hold.
  server.setRequestHandler('tools/list', { params: paramsSchema(cursor) }, async (at): Promise<Answer> => {
    const snapshot = await live.currentBy(settings.answerBy);
    const tools = settings.menu?.list(snapshot?.view) ?? listTools(snapshot?.view);
    return firstPage(at, { tools: settings.propose === undefined ? tools : [...tools, listProposing()] });
  });
  handle('tools/call', readCall, async (snapshot, { name, given }, context) => {
    const { menu, propose, directories } = settings;
    if (name === PROPOSE && propose !== undefined) return callProposing(snapshot, given, propose);
    if (menu !== undefined) {
      const answer = await menu.call(snapshot, name, given, directories);
      if (menu.isNews(live.latest?.view)) await server.sendToolListChanged();
      return answer;
    }
    const links = knowsSkills(server, context);
    return callTool(snapshot, name, given, { directories: settings.directories, links });
  });
  handle('prompts/list', cursor, ({ people }, at) => firstPage(at, { prompts: listPrompts(people) }));
  handle('prompts/get', readPrompt, ({ people }, { name, given }) =>
    getPrompt(people, name, given, settings.directories),
  );
  handle('completion/complete', readCompletion, (snapshot, asked) => complete(snapshot, asked));
  if (settings.menu !== undefined) return server;
  handle('resources/list', cursor, (snapshot, at) => listResources(snapshot, at));
  handle('resources/templates/list', cursor, (_, at) => firstPage(at, { resourceTemplates: [SKILL_TEMPLATE] }));
  handle('resources/read', uri, (snapshot, at) => readResource(live, snapshot, at));

  // The extension's own methods: the SDK fills the cache fields of the base protocol's lists only.
  const cacheable = async (result: Promise<object>): Promise<object> =>
    (server.getNegotiatedProtocolVersion() ?? '') >= CACHE_FIELDS_SINCE
      ? { ...(await result), ttlMs: 0, cacheScope: 'private' }
      : result;
  handle('skills/list', cursor, (snapshot, at) => cacheable(listSkillResources(snapshot, at)));
  handle('skills/get', uri, (snapshot, at) => cacheable(getSkill(snapshot, at)));
  handle(
    'resources/directory/read',
    (params) => ({ uri: uri(params), cursor: cursor(params) }),
    (snapshot, at) => cacheable(readDirectory(snapshot, at.uri, at.cursor)),
  );
  return server;
}

const SKILL_TEMPLATE = {
  name: 'skill-file',
  title: 'A file of a skill',
  uriTemplate: TEMPLATE,
  description: 'path: <collection or root>/<folders>/<name of the skill>/<file>, such as SKILL.md.',
};

/** Said by the client for the connection, or in the newer protocol with each request. */
function knowsSkills(server: Server, { mcpReq }: ServerContext): boolean {
  // The SDK's own type of the envelope is empty.
  const envelope: Params = { ...mcpReq.envelope };
  const said = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
  const extensions = typeof said === 'object' && said !== null && 'extensions' in said ? said.extensions : undefined;
  return typeof extensions === 'object' && extensions !== null && SKILLS_EXTENSION in extensions;
}

const MENU_INSTRUCTIONS =
  'Skills: tested recipes for kinds of tasks. At each turn call suggest_skills with what the user said; where it names a skill that fits, read it with load_skill and follow it.';

/** What a host may put before the model: the same lines as in a system prompt, as long as they fit. */
async function instructionsOf(live: Live, { answerBy, directories, menu }: ServerSettings): Promise<string> {
  const snapshot = await live.currentBy(answerBy);
  if (snapshot === undefined) {
    if (menu !== undefined) return MENU_INSTRUCTIONS;
    return 'Skills: tested recipes for kinds of tasks. They are still being read; search_skills finds the one for a task, list_skills pages through them, load_skill reads one.';
  }
  const { view } = snapshot;
  menu?.isNews(view);
  if (view.entries().length > 0 && menu !== undefined) return MENU_INSTRUCTIONS;
  if (view.entries().length === 0) return whyEmpty(view, directories);
  const { text, report } = await view.context({ via: 'mcp', max_characters: MAX_TOOL_TEXT_CHARACTERS });
  if (report.exceeded_by === 0) return text;
  return `${report.ordinary} skills, and ${report.collections} collections with ${report.members} more. search_skills finds the one for a task, list_skills pages through them, load_skill reads one.`;
}

function readCall(params: Params): { name: string; given: unknown } {
  return { name: textParam(params, 'name'), given: params['arguments'] };
}

function readPrompt(params: Params): { name: string; given: Readonly<Record<string, string>> } {
  return { name: textParam(params, 'name'), given: textsParam(params, 'arguments') };
}

interface Asked {
  readonly kind: string;
  readonly target: string;
  readonly argument: string;
  readonly typed: string;
}

function readCompletion(params: Params): Asked {
  const ref = recordParam(params, 'ref');
  const argument = recordParam(params, 'argument');
  const kind = textParam(ref, 'type');
  const target = textParam(ref, kind === 'ref/resource' ? 'uri' : 'name');
  return { kind, target, argument: textParam(argument, 'name'), typed: textParam(argument, 'value') };
}

async function complete(snapshot: Serving, { kind, target, argument, typed }: Asked): Promise<object> {
  if (kind === 'ref/resource') {
    if (target !== TEMPLATE) throw invalidParams(`There is no resource template ${JSON.stringify(target)}.`);
    return argument === 'path' ? completePath(snapshot, typed) : completion([]);
  }
  if (kind !== 'ref/prompt') throw invalidParams(`ref.type must be "ref/prompt" or "ref/resource"`);
  const prompt = listPrompts(snapshot.people).find(({ name }) => name === target);
  if (prompt === undefined) throw invalidParams(`There is no prompt ${JSON.stringify(target)}.`);
  return target === 'use_skill' && argument === 'name' ? completeName(snapshot.people, typed) : completion([]);
}

/** Lists that fit on one page give no cursor, so any cursor is none of ours. */
function firstPage<T extends object>(cursor: string | undefined, result: T): T {
  if (cursor !== undefined) throw invalidParams('The cursor is not one that this server gave');
  return result;
}
