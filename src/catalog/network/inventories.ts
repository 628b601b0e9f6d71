import type { Diagnostic } from '../../base/types.ts';
import type { SkillTable } from '../../tree/table/table.ts';
import type { CatalogContext } from '../internals.ts';
import { type CheckInventory, type InventoryOnDisk, loadInventory } from './inventory-file.ts';

/** Perf: most trees have no inventory, and are spared the check of one. */
async function loadCheck(): Promise<CheckInventory> {
  const [{ checkDocument }, { checkNetworkInventory }] = await Promise.all([
    import('../../format/schema/check.ts'),
    import('../../format/schema/generated.ts'),
  ]);
  return (document) => checkDocument(checkNetworkInventory, document);
}

/** The inventory of each root, read afresh; one file for all of them where the options name one. */
export async function loadInventories(context: CatalogContext): Promise<ReadonlyMap<SkillTable, InventoryOnDisk>> {
  const { inventory } = context.options;
  const one = inventory === undefined ? undefined : await loadInventory(context.disk, '', loadCheck, inventory);
  const found = new Map<SkillTable, InventoryOnDisk>();
  for (const table of context.data.tables)
    found.set(table, one ?? (await loadInventory(context.disk, table.header.root.path, loadCheck)));
  return found;
}

/** What is wrong with the inventories, once each: one file may serve several roots. */
export async function inventoryDiagnostics(context: CatalogContext): Promise<readonly Diagnostic[]> {
  const byFile = new Map([...(await loadInventories(context)).values()].map((one) => [one.path, one.diagnostics]));
  return [...byFile.values()].flat();
}
