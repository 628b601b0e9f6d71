import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_CHECKED_AHEAD } from '../../base/limits.ts';
import { mendableMessage } from './failures.ts';
import type { Serving } from './live.ts';

/** Ids that one reason names in the line; more are counted. */
const MAX_NAMED = 20;

/**
 * One line for the log: how many skills strict hosts get through `skills/list`, and which are left out why. Reads every
 * SKILL.md, a few a turn, so that calls do not wait for it; larger catalogs are checked when they are listed.
 */
export async function describeStanding({ view, publication }: Serving, signal: AbortSignal): Promise<string> {
  const entries = view.entries();
  const total = `${entries.length} ${entries.length === 1 ? 'skill' : 'skills'}`;
  if (entries.length > MAX_CHECKED_AHEAD) return `serving ${total}; checked for strict hosts as they are listed`;
  const reasons = new Map<string, string[]>();
  let fit = 0;
  for (const [index, entry] of entries.entries()) {
    if (signal.aborted) break;
    if (index % 8 === 7) await nextTurn();
    const reason = await publication.standing(entry).then(
      (standing) => (standing.fit ? undefined : standing.reason),
      (error: unknown) => mendableMessage(error) ?? 'it could not be read',
    );
    if (reason === undefined) fit++;
    else {
      const kind = kindOf(reason);
      reasons.set(kind, [...(reasons.get(kind) ?? []), entry.id]);
    }
  }
  const line = `serving ${total}, ${fit} of them over skills/list`;
  if (reasons.size === 0) return line;
  return `${line}; left out there, and reachable by the tools: ${[...reasons].map(describe).join('; ')}`;
}

function describe([reason, ids]: readonly [string, readonly string[]]): string {
  const named = ids.slice(0, MAX_NAMED).join(', ');
  const rest = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : '';
  return `${ids.length} because ${reason} (${named}${rest})`;
}

/** The same fault in another line, or with another name in it, is one reason. */
function kindOf(reason: string): string {
  return reason.replace(/line \d+: /u, '').replace(/"[^"]*" must/u, 'must');
}
