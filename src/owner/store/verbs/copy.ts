import type { Transaction } from 'kysely';
import { SkillficheError } from '../../../base/errors.ts';
import { sha256Hex } from '../../../base/hash.ts';
import { dropUnused } from '../content.ts';
import { openShared, type SharedStore } from '../sql/dialect.ts';
import { checkStoreHeader } from '../sql/header.ts';
import { READ_ONLY } from '../sql/postgres-error.ts';
import { type Row, RowsDigest, readRows, TABLES, type TableName, writeRows } from '../sql/rows.ts';
import type { SharedTables } from '../sql/tables.ts';
import { STORE_FILE, type Store } from '../world.ts';
import { begunPackages, checkBlob, pagesOf, TreeCheck, unfinishedVersions, versionName } from './copy-rows.ts';

export interface CopyOptions {
  /** Read everything and look at the target, and write nothing. */
  readonly dryRun?: boolean;
}

export interface CopyReport {
  /** `PostgreSQL`, or the file. */
  readonly from: string;
  readonly to: string;
  readonly packages: number;
  readonly versions: number;
  /** Different contents of files. */
  readonly contents: number;
  readonly bytes: number;
  /** Lines of the log. */
  readonly events: number;
  readonly switches: number;
  /** Entries of levels. */
  readonly levels: number;
  /** Versions of changes that are not done, which stay behind. */
  readonly unfinished: number;
  /** Over every row that was copied; read again from the target and found the same, unless nothing was written. */
  readonly digest: string;
  readonly dry_run: boolean;
}

/** Where a store is copied to, and whose the person's switches and levels are there. */
export interface CopyTarget {
  readonly address: { readonly url: string } | { readonly file: string };
  readonly person: string;
}

type Tx = Transaction<SharedTables>;

/**
 * Puts all that machines may share into another store, which must be empty: all of it, in one transaction, or nothing.
 * Throws NAME_TAKEN where the target is not empty, STORE_BROKEN where a content is not what its name says.
 */
export async function copyStore(store: Store, target: CopyTarget, options: CopyOptions = {}): Promise<CopyReport> {
  const dryRun = options.dryRun === true;
  const { address } = target;
  const isMissing = 'file' in address && lookAtFile(store, address.file);
  const opened =
    dryRun && isMissing ? undefined : await openShared(address, { readOnly: dryRun, waitMs: store.waitMs });
  let isDone = false;
  try {
    if (opened?.mayWrite === false && !dryRun) throw new SkillficheError('NOT_WRITABLE', READ_ONLY);
    const source = store.db.shared.transaction().setAccessMode('read only').setIsolationLevel('repeatable read');
    const copied = await source.execute(async (from) => {
      const copying = { from, rename: [store.person, target.person] as const, onStep: store.onStep };
      if (opened === undefined) return copyInto(copying);
      if (dryRun) {
        await requireEmpty(opened.shared, from);
        return copyInto(copying);
      }
      return opened.shared.transaction().execute(async (tx) => {
        await requireEmpty(tx, from);
        return copyInto(copying, tx, opened);
      });
    });
    isDone = true;
    const here = store.db.isOne ? `${store.folder}/${STORE_FILE}` : 'PostgreSQL';
    const to = 'file' in address ? address.file : 'PostgreSQL';
    return { from: here, to, ...copied, dry_run: dryRun };
  } finally {
    await opened?.close();
    if (!isDone && !dryRun && isMissing && 'file' in address) {
      for (const end of ['', '-wal', '-shm']) store.disk.remove(`${address.file}${end}`);
    }
  }
}

/** Whether there is no store in that file yet; throws where none can be, or what is there is none. */
function lookAtFile({ disk }: Store, file: string): boolean {
  const state = disk.state(file);
  const parent = file.slice(0, file.lastIndexOf('/')) || '/';
  const wrong =
    state === undefined && disk.state(parent) === undefined
      ? `There is no folder ${parent}`
      : state !== undefined && state.kind !== 'file'
        ? `${file} is no file`
        : undefined;
  if (wrong !== undefined) {
    const message = `${wrong}. Name a file that is not there yet, in a folder that is, or an empty store.`;
    throw new SkillficheError('INVALID_ARGUMENT', message, { paths: [file] });
  }
  checkStoreHeader(disk, file);
  return state === undefined || state.size === 0;
}

interface Copying {
  readonly from: Tx;
  /** The person here, and the same person there. */
  readonly rename: readonly [string, string];
  readonly onStep: Store['onStep'];
}

/** Copies, then reads everything back from `tx`; without one it only reads. */
async function copyInto({ from, rename, onStep }: Copying, tx?: Tx, target?: SharedStore) {
  const unfinished = await unfinishedVersions(from);
  const begun = unfinished.size === 0 ? new Set<string>() : await begunPackages(from, unfinished);
  const isFinished = (table: TableName, row: Row): boolean =>
    table === 'versions'
      ? !unfinished.has(versionName(row))
      : table !== 'packages' || !begun.has(String(row['package']));
  const digests = new Map<TableName, RowsDigest>();
  const trees = new TreeCheck();
  for (const table of TABLES) {
    const digest = new RowsDigest();
    digests.set(table, digest);
    for await (const page of pagesOf(from, table, rename)) {
      const rows = unfinished.size === 0 ? page : page.filter((row) => isFinished(table, row));
      if (table === 'blobs') for (const row of rows) checkBlob(row);
      if (table === 'tree_files') trees.add(rows);
      digest.add(rows);
      if (tx !== undefined) await writeRows(tx, table, rows);
    }
    if (table === 'tree_files') {
      trees.end();
      await onStep('half-filled');
    }
  }
  const said = linesOf(digests);
  if (tx !== undefined) {
    await copyMeta(from, tx);
    await target?.countOn(tx);
    const found = new Map<TableName, RowsDigest>();
    for (const table of TABLES) {
      const digest = new RowsDigest();
      found.set(table, digest);
      for await (const rows of readRows(tx, table)) digest.add(rows);
    }
    if (linesOf(found) !== said) {
      const message = 'What the target gave back is not what was put in. It is as it was before; nothing was copied.';
      throw new SkillficheError('STORE_BROKEN', message);
    }
    if (unfinished.size > 0) await dropUnused(tx);
    await onStep('filled');
  }
  const count = (table: TableName): number => digests.get(table)?.count ?? 0;
  return {
    packages: count('packages'),
    versions: count('versions'),
    contents: count('blobs'),
    bytes: digests.get('blobs')?.bytes ?? 0,
    events: count('events'),
    switches: count('switches'),
    levels: count('levels'),
    unfinished: unfinished.size,
    digest: `sha256:${sha256Hex(said)}`,
  };
}

const linesOf = (digests: ReadonlyMap<TableName, RowsDigest>): string =>
  TABLES.map((table) => `${table} ${digests.get(table)?.line()}\n`).join('');

/** What a store says of itself alone. */
const OWN_FACTS = ['generation', 'format'];

async function copyMeta(from: Tx, tx: Tx): Promise<void> {
  for (const row of await from.selectFrom('meta').selectAll().where('name', 'not in', OWN_FACTS).execute()) {
    const { name, value } = row;
    await tx
      .insertInto('meta')
      .values({ name, value })
      .onConflict((on) => on.column('name').doUpdateSet({ value }))
      .execute();
  }
}

async function requireEmpty(there: SharedStore['shared'] | Tx, from: Tx): Promise<void> {
  const keys = (await there.selectFrom('packages').select('package').orderBy('package').execute()).map(
    (row) => row.package,
  );
  if (keys.length > 0) {
    const ours = new Set((await from.selectFrom('packages').select('package').execute()).map((row) => row.package));
    const both = keys.filter((key) => ours.has(key));
    const named = both.length > 0 ? both : keys;
    const some = `${named.slice(0, 3).join(', ')}${named.length > 3 ? ` and ${named.length - 3} more` : ''}`;
    const what = both.length > 0 ? `${both.length} of them as here` : 'none of them as here';
    const message = `The target is not empty: it keeps ${keys.length === 1 ? '1 package' : `${keys.length} packages`}, ${what} (${some}). Nothing was copied; name an empty store.`;
    throw new SkillficheError('NAME_TAKEN', message, { reason: 'not-empty' });
  }
  for (const table of ['events', 'switches', 'levels', 'blobs'] as const) {
    const row = await there.selectFrom(table).selectAll().limit(1).executeTakeFirst();
    if (row === undefined) continue;
    const what = table === 'events' ? 'its log has lines' : `it has ${table === 'blobs' ? 'contents' : table}`;
    const message = `The target is not empty: ${what}. Nothing was copied; name an empty store.`;
    throw new SkillficheError('NAME_TAKEN', message, { reason: 'not-empty' });
  }
}
