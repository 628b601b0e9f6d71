import { SkillficheError } from '../../base/errors.ts';
import { readJson } from '../../base/json.ts';
import { jsonText } from '../../base/json-text.ts';
import { MAX_INDEX_SKILLS } from '../../base/limits.ts';
import { asRecord } from '../../base/record.ts';
import { compareCodePoints, isPortableName, quoteValue } from '../../base/text.ts';
import { pathFault } from '../package/paths.ts';

export const DISCOVERY_SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

/** Where one skill of an index is had. Addresses are absolute, digests `sha256:` and 64 hex digits over the bytes. */
export type Artifact =
  | { readonly type: 'skill-md' | 'archive'; readonly url: string; readonly digest: string }
  /** The older shape: file by file; a digest where the index has one. */
  | {
      readonly type: 'files';
      readonly files: readonly { readonly path: string; readonly url: string; readonly digest?: string }[];
    };

export interface IndexedSkill {
  readonly name: string;
  readonly description: string;
  readonly artifact: Artifact;
}

export interface IndexReading {
  readonly skills: readonly IndexedSkill[];
  /** Entries that cannot be used, and why: the others still can. */
  readonly unusable: readonly { readonly name: string; readonly why: string }[];
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Reads an index of skills, 0.2.0 or the older shapes. `url`: where it was. Throws SOURCE_REFUSED for what is none. */
export function readIndex(text: string, url: string): IndexReading {
  const fail = (why: string): SkillficheError =>
    new SkillficheError('SOURCE_REFUSED', `${url} is no index of skills: ${why}.`, { reason: 'index' });
  const reading = readJson(text);
  if ('fault' in reading) throw fail(`it is not JSON (${reading.fault.message})`);
  const document = asRecord(reading.value);
  const list = document?.['skills'];
  if (document === undefined || !Array.isArray(list)) throw fail('it has no list `skills`');
  const schema = document['$schema'];
  if (schema !== undefined && schema !== DISCOVERY_SCHEMA)
    throw fail(`its $schema ${quoteValue(schema)} is not known here`);
  if (list.length > MAX_INDEX_SKILLS) throw fail(`it lists ${list.length} skills; ${MAX_INDEX_SKILLS} are allowed`);
  const skills: IndexedSkill[] = [];
  const unusable: { name: string; why: string }[] = [];
  const seen = new Set<string>();
  for (const one of list) {
    const entry = asRecord(one);
    const name = typeof entry?.['name'] === 'string' ? entry['name'] : '';
    const read = entry === undefined ? 'it is no object' : readEntry(entry, name, url);
    if (seen.has(name)) unusable.push({ name, why: 'its name is there twice' });
    else if (typeof read === 'string') unusable.push({ name, why: read });
    else skills.push(read);
    seen.add(name);
  }
  return { skills, unusable };
}

function readEntry(entry: Readonly<Record<string, unknown>>, name: string, base: string): IndexedSkill | string {
  if (!isPortableName(name) || name.length > 64) return 'its name is not as the format asks';
  const { type, url, digest, files } = entry;
  const description = typeof entry['description'] === 'string' ? entry['description'] : '';
  if (Array.isArray(files)) {
    const listed = files.map((file) => readFile(file, name, base));
    const bad = listed.find((file) => typeof file === 'string');
    if (typeof bad === 'string') return bad;
    return { name, description, artifact: { type: 'files', files: listed.filter((file) => typeof file === 'object') } };
  }
  if (type !== 'skill-md' && type !== 'archive') return `its type ${quoteValue(type)} is neither skill-md nor archive`;
  if (typeof digest !== 'string' || !DIGEST.test(digest)) return 'it has no sha256 digest, so nobody could check it';
  const at = typeof url === 'string' ? sameOrigin(url, base) : undefined;
  if (at === undefined) return 'its address is not where the index is';
  return { name, description, artifact: { type, url: at, digest } };
}

/** `"a/b"`, or `{path, digest}`; each lies in the skill's folder beside the index. */
function readFile(
  file: unknown,
  name: string,
  base: string,
): { readonly path: string; readonly url: string; readonly digest?: string } | string {
  const record = asRecord(file);
  const path = typeof file === 'string' ? file : record?.['path'];
  if (typeof path !== 'string' || pathFault(path) !== undefined) return `the path ${quoteValue(path)} is refused`;
  const digest = record?.['digest'];
  if (digest !== undefined && (typeof digest !== 'string' || !DIGEST.test(digest)))
    return `the digest of ${quoteValue(path)} is none`;
  const url = sameOrigin(`${name}/${path.split('/').map(encodeURIComponent).join('/')}`, base);
  if (url === undefined) return 'its address is not where the index is';
  return { path, url, ...(digest === undefined ? {} : { digest }) };
}

function sameOrigin(url: string, base: string): string | undefined {
  try {
    const resolved = new URL(url, base);
    return resolved.origin === new URL(base).origin ? resolved.href : undefined;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** One skill to publish: the digest is that of the very bytes at `url`, which is relative to the index. */
export interface PublishedSkill {
  readonly name: string;
  readonly type: 'skill-md' | 'archive';
  readonly description: string;
  readonly url: string;
  readonly digest: string;
}

/** The text of an index 0.2.0. */
export function formatIndex(skills: readonly PublishedSkill[]): string {
  const sorted = skills
    .toSorted((a, b) => compareCodePoints(a.name, b.name))
    .map(({ name, type, description, url, digest }) => ({ name, type, description, url, digest }));
  return jsonText({ $schema: DISCOVERY_SCHEMA, skills: sorted });
}

/** The text of the older index, whose clients fetch file by file. */
export function formatOlderIndex(
  skills: readonly { readonly name: string; readonly description: string; readonly files: readonly string[] }[],
): string {
  const sorted = skills
    .toSorted((a, b) => compareCodePoints(a.name, b.name))
    .map(({ name, description, files }) => ({ name, description, files: files.toSorted(compareCodePoints) }));
  return jsonText({ skills: sorted });
}
