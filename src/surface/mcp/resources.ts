import {
  type CompleteResult,
  type ListResourcesResult,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type Result,
} from '@modelcontextprotocol/server';
import { SkillficheError } from '../../base/errors.ts';
import { sha256Hex } from '../../base/hash.ts';
import { PROTOCOL_PAGE_ENTRIES, PROTOCOL_PAGE_FILES, RESOURCE_PAGE_ENTRIES } from '../../base/limits.ts';
import { compareCodePoints, toOneLine } from '../../base/text.ts';
import { cannotAnswer, invalidParams, mendableMessage } from './failures.ts';
import { mapLimited } from './limited.ts';
import type { Live, Serving } from './live.ts';
import { DIRECTORY_TYPE, mimeTypeOf } from './mime.ts';
import { type Addressed, encodeCursor, firstAfter, startAfter } from './paging.ts';
import { completion } from './prompts.ts';
import type { ManifestFile, Publication, Served } from './publication.ts';
import type { Child } from './uri-map.ts';

/** Skills whose files are read at one time. More would only wait for the same disk. */
const PARALLEL = 8;
/** Skills looked at for each that a page may hold, where many are left out. */
const MAX_READ_PER_ENTRY = 10;

/** `skills/list`: a page of entries, each whole. What strict hosts could not take is left out. */
export async function listSkillResources({ publication }: Serving, cursor: string | undefined): Promise<Result> {
  const { candidates } = publication;
  let files = 0;
  const { items, next } = await fillPage(candidates, start(candidates, cursor), PROTOCOL_PAGE_ENTRIES, async (one) => {
    if (files >= PROTOCOL_PAGE_FILES) return 'full';
    const served = await publication.serve(one.entry.id).catch(skip);
    if (!served?.listable) return undefined;
    files += served.files.length;
    return toEntry(served);
  });
  return withCursor({ skills: items }, candidates, next);
}

/** `skills/get`: any skill that has a URI, listed or not. */
export async function getSkill({ publication }: Serving, uri: string): Promise<Result> {
  const location = publication.uris.locate(uri);
  const served =
    location?.kind === 'skill' && location.path === 'SKILL.md' ? await publication.serve(location.id) : undefined;
  if (served === undefined) throw invalidParams(`No skill is served at ${uri}`);
  return { skill: toEntry(served) };
}

/** `resources/list`: the SKILL.md of every skill that has a URI, a short page at a time. */
export async function listResources(
  { publication }: Serving,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const { candidates } = publication;
  const from = start(candidates, cursor);
  const { items, next } = await fillPage(candidates, from, RESOURCE_PAGE_ENTRIES, async ({ entry, uri }) => {
    const standing = await publication.standing(entry).catch(skip);
    if (standing === undefined || !standing.fit) return undefined;
    const description = toOneLine(String(standing.frontmatter['description']));
    return { uri, name: entry.name, description, mimeType: 'text/markdown', size: entry.size };
  });
  return withCursor({ resources: items }, candidates, next);
}

/**
 * Reads candidates in order, some at a time, until the page has `limit` items, or `read` calls it full, or so many gave
 * nothing that the answer would be long in coming. `next` is the first candidate that is not on the page.
 */
async function fillPage<C, T extends object>(
  candidates: readonly C[],
  from: number,
  limit: number,
  read: (candidate: C) => Promise<T | 'full' | undefined>,
): Promise<{ readonly items: T[]; readonly next: number }> {
  const items: T[] = [];
  const end = Math.min(candidates.length, from + limit * MAX_READ_PER_ENTRY);
  let next = from;
  while (next < end && items.length < limit) {
    const batch = candidates.slice(next, Math.min(end, next + PARALLEL, next + limit - items.length));
    for (const item of await mapLimited(batch, PARALLEL, read)) {
      if (item === 'full') return { items, next };
      if (item !== undefined) items.push(item);
      next++;
    }
  }
  return { items, next };
}

/** `resources/read`: a file of a served skill, and only with the bytes that its digest promises. */
export async function readResource(live: Live, snapshot: Serving, uri: string): Promise<ReadResourceResult> {
  const { publication, view } = snapshot;
  const { id, file } = await find(publication, uri);
  return live.readLarge(async () => {
    const bytes = await view.readBytes(id, file.path).catch((error: unknown) => {
      if (!(error instanceof SkillficheError)) throw error;
      if (error.code === 'TOO_LARGE') throw cannotAnswer(error.message);
      return undefined;
    });
    if (bytes === undefined || bytes.length !== file.size || `sha256:${sha256Hex(bytes)}` !== file.digest) {
      publication.forget(id);
      live.resourcesChanged();
      throw cannotAnswer(`${file.uri} changed on disk: ask for the skill again with skills/get`);
    }
    const text = decodeExactly(bytes);
    const mimeType = mimeTypeOf(file.shown);
    const content =
      text === undefined
        ? { uri: file.uri, mimeType, blob: Buffer.from(bytes).toString('base64') }
        : { uri: file.uri, mimeType, text };
    return { contents: [content] };
  });
}

/** `resources/directory/read`: what lies directly in a folder of a skill, or in a folder above skills. */
export async function readDirectory(
  { publication }: Serving,
  uri: string,
  cursor: string | undefined,
): Promise<Result> {
  const location = publication.uris.locate(uri);
  if (location?.kind === 'group') return readGroup(publication, location.children, uri, cursor);
  const children =
    location?.kind === 'skill'
      ? childrenOf(publication, location.id, location.path, await publication.serve(location.id))
      : [];
  if (children.length === 0) throw notADirectory(uri);
  const first = start(children, cursor);
  const page = children.slice(first, first + PROTOCOL_PAGE_ENTRIES);
  return withCursor({ resources: page }, children, first + page.length);
}

/** Only folders that can be read in their turn: one with nothing but skills that are not served is none. */
async function readGroup(
  publication: Publication,
  children: readonly Child[],
  uri: string,
  cursor: string | undefined,
): Promise<Result> {
  const from = start(children, cursor);
  const { items, next } = await fillPage(children, from, PROTOCOL_PAGE_ENTRIES, async ({ uri: child, name }) =>
    (await holdsServed(publication, child))
      ? { uri: child, name: toOneLine(name), mimeType: DIRECTORY_TYPE }
      : undefined,
  );
  if (items.length === 0 && from === 0 && next >= children.length) throw notADirectory(uri);
  return withCursor({ resources: items }, children, next);
}

/** Is a skill served in or below this folder? The first is found at once nearly always. */
async function holdsServed(publication: Publication, uri: string): Promise<boolean> {
  const { candidates } = publication;
  const inside = `${uri}/`;
  for (let at = firstAfter(candidates, inside); candidates[at]?.uri.startsWith(inside); at++) {
    const id = candidates[at]?.entry.id ?? '';
    if ((await publication.serve(id).catch(skip)) !== undefined) return true;
  }
  return false;
}

function notADirectory(uri: string): Error {
  return invalidParams(`${uri} is not a directory that is served here`);
}

/** Completes the template's variable with the paths of skills. */
export function completePath({ publication }: Serving, typed: string): CompleteResult {
  const scheme = 'skill://'.length;
  const paths = publication.candidates.map(({ uri }) => uri.slice(scheme));
  return completion(paths.filter((path) => path.startsWith(typed)));
}

async function find(publication: Publication, uri: string): Promise<{ id: string; file: ManifestFile }> {
  const location = publication.uris.locate(uri);
  const served = location?.kind === 'skill' ? await publication.serve(location.id) : undefined;
  if (location?.kind !== 'skill' || served === undefined) throw new ResourceNotFoundError(uri);
  const file = served.files.find(({ shown }) => shown === location.path);
  if (file !== undefined) return { id: location.id, file };
  const folder = location.path === '' ? '' : `${location.path}/`;
  if (served.files.some(({ shown }) => shown.startsWith(folder))) {
    throw new ResourceNotFoundError(uri, `${uri} is a directory: resources/directory/read lists it`);
  }
  throw new ResourceNotFoundError(uri);
}

function childrenOf(publication: Publication, id: string, path: string, served: Served | undefined): Resource[] {
  const folder = path === '' ? '' : `${path}/`;
  const children = new Map<string, Resource>();
  for (const { shown, size, uri } of served?.files ?? []) {
    if (!shown.startsWith(folder)) continue;
    const [name = '', ...below] = shown.slice(folder.length).split('/');
    if (below.length === 0) {
      children.set(name, { uri, name: toOneLine(name), mimeType: mimeTypeOf(name), size });
    } else {
      const child = publication.uris.fileOf(id, folder + name);
      if (child !== undefined) children.set(name, { uri: child, name: toOneLine(name), mimeType: DIRECTORY_TYPE });
    }
  }
  return [...children.values()].sort((a, b) => compareCodePoints(a.uri, b.uri));
}

function toEntry(served: Served): object {
  return {
    uri: served.uri,
    frontmatter: served.frontmatter,
    resources: served.files.map(({ uri, digest, size }) => ({ uri, digest, size })),
  };
}

/** In a list a skill that cannot be read just now is left out; lists may be partial. */
function skip(error: unknown): undefined {
  if (mendableMessage(error) === undefined) throw error;
  return undefined;
}

function start(items: readonly Addressed[], cursor: string | undefined): number {
  const first = startAfter(items, cursor);
  if (first === undefined) throw invalidParams('The cursor is not one that this server gave');
  return first;
}

function withCursor<T extends object>(
  result: T,
  items: readonly Addressed[],
  next: number,
): T & { nextCursor?: string } {
  const last = items[next - 1];
  return next < items.length && last !== undefined ? { ...result, nextCursor: encodeCursor(last.uri) } : result;
}

/** Text only if it gives back the same bytes: a digest covers those. */
function decodeExactly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
