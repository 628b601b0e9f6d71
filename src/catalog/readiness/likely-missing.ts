import type { CatalogContext } from '../internals.ts';
import type { SkillReadiness } from '../types.ts';
import { keptNeeds } from './kept-needs.ts';
import type { Posture } from './posture.ts';
import type { Likely, LikelyNeeds } from './summary.ts';

/**
 * What evidence asks for of the skills that nothing else is known about: as it was kept when it was last read, or, with
 * `isRead`, read now where it was not. `rows` and `skills` go together.
 */
export async function likelyNeeds(
  context: CatalogContext,
  rows: readonly number[],
  skills: readonly SkillReadiness[],
  posture: Posture,
  isRead: boolean,
): Promise<LikelyNeeds> {
  const asked = rows.filter((_, at) => {
    const { declared, reviewed_by } = skills[at]?.readiness ?? {};
    return declared === false && reviewed_by === undefined;
  });
  const kept = new Map(keptNeeds(context, asked));
  const unread = asked.filter((row) => !kept.has(row));
  if (isRead && unread.length > 0) {
    const [{ collectNeeds }, { requirementsOf }] = await Promise.all([
      import('./likely.ts'),
      import('./requirements.ts'),
    ]);
    const found = await collectNeeds(context, unread);
    unread.forEach((row, at) => {
      const needs = found[at];
      if (needs !== undefined) kept.set(row, requirementsOf(needs));
    });
  }
  // A few hundred texts stand for thousands of needs: each is judged once. No item of a list depends on another.
  const judged = new Map<string, readonly string[]>();
  const lacking = (text: string): readonly string[] => {
    let found = judged.get(text);
    if (found === undefined) {
      const { missing, unverifiable } = posture.judge([text]);
      // A package whose language has no environment here is not here either.
      found = [...missing, ...unverifiable];
      judged.set(text, found);
    }
    return found;
  };
  const likely = new Map<string, Likely>();
  rows.forEach((row, at) => {
    const needs = kept.get(row);
    const id = skills[at]?.id;
    if (needs === undefined || id === undefined) return;
    likely.set(id, { needs, missing: [...new Set(needs.flatMap(lacking))] });
  });
  return likely;
}
