import type { LedgerCounts } from '../../base/types.ts';
import { sumLedgers } from '../../tree/scan/ledger.ts';
import type { CatalogContext } from '../internals.ts';
import { scopeLedger } from '../rows/build.ts';
import type { Selection } from '../rows/selection.ts';
import type { View } from '../types.ts';

/** Counts over all roots; `indexed = shown + withheld + disabled`. For the owner: counts are not narrowed by the view. */
export function viewLedger(context: CatalogContext, selection: Selection): ReturnType<View['ledger']> {
  const ledgers: LedgerCounts[] = [];
  for (const table of context.data.tables) {
    table.header.scopes.forEach((_, index) => {
      ledgers.push(scopeLedger(context.data, table, index));
    });
  }
  const { shown, withheld, disabled } = selection;
  return { ...sumLedgers(ledgers), shown, withheld, disabled };
}
