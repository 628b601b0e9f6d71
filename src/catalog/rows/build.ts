import { diagnostic } from '../../base/diagnostic.ts';
import { compareCodePoints } from '../../base/text.ts';
import type { Diagnostic, LedgerCounts, Root } from '../../base/types.ts';
import type { CollectionMarker } from '../../format/collection/marker.ts';
import { emptyTally, ledgerOf } from '../../tree/scan/ledger.ts';
import type { SkillTable } from '../../tree/table/table.ts';

/** Default ranks by kind: bundled wins. Each root of a kind comes after the one before it; the steps leave room for more roots than anybody has. */
const KIND_RANKS: ReadonlyMap<string, number> = new Map([
  ['bundled', 0],
  ['project', 1_000_000],
  ['personal', 2_000_000],
]);
/** Where layers of a caller's own kind stand unless they say otherwise: last. */
const OTHER_RANK = 3_000_000;

/** One scope of the catalog. Rows are numbered through: row `g` of the catalog is row `g - base` of the table. */
export interface CatalogScope {
  readonly id: string;
  readonly table: SkillTable;
  /** Index in the table's header. */
  readonly index: number;
  readonly root: Root;
  readonly rank: number;
  readonly collection: CollectionMarker | undefined;
  readonly base: number;
  /** First row, in the catalog's numbering, and number of rows. */
  readonly first: number;
  readonly count: number;
}

/** A collection that cannot take part: its id is taken. Its members are counted, not listed. */
export interface DroppedScope {
  readonly id: string;
  readonly reason: 'duplicate' | 'root-id' | 'revisit';
  readonly table: SkillTable;
  readonly index: number;
  /** Folders that claim the id; the first keeps it. */
  readonly paths: readonly string[];
}

/** Everything the roots hold, as numbers into their tables. Immutable. */
export interface CatalogData {
  /** In order of rank. */
  readonly tables: readonly SkillTable[];
  readonly bases: readonly number[];
  readonly rows: number;
  /** In order of id. */
  readonly scopes: readonly CatalogScope[];
  /** Those that have rows, in order of their first. */
  readonly scopesByRow: readonly CatalogScope[];
  readonly dropped: readonly DroppedScope[];
}

/** Ranks of roots in the order given: explicit ones as they are, others by kind and position. */
export function rankRoots(roots: readonly Root[]): number[] {
  const seen = new Map<string, number>();
  return roots.map((root) => {
    const position = seen.get(root.kind) ?? 0;
    seen.set(root.kind, position + 1);
    return root.rank ?? (KIND_RANKS.get(root.kind) ?? OTHER_RANK) + position;
  });
}

/** The positions of roots in order of rank: whose place comes first. */
export function orderOfRoots(roots: readonly Root[]): number[] {
  const ranks = rankRoots(roots);
  return roots.map((_, at) => at).sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || a - b);
}

/** Joins scanned roots. `tables[i]` belongs to `roots[i]`. Never throws: what clashes is in `dropped`. */
export function buildCatalog(roots: readonly Root[], tables: readonly SkillTable[]): CatalogData {
  const ranks = rankRoots(roots);
  const order = orderOfRoots(roots);
  const rootIds = new Map(roots.map((root) => [root.id, root]));
  const claimed = new Map<string, { readonly path: string; readonly real: string | undefined }>();
  const sorted: SkillTable[] = [];
  const bases: number[] = [];
  const scopes: CatalogScope[] = [];
  const dropped: DroppedScope[] = [];
  let rows = 0;
  for (const position of order) {
    const table = tables[position];
    const root = roots[position];
    if (table === undefined || root === undefined) continue;
    const base = rows;
    sorted.push(table);
    bases.push(base);
    rows += table.skills;
    table.header.scopes.forEach((scope, index) => {
      if (scope.collection !== undefined) {
        const path = folderOf(root, scope.marker_folder ?? scope.folder);
        const earlier = claimed.get(scope.id);
        const sameFolder = earlier !== undefined && earlier.real === scope.real_path;
        const owner = rootIds.get(scope.id);
        // A root that is itself one collection may carry its collection's id.
        const clashesWithRoot = owner !== undefined && !(owner.id === root.id && scope.marker_folder === '.');
        if (earlier !== undefined || clashesWithRoot) {
          const reason = clashesWithRoot ? 'root-id' : sameFolder ? 'revisit' : 'duplicate';
          dropped.push({ id: scope.id, reason, table, index, paths: [earlier?.path ?? owner?.path ?? '', path] });
          return;
        }
        claimed.set(scope.id, { path, real: scope.real_path });
      } else if (table.header.scopes.some((other) => other.id === scope.id && other.marker_folder === '.')) {
        // The root is itself the collection of this id and has no skills outside it.
        return;
      }
      scopes.push({
        id: scope.id,
        table,
        index,
        root,
        rank: ranks[position] ?? 0,
        collection: scope.collection,
        base,
        first: base + scope.first,
        count: scope.count,
      });
    });
  }
  scopes.sort((a, b) => compareCodePoints(`${a.id}:`, `${b.id}:`));
  const scopesByRow = scopes.filter((scope) => scope.count > 0).sort((a, b) => a.first - b.first);
  return { tables: sorted, bases, rows, scopes, scopesByRow, dropped };
}

/** A path of a root as its owner wrote it. */
export function folderOf(root: Root, path: string): string {
  // A backslash separates in paths of Windows alone; elsewhere it is a letter of a name.
  return path === '.' ? root.path : `${root.path.replace(/\/$|(?<=^(?:[A-Za-z]:|\\\\).*)\\$/, '')}/${path}`;
}

/** What the dropped collections mean to the reader of a report. */
export function droppedDiagnostics(data: CatalogData): Diagnostic[] {
  return data.dropped.map((scope) => {
    const [first, second] = scope.paths;
    const path = `${second ?? ''}/COLLECTION.json`;
    if (scope.reason === 'revisit') {
      const message = `Collection "${scope.id}" was already listed: ${first} and ${second} are one folder.`;
      return diagnostic('scan/revisit', path, message);
    }
    const message =
      scope.reason === 'root-id'
        ? `Collection id "${scope.id}" is the id of a root; the collection is left out.`
        : `Collection id "${scope.id}" is taken by ${first}; ${second} is left out.`;
    return diagnostic('collection/duplicate-id', path, message, {
      hint: 'Give one of the two another id in its COLLECTION.json.',
    });
  });
}

/** Counts of one scope; the members of a dropped collection count as in a broken one. */
export function scopeLedger(data: CatalogData, table: SkillTable, index: number): LedgerCounts {
  const ledger = table.header.scopes[index]?.ledger ?? ledgerOf(emptyTally());
  const lost = data.dropped.find((scope) => scope.table === table && scope.index === index);
  if (lost === undefined) return ledger;
  if (lost.reason === 'revisit') return ledgerOf(emptyTally());
  return ledgerOf({ ...emptyTally(), in_broken_collection: ledger.found });
}
