import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { doubtAbout } from './who-are-you.ts';

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

/** A check's line `# Also needs: zip cmp`: programs that it uses beyond the recipe's own requirements. */
export function alsoNeeds(script: string): readonly string[] {
  const found = /^# Also needs: (.+)$/m.exec(script)?.[1] ?? '';
  return found.split(/\s+/).filter(Boolean);
}

/** Shell scripts that come with a recipe. */
export function shellScripts(recipe: Recipe): readonly string[] {
  const folder = join(recipe.folder, 'scripts');
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.sh'));
  return names.map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** What a machine has of what was asked for. */
export interface Equipment {
  /** A reason each, such as `jq is not on PATH` or `convert is not ImageMagick`. */
  readonly missing: readonly string[];
  /** Programs that may be used, by name, with their place. */
  readonly programs: ReadonlyMap<string, string>;
}

/** Looks for everything that the words ask for, and asks each program who it is. */
export function equip(requirements: readonly string[]): Equipment {
  const programs = new Map<string, string>();
  const missing = new Set<string>();
  for (const word of requirements) {
    const [kind, value = ''] = splitOnce(word, ':');
    if (kind !== 'bin' && kind !== 'any-bin') {
      for (const each of missingHere([word])) missing.add(`needs ${each}`);
      continue;
    }
    const found = value.split('|').map((name) => ({ name, ...findProgram(name) }));
    for (const each of found) if (each.doubt === undefined) programs.set(each.name, each.file);
    if (found.every((each) => each.doubt !== undefined)) {
      missing.add(found.map((each) => `${each.name} ${each.doubt}`).join(', '));
    }
  }
  return { missing: [...missing], programs };
}

interface Found {
  /** Empty when no such program is on PATH. */
  readonly file: string;
  /** Why it cannot be used; absent when it can. */
  readonly doubt?: string;
}

const asked = new Map<string, Found>();

function findProgram(name: string): Found {
  const known = asked.get(name) ?? lookAt(name);
  asked.set(name, known);
  return known;
}

function lookAt(name: string): Found {
  const file = fileOnPath(name);
  if (file === undefined) return { file: '', doubt: 'is not on PATH' };
  const doubt = doubtAbout(name, file);
  return doubt === undefined ? { file } : { file, doubt };
}

/** Those words that this machine does not satisfy. */
export function missingHere(requirements: readonly string[]): readonly string[] {
  return requirements.filter((word) => {
    const [kind, value = ''] = splitOnce(word, ':');
    if (kind === 'bin') return fileOnPath(value) === undefined;
    if (kind === 'any-bin') return value.split('|').every((name) => fileOnPath(name) === undefined);
    if (kind === 'os') return value !== process.platform && !(value === 'macos' && process.platform === 'darwin');
    if (kind === 'env') return (process.env[value] ?? '') === '';
    if (kind === 'file') return statSync(value, { throwIfNoEntry: false }) === undefined;
    return kind === 'gpu' && fileOnPath('nvidia-smi') === undefined;
  });
}

function splitOnce(word: string, separator: string): readonly [string, string?] {
  const at = word.indexOf(separator);
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}

/** Where a program lies; absent when no folder of PATH has it. */
export function fileOnPath(program: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, program)).find(isExecutable);
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
