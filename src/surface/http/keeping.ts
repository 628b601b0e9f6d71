import { changeOptions, discard, dry_run, note, ref, refs } from './common.ts';
import { type Route, reading, writing } from './route.ts';

/** What looks after the store, the locks and the copies in other tools. */
export const KEEPING: readonly Route[] = [
  writing('/api/publish', {
    summary: "What lies in a skill's folder becomes its next version; a folder the store does not know is taken in.",
    answer: 'change',
    properties: { ref, note, dry_run },
    required: ['ref'],
    run: ({ workspace }, { ref: one, note: why, dry_run: dry }) =>
      workspace.skills.publish(one, {
        ...(why === undefined ? {} : { note: why }),
        ...(dry === undefined ? {} : { dryRun: dry }),
      }),
  }),
  writing('/api/sync', {
    summary: 'Make the folders of this machine show the active versions; edited ones are left and named.',
    answer: 'change',
    properties: { discard, dry_run },
    run: ({ workspace }, how) => workspace.skills.sync(changeOptions(how)),
  }),
  writing('/api/purge', {
    summary: 'Forget a removed skill, every version of it.',
    answer: 'change',
    properties: { ref, discard, dry_run },
    required: ['ref'],
    run: ({ workspace }, { ref: one, ...how }) => workspace.skills.purge(one, changeOptions(how)),
  }),
  writing('/api/restore', {
    summary: 'Make what is installed exactly what the locks say, or say what differs.',
    answer: 'restore',
    properties: { dry_run },
    run: ({ workspace, policy }, { dry_run: dry }) =>
      workspace.sources.restore({
        ...(policy.allow === undefined ? {} : { allow: policy.allow }),
        ...(dry === undefined ? {} : { dryRun: dry }),
      }),
  }),
  reading('/api/audit', {
    summary: 'The gate over everything installed, and disk, versions and locks against each other.',
    answer: 'audit',
    properties: {},
    run: ({ workspace }) => workspace.sources.audit(),
  }),
  reading('/api/locks', {
    summary: 'Whether what is installed is what the locks say.',
    answer: 'lock-check',
    properties: {},
    run: ({ workspace }) => workspace.sources.checkLocks(),
  }),
  reading('/api/doctor', {
    summary: 'Whether everything in the store is as it was put in; reads every byte of it.',
    answer: 'doctor',
    properties: {},
    run: ({ workspace }) => workspace.store.doctor(),
  }),
  reading('/api/verify', {
    summary: 'Pinned collections against their locks, byte for byte.',
    answer: 'verify',
    properties: { collections: { ...refs, description: 'Ids of collections (default: all that are pinned).' } },
    run: async ({ current }, args) => (await current()).catalog.verify(args),
  }),
  reading('/api/exports', {
    summary: "Copies in other tools' folders that this machine made.",
    answer: 'export-list',
    properties: {},
    run: async ({ workspace }) => ({ exports: await workspace.targets.list() }),
  }),
  writing('/api/unexport', {
    summary: "Take copies out of other tools' folders again; what is not provably ours stays, and is named.",
    answer: 'export',
    properties: {
      refs: { ...refs, description: 'Ids, names, or folders as /api/exports has them.' },
      all: { type: 'boolean', description: 'Everything that was exported.' },
      discard: { type: 'boolean', description: 'Also copies that somebody edited.' },
      dry_run,
    },
    run: ({ workspace }, { refs: of = [], all, ...how }) =>
      workspace.targets.unexport(of, { ...changeOptions(how), ...(all === undefined ? {} : { all }) }),
  }),
];
