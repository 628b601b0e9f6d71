import { gatherMachine } from '../../io/machine/machine.ts';
import type { CatalogContext } from '../internals.ts';
import { loadInventories } from '../network/inventories.ts';
import type { NetworkAnswer } from '../network/inventory.ts';
import { memberNetwork, skillNetwork } from '../network/inventory.ts';
import { proverOf } from '../network/proof.ts';
import { scopeOfRow } from '../rows/rows.ts';
import type { Posture } from './posture.ts';
import { parseRequirements } from './requirements.ts';
import { explain } from './verdict.ts';

/** Joins rows with machine facts and inventories. */
export function createPosture(context: CatalogContext): Posture {
  const { data, options } = context;
  const facts = gatherMachine(options.machine);
  const inventories = loadInventories(context);
  const prove = proverOf(context);

  const networkAnswer = (row: number): NetworkAnswer => {
    const scope = scopeOfRow(data, row);
    const at = row - scope.base;
    const { inventory } = inventories.get(scope.table) ?? {};
    const path = scope.table.path(at);
    const proved = () => prove(row);
    return scope.collection === undefined
      ? skillNetwork(inventory, path, scope.table.declared(at), proved)
      : memberNetwork(inventory, scope.id, path, proved);
  };

  const explainRow: Posture['explain'] = (row) => {
    const scope = scopeOfRow(data, row);
    return explain(parseRequirements(scope.table.declared(row - scope.base)), facts, {
      network: networkAnswer(row).capability.mode,
      rawNetworkAllowed: options.rawNetworkAllowed === true,
    });
  };

  return {
    readiness: (row) => explainRow(row).readiness,
    explain: explainRow,
    network: (row) => networkAnswer(row).capability,
    networkAnswer,
  };
}
