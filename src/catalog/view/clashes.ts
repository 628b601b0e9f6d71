import { canonicalName, compareCodePoints } from '../../base/text.ts';
import type { SkillEntry, View } from '../types.ts';

export interface ClashOptions {
  /** A view of this catalog. Default: everything. */
  readonly view?: View;
}

/** A name that several visible skills bear. */
export interface NameClash {
  readonly name: string;
  /** The skill that the bare name means; absent where several of one rank dispute it. */
  readonly has?: string;
  /** Everybody who bears it, by id. */
  readonly skills: readonly { readonly id: string; readonly folder: string }[];
}

/** In order of name. */
export function nameClashes(view: View): NameClash[] {
  const byName = new Map<string, SkillEntry[]>();
  for (const entry of view.entries()) {
    const name = canonicalName(entry.name);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [entry]);
    else same.push(entry);
  }
  return [...byName]
    .filter(([, entries]) => entries.length > 1)
    .sort(([a], [b]) => compareCodePoints(a, b))
    .map(([name, entries]) => {
      const has = entries.find(({ shadowed_by }) => shadowed_by !== undefined)?.shadowed_by;
      return {
        name,
        ...(has === undefined ? {} : { has }),
        skills: entries.map(({ id, folder }) => ({ id, folder })),
      };
    });
}
