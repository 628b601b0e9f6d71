import type { SkillPage } from '../../../base/types.ts';
import type { ReadinessSummary } from '../../../catalog/types.ts';
import type { Refusal } from './api.ts';
import { type NetworkOfTree, type Tree, treesOf } from './trees.ts';
import { useAsk } from './use-ask.ts';

/** All trees, with readiness and network; the network may come a little later. */
export function useTrees(): {
  readonly trees: readonly Tree[] | undefined;
  readonly summary: ReadinessSummary | undefined;
  readonly refusal: Refusal | undefined;
  again(): void;
} {
  const overview = useAsk<SkillPage>('/api/skills?limit=1');
  const readiness = useAsk<{ readonly summary: ReadinessSummary }>('/api/readiness?limit=0&evidence=kept');
  const inventory = useAsk<{ readonly scopes: readonly NetworkOfTree[] }>('/api/inventory');
  const summary = readiness.data?.summary;
  const trees =
    summary === undefined || overview.data === undefined
      ? undefined
      : treesOf(summary, overview.data.collections ?? [], inventory.data?.scopes ?? []);
  return {
    trees,
    summary,
    refusal: readiness.refusal ?? overview.refusal,
    again() {
      overview.again();
      readiness.again();
      inventory.again();
    },
  };
}
