import type { DeclaredFields, NetworkCapability, Readiness } from '../../base/types.ts';
import type { CatalogContext } from '../internals.ts';
import type { NetworkAnswer } from '../network/inventory.ts';
import type { LoadedSkill } from '../types.ts';
import type { Explained } from './verdict.ts';

/** Readiness and network of any row. */
export interface Posture {
  readiness(row: number): Readiness;
  /** Both as the file says now, where it is no longer the one that was scanned. */
  ofChanged(row: number, declared: DeclaredFields | undefined): Pick<LoadedSkill, 'readiness' | 'network'>;
  /** The same with a reason for each requirement. */
  explain(row: number): Explained;
  network(row: number): NetworkCapability;
  /** The same with where it comes from. */
  networkAnswer(row: number): NetworkAnswer;
  /** Requirements of it were reviewed, with other bytes than it has now. */
  isReviewStale(row: number): boolean;
  /** Whether requirements, in our own spelling, are met here. */
  judge(texts: readonly string[]): Readiness;
}

/** Programs and variables may come and go while a server runs; answers older than this are asked for again. */
const FACTS_MAX_AGE_MS = 5_000;

interface Kept {
  readonly posture: Promise<Posture>;
  readonly madeMs: number;
}

const kept = new WeakMap<CatalogContext, Kept>();

/**
 * What judging needs, gathered once for all views of a catalog: machine facts, and the inventories. Its modules load
 * when somebody first asks.
 */
export function loadPosture(context: CatalogContext): Promise<Posture> {
  const known = kept.get(context);
  const now = performance.now();
  if (known !== undefined && now - known.madeMs < FACTS_MAX_AGE_MS) return known.posture;
  const posture = import('./judge.ts').then(({ createPosture }) => createPosture(context));
  kept.set(context, { posture, madeMs: now });
  // A failure is for whoever waits for it, and must not stay.
  posture.catch(() => kept.delete(context));
  return posture;
}

/** Asks again at the next call: an inventory was written. */
export function forgetPosture(context: CatalogContext): void {
  kept.delete(context);
}
