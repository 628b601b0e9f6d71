import { SkillficheError } from '../../base/errors.ts';
import type { Globals } from './globals.ts';
import type { Io } from './io.ts';
import { openFromFlags } from './open.ts';

/** Ids and `<scope>:*` that references mean: skills that are switched off are found too. */
export async function switchTargets(refs: readonly string[], globals: Globals, io: Io): Promise<string[]> {
  const isDirect = (ref: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]*:\*$/.test(ref);
  if (refs.every(isDirect)) return [...refs];
  const { view } = await openFromFlags({ ...globals, quiet: true }, io);
  const collections = new Set(view.collections().map(({ id }) => id));
  const targets: string[] = [];
  for (const ref of refs) {
    if (isDirect(ref)) targets.push(ref);
    else if (collections.has(ref)) targets.push(`${ref}:*`);
    else targets.push(await idOf(ref, (one) => view.resolve(one)));
  }
  return targets;
}

async function idOf(ref: string, resolve: (ref: string) => Promise<{ readonly id: string }>): Promise<string> {
  try {
    return (await resolve(ref)).id;
  } catch (error) {
    // A skill whose folder is gone may still have a switch, and it is known by its id alone.
    if (error instanceof SkillficheError && error.code === 'SKILL_NOT_FOUND' && error.suggestions.length === 0) {
      if (/^[A-Za-z0-9][A-Za-z0-9._-]*:./.test(ref)) return ref;
    }
    throw error;
  }
}
