import { createHash } from 'node:crypto';
import type { SkillEntry } from '../../catalog/types.ts';

/** Clients make commands of prompt names, and some put their own prefix before them: `[a-zA-Z0-9_-]`, at most 64. */
const MAX_CHARACTERS = 64;
const PREFIX = 'skill_';

/**
 * A prompt name for each skill: `skill_<name>`. Where the name had to be changed, or two skills share it, a mark made from
 * the id is added, so that a name never comes to mean another skill when skills are added or removed.
 */
export function promptNames(entries: readonly SkillEntry[]): ReadonlyMap<string, SkillEntry> {
  const safe = entries.map((entry) => entry.name.replace(/[^a-zA-Z0-9_-]+/gu, '-').replace(/^-+|-+$/gu, ''));
  const uses = new Map<string, number>();
  for (const name of safe) uses.set(name.toLowerCase(), (uses.get(name.toLowerCase()) ?? 0) + 1);
  const names = new Map<string, SkillEntry>();
  for (const [index, entry] of entries.entries()) {
    const name = safe[index] ?? '';
    // A name that looks marked is marked too: else it could be chosen to equal another skill's.
    const clean = name === entry.name && PREFIX.length + name.length <= MAX_CHARACTERS && !/-[0-9a-f]{8}$/u.test(name);
    const alone = uses.get(name.toLowerCase()) === 1;
    names.set(clean && alone ? PREFIX + name : marked(name, entry.id), entry);
  }
  return names;
}

function marked(name: string, id: string): string {
  const mark = createHash('sha256').update(id).digest('hex').slice(0, 8);
  return `${`${PREFIX}${name}`.slice(0, MAX_CHARACTERS - mark.length - 1)}-${mark}`;
}
