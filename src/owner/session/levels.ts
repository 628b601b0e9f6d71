import { SkillficheError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
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
  /** Ids that are switched off: they stay on the list, and nobody is given them. Only where there are any. */
  readonly off?: readonly string[];
  /** Ids that no visible skill has any more. */
  readonly dropped: readonly string[];
  /** Of a change: ids that came and went, and whether it was only tried. */
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  readonly dry_run?: boolean;
}

/** Each entry is an id or a name; the id of a collection, or `<scope>:*`, stands for every skill it has now. */
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

function levelOf({ isEnabled }: Desk, key: string, targets: readonly string[], view: View): Level {
  const visible = new Set(view.entries().map(({ id }) => id));
  const hidden = targets.filter((id) => !visible.has(id));
  const off = hidden.filter((id) => !isEnabled(id));
  return {
    key,
    skills: targets.filter((id) => visible.has(id)),
    ...(off.length === 0 ? {} : { off }),
    dropped: hidden.filter((id) => isEnabled(id)),
  };
}

export async function showLevel(desk: Desk, view: View, key: string): Promise<Level> {
  return levelOf(desk, key, await readTargets(desk.store, requireLevel(key)), view);
}

/** The skills of a collection, or of `<scope>:*`; nothing for a word that means one skill. */
function membersOf(view: View, ref: string): readonly string[] | undefined {
  const collections = view.collections().map(({ id }) => id);
  const scope = collections.includes(ref) ? ref : /^([^:]+):\*$/.exec(ref)?.[1];
  if (scope === undefined) return undefined;
  const members = view.entries().filter((one) => one.scope === scope);
  if (members.length > 0) return members.map(({ id }) => id);
  const message = `There is no skill in ${quoteValue(scope)}.`;
  throw new SkillficheError('COLLECTION_NOT_FOUND', message, { suggestions: nearest(scope, collections, 3) });
}

async function idsOf(view: View, refs: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const ref of refs) ids.push(...(membersOf(view, ref) ?? [(await view.resolve(ref)).id]));
  return ids;
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
  const set = change.set === undefined ? undefined : await idsOf(view, change.set);
  const add = await idsOf(view, change.add ?? []);
  const collections = new Set(view.collections().map(({ id }) => id));
  const scopes = (change.remove ?? []).flatMap((ref) =>
    collections.has(ref) ? [`${ref}:`] : /^[^:]+:\*$/.test(ref) ? [ref.slice(0, -1)] : [],
  );
  const remove: (readonly [string, Meaning])[] = [];
  for (const ref of change.remove ?? []) {
    if (!collections.has(ref) && !ref.endsWith(':*')) remove.push([ref, await meaningOf(view, ref)]);
  }
  const plan = (before: readonly string[]): readonly string[] => {
    const off = new Set(remove.map(([ref, meaning]) => listedAs(before, ref, meaning)));
    const targets = [...new Set([...(set ?? before), ...add])].filter(
      (id) => !off.has(id) && !scopes.some((scope) => id.startsWith(scope)),
    );
    requireRoom(key, targets);
    return targets;
  };
  const { before, after } = await replaceTargets(desk.store, key, plan, dryRun);
  return {
    ...levelOf(desk, key, after, view),
    added: after.filter((id) => !before.includes(id)),
    removed: before.filter((id) => !after.includes(id)),
    dry_run: dryRun,
  };
}

function requireRoom(key: string, targets: readonly string[]): void {
  if (!key.startsWith('agent:') || targets.length <= MAX_AGENT_SKILLS) return;
  const message = `${key} would hold ${targets.length} skills; ${MAX_AGENT_SKILLS} are allowed, since an agent's own are always on.`;
  throw new SkillficheError('INVALID_ARGUMENT', message);
}

/** Puts ids at the end of a list, also of skills that nobody sees yet. Throws INVALID_ARGUMENT where it would be too long. */
export async function appendToLevel(desk: Desk, key: string, ids: readonly string[]): Promise<void> {
  const plan = (before: readonly string[]): readonly string[] => {
    const targets = [...new Set([...before, ...ids])];
    requireRoom(key, targets);
    return targets;
  };
  await replaceTargets(desk.store, requireLevel(key), plan, false);
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
  for (const key of new Set(keys)) {
    const { off = [], dropped, ...level } = await showLevel(desk, view, key);
    // Whoever asks for the skills of a level is not given what is off either.
    levels.push({ ...level, dropped: [...off, ...dropped] });
  }
  const empty = levels.filter(({ skills, dropped }) => skills.length + dropped.length === 0);
  return {
    skills: [...new Set(levels.flatMap(({ skills }) => skills))],
    dropped: [...new Set(levels.flatMap(({ dropped }) => dropped))],
    empty: empty.map(({ key }) => key),
    named: levels.flatMap(({ key, dropped }) => dropped.map((id) => ({ key, id }))),
  };
}
