import type { CallToolResult, ResourceLink } from '@modelcontextprotocol/server';
import { DEFAULT_PAGE_ROWS, DEFAULT_SEARCH_HITS } from '../../base/limits.ts';
import type { ReadinessState } from '../../base/types.ts';
import { summarizeReadiness } from '../../catalog/readiness/summary.ts';
import type { SkillReadiness, View } from '../../catalog/types.ts';
import { type Arguments, readArguments } from './arguments.ts';
import { invalidParams, mendableMessage } from './failures.ts';
import type { Snapshot } from './live.ts';
import { mimeTypeOf } from './mime.ts';
import { TOOLS, type ToolName } from './tools.ts';

/** Files one reply names, and of how many it gives links. The rest can be read all the same. */
const MAX_NAMED_FILES = 200;
const MAX_LINKS = 20;
/** Trees, and things that are missing, in a summary of readiness. */
const MAX_SUMMARY_ROWS = 20;

type Given = Extract<Arguments, { readonly ok: true }>;
/** What a tool gives: the record, and which files of which skills deserve a link. */
interface Outcome {
  readonly record: object;
  readonly links?: readonly { readonly id: string; readonly path?: string }[];
}

/**
 * Calls one tool. What the model can mend comes back as a result with `isError`, as the protocol asks also for wrong
 * arguments; an unknown tool is a protocol error. Where nothing is visible there are no tools.
 */
export async function callTool(snapshot: Snapshot, name: string, given: unknown): Promise<CallToolResult> {
  if (!Object.hasOwn(TOOLS, name) || snapshot.view.entries().length === 0) {
    throw invalidParams(`There is no tool ${JSON.stringify(name)}. tools/list names those there are.`);
  }
  if (given !== undefined && !isRecord(given)) throw invalidParams('The arguments of a tool must be an object.');
  const tool = name as ToolName;
  const read = readArguments(TOOLS[tool].input, given ?? {});
  if (!read.ok) return failure(`${tool}: ${read.problems.join('; ')}.`);
  try {
    const { record, links } = await RUN[tool](snapshot.view, read);
    const blocks = await Promise.all((links ?? []).slice(0, MAX_LINKS).map((link) => linkTo(snapshot, link)));
    return {
      content: [{ type: 'text', text: JSON.stringify(record) }, ...blocks.filter((block) => block !== undefined)],
      structuredContent: { ...record },
    };
  } catch (error) {
    const message = mendableMessage(error);
    if (message === undefined) throw error;
    return failure(message);
  }
}

const RUN: Readonly<Record<ToolName, (view: View, given: Given) => Promise<Outcome>>> = {
  async list_skills(view, { texts, numbers }) {
    const page = { offset: numbers['offset'] ?? 0, limit: numbers['limit'] ?? DEFAULT_PAGE_ROWS };
    const { collection } = texts;
    return { record: await view.listSkills(collection === undefined ? page : { collection, ...page }) };
  },
  async search_skills(view, { texts, numbers }) {
    const page = { offset: numbers['offset'] ?? 0, limit: numbers['limit'] ?? DEFAULT_SEARCH_HITS };
    const query = texts['query'] ?? '';
    const { collection } = texts;
    const record = await view.searchSkills(
      collection === undefined ? { query, ...page } : { query, collection, ...page },
    );
    return { record, links: record.skills.map(({ id }) => ({ id })) };
  },
  async load_skill(view, { texts, numbers }) {
    const reply = await view.replySkill(texts['name'] ?? '', numbers['offset'] ?? 0);
    const { files, ...rest } = reply;
    // The list of files belongs to the first page; on every page it would cost what it says.
    if (reply.offset > 0) return { record: rest };
    const { file } = await view.resolve(reply.id);
    const others = files.filter(({ path }) => path !== file);
    const omitted = files.length - MAX_NAMED_FILES;
    const record = { ...rest, files: files.slice(0, MAX_NAMED_FILES) };
    return {
      record: omitted > 0 ? { ...record, files_omitted: omitted } : record,
      links: [{ id: reply.id }, ...others.map(({ path }) => ({ id: reply.id, path }))],
    };
  },
  async read_skill_file(view, { texts, numbers }) {
    const path = texts['path'] ?? '';
    const page = await view.readSkillFile(texts['name'] ?? '', path, { offset: numbers['offset'] ?? 0 });
    return { record: page, links: [{ id: page.id, path: page.path }] };
  },
  async skill_readiness(view, { texts, numbers }) {
    const { name, collection } = texts;
    const all =
      name !== undefined
        ? await view.readiness([name])
        : await view.readiness(undefined, collection === undefined ? {} : { collection });
    const collections = new Set(view.collections().map(({ id }) => id));
    return { record: readinessPage(all, collections, numbers['offset'] ?? 0) };
  },
};

/** Skills that need something come first, then those that can run: those about which nothing is known are the bulk. */
const STATE_ORDER: readonly ReadinessState[] = ['needs_setup', 'ready', 'unknown'];

function readinessPage(all: readonly SkillReadiness[], collections: ReadonlySet<string>, offset: number): object {
  const summary = summarizeReadiness(all, collections);
  const ordered = STATE_ORDER.flatMap((state) => all.filter(({ readiness }) => readiness.state === state));
  const skills = ordered.slice(offset, offset + DEFAULT_PAGE_ROWS);
  const next = offset + skills.length;
  const page = {
    summary: {
      ...summary,
      scopes: summary.scopes.slice(0, MAX_SUMMARY_ROWS),
      missing: summary.missing.slice(0, MAX_SUMMARY_ROWS),
    },
    offset,
    skills,
  };
  return next < all.length && skills.length > 0 ? { ...page, next_offset: next } : page;
}

/** A link for clients that read resources; nothing where the skill has no URI. A link never makes a call fail. */
async function linkTo(
  { view, publication }: Snapshot,
  { id, path }: { readonly id: string; readonly path?: string },
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
      name: main ? entry.name : file,
      mimeType: main ? 'text/markdown' : mimeTypeOf(file),
    };
  } catch (error) {
    if (mendableMessage(error) === undefined) throw error;
    return undefined;
  }
}

function failure(message: string): CallToolResult {
  return { content: [{ type: 'text', text: message }], isError: true };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
