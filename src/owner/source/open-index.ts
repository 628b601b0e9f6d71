import { SkillficheError } from '../../base/errors.ts';
import { sha256Hex } from '../../base/hash.ts';
import { MAX_ARCHIVE_FILE_BYTES, MAX_INDEX_BYTES, MAX_UNPACKED_BYTES } from '../../base/limits.ts';
import { readArchive } from '../../format/archive/read.ts';
import type { PackageFile } from '../../format/package/file.ts';
import { type IndexedSkill, readIndex } from '../../format/source/discovery.ts';
import type { OpenedSource, SourceWorld } from './opened.ts';

/** Documents that are fetched at the same time: a politeness, and a bound. */
const AT_ONCE = 4;
const OLDER = '/.well-known/skills/index.json';
const NEWER = '/.well-known/agent-skills/index.json';

/**
 * An index of skills. Each skill is one folder of it, and is fetched, and held against its digest, when it is read.
 * Everything has to be where the index is.
 */
export async function openWellKnown(world: SourceWorld, url: string): Promise<OpenedSource> {
  const { text, at } = await fetchIndex(world, url);
  const { skills, unusable } = readIndex(text, at);
  const origin = new URL(at).origin;
  const waiting = [...skills];
  const all: { readonly skill: IndexedSkill; readonly files: readonly PackageFile[] | SkillficheError }[] = [];
  const worker = async (): Promise<void> => {
    for (let skill = waiting.shift(); skill !== undefined; skill = waiting.shift()) {
      all.push({ skill, files: await fetchSkill(world, skill, origin).catch(asFailure) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const good: PackageFile[] = [];
  const bad = [...unusable];
  let total = 0;
  for (const { skill, files } of all) {
    if (files instanceof SkillficheError) {
      bad.push({ name: skill.name, why: files.message });
      continue;
    }
    total += files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (total > MAX_UNPACKED_BYTES) {
      throw new SkillficheError('SOURCE_REFUSED', `The skills of ${at} have more than ${MAX_UNPACKED_BYTES} bytes.`, {
        reason: 'too-large',
      });
    }
    good.push(...files.map((file) => ({ ...file, path: `${skill.name}/${file.path}` })));
  }
  const byPath = new Map(good.map((file) => [file.path, file.bytes]));
  return {
    source: { type: 'index', url: at },
    name: new URL(at).hostname.replace(/^www\./, '').split('.')[0] ?? 'skills',
    below: '.',
    files: good.map(({ path, kind, executable, bytes }) => ({ path, kind, executable, size: bytes.length })),
    unusable: bad,
    async read(files) {
      return new Map(files.map(({ path }) => [path, byPath.get(path) ?? Buffer.alloc(0)]));
    },
    close: () => undefined,
  };
}

function asFailure(error: unknown): SkillficheError {
  if (error instanceof SkillficheError) return error;
  throw error;
}

async function fetchIndex(world: SourceWorld, url: string): Promise<{ readonly text: string; readonly at: string }> {
  const older = url.endsWith(NEWER) ? [url.slice(0, -NEWER.length) + OLDER] : [];
  for (const one of [url, ...older]) {
    const answer = await world.ask(one, { maxBytes: MAX_INDEX_BYTES, accept: 'application/json' });
    // Redirected: then its skills are where it was in the end.
    if (answer !== undefined) return { text: answer.bytes.toString('utf8'), at: answer.url };
  }
  const message = `There is no index of skills at ${url}. A repository is given by owner/repo or by an address that ends in .git.`;
  throw new SkillficheError('SOURCE_UNAVAILABLE', message);
}

async function fetchSkill(
  world: SourceWorld,
  { name, artifact }: IndexedSkill,
  origin: string,
): Promise<readonly PackageFile[]> {
  const fetchOne = async (url: string, digest: string | undefined, maxBytes: number): Promise<Buffer> => {
    const answer = await world.ask(url, { origin, maxBytes });
    if (answer === undefined)
      throw new SkillficheError('SOURCE_UNAVAILABLE', `${url} is not there, though the index names it.`);
    if (digest !== undefined && `sha256:${sha256Hex(answer.bytes)}` !== digest) {
      const message = `${url} is not what the index says: its digest is another. Tell whoever publishes ${name}.`;
      throw new SkillficheError('SOURCE_REFUSED', message, { reason: 'digest' });
    }
    return answer.bytes;
  };
  if (artifact.type === 'archive')
    return readArchive(await fetchOne(artifact.url, artifact.digest, MAX_ARCHIVE_FILE_BYTES));
  const files =
    artifact.type === 'files' ? artifact.files : [{ path: 'SKILL.md', url: artifact.url, digest: artifact.digest }];
  const fetched: PackageFile[] = [];
  for (const { path, url, digest } of files) {
    const bytes = await fetchOne(url, digest, MAX_ARCHIVE_FILE_BYTES);
    fetched.push({ path, bytes, executable: false, kind: 'file' });
  }
  return fetched;
}
