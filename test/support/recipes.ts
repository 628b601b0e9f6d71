import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { parseDocument } from 'yaml';

/** One SKILL.md that the project ships. */
export interface Recipe {
  /** Where it lies below `collections/`, `/`-separated, without `SKILL.md`. */
  readonly path: string;
  readonly folder: string;
  readonly folderName: string;
  readonly text: string;
  /** The text between the fences; empty where there is none. */
  readonly frontmatter: string;
  readonly body: string;
}

/** The folder of everything that ships. */
export const collectionsFolder: string = resolve(import.meta.dirname, '../../collections');

/** Every SKILL.md below `collections/`, in order of path. */
export function readRecipes(folder: string = collectionsFolder): readonly Recipe[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => basename(path) === 'SKILL.md')
    .sort()
    .map((path) => readRecipe(join(folder, path), path.replace(/\/?SKILL\.md$/, '')));
}

function readRecipe(file: string, path: string): Recipe {
  const text = readFileSync(file, 'utf8');
  const fences = /^---\n([\s\S]*?\n)---\n/.exec(text);
  const folder = resolve(file, '..');
  return {
    path,
    folder,
    folderName: basename(folder),
    text,
    frontmatter: fences?.[1] ?? '',
    body: text.slice(fences?.[0].length ?? 0),
  };
}

/** The frontmatter as YAML 1.2 reads it, with everything the parser had to say. */
export function readFields(recipe: Recipe): { readonly fields: Record<string, unknown>; readonly findings: string[] } {
  const document = parseDocument(recipe.frontmatter, { uniqueKeys: true, strict: true });
  const findings = [...document.errors, ...document.warnings].map((each) => each.message);
  const fields: unknown = findings.length === 0 ? document.toJS() : {};
  return { fields: typeof fields === 'object' && fields !== null ? { ...fields } : {}, findings };
}

/** The words of `metadata.requirements`: `bin:jq`, `os:linux` ... */
export function requirementsOf(recipe: Recipe): readonly string[] {
  const metadata = readFields(recipe).fields['metadata'];
  if (typeof metadata !== 'object' || metadata === null || !('requirements' in metadata)) return [];
  return String(metadata.requirements).split(/\s+/).filter(Boolean);
}

/** The scripts of the fenced blocks whose info string is `sh check`. */
export function checkBlocks(body: string): readonly string[] {
  return [...body.matchAll(/^```sh check\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');
}

/** Those words that this machine does not satisfy. */
export function missingHere(requirements: readonly string[]): readonly string[] {
  return requirements.filter((word) => {
    const [kind, value = ''] = splitOnce(word, ':');
    if (kind === 'bin') return !onPath(value);
    if (kind === 'any-bin') return !value.split('|').some(onPath);
    if (kind === 'os') return value !== process.platform && !(value === 'macos' && process.platform === 'darwin');
    if (kind === 'env') return (process.env[value] ?? '') === '';
    if (kind === 'file') return statSync(value, { throwIfNoEntry: false }) === undefined;
    return kind === 'gpu' && !onPath('nvidia-smi');
  });
}

function splitOnce(word: string, separator: string): readonly [string, string?] {
  const at = word.indexOf(separator);
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

function onPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)));
}

function isExecutable(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // The only question asked is whether it can be run.
  }
}
