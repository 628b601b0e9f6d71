import type { CallToolResult, ResourceLink } from '@modelcontextprotocol/server';
import { isRecord } from '../../base/record.ts';
import { toOneLine } from '../../base/text.ts';
import type { View } from '../../catalog/types.ts';
import type { InputSchema } from '../tools/schema.ts';
import { describeTool, TOOLS, toolOf } from '../tools/table.ts';
import type { Annotations, Tool, ToolContext, ToolReply } from '../tools/tool.ts';
import { invalidParams, mendableMessage } from './failures.ts';
import type { Serving } from './live.ts';
import { mimeTypeOf } from './mime.ts';
import { whyEmpty } from './why-empty.ts';

/** Of so many files one reply gives links; the others are named in its record. */
const MAX_LINKS = 20;

/** One tool as `tools/list` shows it. The shapes of the records are documented: in every listing they would cost more than all else. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly annotations: Annotations;
}

/** The tools of a view in a fixed order; none where nothing is visible. Without a view, those that nearly every catalog has. */
export function listTools(view?: View): readonly ToolListing[] {
  if (view?.entries().length === 0) return [];
  return TOOLS.map((tool) => listTool(tool, view));
}

export function listTool(tool: Tool, view?: View): ToolListing {
  return {
    name: tool.name,
    title: tool.title,
    description: describeTool(tool, view),
    inputSchema: tool.input,
    annotations: tool.annotations,
  };
}

/** What of a reply a client can take. */
export interface Manners {
  /** Tells absolute folders: the client shares this machine's disk. */
  readonly directories: boolean;
  /** Gives links to resources: the client said that it knows skills. Others may choke on them. */
  readonly links: boolean;
}

/** Calls one tool by its name; an unknown one is a protocol error. Where nothing is visible there are no tools. */
export async function callTool(
  snapshot: Serving,
  name: string,
  given: unknown,
  manners: Manners,
): Promise<CallToolResult> {
  const { view } = snapshot;
  const tool = toolOf(name);
  if (view.entries().length === 0) {
    throw invalidParams(`There are no tools just now. ${whyEmpty(view, manners.directories)}`);
  }
  if (tool === undefined) {
    throw invalidParams(`There is no tool ${JSON.stringify(name)}. tools/list names those there are.`);
  }
  const locate = (address: string) => snapshot.publication.locate(address);
  return answerCall(given, async (args) => {
    const reply = await tool.call({ view, directories: manners.directories, locate } satisfies ToolContext, args);
    const blocks = manners.links ? await linksTo(snapshot, reply.files) : [];
    return { content: [{ type: 'text', text: reply.text }, ...blocks], structuredContent: { ...reply.record } };
  });
}

/** What the model can mend comes back as a result with `isError`, as the protocol asks also for wrong arguments. */
export async function answerCall(
  given: unknown,
  call: (args: Readonly<Record<string, unknown>>) => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const args = given ?? {};
  if (!isRecord(args)) throw invalidParams('The arguments of a tool must be an object.');
  try {
    return await call(args);
  } catch (error) {
    const message = mendableMessage(error);
    if (message === undefined) throw error;
    return { content: [{ type: 'text', text: message }], isError: true };
  }
}

async function linksTo(snapshot: Serving, files: ToolReply['files']): Promise<readonly ResourceLink[]> {
  const links = await Promise.all(files.slice(0, MAX_LINKS).map((file) => linkTo(snapshot, file)));
  return links.filter((link) => link !== undefined);
}

/** A link for clients that read resources; nothing where the skill has no URI. A link never makes a call fail. */
async function linkTo(
  { view, publication }: Serving,
  { id, path }: ToolReply['files'][number],
): Promise<ResourceLink | undefined> {
  const entry = await view.resolve(id);
  const file = path ?? entry.file;
  try {
    const uri = await publication.link(entry, file);
    if (uri === undefined) return undefined;
    const main = file === entry.file;
    return {
      type: 'resource_link',
      uri,
      name: toOneLine(main ? entry.name : file),
      mimeType: main ? 'text/markdown' : mimeTypeOf(file),
    };
  } catch (error) {
    if (mendableMessage(error) === undefined) throw error;
    return undefined;
  }
}
