import type { Diagnostic } from '../../base/types.ts';
import { checkDocument } from '../../format/schema/check.ts';
import { checkNetworkInventory } from '../../format/schema/generated.ts';
import type { SkillTable } from '../../tree/table/table.ts';
import type { CatalogContext } from '../internals.ts';
import { type InventoryOnDisk, loadInventory } from './inventory-file.ts';

/** The inventory of each root, read afresh; one file for all of them where the options name one. */
export function loadInventories(context: CatalogContext): ReadonlyMap<SkillTable, InventoryOnDisk> {
  const check = (document: unknown) => checkDocument(checkNetworkInventory, document);
  const { inventory } = context.options;
  const one = inventory === undefined ? undefined : loadInventory(context.disk, '', check, inventory);
  return new Map(
    context.data.tables.map((table) => [table, one ?? loadInventory(context.disk, table.header.root.path, check)]),
  );
}

/** What is wrong with the inventories, once each: one file may serve several roots. */
export function inventoryDiagnostics(context: CatalogContext): readonly Diagnostic[] {
  const byFile = new Map([...loadInventories(context).values()].map((one) => [one.path, one.diagnostics]));
  return [...byFile.values()].flat();
}
