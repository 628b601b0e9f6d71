import type { Transaction } from 'kysely';
import type { SharedTables } from './sql/tables.ts';
import type { Store } from './world.ts';

// The rows of levels. Transactions come one after the other, so that of two changes at once the second sees the first.

type Tx = Transaction<SharedTables>;

export interface LevelCount {
  readonly key: string;
  readonly skills: number;
}

async function targetsIn(db: Pick<Tx, 'selectFrom'>, person: string, key: string): Promise<string[]> {
  const rows = await db
    .selectFrom('levels')
    .select('target')
    .where('person', '=', person)
    .where('key', '=', key)
    .orderBy('position')
    .execute();
  return rows.map(({ target }) => target);
}

export function readTargets(store: Store, key: string): Promise<string[]> {
  return targetsIn(store.db.shared, store.person, key);
}

/** Every level of the person that names something, in order of key. */
export async function countLevels(store: Store): Promise<LevelCount[]> {
  const rows = await store.db.shared
    .selectFrom('levels')
    .select((one) => ['key', one.fn.countAll().as('skills')])
    .where('person', '=', store.person)
    .groupBy('key')
    .orderBy('key')
    .execute();
  return rows.map(({ key, skills }) => ({ key, skills: Number(skills) }));
}

export interface Replaced {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Puts what `plan` makes of a list in its place, and logs it. What `plan` throws changes nothing. */
export async function replaceTargets(
  store: Store,
  key: string,
  plan: (before: readonly string[]) => readonly string[],
  dryRun: boolean,
): Promise<Replaced> {
  const { person } = store;
  if (dryRun) {
    const before = await readTargets(store, key);
    return { before, after: plan(before) };
  }
  return store.db.shared.transaction().execute(async (tx) => {
    const before = await targetsIn(tx, person, key);
    const after = plan(before);
    if (before.length === after.length && before.every((id, at) => after[at] === id)) return { before, after };
    await tx.deleteFrom('levels').where('person', '=', person).where('key', '=', key).execute();
    const rows = after.map((target, position) => ({ person, key, position, target }));
    if (rows.length > 0) await tx.insertInto('levels').values(rows).execute();
    const added = after.filter((id) => !before.includes(id));
    const removed = before.filter((id) => !after.includes(id));
    await tx
      .insertInto('events')
      .values(eventOf(store, 'level', key, { skills: after.length, added, removed }))
      .execute();
    return { before, after };
  });
}

const eventOf = (store: Store, verb: string, name: string, detail: object) => ({
  at: store.now().toISOString(),
  person: store.person,
  verb,
  package: name,
  version: null,
  digest: null,
  intent: null,
  detail: JSON.stringify(detail),
});

/** A level's mention of a skill that is not there. */
export interface LostMember {
  readonly key: string;
  readonly id: string;
}

/** Logs mentions that led nowhere, each once until its level is changed. */
export async function logLost(store: Store, lost: readonly LostMember[]): Promise<void> {
  if (lost.length === 0 || store.db.readOnly) return;
  await store.db.shared.transaction().execute(async (tx) => {
    for (const { key, id } of lost) {
      const about = (verb: string, name: string) =>
        tx
          .selectFrom('events')
          .select(['number', 'detail'])
          .where('person', '=', store.person)
          .where('verb', '=', verb)
          .where('package', '=', name)
          .orderBy('number', 'desc');
      const changed = await about('level', key).limit(1).executeTakeFirst();
      const detail = JSON.stringify({ level: key });
      const logged = await about('level-drop', id).where('detail', '=', detail).limit(1).executeTakeFirst();
      if (logged !== undefined && Number(logged.number) > Number(changed?.number ?? 0)) continue;
      await tx
        .insertInto('events')
        .values(eventOf(store, 'level-drop', id, { level: key }))
        .execute();
    }
  });
}

/** The levels that name one of these packages, or a member of a collection among them. */
export async function levelsNaming(store: Store, packages: readonly string[]): Promise<LostMember[]> {
  if (packages.length === 0) return [];
  const rows = await store.db.shared
    .selectFrom('levels')
    .select(['key', 'target'])
    .where('person', '=', store.person)
    .orderBy('key')
    .orderBy('position')
    .execute();
  const ids = new Set(packages);
  const scopes = packages.map((id) => `${id.slice(id.indexOf(':') + 1)}:`);
  return rows
    .filter(({ target }) => ids.has(target) || scopes.some((scope) => target.startsWith(scope)))
    .map(({ key, target }) => ({ key, id: target }));
}

/** Takes members off their levels for good, as for skills whose versions were forgotten. */
export async function forgetMembers(store: Store, lost: readonly LostMember[]): Promise<void> {
  for (const key of new Set(lost.map((one) => one.key))) {
    const off = new Set(lost.filter((one) => one.key === key).map(({ id }) => id));
    await replaceTargets(store, key, (before) => before.filter((id) => !off.has(id)), false);
  }
}
