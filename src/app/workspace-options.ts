import { type OptionKeys, requireOptions } from '../base/options.ts';
import type { SkillVerbs } from './workspace-types.ts';

/** Verbs whose last argument is an object of options: where it stands, and its keys. */
type Taken = {
  readonly [V in keyof SkillVerbs as Parameters<SkillVerbs[V]> extends [string] | [] ? never : V]: readonly [
    at: number,
    keys: OptionKeys<NonNullable<LastOf<Parameters<SkillVerbs[V]>>>>,
  ];
};
type LastOf<A extends readonly unknown[]> = Required<A> extends readonly [...unknown[], infer L] ? L : never;

const CHANGE_KEYS = { discard: true, dryRun: true } as const;
const SWITCH_KEYS = { for: true, dryRun: true } as const;

const TAKEN: Taken = {
  add: [
    1,
    {
      place: true,
      into: true,
      as: true,
      note: true,
      cameBy: true,
      origin: true,
      enabled: true,
      accept: true,
      dryRun: true,
      onProgress: true,
    },
  ],
  update: [2, { take: true, note: true, accept: true, dryRun: true }],
  publish: [1, { note: true, cameBy: true, accept: true, dryRun: true }],
  rollback: [1, { ...CHANGE_KEYS, to: true }],
  remove: [1, CHANGE_KEYS],
  purge: [1, CHANGE_KEYS],
  sync: [0, CHANGE_KEYS],
  init: [1, { kind: true, description: true, place: true, into: true, dryRun: true }],
  check: [1, { place: true }],
  write: [1, { place: true, note: true, enabled: true, dryRun: true }],
  propose: [1, { isTaken: true }],
  import: [1, { agent: true, note: true, dryRun: true, onProgress: true }],
  generate: [
    1,
    {
      writer: true,
      name: true,
      agent: true,
      note: true,
      dryRun: true,
      timeoutMs: true,
      signal: true,
      view: true,
      onStep: true,
    },
  ],
  diff: [1, { from: true, to: true }],
  enable: [1, SWITCH_KEYS],
  disable: [1, SWITCH_KEYS],
};

/** The same verbs; a misspelt option is refused before anything is opened. */
export function withCheckedOptions(verbs: SkillVerbs): SkillVerbs {
  const checked = Object.entries(TAKEN).map(([name, [at, keys]]) => {
    const verb = verbs[name as keyof SkillVerbs] as (...given: readonly unknown[]) => Promise<unknown>;
    const call = async (...given: readonly unknown[]): Promise<unknown> => {
      if (given[at] !== undefined) requireOptions(given[at], name, keys);
      return verb(...given);
    };
    return [name, call] as const;
  });
  return { ...verbs, ...(Object.fromEntries(checked) as unknown as Pick<SkillVerbs, keyof Taken>) };
}
