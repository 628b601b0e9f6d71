import { SkillficheError } from '../../base/errors.ts';
import type { ChangeReport } from '../../owner/store/types.ts';
import { changeOptions, discard, dry_run, ref, refs } from './common.ts';
import { type Route, type World, writing } from './route.ts';

const whom = {
  type: 'string',
  description: 'For you alone (the default), or for everybody in this project.',
  enum: ['person', 'project'],
} as const;
const switched = {
  refs: { ...refs, description: 'Ids, names, ids of collections, or "<scope>:*".' },
  for: whom,
  dry_run,
} as const;

/** What changes something; each record is the one that the command of the same name prints with `--json`. */
export const WRITING: readonly Route[] = [
  writing('/api/fix', {
    summary: 'Make the repairs that keep every word: text that a colon or " #" breaks is put in quotes.',
    answer: 'validate',
    properties: { refs, dry_run },
    run: async ({ current }, { refs: of, dry_run: dry }) => {
      const { catalog, view } = await current();
      return catalog.validate({
        view,
        fix: true,
        ...(of === undefined ? {} : { refs: of }),
        ...(dry === undefined ? {} : { dryRun: dry }),
      });
    },
  }),
  writing('/api/remove', {
    summary: 'Take the folder of a skill away; its versions stay, and a rollback brings it back.',
    answer: 'change',
    properties: { ref, discard, dry_run },
    required: ['ref'],
    run: ({ workspace }, { ref: one, ...how }) => workspace.skills.remove(one, changeOptions(how)),
  }),
  writing('/api/rollback', {
    summary: 'Make an earlier version of a skill the active one again.',
    answer: 'change',
    properties: {
      ref,
      to: { type: 'integer', description: 'Number of the version (default: the one before).', minimum: 1 },
      discard,
      dry_run,
    },
    required: ['ref'],
    run: ({ workspace }, { ref: one, to, ...how }): Promise<ChangeReport> =>
      workspace.skills.rollback(one, { ...changeOptions(how), ...(to === undefined ? {} : { to }) }),
  }),
  ...([true, false] as const).map((on) =>
    writing(on ? '/api/enable' : '/api/disable', {
      summary: on ? 'Switch skills on again.' : 'Switch skills off: no prompt, list, search or server shows them.',
      answer: 'switch',
      properties: switched,
      required: ['refs'],
      run: async (world, { refs: of, for: who, dry_run: dry }) => {
        const targets = await switchTargets(world, of);
        const options = {
          ...(who === undefined ? {} : { for: who }),
          ...(dry === undefined ? {} : { dryRun: dry }),
        };
        return on ? world.workspace.skills.enable(targets, options) : world.workspace.skills.disable(targets, options);
      },
    }),
  ),
];

/** Ids and `<scope>:*` that references mean. What is switched off is in no view, and is known by its id alone. */
async function switchTargets(world: World, given: readonly string[]): Promise<string[]> {
  const { view } = await world.current();
  const collections = new Set(view.collections().map((one) => one.id));
  const targets: string[] = [];
  for (const one of given) {
    if (collections.has(one)) targets.push(`${one}:*`);
    else if (/^[A-Za-z0-9][A-Za-z0-9._-]*:\*$/u.test(one)) targets.push(one);
    else {
      try {
        targets.push((await view.resolve(one)).id);
      } catch (error) {
        const isId = /^[A-Za-z0-9][A-Za-z0-9._-]*:./u.test(one);
        if (!isId || !(error instanceof SkillficheError) || error.code !== 'SKILL_NOT_FOUND') throw error;
        targets.push(one);
      }
    }
  }
  return targets;
}
