import type { Kysely, Transaction } from 'kysely';
import { internalError, SkillficheError } from '../../base/errors.ts';
import { sha256Hex } from '../../base/hash.ts';
import { compareCodePoints } from '../../base/text.ts';
import type { FullTree, Tree, TreeFile } from './folder.ts';
import type { StoreDialect } from './sql/dialect.ts';
import type { SharedTables } from './sql/tables.ts';

type Reads = Kysely<SharedTables> | Transaction<SharedTables>;
/** Rows of one statement; SQLite takes 32,766 values, PostgreSQL 65,535. */
const ROWS_AT_ONCE = 500;
const NAMES_AT_ONCE = 5_000;

function slices<T>(all: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < all.length; at += size) parts.push(all.slice(at, at + size));
  return parts;
}

/** Which of these blobs the store lacks. */
async function lacking(db: Reads, hashes: readonly string[]): Promise<Set<string>> {
  const missing = new Set(hashes);
  for (const part of slices([...missing], NAMES_AT_ONCE)) {
    const rows = await db.selectFrom('blobs').select('sha256').where('sha256', 'in', part).execute();
    for (const { sha256 } of rows) missing.delete(sha256);
  }
  return missing;
}

/** Puts a tree into the store, and of its blobs those that are not there. Inside the transaction that uses it. */
export async function writeTree(tx: Transaction<SharedTables>, full: FullTree): Promise<void> {
  const { tree, digest, files, bytes } = full;
  const known = await tx.selectFrom('trees').select('tree').where('tree', '=', tree).executeTakeFirst();
  if (known !== undefined) return;
  for (const sha256 of await lacking(tx, [...bytes.keys()])) {
    const content = bytes.get(sha256);
    if (content === undefined) throw internalError('a blob has no bytes');
    await tx
      .insertInto('blobs')
      .values({ sha256, size: content.length, bytes: content })
      .onConflict((on) => on.column('sha256').doNothing())
      .execute();
  }
  const size = files.reduce((sum, file) => sum + file.size, 0);
  await tx
    .insertInto('trees')
    .values({ tree, digest, files: files.length, size })
    .onConflict((on) => on.column('tree').doNothing())
    .execute();
  const rows = files.map((file) => ({ tree, ...file, executable: file.executable ? 1 : 0 }));
  for (const part of slices(rows, ROWS_AT_ONCE)) {
    await tx
      .insertInto('tree_files')
      .values(part)
      .onConflict((on) => on.columns(['tree', 'path']).doNothing())
      .execute();
  }
}

/** A tree's files by hash. */
export async function readTreeFiles(db: Reads, tree: string): Promise<TreeFile[]> {
  const rows = await db
    .selectFrom('tree_files')
    .select(['path', 'sha256', 'size', 'executable'])
    .where('tree', '=', tree)
    .execute();
  return rows
    .map((row) => ({ ...row, size: Number(row.size), executable: Number(row.executable) !== 0 }))
    .sort((a, b) => compareCodePoints(a.path, b.path));
}

/** A tree with its bytes, each checked against its hash: a damaged store is said, never written to disk. */
export async function readFullTree(db: Reads, named: Omit<Tree, 'files'>): Promise<FullTree> {
  const files = await readTreeFiles(db, named.tree);
  const bytes = await readBlobs(db, new Set(files.map((file) => file.sha256)));
  for (const { sha256 } of files) if (!bytes.has(sha256)) throw damaged(sha256);
  return { ...named, files, bytes };
}

async function readBlobs(db: Reads, wanted: ReadonlySet<string>): Promise<Map<string, Uint8Array>> {
  const bytes = new Map<string, Uint8Array>();
  for (const part of slices([...wanted], ROWS_AT_ONCE)) {
    const rows = await db.selectFrom('blobs').select(['sha256', 'bytes']).where('sha256', 'in', part).execute();
    for (const row of rows) {
      if (sha256Hex(row.bytes) !== row.sha256) throw damaged(row.sha256);
      bytes.set(row.sha256, row.bytes);
    }
  }
  return bytes;
}

/** Contents that a run came by, and what it had to ask the server for. */
export interface Contents {
  readonly seen: Map<string, Uint8Array>;
  readonly fetched: { contents: number; bytes: number };
}

/** Small contents are kept for packages that have the same, up to this many of them. */
const MAX_SEEN_BYTES = 64 * 1024;
const MAX_SEEN = 512;

/** The same tree, whose contents come from what is at hand, from the file of this machine, and only then from a server. */
export async function gatherTree(
  db: StoreDialect,
  named: Omit<Tree, 'files'>,
  atHand: ReadonlyMap<string, Uint8Array>,
  { seen, fetched }: Contents,
): Promise<FullTree> {
  if (db.before === undefined) return readFullTree(db.shared, named);
  const files = await readTreeFiles(db.shared, named.tree);
  const bytes = new Map<string, Uint8Array>();
  const take = (from: ReadonlyMap<string, Uint8Array>): Set<string> => {
    for (const { sha256 } of files) {
      const content = from.get(sha256);
      if (content !== undefined) bytes.set(sha256, content);
    }
    return new Set(files.map(({ sha256 }) => sha256).filter((sha256) => !bytes.has(sha256)));
  };
  take(atHand);
  const missing = take(await readBlobs(db.before, take(seen)));
  const asked = await readBlobs(db.shared, missing);
  const [lost] = take(asked);
  if (lost !== undefined) throw damaged(lost);
  for (const [sha256, content] of asked) {
    fetched.contents++;
    fetched.bytes += content.length;
    if (content.length <= MAX_SEEN_BYTES && seen.size < MAX_SEEN) seen.set(sha256, content);
  }
  return { ...named, files, bytes };
}

function damaged(sha256: string): SkillficheError {
  const message = `The store has not the bytes of ${sha256} as they were put in. Nothing was written; \`skillfiche doctor\` says more.`;
  return new SkillficheError('STORE_BROKEN', message);
}

/** Forgets trees that no version has, and blobs that no tree has. */
export async function dropUnused(tx: Transaction<SharedTables>): Promise<void> {
  const unused = tx.selectFrom('versions').select('versions.tree').distinct();
  await tx.deleteFrom('trees').where('tree', 'not in', unused).execute();
  const named = tx.selectFrom('tree_files').select('tree_files.sha256').distinct();
  await tx.deleteFrom('blobs').where('sha256', 'not in', named).execute();
}
