import { isAbsolute, join, relative, resolve } from 'node:path';
import { SkillficheError } from '../../base/errors.ts';
import { readJson } from '../../base/json.ts';
import { nearest } from '../../base/nearest.ts';
import { quoteValue } from '../../base/text.ts';
import type { Root } from '../../base/types.ts';

/** What a project says about itself. It can only narrow what its reader sees. */
export interface ProjectFile {
  /** What a store that machines share calls the project. */
  readonly project?: string;
  readonly only?: readonly string[];
  readonly disabled?: readonly string[];
  readonly roots: readonly Root[];
  /** Keys and values that were not taken, one sentence each. */
  readonly ignored: readonly string[];
}

const KEYS = ['project', 'only', 'disabled', 'roots'];
/** What a project might like to decide, and may not. */
const REFUSED_KEYS: ReadonlyMap<string, string> = new Map([
  ['export', 'where skills are copied to'],
  ['exports', 'where skills are copied to'],
  ['targets', 'where skills are copied to'],
  ['trust', 'what is trusted'],
  ['trusted', 'what is trusted'],
  ['program', 'which program is run'],
  ['programs', 'which program is run'],
  ['git', 'which program is run'],
  ['python', 'which program is run'],
  ['embedder', 'who is sent texts'],
  ['writer', 'who is sent texts'],
  ['store', 'where the store is'],
  ['data', 'where the store is'],
  ['inventory', 'what the network inventory says'],
  ['sources', 'where skills come from'],
  ['enabled', 'what is switched on'],
]);

/**
 * Reads a `skillfiche.json`. What would widen anything is left out and said; a file that is no JSON object, or a list
 * that should narrow and cannot be read, throws BROKEN_FILE: reading on would show more than was meant.
 * `realPath` tells where a folder truly is: a root of the project lies in it, links followed.
 */
export function parseProjectFile(
  text: string,
  file: string,
  folder: string,
  realPath: (path: string) => string,
): ProjectFile {
  const reading = readJson(text);
  const broken = (what: string): SkillficheError =>
    new SkillficheError('BROKEN_FILE', `${file} cannot be used: ${what}. Mend it, or move it away.`, { paths: [file] });
  if ('fault' in reading) throw broken(`it is not JSON: ${reading.fault.message}`);
  const { value } = reading;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw broken('it must be an object');
  const given = value as Record<string, unknown>;
  const ignored: string[] = [];
  for (const key of Object.keys(given)) {
    if (KEYS.includes(key) || key.startsWith('_') || key.startsWith('$')) continue;
    const decides = REFUSED_KEYS.get(key);
    const [meant] = nearest(key, KEYS, 1);
    const why =
      decides === undefined
        ? meant === undefined
          ? 'it means nothing here'
          : `did you mean "${meant}"?`
        : `a project cannot decide ${decides}`;
    ignored.push(`${file}: ${quoteValue(key)} is ignored: ${why}.`);
  }
  const only = textList(given['only'], 'only', broken);
  const disabled = textList(given['disabled'], 'disabled', broken);
  const project = projectKey(given['project'], file, ignored);
  return {
    ...(project === undefined ? {} : { project }),
    ...(only === undefined ? {} : { only }),
    ...(disabled === undefined ? {} : { disabled }),
    roots: readRoots(given['roots'], { file, folder, realPath, ignored }),
    ignored,
  };
}

function textList(value: unknown, key: string, broken: (what: string) => SkillficheError): string[] | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  throw broken(`"${key}" must be a list of texts`);
}

function projectKey(value: unknown, file: string, ignored: string[]): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9._/@-]{0,199}$/.test(value) && value !== 'personal')
    return value;
  ignored.push(
    `${file}: "project" is ignored: letters, digits, ".", "_", "-", "/" and "@" are expected, not ${quoteValue(value)}.`,
  );
  return undefined;
}

interface RootReading {
  readonly file: string;
  readonly folder: string;
  readonly realPath: (path: string) => string;
  readonly ignored: string[];
}

function readRoots(value: unknown, { file, folder, realPath, ignored }: RootReading): Root[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    ignored.push(`${file}: "roots" is ignored: it must be a list of {path, id}.`);
    return [];
  }
  const roots: Root[] = [];
  for (const one of value as unknown[]) {
    const { path, id, kind } = (typeof one === 'object' && one !== null ? one : { path: one }) as Record<
      string,
      unknown
    >;
    if (typeof path !== 'string' || path === '') {
      ignored.push(`${file}: a root is ignored: it has no path.`);
      continue;
    }
    const target = resolve(folder, path);
    if (!isInside(realPath(folder), realPath(target))) {
      ignored.push(`${file}: the root ${quoteValue(path)} is ignored: it lies outside the project.`);
      continue;
    }
    if (kind !== undefined && kind !== 'project') {
      ignored.push(
        `${file}: the kind ${quoteValue(kind)} of the root ${quoteValue(path)} is ignored: roots of a project are of the kind project.`,
      );
    }
    const named =
      typeof id === 'string' && /^project[A-Za-z0-9._-]*$/.test(id)
        ? id
        : `project.${
            relative(folder, target)
              .replaceAll(/[/\\]/g, '.')
              .replaceAll(/[^A-Za-z0-9._-]/g, '-') || 'root'
          }`;
    roots.push({ id: named, kind: 'project', path: target });
  }
  return roots;
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way) && join(folder, way) === path);
}
