import { compareCodePoints } from '../../base/text.ts';
import type { ReadinessState } from '../../base/types.ts';
import type { ReadinessCounts, ReadinessSummary, SkillReadiness, Unlock } from '../types.ts';

/** What evidence asks for of a skill that nothing else is known about, and what of it is not here. */
export interface Likely {
  readonly needs: readonly string[];
  readonly missing: readonly string[];
}

/** By id; a skill without an entry has not been looked at. */
export type LikelyNeeds = ReadonlyMap<string, Likely>;

/** Whether anybody said what a skill needs: it itself, or who reviewed it. */
function isKnown({ readiness }: SkillReadiness): boolean {
  return readiness.declared || readiness.reviewed_by !== undefined;
}

function count(skills: readonly SkillReadiness[], likely: LikelyNeeds | undefined): ReadinessCounts {
  const reviewed = (by: 'person' | 'evidence'): number =>
    skills.filter(({ readiness }) => readiness.reviewed_by === by).length;
  const unlock = likely === undefined ? undefined : unlockOf(skills, likely);
  const others = skills.filter((one) => !isKnown(one));
  const of = (state: ReadinessState): number => skills.filter(({ readiness }) => readiness.state === state).length;
  return {
    total: skills.length,
    ready: of('ready'),
    needs_setup: of('needs_setup'),
    unknown: of('unknown'),
    declared: skills.filter(({ readiness }) => readiness.declared).length,
    by_review: reviewed('person'),
    by_evidence: reviewed('evidence'),
    ...(likely === undefined
      ? {}
      : {
          evidence_only: others.filter(({ id }) => (likely.get(id)?.needs.length ?? 0) > 0).length,
          evidence_unread: others.filter(({ id }) => !likely.has(id)).length,
        }),
    ...(unlock === undefined ? {} : { unlock }),
  };
}

/** Things tried together; what fewer skills want than the first of these cannot be in the best three often. */
const MAX_CANDIDATES = 16;
const MAX_INSTALL = 3;

/** The things to install, at most three, after which the most skills lack nothing that is known; `undefined` where none would. */
function unlockOf(skills: readonly SkillReadiness[], likely: LikelyNeeds): Unlock | undefined {
  const lists = skills.map((skill) => wantedBy(skill, likely.get(skill.id))).filter((one) => one.length > 0);
  const wanted = new Map<string, number>();
  for (const list of lists) for (const one of list) wanted.set(one, (wanted.get(one) ?? 0) + 1);
  const names = [...wanted]
    .filter(([name]) => /^(?:bin|python|r|node):/.test(name))
    .sort((a, b) => b[1] - a[1] || compareCodePoints(a[0], b[0]))
    .slice(0, MAX_CANDIDATES)
    .map(([name]) => name);
  // Perf: many skills lack the same few things, so each such set is tried once.
  const short = new Map<string, { readonly list: readonly string[]; skills: number }>();
  for (const list of lists) {
    if (list.length > MAX_INSTALL || !list.every((one) => names.includes(one))) continue;
    const key = list.toSorted().join('\n');
    const same = short.get(key);
    if (same === undefined) short.set(key, { list, skills: 1 });
    else same.skills++;
  }
  const sets = [...short.values()];
  let best: Unlock | undefined;
  const size = Math.min(MAX_INSTALL, names.length);
  const attempt = (from: number, chosen: readonly string[]): void => {
    if (chosen.length === size) {
      const unlocked = sets.filter(({ list }) => list.every((one) => chosen.includes(one)));
      const count = unlocked.reduce((sum, { skills: some }) => sum + some, 0);
      if (count <= (best?.skills ?? 0)) return;
      const useful = chosen.filter((one) => unlocked.some(({ list }) => list.includes(one)));
      best = { install: useful, skills: count };
      return;
    }
    for (let at = from; at < names.length; at++) attempt(at + 1, [...chosen, names[at] ?? '']);
  };
  attempt(0, []);
  return best;
}

/** What a skill lacks, if installing things can mend that and nothing else stands in its way. */
function wantedBy(skill: SkillReadiness, likely: Likely | undefined): readonly string[] {
  const { missing, unverifiable, blocked_on } = skill.readiness;
  if (blocked_on.length > 0) return [];
  if (isKnown(skill)) return unverifiable.length === 0 ? missing : [];
  // A stale review, or prose about what it runs on: nothing installed makes that certain.
  return unverifiable.length === 0 ? (likely?.missing ?? []) : [];
}

/** What stands in a skill's way, in one list. */
export function waitsFor({ readiness }: SkillReadiness): readonly string[] {
  return [...readiness.missing, ...readiness.blocked_on];
}

/**
 * Counts verdicts by tree, and what is missing most. `collections` are the ids that are collections; with `likely`, what
 * evidence adds for skills that nothing else is known about.
 */
export function summarizeReadiness(
  skills: readonly SkillReadiness[],
  collections: ReadonlySet<string>,
  likely?: LikelyNeeds,
): ReadinessSummary {
  const scopes = new Map<string, SkillReadiness[]>();
  const waiting = new Map<string, { skills: number; alone: number }>();
  for (const skill of skills) {
    const scope = skill.id.slice(0, skill.id.indexOf(':'));
    const list = scopes.get(scope);
    if (list === undefined) scopes.set(scope, [skill]);
    else list.push(skill);
    const obstacles = waitsFor(skill);
    const isAlone = obstacles.length === 1 && isKnown(skill) && skill.readiness.unverifiable.length === 0;
    for (const requirement of obstacles) {
      const { skills: waiters, alone } = waiting.get(requirement) ?? { skills: 0, alone: 0 };
      waiting.set(requirement, { skills: waiters + 1, alone: alone + (isAlone ? 1 : 0) });
    }
  }
  return {
    ...count(skills, likely),
    scopes: [...scopes]
      .sort(([a], [b]) => compareCodePoints(a, b))
      .map(([id, ofScope]) => ({ id, kind: collections.has(id) ? 'collection' : 'root', ...count(ofScope, likely) })),
    missing: [...waiting]
      .map(([requirement, counts]) => ({ requirement, ...counts }))
      .sort((a, b) => b.skills - a.skills || compareCodePoints(a.requirement, b.requirement)),
  };
}
