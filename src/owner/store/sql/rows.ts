import type { Kysely, Transaction } from 'kysely';
import { cryptoModule, sha256Hex } from '../../../base/hash.ts';
import type { SharedTables } from './tables.ts';

// Rows as a copy of a store reads and writes them: in pages, whatever the dialect.

export type Row = Readonly<Record<string, unknown>>;
export type TableName = Exclude<keyof SharedTables, 'meta'>;
type Reads = Kysely<SharedTables> | Transaction<SharedTables>;
type AnyTables = Record<string, Row>;

/** Primary keys; in this order nothing refers to what is not there yet. */
export const KEYS: Readonly<Record<TableName, readonly string[]>> = {
  blobs: ['sha256'],
  trees: ['tree'],
  tree_files: ['tree', 'path'],
  packages: ['package'],
  versions: ['package', 'number'],
  active: ['package'],
  switches: ['person', 'place', 'target'],
  levels: ['person', 'key', 'target'],
  events: ['number'],
};
export const TABLES: readonly TableName[] = Object.keys(KEYS) as TableName[];

const ROWS_AT_ONCE = 1_000;
const BYTES_AT_ONCE = 8 * 1024 * 1024;

const untyped = (db: Reads): Kysely<AnyTables> => db as unknown as Kysely<AnyTables>;

/** Every row of a table, in the order that the database gives its keys. */
export async function* readRows(db: Reads, table: TableName): AsyncGenerator<readonly Row[]> {
  if (table === 'blobs') return yield* readBlobs(db);
  const { sql } = await import('kysely');
  const keys = KEYS[table];
  let last: Row | undefined;
  for (;;) {
    let query = untyped(db).selectFrom(table).selectAll().limit(ROWS_AT_ONCE);
    for (const key of keys) query = query.orderBy(key);
    if (last !== undefined) {
      const from = last;
      const left = sql.join(keys.map((key) => sql.ref(key)));
      query = query.where(sql<boolean>`(${left}) > (${sql.join(keys.map((key) => from[key]))})`);
    }
    const rows = await query.execute();
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1);
  }
}

/** Contents in pages of some megabytes; one that is larger is a page by itself. */
async function* readBlobs(db: Reads): AsyncGenerator<readonly Row[]> {
  const all = await db.selectFrom('blobs').select(['sha256', 'size']).orderBy('sha256').execute();
  for (let at = 0; at < all.length; ) {
    const names: string[] = [];
    for (let bytes = 0; at < all.length && names.length < ROWS_AT_ONCE; at++) {
      const { sha256 = '', size = 0 } = all[at] ?? {};
      bytes += Number(size);
      if (names.length > 0 && bytes > BYTES_AT_ONCE) break;
      names.push(sha256);
    }
    yield await db.selectFrom('blobs').selectAll().where('sha256', 'in', names).execute();
  }
}

/** Values of one statement: SQLite takes 32,766. */
const VALUES_AT_ONCE = 20_000;

export async function writeRows(tx: Transaction<SharedTables>, table: TableName, rows: readonly Row[]): Promise<void> {
  const size = Math.max(1, Math.floor(VALUES_AT_ONCE / Object.keys(rows[0] ?? {}).length));
  for (let at = 0; at < rows.length; at += size) {
    await untyped(tx)
      .insertInto(table)
      .values(rows.slice(at, at + size))
      .execute();
  }
}

/** A digest of rows that does not depend on their order, which databases do not agree on. */
export class RowsDigest {
  count = 0;
  bytes = 0;
  #sum = 0n;

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const names = Object.keys(row).sort();
      const text = JSON.stringify(names.map((name) => [name, this.#plain(row[name])]));
      this.#sum += BigInt(`0x${sha256Hex(text)}`);
      this.count++;
    }
  }

  /** Of one table: how many, and the sum of their hashes. */
  line(): string {
    return `${this.count} ${BigInt.asUintN(256, this.#sum).toString(16).padStart(64, '0')}`;
  }

  #plain(value: unknown): unknown {
    if (value instanceof Uint8Array) {
      this.bytes += value.length;
      return cryptoModule().createHash('sha256').update(value).digest('hex');
    }
    return typeof value === 'bigint' ? Number(value) : value;
  }
}
