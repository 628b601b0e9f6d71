import { resolve } from 'node:path';
import type { OpenOptions } from '../app/internals.ts';
import type { Catalog, View } from '../app/types.ts';
import { SkillficheError } from '../base/errors.ts';
import type { Root } from '../base/types.ts';
import type { Globals } from './globals.ts';
import type { Io } from './io.ts';
import { bundledRoot, defaultRoots, expandHome, isPathRef, numberRoots, parseRoot } from './roots.ts';

/** What the flags and a config file say about the catalog to open. */
export interface Setup {
  readonly roots: readonly Root[];
  readonly only: readonly string[] | undefined;
  readonly disabled: readonly string[];
  readonly cache: string | false | undefined;
}

/** Flags come before the config file, and that before the defaults. */
export async function readSetup(globals: Globals, io: Io): Promise<Setup> {
  const config =
    globals.config === undefined ? undefined : await (await import('./config.ts')).readConfig(globals.config, io);
  const asked = [...globals.root.map((spec) => parseRoot(spec, io)), ...(globals.bundled ? [bundledRoot()] : [])];
  const roots = asked.length > 0 ? [...asked, ...(config?.roots ?? [])] : (config?.roots ?? defaultRoots(io));
  return {
    roots: numberRoots(roots),
    only: globals.only ?? config?.only,
    disabled: config?.disabled ?? [],
    cache:
      globals.cache === false ? false : typeof globals.cache === 'string' ? resolve(io.cwd, globals.cache) : undefined,
  };
}

export interface Opened {
  readonly catalog: Catalog;
  readonly view: View;
  readonly setup: Setup;
}

/** Opens the catalog that the flags describe, and the view they allow. */
export async function openFromFlags(globals: Globals, io: Io, extra: Partial<OpenOptions> = {}): Promise<Opened> {
  const setup = await readSetup(globals, io);
  return openSetup(setup, globals, io, extra);
}

export async function openSetup(
  setup: Setup,
  globals: Globals,
  io: Io,
  extra: Partial<OpenOptions> = {},
): Promise<Opened> {
  const { openCatalog } = await import('../app/catalog.ts');
  const catalog = await openCatalog({
    roots: setup.roots,
    machine: { env: io.env, cwd: io.cwd },
    ...(setup.cache === undefined ? {} : { cache: setup.cache }),
    ...(globals.concurrency === undefined ? {} : { concurrency: globals.concurrency }),
    // Nothing answers requests meanwhile, so a scan need not pause; a terminal gets its progress.
    sliceMs: io.isErrTty && !globals.quiet ? 200 : 0,
    ...(io.isErrTty && !globals.quiet
      ? { onProgress: (skills: number) => io.err(`\rscanning: ${skills} skills `) }
      : {}),
    ...extra,
  });
  const disabled = new Set(setup.disabled);
  const view = catalog.view({
    ...(setup.only === undefined ? {} : { only: setup.only }),
    ...(disabled.size === 0 ? {} : { enabled: (id: string) => !disabled.has(id) }),
  });
  return { catalog, view, setup };
}

/**
 * Opens the catalog for a reference. A path is looked for among the roots first; a folder outside them is opened as a
 * project root of its own. Returns the reference to use with the view.
 */
export async function openForRef(ref: string, globals: Globals, io: Io): Promise<Opened & { readonly ref: string }> {
  if (!isPathRef(ref)) return { ...(await openFromFlags(globals, io)), ref };
  const path = resolve(io.cwd, expandHome(ref, io.env)).replace(/[/\\][Ss][Kk][Ii][Ll][Ll]\.[Mm][Dd]$/, '');
  const opened = await openFromFlags(globals, io);
  const known = opened.view.entries().find((entry) => resolve(entry.folder) === path);
  if (known !== undefined) return { ...opened, ref: known.id };
  if (globals.only !== undefined) throw new SkillficheError('SKILL_NOT_FOUND', `No visible skill lies in ${path}.`);
  const setup = { ...opened.setup, roots: [{ id: 'project', kind: 'project', path }] };
  const alone = await openSetup(setup, globals, io);
  if (!alone.view.entries().some((entry) => entry.id === 'project:.')) {
    throw new SkillficheError(
      'SKILL_NOT_FOUND',
      `There is no skill in ${path}: it has no readable SKILL.md. Name the folder that holds it.`,
    );
  }
  return { ...alone, ref: 'project:.' };
}
