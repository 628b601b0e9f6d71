import type { CollectionRow, NetworkMode } from '../../../base/types.ts';
import type { ReadinessSummary, ScopeReadiness } from '../../../catalog/types.ts';
import { stepOf } from './treemap.ts';
import { count, countOf } from './words.ts';

/** A tree of skills with all that a map can show of it. */
export interface Tree {
  readonly id: string;
  readonly title: string;
  readonly kind: ScopeReadiness['kind'];
  readonly size: number;
  readonly readiness: ScopeReadiness;
  readonly network: Readonly<Record<NetworkMode, number>> | undefined;
}

export interface NetworkOfTree {
  readonly id: string;
  readonly modes: Readonly<Record<NetworkMode, number>>;
}

export type MapColour = 'readiness' | 'network';

export function treesOf(
  summary: ReadinessSummary,
  collections: readonly CollectionRow[],
  networks: readonly NetworkOfTree[],
): Tree[] {
  return summary.scopes.map((readiness) => ({
    id: readiness.id,
    title: collections.find(({ id }) => id === readiness.id)?.title ?? readiness.id,
    kind: readiness.kind,
    size: readiness.total,
    readiness,
    network: networks.find(({ id }) => id === readiness.id)?.modes,
  }));
}

/** The class that colours a tree. What nobody can tell has a look of its own: it is not "none". */
export function colourOf(tree: Tree, by: MapColour): string {
  if (by === 'network') {
    const { network } = tree;
    if (network === undefined || network.unknown === tree.size) return 'unknown';
    return `warn-${stepOf(network.host_only + network.raw_required, tree.size)}`;
  }
  const { ready, needs_setup, total } = tree.readiness;
  return ready + needs_setup === 0 ? 'unknown' : `good-${stepOf(ready, total)}`;
}

/** The same in words. */
export function wordsOf(tree: Tree, by: MapColour): string {
  if (by === 'network') {
    const { network } = tree;
    if (network === undefined || network.unknown === tree.size) return 'nothing known of the network';
    return `${count(network.host_only + network.raw_required)} want the network`;
  }
  const { ready, needs_setup, unknown } = tree.readiness;
  if (ready + needs_setup === 0) return 'nothing known';
  const rest = unknown === 0 ? '' : `, ${count(unknown)} not known`;
  return `${count(ready)} ready, ${count(needs_setup)} need setup${rest}`;
}

/** One sentence for the whole. */
export function summaryWords({ total, ready, needs_setup, unknown, scopes }: ReadinessSummary): string {
  return `${countOf(total, 'skill')} in ${countOf(scopes.length, 'tree')}: ${count(ready)} can run here, ${count(needs_setup)} wait for something, of ${count(unknown)} nobody can tell.`;
}
