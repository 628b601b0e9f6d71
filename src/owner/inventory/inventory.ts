import { SkillficheError } from '../../base/errors.ts';
import { INVENTORY_FILE } from '../../base/file-names.ts';
import type { Diagnostic } from '../../base/types.ts';
import { contextOf } from '../../catalog/internals.ts';
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
import { forgetPosture } from '../../catalog/readiness/posture.ts';
import type { ReadableCatalog } from '../../catalog/types.ts';
import { allTrees, collectionOf, collectionsOf, type OwnedTree } from '../../catalog/view/owned.ts';
import { writeInventory } from './write.ts';

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
export async function reportInventory(
  catalog: ReadableCatalog,
  options: InventoryOptions = {},
): Promise<InventoryReport> {
  const { collection: id } = options;
  const trees = id === undefined ? allTrees(catalog).filter(({ count }) => count > 0) : [collectionOf(catalog, id)];
  const context = contextOf(catalog);
  const scopes: ScopeNetwork[] = [];
  for (const tree of trees) {
    const answers = await tree.network();
    scopes.push({ id: tree.id, kind: tree.kind, ...countNetwork(answers.map(({ answer }) => answer.capability)) });
  }
  const inventories = [...(await loadInventories(context)).values()].filter((one) => one.inventory !== undefined);
  return {
    files: [...new Set(inventories.map(({ path }) => path))],
    scopes,
    diagnostics: await inventoryDiagnostics(context),
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
export async function checkInventories(catalog: ReadableCatalog): Promise<InventoryCheck> {
  // A file that serves several roots is compared with the skills of all of them.
  const byFile = new Map<string, { readonly inventory: NetworkInventory; readonly skills: AnsweredSkill[] }>();
  for (const tree of allTrees(catalog)) {
    const { path: file, inventory } = await tree.inventory();
    if (inventory === undefined) continue;
    const known = byFile.get(file) ?? { inventory, skills: [] };
    byFile.set(file, known);
    for (const { skill, answer, isStale } of await tree.network()) {
      const { path, collection } = skill;
      known.skills.push({ path, answer, isStale, ...(collection === undefined ? {} : { collection }) });
    }
  }
  const problems = [...byFile].flatMap(([file, { inventory, skills }]) =>
    checkInventory(inventory, skills).map((one) => ({ inventory: file, ...one })),
  );
  const diagnostics = await inventoryDiagnostics(contextOf(catalog));
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
export async function initInventories(
  catalog: ReadableCatalog,
  options: InventoryInitOptions = {},
): Promise<InventorySkeleton[]> {
  const written = options.dryRun !== true;
  const skeletons = buildSkeletons(collectionsOf(catalog, options.collections ?? []));
  if (written) for (const { path, text } of skeletons) await writeInventory(path, text);
  if (written) forgetPosture(contextOf(catalog));
  return skeletons.map((one) => ({ ...one, written }));
}

function buildSkeletons(collections: readonly OwnedTree[]): Omit<InventorySkeleton, 'written'>[] {
  if (collections.length === 0) {
    throw new SkillficheError('COLLECTION_NOT_FOUND', 'There is no collection to list in an inventory.');
  }
  const byRoot = new Map<string, OwnedTree[]>();
  for (const tree of collections) byRoot.set(tree.rootFolder, [...(byRoot.get(tree.rootFolder) ?? []), tree]);
  return [...byRoot].map(([root, ofRoot]) => {
    const listed = Object.fromEntries(ofRoot.map((tree) => [tree.id, membersOf(tree)]));
    return {
      path: `${root}/${INVENTORY_FILE}`,
      text: formatSkeleton(listed),
      collections: Object.keys(listed),
      members: Object.values(listed).reduce((sum, members) => sum + members.length, 0),
    };
  });
}

function membersOf(tree: OwnedTree): SkeletonMember[] {
  return tree.digests().map(({ skill, digest }) => {
    if (digest !== undefined) return { path: skill.path, digest };
    const message = `${skill.id} has no digest: \`skillfiche pin ${tree.id}\` says which of its files stands in the way.`;
    throw new SkillficheError('PIN_REFUSED', message);
  });
}
