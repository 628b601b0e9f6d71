import { languageOf } from './blocks.ts';
import { distributionIn, installedBy, isInstalling } from './installers.ts';
import { type Fence, readMarkdown, readSpans, type Span } from './markdown.ts';
import { joinEvidence, type PlacedSight, type SkillNeeds } from './needs.ts';
import { isOtherWay, otherWays } from './other-ways.ts';
import { interpreterOf, isBuiltin, isNotable, isProgramName, languageOfFile } from './programs.ts';
import { readPython } from './python.ts';
import { readR } from './r.ts';
import { readScript } from './script.ts';
import { readShell } from './shell.ts';
import type { CodeReading, Language, Sight } from './sights.ts';

/** A file of a skill: its path in the skill's folder, and its text. */
export interface RecipeFile {
  readonly path: string;
  readonly text: string;
}

const READERS: Readonly<Record<Language, (source: string) => CodeReading>> = {
  shell: readShell,
  python: readPython,
  r: readR,
  script: readScript,
};

/** Code in code in code: a here-document of Python that starts a shell. No real recipe goes deeper. */
const MAX_DEPTH = 4;
/** A longer piece is data or generated; what stands further down is not read. */
const MAX_PIECE_CHARACTERS = 400_000;

/** A longer line is data or minified code; what stands further right is not read. */
const MAX_LINE_CHARACTERS = 2_000;

function withShortLines({ path, text }: RecipeFile): RecipeFile {
  const lines = text.split('\n');
  const isLong = lines.some((line) => line.length > MAX_LINE_CHARACTERS);
  return { path, text: isLong ? lines.map((line) => line.slice(0, MAX_LINE_CHARACTERS)).join('\n') : text };
}

/** Whether a file is one that evidence is looked for in. */
export function isEvidenceFile(path: string): boolean {
  return /\.(?:md|markdown|rmd|qmd)$/i.test(path) || languageOfFile(path) !== undefined;
}

/**
 * What a skill shows that it needs, from the text of its SKILL.md (`main`) and its other files. Needed is what the code
 * of its own steps calls and loads, and the scripts it names; what stands in other documents, in scripts nobody names,
 * below headings about alternatives and installation, and in lines of prose is optional. `modules` are further names of
 * Python that the skill brings. Pure: nothing is run or looked up.
 */
export function findNeeds(
  main: RecipeFile,
  others: readonly RecipeFile[] = [],
  modules: readonly string[] = [],
): SkillNeeds {
  return new Finder(main, others, modules).find();
}

class Finder {
  readonly #main: RecipeFile;
  readonly #others: readonly RecipeFile[];
  readonly #sights: PlacedSight[] = [];
  readonly #given: Set<string> = new Set();
  /** The recipe's blocks and code spans. */
  readonly #code: string[] = [];
  readonly #lines: Map<RecipeFile, readonly string[]> = new Map();
  /** Scripts of the skill that are waiting to be read, and whether they are needed. */
  readonly #told: Map<string, boolean> = new Map();

  readonly #modules: readonly string[];

  constructor(main: RecipeFile, others: readonly RecipeFile[], modules: readonly string[]) {
    this.#modules = modules;
    this.#main = withShortLines(main);
    this.#others = others.map(withShortLines);
  }

  find(): SkillNeeds {
    const { fences, prose } = readMarkdown(this.#main.text);
    const spans = readSpans(prose);
    this.#code.push(...fences.map((one) => one.text), ...spans.map((one) => one.text));
    const known = this.#document(this.#main, fences, false);
    this.#prose(spans, known);
    this.#mentioned();
    this.#scripts();
    for (const file of this.#others) {
      if (!/\.(?:md|markdown|rmd|qmd)$/i.test(file.path)) continue;
      const document = readMarkdown(file.text);
      this.#document(file, document.fences, true);
    }
    return joinEvidence(this.#sights, {
      modules: new Set([...this.#ownModules(), ...this.#modules]),
      files: new Set(this.#others.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))),
      given: this.#given,
    });
  }

  /** Reads the blocks of a document; gives the programs that its tagged blocks call. */
  #document(file: RecipeFile, fences: readonly Fence[], optional: boolean): ReadonlySet<string> {
    const known = new Set<string>();
    // Blocks that say what they are come first: what they call tells commands from text in the others.
    for (const tagged of [true, false]) {
      for (const fence of fences) {
        if ((fence.tag !== '') !== tagged) continue;
        const language = languageOf(fence, known);
        if (language === undefined) continue;
        const before = this.#sights.length;
        this.#piece(file, language, fence.text, fence.line, optional || fence.isCheck || isOtherWay(fence), 0);
        for (const { kind, name } of this.#sights.slice(before))
          if (kind === 'programs' && language === 'shell') known.add(name);
      }
    }
    return known;
  }

  #piece(file: RecipeFile, language: Language, source: string, line: number, optional: boolean, depth: number): void {
    const text = source.slice(0, MAX_PIECE_CHARACTERS);
    const reading = READERS[language](text);
    const ways = otherWays(text);
    const isAside = (at: number): boolean => optional || ways.some(([from, to]) => at >= from && at < to);
    const lines = this.#linesOf(file);
    const starts = lineStarts(text);
    const lineAt = (at: number): number => line + lineOf(starts, at);
    for (const sight of reading.sights) {
      const at = lineAt(sight.at);
      // A module beside the script is read like one it is handed.
      if (sight.kind === 'python')
        this.#tell(`${sight.name.replaceAll('.', '/')}.py`, sight.optional || isAside(sight.at));
      this.#add({ ...sight, optional: sight.optional || isAside(sight.at) }, file.path, at, lines[at - 1] ?? '');
    }
    if (language === 'shell') for (const name of reading.given) this.#given.add(name);
    for (const one of reading.files) this.#tell(one.path, one.optional || optional);
    if (depth >= MAX_DEPTH) return;
    for (const inner of reading.inner) {
      this.#piece(file, inner.language, inner.text, lineAt(inner.at), inner.optional || isAside(inner.at), depth + 1);
    }
  }

  #linesOf(file: RecipeFile): readonly string[] {
    const known = this.#lines.get(file);
    if (known !== undefined) return known;
    const lines = file.text.split('\n');
    this.#lines.set(file, lines);
    return lines;
  }

  #add(sight: Sight, file: string, line: number, text: string): void {
    this.#sights.push({ ...sight, file, line, text: text.trim() });
  }

  /** A file that code names: a script of this skill, if its path ends like one. */
  #tell(path: string, optional: boolean): void {
    const plain = path.replace(/^(?:\.\/|\$\{?\w+\}?\/|\{\w+\}\/|~\/)+/, '');
    const ends = this.#others.filter(
      (one) =>
        one.path === plain ||
        plain.endsWith(`/${one.path}`) ||
        one.path.endsWith(`/${plain}`) ||
        sameModule(one.path, plain),
    );
    for (const { path: found } of ends) this.#told.set(found, optional && this.#told.get(found) !== false);
  }

  /** A script whose path or name stands in the recipe is one it tells about. */
  #mentioned(): void {
    for (const { path } of this.#others) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (languageOfFile(path) !== undefined && this.#main.text.includes(name)) this.#told.set(path, false);
    }
  }

  #scripts(): void {
    const read = new Map<string, boolean>();
    for (;;) {
      const next = this.#others.find(
        ({ path }) =>
          this.#told.has(path) &&
          (read.get(path) ?? true) !== (this.#told.get(path) ?? true) &&
          read.get(path) !== false,
      );
      const first = next ?? this.#others.find(({ path }) => this.#told.has(path) && !read.has(path));
      if (first === undefined) break;
      const optional = this.#told.get(first.path) ?? true;
      read.set(first.path, optional);
      this.#script(first, optional);
    }
    for (const file of this.#others) if (!read.has(file.path)) this.#script(file, true);
  }

  #script(file: RecipeFile, optional: boolean): void {
    const language = languageOfFile(file.path);
    if (language === undefined) return;
    const interpreter = /^#!\s*\S*\/(?:env\s+(?:-S\s+)?)?([\w.]+)/.exec(file.text)?.[1];
    if (interpreter !== undefined && isNotable(interpreter)) {
      this.#add({ kind: 'programs', name: interpreter, at: 0, optional }, file.path, 1, file.text.split('\n')[0] ?? '');
    }
    this.#piece(file, language, file.text, 1, optional, 0);
  }

  /** Commands and packages in lines of prose: `samtools view -H`, `pkg::call()`, `pip install x`. */
  #prose(spans: readonly Span[], known: ReadonlySet<string>): void {
    const lines = this.#linesOf(this.#main);
    const parts = this.#firstWordsAfter(known);
    for (const { text, line } of spans) {
      const place = lines[line - 1] ?? '';
      const add = (kind: Sight['kind'], name: string, via?: 'install'): void =>
        this.#add(
          { kind, name, at: 0, optional: true, ...(via === undefined ? {} : { via }) },
          this.#main.path,
          line,
          place,
        );
      const pkg = /^([A-Za-z][\w.]*):::?[\w.]+/.exec(text)?.[1];
      if (pkg !== undefined) add('r', pkg);
      const module = /^(?:import|from) ([a-zA-Z_][\w.]*)(?: import .*| as \w+)?$/.exec(text)?.[1];
      if (module !== undefined) add('python', module);
      const [name = '', ...args] = text.trim().split(/\s+/);
      if (args.length === 0 || !isProgramName(name) || isBuiltin(name) || !isNotable(name)) continue;
      // `collate -O x` of a recipe that calls `samtools collate`.
      if (parts.has(name) && !known.has(name)) continue;
      if (/[<{]/.test(text) && isInstalling(name, args)) continue;
      if (isInstalling(name, args) && !/^-/.test(args[0] ?? '-')) {
        const brought = installedBy(name, args);
        if (brought?.kind === 'python')
          for (const spec of brought.names) {
            const called = distributionIn(spec);
            if (called !== undefined) add('python', called, 'install');
          }
        add('programs', name);
      } else if (
        known.has(name) ||
        interpreterOf(name) !== undefined ||
        args.some((one) => /^-{1,2}[A-Za-z]/.test(one))
      ) {
        if (!/[=<>()]/.test(name) && !/^[(=<>:]/.test(args[0] ?? '')) add('programs', name);
      }
    }
  }

  /** The words that code puts right after one of these programs: names of their parts. */
  #firstWordsAfter(programs: ReadonlySet<string>): ReadonlySet<string> {
    const words = new Set<string>();
    for (const text of this.#code) {
      for (const [, program = '', word = ''] of text.matchAll(/(?<![\w./+-])([\w.+-]+)[ \t]+(?=([A-Za-z][\w-]*))/g))
        if (programs.has(program.toLowerCase()) || programs.has(program)) words.add(word);
    }
    return words;
  }

  /** Modules that come with the skill: its files and folders, and files that the recipe says are written. */
  #ownModules(): ReadonlySet<string> {
    const modules = new Set<string>();
    for (const { path } of this.#others) {
      for (const part of path.split('/')) modules.add(part.replace(/\.py$/, ''));
    }
    // In code alone: `comut.py` in a sentence is what a library calls itself.
    const text = this.#code.join('\n');
    for (let at = text.indexOf('.py'); at >= 0; at = text.indexOf('.py', at + 3)) {
      const name = /[A-Za-z_]\w*$/.exec(text.slice(Math.max(0, at - 60), at))?.[0];
      if (name !== undefined && !/\w/.test(text[at + 3] ?? '')) modules.add(name);
    }
    return modules;
  }
}

/** `./lib/x` of a loader is `lib/x.js`, `helpers.py` of an import may be `helpers/__init__.py`. */
function sameModule(path: string, told: string): boolean {
  const bare = (one: string): string =>
    one
      .replace(/\.(?:[cm]?[jt]sx?|py)$/, '')
      .replace(/\/(?:index|__init__)$/, '')
      .replace(/^(?:\.{1,2}\/)+/, '');
  return languageOfFile(path) !== undefined && (bare(path) === bare(told) || bare(path).endsWith(`/${bare(told)}`));
}

/** Offsets at which the lines of a text begin. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The 0-based line of an offset. */
function lineOf(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
