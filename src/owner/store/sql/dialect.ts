import type { Kysely } from 'kysely';
import type { LocalTables, SharedTables } from './tables.ts';

/**
 * Where the tables are. The two may be one database (`isOne`): then what is asked of both in one transaction is one.
 * This file alone chooses among the dialects.
 */
export interface Dialect {
  readonly shared: Kysely<SharedTables>;
  readonly local: Kysely<LocalTables>;
  readonly isOne: boolean;
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
}

export async function openDialect({ file, ...options }: DialectOptions): Promise<Dialect> {
  const { openSqlite } = await import('./sqlite.ts');
  return openSqlite(file, options);
}
