import type { SkillPage } from '../../../base/types.ts';
import type { ReadinessSummary } from '../../../catalog/types.ts';
import type { Refusal } from './api.ts';
import { type NetworkOfTree, type Tree, treesOf } from './trees.ts';
import { useAsk } from './use-ask.ts';

type Readiness = { readonly summary: ReadinessSummary };

/**
 * All trees, with readiness and network; the network may come a little later. With `isRead`, what skills show that they
 * need is read where nobody has read it yet, and the numbers follow once that is done.
 */
export function useTrees(isRead = false): {
  readonly trees: readonly Tree[] | undefined;
  readonly summary: ReadinessSummary | undefined;
  readonly refusal: Refusal | undefined;
  again(): void;
} {
  const overview = useAsk<SkillPage>('/api/skills?limit=1');
  const readiness = useAsk<Readiness>('/api/readiness?limit=0&evidence=kept');
  const wanted = isRead && readiness.data !== undefined;
  const read = useAsk<Readiness>(wanted ? '/api/readiness?limit=0&evidence=read' : undefined);
  const inventory = useAsk<{ readonly scopes: readonly NetworkOfTree[] }>('/api/inventory');
  const { summary } = read.data ?? readiness.data ?? {};
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
      if (wanted) read.again();
      inventory.again();
    },
  };
}
