import type { Transaction } from 'kysely';
import { SkillficheError } from '../../../base/errors.ts';
import { sha256Hex } from '../../../base/hash.ts';
import { compareCodePoints } from '../../../base/text.ts';
import { type TreeFile, treeName } from '../folder.ts';
import { KEYS, type Row, readRows, type TableName } from '../sql/rows.ts';
import type { SharedTables } from '../sql/tables.ts';

// What of a store goes into a copy of it, and whether it is what it should be.

type Tx = Transaction<SharedTables>;

export const versionName = (row: Row): string => `${String(row['number'])} ${String(row['package'])}`;

/** Versions that no line of the log knows: their change is under way, or waits to be taken back. */
export async function unfinishedVersions(from: Tx): Promise<Set<string>> {
  const rows = await from
    .selectFrom('versions')
    .select(['package', 'number'])
    .where((one) =>
      one.not(
        one.exists(
          one
            .selectFrom('events')
            .select('events.number')
            .where('events.verb', '!=', 'recovered')
            .whereRef('events.intent', '=', 'versions.intent'),
        ),
      ),
    )
    .where((one) =>
      one.not(
        one.exists(
          one
            .selectFrom('events')
            .select('events.number')
            .where('events.verb', '!=', 'recovered')
            .whereRef('events.package', '=', 'versions.package')
            .whereRef('events.version', '=', 'versions.number'),
        ),
      ),
    )
    .execute();
  return new Set(rows.map(versionName));
}

/** Packages of which nothing is finished yet. */
export async function begunPackages(from: Tx, unfinished: ReadonlySet<string>): Promise<Set<string>> {
  const rows = await from.selectFrom('versions').select(['package', 'number']).execute();
  const finished = new Set(rows.filter((row) => !unfinished.has(versionName(row))).map((row) => row.package));
  return new Set(rows.map((row) => row.package).filter((key) => !finished.has(key)));
}

/** Rows as they are to be there: the person under the name that they have there. */
export async function* pagesOf(
  from: Tx,
  table: TableName,
  [here, there]: readonly [string, string],
): AsyncGenerator<readonly Row[]> {
  const renamed = (row: Row): Row => (row['person'] === here ? { ...row, person: there } : row);
  if (table === 'events') for await (const page of readRows(from, table)) yield page.map(renamed);
  else if (table !== 'switches' && table !== 'levels') yield* readRows(from, table);
  else {
    const rows: Row[] = [];
    for await (const page of readRows(from, table)) rows.push(...page.map(renamed));
    // Two names of one person may say two things of one skill: off stays off.
    rows.sort((a, b) => Number(b['state'] === 'off') - Number(a['state'] === 'off'));
    const keyOf = (row: Row): string => JSON.stringify(KEYS[table].map((key) => row[key]));
    const seen = new Set<string>();
    yield rows.filter((row) => !seen.has(keyOf(row)) && seen.add(keyOf(row)));
  }
}

/** A content is what its name says. */
export function checkBlob({ sha256, bytes }: Row): void {
  if (bytes instanceof Uint8Array && sha256Hex(bytes) === sha256) return;
  throw damaged(`content ${String(sha256)}`);
}

/** Each tree is named by its files, which come one tree after the other. */
export class TreeCheck {
  #tree = '';
  #files: TreeFile[] = [];

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      if (row['tree'] !== this.#tree) this.end();
      this.#tree = String(row['tree']);
      const [path, sha256] = [String(row['path']), String(row['sha256'])];
      this.#files.push({ path, sha256, size: Number(row['size']), executable: Number(row['executable']) !== 0 });
    }
  }

  end(): void {
    const files = this.#files.sort((a, b) => compareCodePoints(a.path, b.path));
    if (files.length > 0 && treeName(files) !== this.#tree) throw damaged(`tree ${this.#tree}`);
    this.#files = [];
  }
}

function damaged(what: string): SkillficheError {
  const message = `The store has not the ${what} as it was put in. Nothing was copied; \`skillfiche doctor\` says more.`;
  return new SkillficheError('STORE_BROKEN', message);
}
