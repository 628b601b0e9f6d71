import { SkillficheError } from '../base/errors.ts';
import { quoteValue } from '../base/text.ts';
import type { ProjectSetup } from './project-setup.ts';
import type { Catalog } from './types.ts';

/** What a project's own file leaves of a catalog. */
export interface Narrowing {
  /** An allowlist for a view; absent where the project has none. */
  readonly only?: readonly string[];
  readonly isAllowed?: (id: string) => boolean;
  readonly isOn?: (id: string) => boolean;
  readonly notes: readonly string[];
}

interface Match {
  /** For a view's allowlist; none where nothing is called so. */
  readonly grants: readonly string[];
  readonly fits: (id: string) => boolean;
}

/** Binds the project's entries to ids. One that fits nothing here narrows all the same: it allows nothing. */
export async function narrowing(
  catalog: Catalog,
  project: ProjectSetup,
  narrow: 'all' | 'allowlist',
): Promise<Narrowing> {
  const view = catalog.view({ audience: 'owner' });
  const entries = view.entries();
  const scopes = new Set(entries.map(({ scope }) => scope));
  const notes: string[] = [];
  const match = async (ref: string): Promise<Match> => {
    const scope = /^([^:]+):\*$/.exec(ref)?.[1] ?? (scopes.has(ref) ? ref : undefined);
    if (scope !== undefined) {
      return { grants: scopes.has(scope) ? [`${scope}:*`] : [], fits: (id) => id.startsWith(`${scope}:`) };
    }
    try {
      const wanted = (await view.resolve(ref)).id;
      return { grants: [wanted], fits: (id) => id === wanted };
    } catch (error) {
      if (!(error instanceof SkillficheError) || error.code === 'INTERNAL') throw error;
      // An ambiguous name means each of those that have it.
      if (error.code === 'AMBIGUOUS_NAME') {
        const named = new Set(entries.filter(({ name }) => name === ref).map(({ id }) => id));
        return { grants: [...named], fits: (id) => named.has(id) };
      }
      notes.push(`the project's skillfiche.json names ${quoteValue(ref)}, and no skill here is called so.`);
      return { grants: [], fits: (id) => id === ref };
    }
  };
  const lists = await Promise.all(project.only.map((list) => Promise.all(list.map(match))));
  const off = narrow === 'all' ? await Promise.all(project.disabled.map(match)) : [];
  const isAllowed = (id: string): boolean => lists.every((list) => list.some(({ fits }) => fits(id)));
  const [first, ...others] = lists;
  // One list stays a list of grants, so that a server sees what comes into a scope later.
  const only =
    others.length === 0
      ? (first ?? []).flatMap(({ grants }) => grants)
      : entries.map(({ id }) => id).filter((id) => isAllowed(id));
  return {
    ...(first === undefined ? {} : { only, isAllowed }),
    ...(off.length === 0 ? {} : { isOn: (id: string) => !off.some(({ fits }) => fits(id)) }),
    notes,
  };
}
