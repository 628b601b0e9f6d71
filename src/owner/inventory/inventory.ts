import { SkillficheError } from '../../base/errors.ts';
import { INVENTORY_FILE } from '../../base/file-names.ts';
import type { Diagnostic } from '../../base/types.ts';
import { type CatalogContext, contextOf } from '../../catalog/internals.ts';
import { inventoryDiagnostics, loadInventories } from '../../catalog/network/inventories.ts';
import type { NetworkInventory } from '../../catalog/network/inventory.ts';
import {
  type AnsweredSkill,
  checkInventory,
  countNetwork,
  formatSkeleton,
  type InventoryProblem,
  type NetworkCounts,
  type SkeletonMember,
} from '../../catalog/network/inventory-check.ts';
import { writeInventory } from '../../catalog/network/inventory-file.ts';
import { proverOf } from '../../catalog/network/proof.ts';
import { forgetPosture, loadPosture } from '../../catalog/readiness/posture.ts';
import { type CatalogScope, folderOf } from '../../catalog/rows/build.ts';
import type { Catalog } from '../../catalog/types.ts';
import { collectionScope, scopesOf } from '../../catalog/view/collection-scope.ts';

export interface InventoryOptions {
  /** The id of a collection. Default: every tree. */
  readonly collection?: string;
}

export interface InventoryInitOptions {
  /** Ids of collections. Default: all. */
  readonly collections?: readonly string[];
  /** Builds the texts and writes nothing. Default false. */
  readonly dryRun?: boolean;
}

/** How the skills of one scope want the network. */
export interface ScopeNetwork extends NetworkCounts {
  readonly id: string;
  readonly kind: 'root' | 'collection';
}

export interface InventoryReport {
  /** Inventory files that are there. */
  readonly files: readonly string[];
  readonly scopes: readonly ScopeNetwork[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Counts by mode and by declaration: of one collection, or of every scope that has skills. */
export async function reportInventory(catalog: Catalog, options: InventoryOptions = {}): Promise<InventoryReport> {
  const { collection: id } = options;
  const context = contextOf(catalog);
  const scopes = id === undefined ? context.data.scopes.filter((one) => one.count > 0) : [collectionScope(context, id)];
  const posture = await loadPosture(context);
  const inventories = loadInventories(context);
  return {
    files: [...new Set([...inventories.values()].filter((one) => one.inventory !== undefined).map((one) => one.path))],
    scopes: scopes.map((scope) => {
      const rows = Array.from({ length: scope.count }, (_, index) => posture.network(scope.first + index));
      const kind = scope.collection === undefined ? 'root' : 'collection';
      return { id: scope.id, kind, ...countNetwork(rows) };
    }),
    diagnostics: inventoryDiagnostics(context),
  };
}

export interface InventoryCheck {
  /** True where every inventory can be read and fits its tree. */
  readonly ok: boolean;
  readonly files: readonly string[];
  readonly problems: readonly (InventoryProblem & { readonly inventory: string })[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Compares every inventory with the trees it speaks of. */
export async function checkInventories(catalog: Catalog): Promise<InventoryCheck> {
  const context = contextOf(catalog);
  const posture = await loadPosture(context);
  const inventories = loadInventories(context);
  // A file that serves several roots is compared with the skills of all of them.
  const byFile = new Map<string, { readonly inventory: NetworkInventory; readonly skills: AnsweredSkill[] }>();
  for (const scope of context.data.scopes) {
    const { path: file = '', inventory } = inventories.get(scope.table) ?? {};
    if (inventory === undefined) continue;
    const known = byFile.get(file) ?? { inventory, skills: [] };
    byFile.set(file, known);
    for (let row = scope.first; row < scope.first + scope.count; row++) {
      const path = scope.table.path(row - scope.base);
      const answer = posture.networkAnswer(row);
      known.skills.push({ path, answer, ...(scope.collection === undefined ? {} : { collection: scope.id }) });
    }
  }
  const problems = [...byFile].flatMap(([file, { inventory, skills }]) =>
    checkInventory(inventory, skills).map((one) => ({ inventory: file, ...one })),
  );
  const diagnostics = inventoryDiagnostics(context);
  return { ok: problems.length + diagnostics.length === 0, files: [...byFile.keys()], problems, diagnostics };
}

/** One inventory to start a review from. */
export interface InventorySkeleton {
  readonly path: string;
  readonly text: string;
  readonly collections: readonly string[];
  readonly members: number;
  /** False on a dry run. */
  readonly written: boolean;
}

/**
 * Writes a skeleton for the collections named, or for all: one for each root, where none is yet (EDIT_REFUSED). Throws
 * PIN_REFUSED where a member has no digest.
 */
export function initInventories(catalog: Catalog, options: InventoryInitOptions = {}): InventorySkeleton[] {
  const written = options.dryRun !== true;
  const context = contextOf(catalog);
  const skeletons = buildSkeletons(context, options.collections ?? []);
  if (written) for (const { path, text } of skeletons) writeInventory(path, text);
  if (written) forgetPosture(context);
  return skeletons.map((one) => ({ ...one, written }));
}

function buildSkeletons(context: CatalogContext, ids: readonly string[]): Omit<InventorySkeleton, 'written'>[] {
  const prove = proverOf(context);
  const scopes = scopesOf(context, ids);
  if (scopes.length === 0) {
    throw new SkillficheError('COLLECTION_NOT_FOUND', 'There is no collection to list in an inventory.');
  }
  const byRoot = new Map<string, CatalogScope[]>();
  for (const scope of scopes) byRoot.set(scope.root.path, [...(byRoot.get(scope.root.path) ?? []), scope]);
  return [...byRoot.values()].map((ofRoot) => {
    const listed = Object.fromEntries(ofRoot.map((scope) => [scope.id, membersOf(scope, prove)]));
    const [first] = ofRoot;
    return {
      path: first === undefined ? INVENTORY_FILE : folderOf(first.root, INVENTORY_FILE),
      text: formatSkeleton(listed),
      collections: Object.keys(listed),
      members: Object.values(listed).reduce((sum, members) => sum + members.length, 0),
    };
  });
}

function membersOf(scope: CatalogScope, prove: (row: number) => string | undefined): SkeletonMember[] {
  return Array.from({ length: scope.count }, (_, index) => {
    const path = scope.table.path(scope.first + index - scope.base);
    const digest = prove(scope.first + index);
    if (digest !== undefined) return { path, digest };
    const message = `${scope.id}:${path} has no digest: \`skillfiche pin ${scope.id}\` says which of its files stands in the way.`;
    throw new SkillficheError('PIN_REFUSED', message);
  });
}
