import type { Kysely } from 'kysely';
import type { LocalTables, SharedTables } from './tables.ts';

/**
 * Where the tables are. The two may be one database (`isOne`): then what is asked of both in one transaction is one.
 * This file alone chooses among the dialects.
 */
export interface StoreDialect {
  readonly shared: Kysely<SharedTables>;
  readonly local: Kysely<LocalTables>;
  readonly isOne: boolean;
  /** Names the store that machines share; absent where both are one database. */
  readonly sharedId?: string;
  /** False: a user whom the server lets only read. */
  readonly mayWriteShared: boolean;
  /** The local file may not be written to. */
  readonly readOnly: boolean;
  /** What is wrong with the files themselves; empty when nothing is. */
  check(): Promise<readonly string[]>;
  /** A copy of the local file, whole and consistent, while others go on. */
  backup(to: string): Promise<void>;
  close(): Promise<void>;
}

export interface DialectOptions {
  /** The local file. */
  readonly file: string;
  readonly readOnly?: boolean;
  /** How long a writer waits for others. */
  readonly waitMs: number;
  /** A `postgres://` address, where the shared tables are on a server. Never shown. */
  readonly url?: string;
}

export async function openDialect({ file, url, ...options }: DialectOptions): Promise<StoreDialect> {
  const { openSqlite } = await import('./sqlite.ts');
  const local = await openSqlite(file, options);
  if (url === undefined) return local;
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(url, local, options.waitMs);
}
