import type { DeclaredFields, NetworkMode } from '../../base/types.ts';
import { gatherMachine } from '../../io/machine/machine.ts';
import type { CatalogContext } from '../internals.ts';
import { loadInventories } from '../network/inventories.ts';
import type { NetworkAnswer } from '../network/inventory.ts';
import { memberNetwork, reviewedNeeds, skillNetwork } from '../network/inventory.ts';
import { proverOf } from '../network/proof.ts';
import { scopeOfRow } from '../rows/rows.ts';
import type { Posture } from './posture.ts';
import { parseRequirements, parseReviewed } from './requirements.ts';
import { type Explained, explain, type Reviewed } from './verdict.ts';

/** Joins rows with machine facts and inventories. */
export async function createPosture(context: CatalogContext): Promise<Posture> {
  const { data, options } = context;
  const facts = gatherMachine(options.machine);
  const inventories = await loadInventories(context);
  const prove = proverOf(context);

  const scanned = (row: number): DeclaredFields | undefined => {
    const scope = scopeOfRow(data, row);
    return scope.table.declared(row - scope.base);
  };

  const networkOf = (row: number, declared: () => DeclaredFields | undefined): NetworkAnswer => {
    const scope = scopeOfRow(data, row);
    const { inventory } = inventories.get(scope.table) ?? {};
    const path = scope.table.path(row - scope.base);
    const proved = () => prove(row);
    return scope.collection === undefined
      ? skillNetwork(inventory, path, declared(), proved)
      : memberNetwork(inventory, scope.id, path, proved);
  };

  const networkAnswer = (row: number): NetworkAnswer => networkOf(row, () => scanned(row));

  const reviewedOf = (row: number): Reviewed | undefined => {
    const scope = scopeOfRow(data, row);
    const { inventory } = inventories.get(scope.table) ?? {};
    const collection = scope.collection === undefined ? undefined : scope.id;
    const found = reviewedNeeds(inventory, collection, scope.table.path(row - scope.base), () => prove(row));
    return typeof found === 'object' ? { requirements: parseReviewed(found.requirements), by: found.by } : found;
  };

  const explainWith = (row: number, declared: DeclaredFields | undefined, network: NetworkMode): Explained => {
    const reviewed = reviewedOf(row);
    return explain(parseRequirements(declared), facts, {
      network,
      rawNetworkAllowed: options.rawNetworkAllowed === true,
      ...(reviewed === undefined ? {} : { reviewed }),
    });
  };

  const explainRow: Posture['explain'] = (row) => explainWith(row, scanned(row), networkAnswer(row).capability.mode);

  return {
    readiness: (row) => explainRow(row).readiness,
    ofChanged(row, declared) {
      const network = networkOf(row, () => declared).capability;
      return { readiness: explainWith(row, declared, network.mode).readiness, network };
    },
    explain: explainRow,
    network: (row) => networkAnswer(row).capability,
    networkAnswer,
    isReviewStale: (row) => reviewedOf(row) === 'changed',
    judge: (texts) => explain({ declared: true, requirements: parseReviewed(texts) }, facts).readiness,
  };
}
