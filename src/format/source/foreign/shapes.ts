import { SkillficheError } from '../../../base/errors.ts';
import { type GitSource, parseSource, type Source } from '../grammar.ts';

/** How another tool noted which bytes it installed. `tree`: git's name of the folder's tree; the others are hashes of its files. */
export interface ForeignHash {
  readonly kind: 'vercel' | 'skills-lock' | 'tree' | 'rulesync';
  readonly value: string;
}

/** One skill that another tool installed. */
export interface ForeignSkill {
  readonly name: string;
  readonly source: Source;
  /** Where the tool wrote one down. Without one, the bytes may have moved since. */
  readonly commit?: string;
  readonly hash?: ForeignHash;
}

export interface ForeignLock {
  /** Whose file it is. */
  readonly format: string;
  readonly skills: readonly ForeignSkill[];
  /** Entries that cannot be used, and why. */
  readonly unusable: readonly { readonly name: string; readonly why: string }[];
}

export type Fields = Readonly<Record<string, unknown>>;
export interface ForeignDraft {
  readonly name: string;
  /** What to install, or why that cannot be said. */
  readonly source: Source | string;
  readonly commit?: unknown;
  readonly hash?: ForeignHash | undefined;
}
export type Reader = (document: Fields) => readonly ForeignDraft[];

export type Named = readonly (readonly [format: string, fits: (document: Fields) => boolean, read: Reader])[];

export function pick(
  readers: Named,
  document: Fields,
): { readonly format: string; readonly drafts: readonly ForeignDraft[] } | undefined {
  const found = readers.find(([, fits]) => fits(document));
  return found === undefined ? undefined : { format: found[0], drafts: found[2](document) };
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
export const fields = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
export const list = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.map(fields).filter((one) => one !== undefined) : [];
export const entries = (value: unknown): [string, Fields][] =>
  Object.entries(fields(value) ?? {}).map(([name, one]) => [name, fields(one) ?? {}]);
export const some = (value: unknown, test: (one: Fields) => boolean): boolean =>
  entries(value).some(([, one]) => test(one));

/** A source from its parts, or why there is none. */
export function gitFrom(base: unknown, path?: unknown, ref?: unknown): Source | string {
  if (!isText(base)) return 'it names no source';
  let source: Source;
  try {
    source = parseSource(base);
  } catch (error) {
    if (!(error instanceof SkillficheError)) throw error;
    return error.message;
  }
  if (source.type !== 'git') return source;
  const folder = isText(path) ? path.replace(/(?:^|\/)SKILL\.md$/i, '').replace(/^\.?\/+|\/+$/g, '') : '';
  const { path: own, ...rest } = source;
  const joined = [own, folder === '.' ? '' : folder].filter(isText).join('/');
  return {
    ...rest,
    ...(joined === '' ? {} : { path: joined }),
    ...(isText(ref) && source.ref === undefined ? { ref } : {}),
  } satisfies GitSource;
}

export function vercelHash(value: unknown): ForeignHash | undefined {
  if (!isText(value)) return undefined;
  if (/^[0-9a-f]{40}$/.test(value)) return { kind: 'tree', value };
  return /^[0-9a-f]{64}$/.test(value) ? { kind: 'vercel', value } : undefined;
}

export const HERE_ONLY = 'it was taken from a folder of the machine that wrote the lock';
