import { compareCodePoints } from '../../base/text.ts';
import type { ReadinessState } from '../../base/types.ts';
import type { SkillReadiness } from '../types.ts';

export interface ReadinessCounts {
  readonly total: number;
  readonly ready: number;
  readonly needs_setup: number;
  readonly unknown: number;
  /** Skills that declare anything at all; of the others nobody can tell. */
  readonly declared: number;
}

/** Readiness of one tree. */
export interface ScopeReadiness extends ReadinessCounts {
  readonly id: string;
  readonly kind: 'root' | 'collection';
}

/** A requirement and how many skills wait for it. */
export interface WaitedFor {
  readonly requirement: string;
  readonly skills: number;
  /** Of these, how many wait for nothing else and have nothing in doubt: they are ready once it is there. */
  readonly alone: number;
}

export interface ReadinessSummary extends ReadinessCounts {
  readonly scopes: readonly ScopeReadiness[];
  /** What is missing or stands in the way, the most waited for first. */
  readonly missing: readonly WaitedFor[];
}

function count(skills: readonly SkillReadiness[]): ReadinessCounts {
  const of = (state: ReadinessState): number => skills.filter(({ readiness }) => readiness.state === state).length;
  return {
    total: skills.length,
    ready: of('ready'),
    needs_setup: of('needs_setup'),
    unknown: of('unknown'),
    declared: skills.filter(({ readiness }) => readiness.declared).length,
  };
}

/** What stands in a skill's way, in one list. */
export function waitsFor({ readiness }: SkillReadiness): readonly string[] {
  return [...readiness.missing, ...readiness.blocked_on];
}

/** Counts verdicts by tree, and what is missing most. `collections` are the ids that are collections. */
export function summarizeReadiness(
  skills: readonly SkillReadiness[],
  collections: ReadonlySet<string>,
): ReadinessSummary {
  const scopes = new Map<string, SkillReadiness[]>();
  const waiting = new Map<string, { skills: number; alone: number }>();
  for (const skill of skills) {
    const scope = skill.id.slice(0, skill.id.indexOf(':'));
    const list = scopes.get(scope);
    if (list === undefined) scopes.set(scope, [skill]);
    else list.push(skill);
    const obstacles = waitsFor(skill);
    const isAlone = obstacles.length === 1 && skill.readiness.declared && skill.readiness.unverifiable.length === 0;
    for (const requirement of obstacles) {
      const { skills: waiters, alone } = waiting.get(requirement) ?? { skills: 0, alone: 0 };
      waiting.set(requirement, { skills: waiters + 1, alone: alone + (isAlone ? 1 : 0) });
    }
  }
  return {
    ...count(skills),
    scopes: [...scopes]
      .sort(([a], [b]) => compareCodePoints(a, b))
      .map(([id, ofScope]) => ({ id, kind: collections.has(id) ? 'collection' : 'root', ...count(ofScope) })),
    missing: [...waiting]
      .map(([requirement, counts]) => ({ requirement, ...counts }))
      .sort((a, b) => b.skills - a.skills || compareCodePoints(a.requirement, b.requirement)),
  };
}
