import type { Kysely, Transaction } from 'kysely';
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
  /** What the local file has of the shared tables from before its store moved to a server; absent where both are one. */
  readonly before?: Kysely<SharedTables>;
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

/** The shared tables alone: where a store is copied to. */
export interface SharedStore {
  readonly shared: Kysely<SharedTables>;
  readonly mayWrite: boolean;
  /** Lines of the log that were put in with their numbers: the next one follows them. */
  countOn(tx: Transaction<SharedTables>): Promise<void>;
  close(): Promise<void>;
}

/** `readOnly`: nothing is made; `undefined` where there is no store yet. */
export async function openShared(
  address: { readonly url: string } | { readonly file: string },
  { readOnly, waitMs }: { readonly readOnly: boolean; readonly waitMs: number },
): Promise<SharedStore | undefined> {
  if ('url' in address) {
    const { openServer } = await import('./postgres.ts');
    return openServer(address.url, waitMs, !readOnly);
  }
  const { openSqlite } = await import('./sqlite.ts');
  const { shared, close } = await openSqlite(address.file, { readOnly, waitMs });
  return { shared, mayWrite: !readOnly, countOn: async () => {}, close };
}

export interface Watch {
  close(): Promise<void>;
}

/** Calls `told` when others change the store `id` at an address; how, is the dialect's. */
export async function watchStore(url: string, id: () => string | undefined, told: () => void): Promise<Watch> {
  const { watchServer } = await import('./postgres-watch.ts');
  return watchServer(url, id, told);
}
