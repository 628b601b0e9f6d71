import type { SourceReview, UpdateReview } from '../../owner/source/review.ts';
import { dry_run, note, off, place, refs } from './common.ts';
import { type Call, type Route, type World, writing } from './route.ts';

const take = {
  type: 'string',
  description: 'Whose lines, where both sides changed them.',
  enum: ['ours', 'theirs'],
} as const;
const accept_rewritten = { type: 'boolean', description: 'Also where upstream rewrote history.' } as const;
const prune = { type: 'boolean', description: 'Remove what upstream no longer has; versions stay.' } as const;

const reviewed = {
  type: 'array',
  description: 'Digests that the preview showed: anything else is refused.',
  items: { type: 'string' },
} as const;

const source = { type: 'string', description: 'owner/repo[/folder][@ref], an address, a folder, an archive.' } as const;
const taken = {
  source,
  skills: { ...refs, description: 'These of it, by name or path.' },
  all: { type: 'boolean', description: 'Every skill, each by itself.' },
  as_collection: { type: 'string', description: 'The whole tree as one pinned collection of this id.' },
  place,
  as: { type: 'string', description: 'Another name, where the own one is taken.' },
} as const;

interface Taken {
  readonly source: string;
  readonly skills?: readonly string[];
  readonly all?: boolean;
  readonly as_collection?: string;
  readonly place?: 'personal' | 'project';
  readonly as?: string;
  readonly reviewed?: readonly string[];
  readonly note?: string;
  readonly off?: boolean;
}

/** Skills from elsewhere: what is there, what would come, what comes. */
export const SOURCES: readonly Route[] = [
  writing('/api/source', {
    summary: 'What a source has; nothing is taken in.',
    answer: 'source-list',
    properties: { source },
    required: ['source'],
    run: async ({ workspace, policy }, args, { job }) => {
      await job?.step({ step: 'fetching' });
      return workspace.sources.list(args.source, allowOf(policy));
    },
  }),
  writing('/api/add/preview', {
    summary:
      'What an addition would bring, to be looked at first: files, what it can do, findings. Nothing is taken in.',
    answer: 'add-preview',
    properties: taken,
    required: ['source'],
    async run({ workspace, policy }, args, call) {
      await call.job?.step({ step: 'fetching' });
      let review: SourceReview | undefined;
      const { source: fetched } = await workspace.sources.install(args.source, {
        ...installOptions(policy, args, call),
        dryRun: true,
        review: async (given) => {
          review = given;
          return false;
        },
      });
      return { source: fetched, packages: review?.packages ?? [] };
    },
  }),
  writing('/api/add', {
    summary: 'Install skills from a repository, a folder, an archive or an index: checked and pinned.',
    answer: 'add',
    properties: { ...taken, reviewed, note, off, dry_run },
    required: ['source'],
    async run({ workspace, policy }, { dry_run: dry, ...args }, call) {
      await call.job?.step({ step: 'fetching' });
      return workspace.sources.install(args.source, {
        ...installOptions(policy, args, call),
        ...(dry === undefined ? {} : { dryRun: dry }),
      });
    },
  }),
  writing('/api/outdated', {
    summary: 'What has a newer commit; each repository is asked once, and nothing installed is touched.',
    answer: 'outdated',
    properties: { refs },
    run: async ({ workspace }, args, { job }) => {
      await job?.step({ step: 'asking repositories' });
      return workspace.sources.outdated(args.refs);
    },
  }),
  writing('/api/update/preview', {
    summary:
      'What an update would change: capabilities first, then files and their text, and each conflict. Changes nothing.',
    answer: 'update-preview',
    properties: { refs, take, accept_rewritten, prune },
    async run({ workspace, policy }, { refs: of, accept_rewritten: rewritten, ...more }, { job }) {
      const reviews: UpdateReview[] = [];
      await job?.step({ step: 'asking repositories' });
      const report = await workspace.sources.update(of, {
        ...policy,
        ...more,
        ...(rewritten === undefined ? {} : { acceptRewritten: rewritten }),
        dryRun: true,
        review: async (one) => {
          reviews.push(one);
          await job?.step({ step: 'comparing', done: reviews.length });
          return true;
        },
      });
      return { reviews, report };
    },
  }),
  writing('/api/update', {
    summary: 'Take the newer state of installed skills; edits are merged, and a conflict changes nothing.',
    answer: 'update',
    properties: { refs, take, reviewed, accept_rewritten, prune, note, dry_run },
    async run({ workspace, policy }, { refs: of, accept_rewritten: rewritten, dry_run: dry, ...more }, { job }) {
      let done = 0;
      await job?.step({ step: 'asking repositories' });
      return workspace.sources.update(of, {
        ...policy,
        ...more,
        ...(rewritten === undefined ? {} : { acceptRewritten: rewritten }),
        ...(dry === undefined ? {} : { dryRun: dry }),
        review: async () => {
          done += 1;
          await job?.step({ step: 'updating', done });
          return true;
        },
      });
    },
  }),
];

const allowOf = ({ allow }: World['policy']): { readonly allow?: readonly string[] } =>
  allow === undefined ? {} : { allow };

function installOptions(policy: World['policy'], given: Taken, { job }: Call) {
  const { source: _, as_collection, off: isOff, ...more } = given;
  return {
    ...more,
    ...(as_collection === undefined ? {} : { asCollection: as_collection }),
    ...(isOff === true ? { enabled: false } : {}),
    ...allowOf(policy),
    onProgress: async (done: number, total: number): Promise<void> => job?.step({ step: 'taking in', done, total }),
  };
}
