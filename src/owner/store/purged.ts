import type { Transaction } from 'kysely';
import type { SharedTables } from './sql/tables.ts';

// How far a package had come when it was purged. What follows it counts on from there: a number that came twice would let
// a change that began before the purge pass for one that follows it, and a folder of another machine for what is active.

type Reads = Pick<Transaction<SharedTables>, 'selectFrom'>;

interface Reached {
  readonly revision: number;
  readonly number: number;
}

const nameOf = (key: string): string => `purged ${key}`;

export async function reachedBefore(db: Reads, key: string): Promise<Reached> {
  const row = await db.selectFrom('meta').select('value').where('name', '=', nameOf(key)).executeTakeFirst();
  const [revision = 0, number = 0] = row === undefined ? [] : row.value.split(' ').map(Number);
  return { revision, number };
}

export async function noteReached(
  tx: Transaction<SharedTables>,
  key: string,
  { revision, number }: Reached,
): Promise<void> {
  const value = `${revision} ${number}`;
  await tx
    .insertInto('meta')
    .values({ name: nameOf(key), value })
    .onConflict((on) => on.column('name').doUpdateSet({ value }))
    .execute();
}
