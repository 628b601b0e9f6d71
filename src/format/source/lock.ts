import { SkillficheError } from '../../base/errors.ts';
import { readJson } from '../../base/json.ts';
import { asRecord } from '../../base/record.ts';
import { compareCodePoints, quoteValue } from '../../base/text.ts';
import { skillDigest } from '../lock/digest.ts';
import { pathFault } from '../package/paths.ts';
import { gitUrlFault, isCommit, isNodePackageName, refFault, sourcePathFault } from './checks.ts';

/** Name of the file beside a project's root, or in `~/.agents`. */
export const INSTALL_LOCK = 'skillfiche.lock.json';

/** Where installed bytes were fetched. */
export interface LockedSource {
  readonly type: 'git' | 'folder' | 'archive' | 'index' | 'package';
  /** As it was given. Absent for a folder and an archive: they are known by their digest, not by where they lay. */
  readonly url?: string;
  /** Folder in the repository. */
  readonly path?: string;
  readonly ref?: string;
  readonly range?: string;
  /** Of a git source: always, in full. */
  readonly commit?: string;
  /** Of an archive: `sha256:` of its bytes. */
  readonly digest?: string;
}

export interface PinnedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly executable?: true;
}

export interface LockedPackage {
  readonly source: LockedSource;
  /** Of the files below; of a collection, those of its tree. */
  readonly digest: string;
  readonly files: readonly PinnedFile[];
  /** The name upstream gave it, where it was installed under another. `digest` is then that of the renamed skill. */
  readonly original_name?: string;
  /** Findings of the gate that somebody accepted. It says so; it accepts nothing for anybody else. */
  readonly accepted?: readonly { readonly rule: string; readonly path: string; readonly by: string }[];
}

/** A skillfiche.lock.json: what is installed in one place, by folder. */
export interface InstallLock {
  readonly lockfile_version: 1;
  readonly skills: Readonly<Record<string, LockedPackage>>;
  readonly collections: Readonly<Record<string, LockedPackage>>;
}

export const EMPTY_LOCK: InstallLock = { lockfile_version: 1, skills: {}, collections: {} };

function broken(path: string, why: string, way = 'Restore it from version control.'): SkillficheError {
  return new SkillficheError('BROKEN_FILE', `The lock ${path} cannot be used: ${why}. ${way}`, { paths: [path] });
}

/** The sides of a text with marks of an unfinished merge, or `undefined` where there are none. */
export function mergeSides(
  text: string,
): { readonly line: number; readonly ours: string; readonly theirs: string } | undefined {
  const lines = text.split('\n');
  const line = lines.findIndex((one) => /^<{7}(?: |$)/.test(one));
  if (line < 0) return undefined;
  const ours: string[] = [];
  const theirs: string[] = [];
  let side: 'both' | 'ours' | 'base' | 'theirs' = 'both';
  for (const one of lines) {
    if (/^<{7}(?: |\r?$)/.test(one)) side = 'ours';
    else if (/^\|{7}(?: |\r?$)/.test(one)) side = 'base';
    else if (/^={7}\r?$/.test(one)) side = 'theirs';
    else if (/^>{7}(?: |\r?$)/.test(one)) side = 'both';
    else {
      if (side === 'ours' || side === 'both') ours.push(one);
      if (side === 'theirs' || side === 'both') theirs.push(one);
    }
  }
  return { line: line + 1, ours: ours.join('\n'), theirs: theirs.join('\n') };
}

/**
 * Reads a lock of ours. Every value is taken for hostile. Throws BROKEN_FILE, with `reason` `merge` for an unfinished
 * merge and `newer` for a lock of a later version, which is never rewritten.
 */
export function readInstallLock(text: string, path: string): InstallLock {
  const sides = mergeSides(text);
  if (sides !== undefined) {
    const message = `The lock ${path} has an unfinished merge at line ${sides.line}. \`skillfiche restore\` mends it where the two sides do not contradict each other.`;
    throw new SkillficheError('BROKEN_FILE', message, { paths: [path], reason: 'merge' });
  }
  const reading = readJson(text);
  if ('fault' in reading) throw broken(path, `it is not JSON (${reading.fault.message})`);
  const document = asRecord(reading.value);
  const version = document?.['lockfile_version'];
  if (typeof version === 'number' && version > 1) {
    const message = `The lock ${path} was written by a later version of skillfiche (lockfile_version ${version}); it is left as it is. Update skillfiche.`;
    throw new SkillficheError('BROKEN_FILE', message, { paths: [path], reason: 'newer' });
  }
  if (document === undefined || version !== 1) throw broken(path, 'it has no lockfile_version 1');
  return {
    ...document,
    lockfile_version: 1,
    skills: readPackages(document['skills'], 'skills', path),
    collections: readPackages(document['collections'], 'collections', path),
  };
}

const SLUG = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

function readPackages(value: unknown, key: string, path: string): Record<string, LockedPackage> {
  if (value === undefined) return {};
  const record = asRecord(value);
  if (record === undefined) throw broken(path, `\`${key}\` is no object`);
  const packages: Record<string, LockedPackage> = {};
  for (const [slug, one] of Object.entries(record)) {
    const fault = SLUG.test(slug) ? packageFault(asRecord(one)) : 'that is no name of a folder';
    if (fault !== undefined) throw broken(path, `in \`${key}\`, ${quoteValue(slug)}: ${fault}`);
    packages[slug] = one as LockedPackage;
  }
  return packages;
}

const TYPES: readonly unknown[] = ['git', 'folder', 'archive', 'index', 'package'];

function packageFault(one: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const source = asRecord(one?.['source']);
  const files = one?.['files'];
  if (one === undefined || source === undefined || !Array.isArray(files))
    return 'it needs `source`, `digest` and `files`';
  const inSource = sourceFault(source);
  if (inSource !== undefined) return inSource;
  const seen = new Set<string>();
  for (const file of files) {
    const { path, size, sha256 } = asRecord(file) ?? {};
    if (typeof path !== 'string' || pathFault(path) !== undefined) return `the path ${quoteValue(path)} is refused`;
    if (seen.has(path)) return `${quoteValue(path)} is there twice`;
    seen.add(path);
    if (!Number.isSafeInteger(size) || Number(size) < 0) return `the size of ${quoteValue(path)} is no number`;
    if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))
      return `the sha256 of ${quoteValue(path)} is none`;
  }
  const original = one['original_name'];
  if (original !== undefined && typeof original !== 'string') return 'original_name is no text';
  const accepted = one['accepted'] ?? [];
  const isPlain = (value: unknown): boolean => typeof value === 'string' && !/[\u0000-\u001F\u007F]/.test(value);
  if (
    !Array.isArray(accepted) ||
    !accepted.every((row) => ['rule', 'path', 'by'].every((key) => isPlain(asRecord(row)?.[key])))
  )
    return '`accepted` is no list of { rule, path, by }';
  return skillDigest(files) === one['digest'] ? undefined : 'the digest is not that of its files';
}

/** Why a source cannot stand in a lock, or `undefined`. */
export function sourceFault({
  type,
  url,
  path,
  ref,
  range,
  commit,
  digest,
}: Readonly<Record<string, unknown>>): string | undefined {
  if (!TYPES.includes(type)) return `the type ${quoteValue(type)} of its source is not known here`;
  const isText = (value: unknown): boolean =>
    value === undefined || (typeof value === 'string' && !/[\u0000-\u001F\u007F]/.test(value));
  if (![url, path, ref, range, commit, digest].every(isText)) return 'its source holds what is no text';
  if (type === 'git') {
    const fault = typeof url === 'string' ? gitUrlFault(url) : 'it is missing';
    if (fault !== undefined) return `the url of its source: ${fault}`;
    if (typeof commit !== 'string' || !isCommit(commit)) return 'its commit is no full name of a commit';
  }
  if (type === 'package' && url !== undefined && !isNodePackageName(String(url).replace(/^package:/, '')))
    return 'the url of its source is no name of a package';
  if (commit !== undefined && !isCommit(String(commit))) return 'its commit is no full name of a commit';
  const badRef = ref === undefined ? undefined : refFault(String(ref));
  if (badRef !== undefined) return `the ref of its source: ${badRef}`;
  const badPath = path === undefined ? undefined : sourcePathFault(String(path));
  return badPath === undefined ? undefined : `the path of its source: ${badPath}`;
}

/** A lock as its file holds it: sorted, a file a line so that two people's changes merge, no times. */
export function formatInstallLock(lock: InstallLock): string {
  const { lockfile_version, skills, collections, ...others } = lock;
  const lines = [`  "lockfile_version": ${lockfile_version}`];
  for (const [key, packages] of [
    ['skills', skills],
    ['collections', collections],
  ] as const) {
    const rows = Object.keys(packages)
      .toSorted(compareCodePoints)
      .map((slug) => formatPackage(slug, packages[slug]));
    lines.push(`  "${key}": ${rows.length === 0 ? '{}' : `{\n${rows.join(',\n')}\n  }`}`);
  }
  for (const [key, value] of Object.entries(others)) {
    lines.push(`  ${JSON.stringify(key)}: ${JSON.stringify(value, undefined, 2).replaceAll('\n', '\n  ')}`);
  }
  return `{\n${lines.join(',\n')}\n}\n`;
}

function formatPackage(slug: string, one: LockedPackage | undefined): string {
  const { source, digest, files = [], ...others } = one ?? { source: { type: 'folder' }, digest: '' };
  const { type, url, path, ref, range, commit, digest: archive, ...unknown } = source;
  const head = JSON.stringify({ type, url, path, ref, range, commit, digest: archive, ...unknown });
  const sorted = files.toSorted((a, b) => compareCodePoints(a.path, b.path));
  const rows = sorted.map((file) => `        ${JSON.stringify(file)}`);
  const lines = [
    `      "source": ${head}`,
    `      "digest": ${JSON.stringify(digest)}`,
    ...Object.entries(others).map(([key, value]) => `      ${JSON.stringify(key)}: ${JSON.stringify(value)}`),
    `      "files": ${rows.length === 0 ? '[]' : `[\n${rows.join(',\n')}\n      ]`}`,
  ];
  return `    ${JSON.stringify(slug)}: {\n${lines.join(',\n')}\n    }`;
}

/** Two locks of one place as one, or the folders about which they contradict each other. */
export function mergeLocks(
  ours: InstallLock,
  theirs: InstallLock,
): { readonly lock: InstallLock; readonly contradictions: readonly string[] } {
  const contradictions: string[] = [];
  const join = (a: InstallLock['skills'], b: InstallLock['skills']): Record<string, LockedPackage> => {
    const joined: Record<string, LockedPackage> = { ...b, ...a };
    for (const slug of Object.keys(a)) {
      const other = Object.hasOwn(b, slug) ? b[slug] : undefined;
      if (other !== undefined && other.digest !== a[slug]?.digest) contradictions.push(slug);
    }
    return joined;
  };
  const lock = {
    ...theirs,
    ...ours,
    skills: join(ours.skills, theirs.skills),
    collections: join(ours.collections, theirs.collections),
  };
  return { lock, contradictions: contradictions.sort(compareCodePoints) };
}
