import type { Diagnostic, LedgerCounts } from '../../base/types.ts';
import { sumLedgers } from '../../tree/scan/ledger.ts';
import type { ScanHow } from '../../tree/scan/scan.ts';
import { contextOf } from '../internals.ts';
import { folderOf, rankRoots, scopeLedger } from '../rows/build.ts';
import type { ReadableCatalog, View } from '../types.ts';

/** One tree of a scan report. */
export interface ScopeReport {
  readonly id: string;
  readonly kind: 'root' | 'collection';
  /** Id of the root it lies in. */
  readonly root: string;
  readonly path: string;
  readonly ledger: LedgerCounts;
}

/** A root as it was scanned. */
export interface RootReport {
  readonly id: string;
  readonly kind: string;
  readonly path: string;
  /** The lower rank has a name that two skills bear. */
  readonly rank: number;
}

/** The health of everything the roots hold. */
export interface ScanReport {
  /** In order of rank: who comes first has a name. */
  readonly roots: readonly RootReport[];
  readonly ledger: LedgerCounts;
  readonly scopes: readonly ScopeReport[];
  /** Second visits to a folder through links; outside the ledger. */
  readonly revisits: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly catalog_digest: string;
  /** How each root's table was come by. */
  readonly how: readonly ScanHow[];
}

/** What the findings and the digest of a report are about. Trees are counted whole at any rate. */
export interface ReportOptions {
  /** A view of this catalog. Default: everything. */
  readonly view?: View;
}

/** Reports on a catalog to its owner. What is wrong with an inventory counts too, where the view withholds nothing. */
export async function reportScan(catalog: ReadableCatalog, options: ReportOptions = {}): Promise<ScanReport> {
  const { view = catalog.view({ audience: 'owner' }) } = options;
  const { data, how, options: opened } = contextOf(catalog);
  const isWhole = view.ledger().withheld === 0;
  const inventories = isWhole
    ? await (await import('../network/inventories.ts')).inventoryDiagnostics(contextOf(catalog))
    : [];
  const ranks = new Map(opened.roots.map((root, at) => [root.id, rankRoots(opened.roots)[at] ?? 0]));
  const roots: RootReport[] = [];
  const scopes: ScopeReport[] = [];
  for (const table of data.tables) {
    const { root } = table.header;
    roots.push({ id: root.id, kind: root.kind, path: root.path, rank: ranks.get(root.id) ?? 0 });
    table.header.scopes.forEach((scope, index) => {
      const kind = scope.collection === undefined ? 'root' : 'collection';
      scopes.push({
        id: scope.id,
        kind,
        root: root.id,
        path: folderOf(root, scope.folder),
        ledger: scopeLedger(data, table, index),
      });
    });
  }
  return {
    roots,
    ledger: sumLedgers(scopes.map((scope) => scope.ledger)),
    scopes,
    revisits: data.tables.reduce((sum, table) => sum + table.header.revisits, 0),
    diagnostics: [...view.diagnostics, ...inventories],
    catalog_digest: view.catalog_digest,
    how,
  };
}
