import type { NetworkCapability, Readiness } from '../base/types.ts';
import type { Selection } from '../catalog/selection.ts';
import type { CatalogContext } from './internals.ts';

/** Readiness and network of any row. */
export interface Posture {
  readiness(row: number): Readiness;
  network(row: number): NetworkCapability;
}

/** Gathers what judging needs: machine facts and the inventories, once. */
export async function loadPosture(_context: CatalogContext, _selection: Selection): Promise<Posture> {
  return {
    readiness: () => ({
      state: 'unknown',
      declared: false,
      missing: [],
      unverifiable: [],
      blocked_on: [],
      checked_locally: true,
      probed: false,
    }),
    network: () => ({ mode: 'unknown', domains: [], declaration: 'none', grants: false, digest: '' }),
  };
}
