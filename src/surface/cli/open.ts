import { resolve } from 'node:path';
import { type ProjectSetup, readProject } from '../../app/project-setup.ts';
import { settledDisk } from '../../app/settled-disk.ts';
import { readSwitches } from '../../app/switch-state.ts';
import type { Catalog } from '../../app/types.ts';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { quoteValue, toOneLine } from '../../base/text.ts';
import type { Audience, Root } from '../../base/types.ts';
import type { OpenOptions } from '../../catalog/internals.ts';
import type { View, ViewOptions } from '../../catalog/types.ts';
import { countTreeErrors, missingRoots } from '../../catalog/view/health.ts';
import { makeFolders } from '../../io/disk/make-folders.ts';
import { defaultCacheFolder } from '../../io/places/cache-folder.ts';
import { defaultDataFolder } from '../../io/places/data-folder.ts';
import type { Globals } from './globals.ts';
import type { Io } from './io.ts';
import { bundledRoot, defaultRoots, expandHome, homeOf, isPathRef, isThere, numberRoots, parseRoot } from './roots.ts';
import { openSettled, withLook } from './settled.ts';

/** What the flags and a config file say about the catalog to open. */
export interface Setup {
  readonly roots: readonly Root[];
  readonly only: readonly string[] | undefined;
  readonly disabled: readonly string[];
  readonly limits: OpenOptions['limits'];
  readonly allowNetwork: boolean;
  readonly cache: string | false;
  /** Ids of roots that somebody named: that one of them is missing is worth a word. */
  readonly named: ReadonlySet<string>;
  /** What the project one stands in says about itself. */
  readonly project: ProjectSetup;
}

/** How a catalog is opened for a command. */
interface OpenExtra extends Partial<OpenOptions> {
  /**
   * Whether the project's own file and the switches narrow what is seen: `all` for what shows skills, `allowlist` where a
   * switch says nothing, as for readiness. Default: neither, as for what an owner does.
   */
  readonly narrow?: 'all' | 'allowlist';
  /** Who is shown what is opened. Default: the owner where nothing narrows, else a person. */
  readonly audience?: Audience;
  /** What is taken out of texts. */
  readonly redact?: ViewOptions['redact'];
  /** A server: switches that are turned later count too, and a root that is missing may come. */
  readonly live?: boolean;
  /** Whether a named root that cannot be read ends the command. Default: unless it is a server. */
  readonly isRootNeeded?: boolean;
}

/** Flags come before the config file, and that before the defaults. */
export async function readSetup(globals: Globals, io: Io): Promise<Setup> {
  const config =
    globals.config === undefined ? undefined : await (await import('./config.ts')).readConfig(globals.config, io);
  const asked = [...globals.root.map((spec) => parseRoot(spec, io)), ...(globals.bundled ? [bundledRoot()] : [])];
  const named = asked.length > 0 ? [...asked, ...(config?.roots ?? [])] : config?.roots;
  const project = await readProject(io.cwd, homeOf(io.env));
  const known = named ?? [...defaultRoots(io, project), ...project.roots];
  const others = globals.agents ? (await import('./agent-roots.ts')).agentRoots(io, project, known) : [];
  const roots = numberRoots([...known, ...others]);
  return {
    roots,
    project,
    only: globals.only ?? config?.only,
    disabled: config?.disabled ?? [],
    limits: config?.limits,
    allowNetwork: globals.allowNetwork || config?.allowNetwork === true,
    cache: cacheOf(globals, io),
    named: new Set(named === undefined ? [] : roots.slice(0, named.length).map((root) => root.id)),
  };
}

function cacheOf({ cache }: Globals, io: Io): string | false {
  if (cache === false) return false;
  if (cache === '')
    throw new SkillficheError('INVALID_ARGUMENT', '--cache needs a folder; --no-cache does without one.');
  return typeof cache === 'string' ? namedCache(resolve(io.cwd, cache)) : (defaultCacheFolder(io.env) ?? false);
}

/** A folder that somebody names is asked for; the default one is done without where it cannot be made. */
function namedCache(folder: string): string {
  try {
    makeFolders(folder);
    return folder;
  } catch (error) {
    const cause = errnoOf(error);
    if (cause === 'UNKNOWN') throw error;
    const message = `--cache ${toOneLine(folder)} is no folder and cannot be made (${cause}). Name one that can be written, or do without: --no-cache.`;
    throw new SkillficheError('INVALID_ARGUMENT', message, { reason: cause, paths: [folder], cause: error });
  }
}

export interface OpenedCatalog {
  readonly catalog: Catalog;
  readonly view: View;
  /** What a person may pick from, beside the model's view; of servers only. */
  readonly people?: View;
  readonly setup: Setup;
}

/** Opens the catalog that the flags describe, and the view they allow. */
export async function openFromFlags(globals: Globals, io: Io, extra: OpenExtra = {}): Promise<OpenedCatalog> {
  const setup = await readSetup(globals, io);
  return openSetup(setup, globals, io, extra);
}

export async function openSetup(setup: Setup, globals: Globals, io: Io, extra: OpenExtra = {}): Promise<OpenedCatalog> {
  const { openCatalog } = await import('../../app/open-catalog.ts');
  const {
    narrow,
    audience = narrow === undefined ? 'owner' : 'person',
    live,
    redact = [],
    isRootNeeded = live !== true,
    ...more
  } = extra;
  const data = defaultDataFolder(io.env, homeOf(io.env));
  const roots = setup.roots.map(({ path }) => path);
  const disk = narrow === undefined || data === undefined ? undefined : settledDisk(data, roots);
  if (data !== undefined && disk?.isDisturbed === true) await (await import('./stopped-changes.ts')).endAll(io, data);
  const switches =
    narrow === 'all' && data !== undefined ? readSwitches(data, setup.project.key, setup.project.disabled) : undefined;
  const pinned = await pinnedBy(globals, io);
  let isProgressShown = false;
  const options: OpenOptions = {
    roots: setup.roots,
    machine: { env: io.env, cwd: io.cwd },
    rawNetworkAllowed: setup.allowNetwork,
    cache: setup.cache,
    ...(setup.limits === undefined ? {} : { limits: setup.limits }),
    ...(globals.concurrency === undefined ? {} : { concurrency: globals.concurrency }),
    // Nothing answers requests meanwhile, so a scan need not pause; a terminal gets its progress.
    sliceMs: io.isErrTty && !globals.quiet ? 200 : 0,
    ...(io.isErrTty && !globals.quiet
      ? {
          onProgress: (skills: number) => {
            isProgressShown = true;
            io.err(`\rscanning: ${skills} skills `);
          },
        }
      : {}),
    ...(switches === undefined || (switches.isIdle && live !== true) ? {} : { state: withLook(switches.state, disk) }),
    ...(disk === undefined ? {} : { disk }),
    ...pinned,
    ...more,
  };
  const catalog = await openSettled(() => openCatalog(options), live === true ? undefined : disk);
  if (isProgressShown) io.err('\r\u001b[K');
  if (isRootNeeded) requireRoots(setup, catalog);
  // Whichever way its letters are composed, an id switches its skill off.
  const disabled = new Set(setup.disabled.map((id) => id.normalize()));
  const project = narrow === undefined ? undefined : await narrowed(catalog, setup.project, narrow);
  const only = setup.only ?? project?.only;
  // Who is asked for by a flag must be on the project's list too.
  const isAllowed = setup.only === undefined ? undefined : project?.isAllowed;
  const isOn = project?.isOn;
  const window: ViewOptions = {
    ...(redact.length === 0 ? {} : { redact }),
    ...(only === undefined ? {} : { only }),
    ...(disabled.size === 0 && isAllowed === undefined && isOn === undefined
      ? {}
      : {
          enabled: (id: string) => !disabled.has(id.normalize()) && isAllowed?.(id) !== false && isOn?.(id) !== false,
        }),
  };
  const view = catalog.view({ ...window, audience });
  if (!globals.quiet) {
    const notes = [
      ...setup.project.notes,
      ...(project?.notes ?? []),
      ...notesOf(setup, catalog),
      ...(await driftNotes(catalog, setup)),
      ...(narrow === undefined ? [] : errorNote(catalog, view, setup)),
    ];
    for (const note of notes) io.err(`skillfiche: ${note}\n`);
  }
  // A server's menu of prompts is for whoever sits before it.
  const people = live === true ? { people: catalog.view({ ...window, audience: 'person' }) } : {};
  return { catalog, view, ...people, setup };
}

/** What --manifest adds to the options; a file that cannot be read ends the command. */
async function pinnedBy({ manifest, manifestStrict }: Globals, io: Io): Promise<Partial<OpenOptions>> {
  if (manifest === undefined && !manifestStrict) return {};
  const { readManifestFile } = await import('./manifest-file.ts');
  return { manifest: readManifestFile(manifest, io), onManifestDrift: manifestStrict ? 'refuse' : 'report' };
}

async function driftNotes({ manifestDrift }: Catalog, { only, project }: Setup): Promise<readonly string[]> {
  if (manifestDrift === undefined) return [];
  const isAllSeen = only === undefined && project.only.length === 0;
  return (await import('./manifest-file.ts')).renderDrift(manifestDrift, isAllSeen);
}

/** The project's own narrowing; loaded only where there is any. */
async function narrowed(catalog: Catalog, project: ProjectSetup, narrow: 'all' | 'allowlist') {
  if (project.only.length === 0 && project.disabled.length === 0) return undefined;
  return (await import('../../app/narrow.ts')).narrowing(catalog, project, narrow);
}

/** What was asked for by name and is not there. */
function notesOf(setup: Setup, catalog: Catalog): string[] {
  if (setup.named.size === 0 && setup.disabled.length === 0) return [];
  const all = catalog.view({ audience: 'owner' });
  const ids = setup.disabled.length === 0 ? undefined : new Set(all.entries().map(({ id }) => id.normalize()));
  return [
    ...missingRoots(catalog)
      .filter(({ root }) => setup.named.has(root.id))
      .map(({ root, why }) => `the root ${toOneLine(root.path)} ${why}.`),
    ...setup.disabled
      .filter((id) => ids?.has(id.normalize()) === false)
      .map((id) => `"disabled" in the configuration names ${quoteValue(id)}, and no skill has this id.`),
  ];
}

/** A root that somebody named is asked for: without it there is no answer, and least of all an empty one. */
function requireRoots(setup: Setup, catalog: Catalog): void {
  const lost = missingRoots(catalog).filter(({ root }) => setup.named.has(root.id));
  const [first] = lost;
  if (first === undefined) return;
  const more = lost.length > 1 ? ` So it is with ${lost.length - 1} more.` : '';
  throw new SkillficheError(
    'UNREADABLE',
    `The root ${toOneLine(first.root.path)} ${first.why}. Name a folder of skills that is there and may be read.${more}`,
    { paths: lost.map(({ root }) => root.path) },
  );
}

/** Errors of the trees as one line: what they keep from being listed must not go unnoticed. */
function errorNote(catalog: Catalog, view: View, setup: Setup): string[] {
  let errors = countTreeErrors(catalog);
  // Who sees a part of the skills hears of that part alone.
  if (errors > 0 && (setup.only !== undefined || setup.project.only.length > 0))
    errors = view.diagnostics.filter(({ severity }) => severity === 'error').length;
  if (errors === 0) return [];
  const what = errors === 1 ? 'there is 1 error' : `there are ${errors} errors`;
  return [`${what} in these trees: \`skillfiche scan --details\` with the same roots shows what and how to mend it.`];
}

/**
 * The reference as a command goes on with it: a path that exists is taken as one, with or without the `./` in front. A word
 * without a separator is the name of a skill first, where there is such a skill.
 */
export async function refOrPath(ref: string, globals: Globals, io: Io): Promise<string> {
  if (isPathRef(ref) || ref === '' || !isThere(resolve(io.cwd, ref))) return ref;
  const path = `./${ref}`;
  if (/[/\\]/.test(ref) && !ref.includes(':')) return path;
  const { view } = await openFromFlags({ ...globals, quiet: true }, io);
  try {
    await view.resolve(ref);
    return ref;
  } catch (error) {
    if (error instanceof SkillficheError && error.code === 'SKILL_NOT_FOUND') return path;
    if (error instanceof SkillficheError && error.code !== 'INTERNAL') return ref;
    throw error;
  }
}

/**
 * Opens the catalog for a reference. A path is looked for among the roots first; a folder outside them is opened as a
 * project root of its own. Returns the reference to use with the view.
 */
export async function openForRef(
  given: string,
  globals: Globals,
  io: Io,
  narrow: 'all' | 'allowlist' = 'all',
): Promise<OpenedCatalog & { readonly ref: string }> {
  const ref = await refOrPath(given, globals, io);
  if (!isPathRef(ref)) return { ...(await openFromFlags(globals, io, { narrow })), ref };
  const path = resolve(io.cwd, expandHome(ref, io.env)).replace(/[/\\][Ss][Kk][Ii][Ll][Ll]\.[Mm][Dd]$/, '');
  const opened = await openFromFlags(globals, io, { narrow });
  const known = opened.view.entries().find((entry) => resolve(entry.folder) === path);
  if (known !== undefined) return { ...opened, ref: known.id };
  if (opened.setup.only !== undefined || opened.setup.project.only.length > 0 || globals.manifest !== undefined)
    throw new SkillficheError('SKILL_NOT_FOUND', `No visible skill lies in ${path}.`);
  const setup: Setup = {
    ...opened.setup,
    roots: [{ id: 'project', kind: 'project', path }],
    cache: false,
    named: new Set(),
    disabled: [],
  };
  // The one folder is looked at: the path may be that of a whole disk.
  const alone = await openSetup(setup, globals, io, { limits: { maxDepth: 0 }, onDuplicate: 'report' });
  const own = alone.view.entries().find((entry) => resolve(entry.folder) === path);
  if (own !== undefined) return { ...alone, ref: own.id };
  const cause = alone.view.diagnostics.find((one) => one.severity === 'error' && one.code !== 'scan/limit-reached');
  const why = cause?.message ?? 'it has no SKILL.md.';
  throw new SkillficheError('SKILL_NOT_FOUND', `There is no skill in ${path}: ${why} Name the folder that holds it.`, {
    paths: [path],
  });
}
