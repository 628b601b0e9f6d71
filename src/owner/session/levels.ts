import { SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import type { View } from '../../catalog/types.ts';
import type { Desk } from '../store/desk.ts';
import { readTargets, replaceTargets } from '../store/level-rows.ts';

/** Skills an agent's own list may hold: they are always on. */
export const MAX_AGENT_SKILLS = 30;

/** A named list of skills, without those that are gone. */
export interface Level {
  readonly key: string;
  /** Ids, in the order of the list. */
  readonly skills: readonly string[];
  /** Ids that no visible skill has any more. */
  readonly dropped: readonly string[];
  /** Of a change: ids that came and went, and whether it was only tried. */
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  readonly dry_run?: boolean;
}

export interface LevelChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  /** The whole list, in place of what it holds. An empty one takes the level away. */
  readonly set?: readonly string[];
}

/** Throws INVALID_ARGUMENT. */
export function requireLevel(key: string): string {
  if (/^(?:global|(?:list|task|agent):[A-Za-z0-9][A-Za-z0-9._-]{0,63})$/.test(key)) return key;
  const meant = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(key) ? ` Did you mean list:${key}?` : '';
  const message = `A level is global, list:<key>, task:<key> or agent:<key>, not ${quoteValue(key)}.${meant}`;
  throw new SkillficheError('INVALID_ARGUMENT', message, { suggestions: meant === '' ? [] : [`list:${key}`] });
}

function levelOf(key: string, targets: readonly string[], view: View): Level {
  const visible = new Set(view.entries().map(({ id }) => id));
  return {
    key,
    skills: targets.filter((id) => visible.has(id)),
    dropped: targets.filter((id) => !visible.has(id)),
  };
}

export async function showLevel(desk: Desk, view: View, key: string): Promise<Level> {
  return levelOf(key, await readTargets(desk.store, requireLevel(key)), view);
}

/** What a word for a member means: a visible skill, or, for what is gone, an id of the list or its last part. */
type Meaning = { readonly id: string } | { readonly error: unknown };

async function meaningOf(view: View, ref: string): Promise<Meaning> {
  try {
    return { id: (await view.resolve(ref)).id };
  } catch (error) {
    return { error };
  }
}

function listedAs(before: readonly string[], ref: string, meaning: Meaning): string {
  if (before.includes(ref)) return ref;
  if ('id' in meaning) return meaning.id;
  const ends = before.filter((id) => id.endsWith(`:${ref}`) || id.endsWith(`/${ref}`));
  const [only] = ends;
  if (only !== undefined && ends.length === 1) return only;
  throw meaning.error;
}

/** Changes a list, whole or not at all; two at once both count. Rejects as `view.resolve` does. */
export async function changeLevel(
  desk: Desk,
  view: View,
  key: string,
  change: LevelChange,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<Level> {
  requireLevel(key);
  const idsOf = (refs: readonly string[]): Promise<string[]> =>
    Promise.all(refs.map(async (ref) => (await view.resolve(ref)).id));
  const set = change.set === undefined ? undefined : await idsOf(change.set);
  const add = await idsOf(change.add ?? []);
  const remove = await Promise.all(
    (change.remove ?? []).map(async (ref) => [ref, await meaningOf(view, ref)] as const),
  );
  const plan = (before: readonly string[]): readonly string[] => {
    const off = new Set(remove.map(([ref, meaning]) => listedAs(before, ref, meaning)));
    const targets = [...new Set([...(set ?? before), ...add])].filter((id) => !off.has(id));
    if (key.startsWith('agent:') && targets.length > MAX_AGENT_SKILLS) {
      const message = `${key} would hold ${targets.length} skills; ${MAX_AGENT_SKILLS} are allowed, since an agent's own are always on.`;
      throw new SkillficheError('INVALID_ARGUMENT', message);
    }
    return targets;
  };
  const { before, after } = await replaceTargets(desk.store, key, plan, dryRun);
  return {
    ...levelOf(key, after, view),
    added: after.filter((id) => !before.includes(id)),
    removed: before.filter((id) => !after.includes(id)),
    dry_run: dryRun,
  };
}

export interface ResolvedLevels {
  readonly skills: readonly string[];
  readonly dropped: readonly string[];
  /** Keys of levels that hold nothing. */
  readonly empty: readonly string[];
  /** Which levels still name what is dropped. */
  readonly named: readonly { readonly key: string; readonly id: string }[];
}

/** The union of some levels, each skill once, in the order they are met. */
export async function resolveLevels(desk: Desk, view: View, keys: readonly string[]): Promise<ResolvedLevels> {
  const levels: Level[] = [];
  for (const key of new Set(keys)) levels.push(await showLevel(desk, view, key));
  const empty = levels.filter(({ skills, dropped }) => skills.length + dropped.length === 0);
  return {
    skills: [...new Set(levels.flatMap(({ skills }) => skills))],
    dropped: [...new Set(levels.flatMap(({ dropped }) => dropped))],
    empty: empty.map(({ key }) => key),
    named: levels.flatMap(({ key, dropped }) => dropped.map((id) => ({ key, id }))),
  };
}
