import { SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import type { View } from '../../catalog/types.ts';
import type { Desk } from '../store/desk.ts';

/** Skills an agent's own list may hold: they are always on. */
export const MAX_AGENT_SKILLS = 30;

/** A named list of skills, without those that are gone. */
export interface Level {
  readonly key: string;
  /** Ids, in the order of the list. */
  readonly skills: readonly string[];
  /** Ids that no visible skill has any more. */
  readonly dropped: readonly string[];
}

export interface LevelChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  /** The whole list, in place of what it holds. */
  readonly set?: readonly string[];
}

/** Throws INVALID_ARGUMENT. */
export function requireLevel(key: string): string {
  if (/^(?:global|(?:list|task|agent):[A-Za-z0-9][A-Za-z0-9._-]{0,63})$/.test(key)) return key;
  const message = `A level is global, list:<key>, task:<key> or agent:<key>, not ${quoteValue(key)}.`;
  throw new SkillficheError('INVALID_ARGUMENT', message);
}

async function targetsOf(desk: Desk, key: string): Promise<string[]> {
  const rows = await desk.store.db.shared
    .selectFrom('levels')
    .select('target')
    .where('person', '=', desk.store.person)
    .where('key', '=', key)
    .orderBy('position')
    .execute();
  return rows.map(({ target }) => target);
}

export async function showLevel(desk: Desk, view: View, key: string): Promise<Level> {
  const targets = await targetsOf(desk, requireLevel(key));
  const visible = new Set(view.entries().map(({ id }) => id));
  return {
    key,
    skills: targets.filter((id) => visible.has(id)),
    dropped: targets.filter((id) => !visible.has(id)),
  };
}

/** Changes a list, whole or not at all. Rejects as `view.resolve` does. */
export async function changeLevel(desk: Desk, view: View, key: string, change: LevelChange): Promise<Level> {
  requireLevel(key);
  const idsOf = (refs: readonly string[]): Promise<string[]> =>
    Promise.all(refs.map(async (ref) => (await view.resolve(ref)).id));
  const before = await targetsOf(desk, key);
  // What is gone is still taken off the list by its id.
  const off = new Set(
    await Promise.all(
      (change.remove ?? []).map(async (ref) => (before.includes(ref) ? ref : (await view.resolve(ref)).id)),
    ),
  );
  const all = [...(change.set === undefined ? before : await idsOf(change.set)), ...(await idsOf(change.add ?? []))];
  const targets = [...new Set(all)].filter((id) => !off.has(id));
  if (key.startsWith('agent:') && targets.length > MAX_AGENT_SKILLS) {
    const message = `${key} would hold ${targets.length} skills; ${MAX_AGENT_SKILLS} are allowed, since an agent's own are always on.`;
    throw new SkillficheError('INVALID_ARGUMENT', message);
  }
  const { person } = desk.store;
  await desk.store.db.shared.transaction().execute(async (tx) => {
    await tx.deleteFrom('levels').where('person', '=', person).where('key', '=', key).execute();
    const rows = targets.map((target, position) => ({ person, key, position, target }));
    if (rows.length > 0) await tx.insertInto('levels').values(rows).execute();
  });
  return showLevel(desk, view, key);
}

/** The union of some levels, each skill once, in the order they are met. */
export async function resolveLevels(
  desk: Desk,
  view: View,
  keys: readonly string[],
): Promise<{ readonly skills: readonly string[]; readonly dropped: readonly string[] }> {
  const levels: Level[] = [];
  for (const key of keys) levels.push(await showLevel(desk, view, key));
  return {
    skills: [...new Set(levels.flatMap(({ skills }) => skills))],
    dropped: [...new Set(levels.flatMap(({ dropped }) => dropped))],
  };
}
