import { compareCodePoints, cutTo, toOneLine } from '../../../base/text.ts';
import { distributionOf, plainDistribution } from './python-names.ts';
import { NEED_KINDS, type NeedKind, type Sight } from './sights.ts';
import { isStandIn, NODE_STANDARD, PYTHON_INSIDE_PROGRAMS, PYTHON_STANDARD, R_STANDARD } from './standard.ts';

/** Where a recipe shows that it needs something: the first place, with the line as it stands there. */
export interface NeedPlace {
  /** In lower case, but for variables; a distribution as its index names it. */
  readonly name: string;
  /** As the recipe spells it, where that is not the name: `STAR`, `DESeq2`. */
  readonly spelled?: string;
  /** Path in the skill's folder. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export type NeedList = Readonly<Record<NeedKind, readonly NeedPlace[]>>;

/** What the text and the code of one skill show that it needs; `optional` is what it runs without. */
export interface SkillNeeds {
  readonly needs: NeedList;
  readonly optional: NeedList;
}

/** A sight with its place in a file. */
export interface PlacedSight extends Sight {
  readonly spelled?: string;
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const MAX_TEXT_CHARACTERS = 160;

/** What a skill brings itself, and what it says about names. */
export interface OwnNames {
  /** Names of its Python modules and packages. */
  readonly modules: ReadonlySet<string>;
  /** Base names of its files, which are no programs of the machine. */
  readonly files: ReadonlySet<string>;
  /** Variables that its shell code sets. */
  readonly given: ReadonlySet<string>;
}

/** Programs that are run by `python -m`, and come as a distribution of that name. */
const RUN_AS_MODULE =
  /^(?:pytest|jupyter|ipykernel|notebook|streamlit|spacy|nltk|build|twine|black|mypy|flake8|ruff|coverage|playwright|uvicorn|gunicorn|celery|flask|django|torch|vllm|accelerate|mlflow|pylint|isort|bandit|sphinx|mkdocs|tox|nox|safety|pyinstaller|cython|whisper)$/;

/** Joins the sights of one skill: one place a name, the needed before the optional, what is no news left out. */
export function joinEvidence(sights: readonly PlacedSight[], own: OwnNames): SkillNeeds {
  const imported = new Set(
    sights.filter((one) => one.kind === 'python' && one.via === undefined).map((one) => topOf(one.name)),
  );
  const installed = new Set(
    sights.filter((one) => one.kind === 'python' && one.via === 'install').map((one) => plainDistribution(one.name)),
  );
  const found = { needs: new Map<string, PlacedSight>(), optional: new Map<string, PlacedSight>() };
  const named = sights.flatMap((sight) => {
    const name = nameOf(sight, own, imported, installed);
    if (name === undefined) return [];
    const isSpelled = (sight.kind === 'programs' || sight.kind === 'r') && sight.name !== name;
    return [{ ...sight, name, ...(isSpelled ? { spelled: sight.name } : {}) }];
  });
  for (const isOptional of [false, true]) {
    for (const sight of named) {
      const key = `${sight.kind} ${sight.name}`;
      const list = isOptional ? found.optional : found.needs;
      if (sight.optional === isOptional && !found.needs.has(key) && !list.has(key)) list.set(key, sight);
    }
  }
  return { needs: listOf(found.needs), optional: listOf(found.optional) };
}

function listOf(found: ReadonlyMap<string, PlacedSight>): NeedList {
  const of = (kind: NeedKind): NeedPlace[] =>
    [...found.values()]
      .filter((one) => one.kind === kind)
      .sort((a, b) => compareCodePoints(a.name, b.name))
      .map(({ name, spelled, file, line, text }) => ({
        name,
        ...(spelled === undefined ? {} : { spelled }),
        file,
        line,
        text: cutTo(toOneLine(text), MAX_TEXT_CHARACTERS),
      }));
  return Object.fromEntries(NEED_KINDS.map((kind) => [kind, of(kind)])) as Record<NeedKind, NeedPlace[]>;
}

function topOf(module: string): string {
  return module.split('.')[0] ?? module;
}

/** The name a sight counts under; `undefined` for what the language brings, the skill brings, or stands for something else. */
function nameOf(
  sight: PlacedSight,
  own: OwnNames,
  imported: ReadonlySet<string>,
  installed: ReadonlySet<string>,
): string | undefined {
  const { kind, name, via } = sight;
  switch (kind) {
    case 'programs':
      return own.files.has(name) ? undefined : name.toLowerCase();
    case 'env':
      return own.given.has(name) ? undefined : name;
    case 'r':
      return R_STANDARD.has(name.toLowerCase()) || isStandIn(name) ? undefined : name.toLowerCase();
    case 'node':
      return nodePackage(name);
    case 'python': {
      if (via === 'install') return isStandIn(name) ? undefined : plainDistribution(name);
      const top = topOf(name);
      if (PYTHON_STANDARD.has(top) || PYTHON_INSIDE_PROGRAMS.has(top) || own.modules.has(top)) return undefined;
      const { name: distribution, isListed } = distributionOf(name);
      if (!isListed && isStandIn(top)) return undefined;
      if (via === 'module' && !imported.has(top) && !installed.has(distribution) && !RUN_AS_MODULE.test(top))
        return undefined;
      return installedAs(distribution, name, installed) ?? distribution;
    }
  }
}

/** What distributions add to the name of their module: `adaptyv` comes with `adaptyv-sdk`, `cudf` with `cudf-cu12`. */
const ENDS = /^(?:sdk|python|py|client|lib|tools|lang|api|binary|headless|wheel|cpu|gpu|cu\d+|cuda\w+|\d+)$/;
const BEGINS = /^(?:python|py|fair)-?$/;

/** A recipe that installs `adaptyv-sdk` and imports `adaptyv` says itself which distribution it means. */
function installedAs(name: string, module: string, installed: ReadonlySet<string>): string | undefined {
  if (installed.size === 0 || installed.has(name)) return undefined;
  const parts = module.split('.').map(plainDistribution);
  for (let length = parts.length; length > 1; length--) {
    const joined = parts.slice(0, length).join('-');
    if (installed.has(joined)) return joined;
  }
  const bare = (text: string): string => text.replaceAll('-', '');
  return [...installed].find(
    (one) =>
      (one.startsWith(`${name}-`) && ENDS.test(one.slice(name.length + 1))) ||
      (one.endsWith(name) && BEGINS.test(one.slice(0, -name.length))) ||
      bare(one) === bare(name),
  );
}

/** `lodash/fp` → `lodash`, `@scope/x/y` → `@scope/x`; built-in modules, aliases and addresses are no packages. */
function nodePackage(specifier: string): string | undefined {
  if (/^(?:node|bun|file|data|https?|virtual|cloudflare|astro|vscode):?(?::|$)/.test(specifier)) return undefined;
  const bare = specifier.replace(/^(?:npm|jsr):/, '').replace(/(?<=.)@[\d^~].*$/, '');
  const name = /^(?:@[a-z0-9~][a-z0-9._~-]*\/[a-z0-9~][a-z0-9._~-]*|[a-z0-9~][a-z0-9._~-]*)(?=\/|$)/i.exec(bare)?.[0];
  if (name === undefined || NODE_STANDARD.has(name) || /^(?:@\/|~\/|#)/.test(bare)) return undefined;
  if (isStandIn(name) || /^@(?:repo|my|your|app|acme|company|org|workspace|myorg|your-?org)\//.test(name))
    return undefined;
  return name.toLowerCase();
}
