import { setTimeout } from 'node:timers/promises';
import type { DatabaseConnection, SqliteDatabase, TransactionSettings } from 'kysely';
import { errnoOf, SkillficheError } from '../../../base/errors.ts';
import type { DialectOptions, StoreDialect } from './dialect.ts';
import { refuseNewer } from './header.ts';
import { MIGRATIONS, SCHEMA_VERSION, type SqlWords } from './migrations.ts';
import { answerForLoader } from './native.ts';
import type { AllTables } from './tables.ts';

type Kysely<T> = import('kysely').Kysely<T>;
type Native = import('libsql').Database;

const WORDS: SqlWords = { blob: 'blob', integer: 'integer', counter: 'integer primary key autoincrement' };
/** Milliseconds the machine code itself waits for another process; it blocks this one meanwhile. */
const NATIVE_WAIT_MS = 100;

/** Who begins as a reader and then writes may find that others have written in between: writers begin as such. */
const TRANSACTION_WORDS: ReadonlyMap<string, string> = new Map([
  ['begin', 'begin immediate'],
  ['begin deferred', 'begin deferred'],
  ['commit', 'commit'],
  ['rollback', 'rollback'],
]);

/** What a SQLite file cannot do for us, in our words. `undefined`: our own mistake. */
export function storeError(error: unknown, file: string): SkillficheError | undefined {
  const code = errnoOf(error);
  const text = error instanceof Error ? error.message : '';
  const make = (kind: 'STORE_BUSY' | 'STORE_BROKEN' | 'NOT_WRITABLE', message: string): SkillficheError =>
    new SkillficheError(kind, message, { paths: [file], reason: code, cause: error });
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return make('STORE_BUSY', `The store ${file} is in use by another process that does not let go. Try again.`);
  }
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT') || /malformed|not a database/.test(text)) {
    const way =
      'Skill folders are untouched. Put a backup in its place, or move it away: `skillfiche doctor` says more.';
    return make('STORE_BROKEN', `The store ${file} is damaged (${text}). ${way}`);
  }
  if (code === 'SQLITE_FULL') {
    return make('NOT_WRITABLE', `There is no room for the store ${file}: the disk is full. Nothing was changed.`);
  }
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_PERM')) {
    return make('NOT_WRITABLE', `The store ${file} cannot be opened for writing (${text}).`);
  }
  if (code.startsWith('SQLITE_IOERR')) {
    return make('NOT_WRITABLE', `The store ${file} cannot be read or written (${text}). Nothing was changed.`);
  }
  return undefined;
}

/** What the machine code takes: it ends the process for a boolean, and gives blobs as buffers of another kind. */
function toNative(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === undefined) return null;
  return value instanceof Uint8Array && !Buffer.isBuffer(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.length)
    : value;
}

function fromNative(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row;
  for (const [key, value] of Object.entries(row)) {
    if (value instanceof ArrayBuffer) Object.assign(row, { [key]: new Uint8Array(value) });
  }
  return row;
}

/** The four members of SQLite that kysely asks for, over libsql's. */
function databaseFor(native: Native, file: string): SqliteDatabase {
  const run = <T>(doing: () => T): T => {
    try {
      return doing();
    } catch (error) {
      throw storeError(error, file) ?? error;
    }
  };
  return {
    close: () => native.close(),
    prepare(text) {
      const whole = TRANSACTION_WORDS.get(text);
      if (whole !== undefined) {
        const nothing = { changes: 0, lastInsertRowid: 0 };
        // Executed, not prepared: a `begin` that meets a lock would stay half run, and bar every commit after it. A disk
        // that is full has rolled back by itself, and says so when it is asked again.
        const execute = (): typeof nothing => {
          if (text !== 'rollback' || native.inTransaction) run(() => native.exec(whole));
          return nothing;
        };
        return { reader: false, all: () => [], run: execute, iterate: () => [][Symbol.iterator]() };
      }
      const statement = run(() => native.prepare(text));
      return {
        reader: statement.reader,
        all: (parameters) => run(() => statement.all(parameters.map(toNative)).map(fromNative)),
        run: (parameters) =>
          run(() => statement.run(parameters.map(toNative)) as { changes: number; lastInsertRowid: number }),
        iterate: (parameters) => statement.iterate(parameters.map(toNative)),
      };
    },
  };
}

async function makeKysely(native: Native, file: string, waitMs: number): Promise<Kysely<AllTables>> {
  const { Kysely, SqliteAdapter, SqliteDriver, SqliteIntrospector, SqliteQueryCompiler, CompiledQuery } = await import(
    'kysely'
  );
  class PatientDriver extends SqliteDriver {
    override async beginTransaction(connection: DatabaseConnection, settings?: TransactionSettings): Promise<void> {
      const begin = settings?.accessMode === 'read only' ? 'begin deferred' : 'begin';
      const until = Date.now() + waitMs;
      for (let pause = 2; ; pause = Math.min(50, pause * 2)) {
        try {
          await connection.executeQuery(CompiledQuery.raw(begin));
          return;
        } catch (error) {
          const isBusy = error instanceof SkillficheError && error.code === 'STORE_BUSY';
          if (!isBusy || Date.now() > until) throw error;
        }
        await setTimeout(pause);
      }
    }
  }
  return new Kysely<AllTables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new PatientDriver({ database: databaseFor(native, file) }),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/** Applies what the file lacks, in one transaction. A file of a newer program is refused before anything is changed. */
function migrate(native: Native, file: string): void {
  const versionOf = (): number =>
    Number((native.prepare('pragma user_version').get() as { user_version: number }).user_version);
  const found = versionOf();
  refuseNewer(found, file);
  if (found === SCHEMA_VERSION) return;
  native.exec('begin immediate');
  try {
    const from = versionOf();
    for (const { number, shared, local } of MIGRATIONS) {
      if (number <= from) continue;
      for (const statement of [...shared(WORDS), ...local(WORDS)]) native.exec(statement);
    }
    const generation = process.getBuiltinModule('node:crypto').randomUUID();
    native.prepare(`insert or ignore into meta (name, value) values ('generation', ?)`).run([generation]);
    native.exec(`pragma user_version = ${SCHEMA_VERSION}`);
    native.exec('commit');
  } catch (error) {
    native.exec('rollback');
    throw error;
  }
}

/**
 * Opens the file, and makes it where there is none. `readOnly`: nothing is written, not even the log beside it; where
 * the folder does not let SQLite do that, the file is read as it stands.
 */
export async function openSqlite(file: string, options: Omit<DialectOptions, 'file' | 'url'>): Promise<StoreDialect> {
  const { waitMs } = options;
  answerForLoader();
  const { default: Database } = await import('libsql');
  const open = (query: string): Native => {
    const name = query === '' ? file : `file:${encodeURI(file).replace(/[?#]/g, encodeURIComponent)}?${query}`;
    const native = new Database(name, { timeout: NATIVE_WAIT_MS } as never);
    try {
      if (query !== '') native.prepare('select count(*) from sqlite_master').all([]);
      if (query === '') {
        native.exec('pragma foreign_keys = on');
        const { user_version: version } = native.prepare('pragma user_version').get() as { user_version: number };
        // Before anything that writes: the log is a change too.
        if (version <= SCHEMA_VERSION) native.prepare('pragma journal_mode = wal').all([]);
        native.exec('pragma synchronous = full');
      }
      migrate(native, file);
      return native;
    } catch (error) {
      native.close();
      throw error;
    }
  };
  const patiently = async (query: string): Promise<Native> => {
    const until = Date.now() + waitMs;
    for (;;) {
      try {
        return open(query);
      } catch (error) {
        const known = error instanceof SkillficheError ? error : storeError(error, file);
        if (known?.code !== 'STORE_BUSY' || Date.now() > until) throw known ?? error;
      }
      await setTimeout(20);
    }
  };
  let native: Native;
  if (options.readOnly === true) {
    try {
      native = await patiently('mode=ro');
    } catch (error) {
      if (!(error instanceof SkillficheError) || error.code !== 'NOT_WRITABLE') throw error;
      native = await patiently('immutable=1');
    }
  } else native = await patiently('');
  const db = await makeKysely(native, file, waitMs);
  return {
    shared: db as unknown as StoreDialect['shared'],
    local: db as unknown as StoreDialect['local'],
    isOne: true,
    mayWriteShared: options.readOnly !== true,
    readOnly: options.readOnly === true,
    check: async () =>
      (native.prepare('pragma integrity_check').all([]) as { integrity_check: string }[])
        .map((row) => row.integrity_check)
        .filter((text) => text !== 'ok')
        .concat(
          native
            .prepare('pragma foreign_key_check')
            .all([])
            .map((row) => `foreign key: ${JSON.stringify(row)}`),
        ),
    backup: async (to) => {
      native.prepare('vacuum into ?').run([to]);
    },
    close: async () => {
      if (!native.open) return;
      try {
        // The last to close leaves one file, whole, with nothing in a log beside it.
        if (options.readOnly !== true) native.prepare('pragma wal_checkpoint(truncate)').all([]);
      } catch (error) {
        // The log is as good: whoever opens the store next reads it.
        if (storeError(error, file) === undefined) throw error;
      }
      await db.destroy();
    },
  };
}
