import { resolve } from 'node:path';
import { SkillficheError } from '../base/errors.ts';
import { type OptionKeys, requireOptions } from '../base/options.ts';
import { quoteValue } from '../base/text.ts';
import type { Root } from '../base/types.ts';
import type { CatalogState, OpenOptions } from '../catalog/internals.ts';
import type { MachineOptions } from '../io/machine/machine.ts';
import type { DEFAULT_LIMITS } from '../tree/scan/scan.ts';

// What callers of plain JavaScript get wrong, before anything is looked at on disk.

const OPEN_KEYS: OptionKeys<OpenOptions> = {
  roots: true,
  cache: true,
  limits: true,
  inventory: true,
  machine: true,
  rawNetworkAllowed: true,
  onDuplicate: true,
  onProgress: true,
  concurrency: true,
  sliceMs: true,
  embedder: true,
  embedderDeadlineMs: true,
  state: true,
  manifest: true,
  onManifestDrift: true,
  disk: true,
};
const ROOT_KEYS: OptionKeys<Root> = { id: true, kind: true, path: true, rank: true };
const MACHINE_KEYS: OptionKeys<MachineOptions> = {
  platform: true,
  env: true,
  path: true,
  pathExt: true,
  cwd: true,
  home: true,
  look: true,
  packages: true,
  target: true,
};
const LIMIT_KEYS: OptionKeys<typeof DEFAULT_LIMITS> = {
  maxDepth: true,
  maxFolders: true,
  maxSkills: true,
  maxSkillBytes: true,
};
const STATE_METHODS: OptionKeys<CatalogState> = { revision: true, isDisabled: true };

/** The options with the paths of roots made absolute. Throws INVALID_ARGUMENT or DUPLICATE_ROOT. */
export function checkOpenOptions(options: OpenOptions): OpenOptions {
  requireOptions(options, 'openCatalog', OPEN_KEYS);
  const { concurrency, machine, state } = options;
  const roots = checkRoots(options.roots);
  checkLimits(options.limits);
  if (machine !== undefined) requireOptions(machine, 'machine', MACHINE_KEYS);
  if (state !== undefined) checkState(state);
  const { onManifestDrift = 'report' } = options;
  if (onManifestDrift !== 'report' && onManifestDrift !== 'refuse') {
    const message = `onManifestDrift must be report or refuse, not ${quoteValue(onManifestDrift)}.`;
    throw new SkillficheError('INVALID_ARGUMENT', message);
  }
  if (concurrency !== undefined && !(Number.isSafeInteger(concurrency) && concurrency >= 1)) {
    throw new SkillficheError('INVALID_ARGUMENT', `concurrency must be a whole number from 1, not ${concurrency}.`);
  }
  return { ...options, roots };
}

function checkState(state: CatalogState): void {
  // A state may be an object of a class, and hold more than we ask for.
  for (const name of Object.keys(STATE_METHODS) as (keyof CatalogState)[]) {
    if (typeof state !== 'object' || state === null || typeof state[name] !== 'function') {
      throw new SkillficheError('INVALID_ARGUMENT', 'state must be {revision(), isDisabled(id)}.');
    }
  }
}

function checkRoots(roots: readonly Root[]): Root[] {
  if (!Array.isArray(roots)) {
    throw new SkillficheError(
      'INVALID_ARGUMENT',
      `roots must be a list of {id, kind, path}, not ${quoteValue(roots)}.`,
    );
  }
  const seen = new Map<string, string>();
  return roots.map((root: Root) => {
    const wrong = rootFault(root);
    if (wrong !== undefined) throw new SkillficheError('INVALID_ARGUMENT', `A root cannot be used: ${wrong}.`);
    requireOptions(root, `The root "${root.id}"`, ROOT_KEYS);
    const path = resolve(root.path);
    const other = seen.get(root.id);
    if (other !== undefined) {
      throw new SkillficheError(
        'DUPLICATE_ROOT',
        `Two roots have the id "${root.id}": ${other} and ${path}. Give one another id.`,
        { paths: [other, path] },
      );
    }
    seen.set(root.id, path);
    return { ...root, path };
  });
}

/** Every comparison with NaN is false: a limit that is no number would silently not limit. */
function checkLimits(limits: OpenOptions['limits']): void {
  if (limits === undefined) return;
  requireOptions(limits, 'limits', LIMIT_KEYS);
  for (const [name, value] of Object.entries(limits)) {
    const isCount = Number.isInteger(value) || value === Number.POSITIVE_INFINITY;
    if (!isCount || value < 0) {
      const message = `limits.${name} must be a whole number from 0, or Infinity, not ${quoteValue(value)}.`;
      throw new SkillficheError('INVALID_ARGUMENT', message);
    }
  }
}

/** What keeps a root from being used; callers of plain JavaScript have no compiler to tell them. */
function rootFault(root: Root): string | undefined {
  if (typeof root !== 'object' || root === null) return `it must be {id, kind, path}, not ${quoteValue(root)}`;
  const { id, kind, path, rank } = root;
  if (typeof id !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id)) {
    return `its id must be letters, digits, ".", "_" and "-", the first a letter or digit, not ${quoteValue(id)}`;
  }
  if (typeof path !== 'string' || path === '') return `"${id}" needs the path of a folder, not ${quoteValue(path)}`;
  if (typeof kind !== 'string' || kind === '') {
    return `"${id}" needs a kind ("bundled", "project", "personal" or your own), not ${quoteValue(kind)}`;
  }
  if (rank !== undefined && !Number.isFinite(rank))
    return `the rank of "${id}" must be a number, not ${quoteValue(rank)}`;
  return undefined;
}
