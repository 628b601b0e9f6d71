import { SkillficheError } from '../../base/errors.ts';
import type { ChangeReport } from '../../owner/store/types.ts';
import { type Route, type World, writing } from './route.ts';

const ref = { type: 'string', description: 'An id such as project:deploy, or the name of its folder.' } as const;
const refs = { type: 'array', description: 'Ids, or names.', items: { type: 'string' } } as const;
const dry_run = { type: 'boolean', description: 'Say what would change, and change nothing.' } as const;
const note = { type: 'string', description: 'A word on why, for the history.' } as const;
const discard = { type: 'boolean', description: 'Let edits go that are in no version.' } as const;
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
  writing('/api/add', {
    summary: 'Install skills from a repository, a folder, an archive or an index: checked and pinned.',
    answer: 'add',
    properties: {
      source: { type: 'string', description: 'owner/repo[/folder][@ref], an address, a folder, an archive.' },
      skills: { ...refs, description: 'These of it, by name or path.' },
      all: { type: 'boolean', description: 'Every skill, each by itself.' },
      as_collection: { type: 'string', description: 'The whole tree as one pinned collection of this id.' },
      place: { type: 'string', description: 'Whose it is.', enum: ['personal', 'project'] },
      as: { type: 'string', description: 'Another name, where the own one is taken.' },
      note,
      off: { type: 'boolean', description: 'Switched off until it is enabled.' },
      dry_run,
    },
    required: ['source'],
    run: ({ workspace, policy }, { source, as_collection, off, dry_run: dry, ...more }) =>
      workspace.sources.install(source, {
        ...more,
        ...(as_collection === undefined ? {} : { asCollection: as_collection }),
        ...(off === true ? { enabled: false } : {}),
        ...(dry === undefined ? {} : { dryRun: dry }),
        ...(policy.allow === undefined ? {} : { allow: policy.allow }),
      }),
  }),
  writing('/api/outdated', {
    summary: 'What has a newer commit; each repository is asked once, and nothing installed is touched.',
    answer: 'outdated',
    properties: { refs },
    run: ({ workspace }, args) => workspace.sources.outdated(args.refs),
  }),
  writing('/api/update', {
    summary: 'Take the newer state of installed skills; edits are merged, and a conflict changes nothing.',
    answer: 'update',
    properties: {
      refs,
      take: { type: 'string', description: 'Whose lines, where both sides changed them.', enum: ['ours', 'theirs'] },
      accept_rewritten: { type: 'boolean', description: 'Also where upstream rewrote history.' },
      prune: { type: 'boolean', description: 'Remove what upstream no longer has; versions stay.' },
      note,
      dry_run,
    },
    run: ({ workspace, policy }, { refs: of, accept_rewritten, dry_run: dry, ...more }) =>
      workspace.sources.update(of, {
        ...policy,
        ...more,
        ...(accept_rewritten === undefined ? {} : { acceptRewritten: accept_rewritten }),
        ...(dry === undefined ? {} : { dryRun: dry }),
      }),
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

function changeOptions(how: { readonly discard?: boolean; readonly dry_run?: boolean }): {
  readonly discard?: boolean;
  readonly dryRun?: boolean;
} {
  return {
    ...(how.discard === undefined ? {} : { discard: how.discard }),
    ...(how.dry_run === undefined ? {} : { dryRun: how.dry_run }),
  };
}

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
