import { dry_run } from './common.ts';
import { deleting, type Route, reading, writing } from './route.ts';

const key = { type: 'string', description: 'global, list:<key>, task:<key> or agent:<key>.' } as const;
const members = {
  type: 'array',
  description: 'Ids, names; the id of a collection, or "<scope>:*", takes everything in it.',
  items: { type: 'string' },
} as const;

/** Named lists of skills. */
export const LEVELS: readonly Route[] = [
  reading('/api/levels', {
    summary: 'Every list that holds something, with how much.',
    answer: 'level-list',
    properties: {},
    run: async ({ workspace }) => ({ levels: await workspace.sessions.levels() }),
  }),
  reading('/api/levels/{key}', {
    summary: 'One list: what is on it, what of it is switched off, and what is gone.',
    answer: 'level',
    properties: { key },
    required: ['key'],
    run: async ({ workspace, current }, args) => workspace.sessions.level(args.key, { view: (await current()).view }),
  }),
  writing('/api/levels/{key}', {
    summary: 'Change a list, whole or not at all; a whole collection goes in with one call.',
    answer: 'level',
    properties: {
      key,
      set: { ...members, description: 'The whole list, in place of what it holds.' },
      add: members,
      remove: members,
      dry_run,
    },
    required: ['key'],
    run: async ({ workspace, current }, { key: of, dry_run: dry, ...change }) =>
      workspace.sessions.level(of, {
        ...change,
        ...(dry === undefined ? {} : { dryRun: dry }),
        view: (await current()).view,
      }),
  }),
  deleting('/api/levels/{key}', {
    summary: 'Take everything off a list; the skills stay.',
    answer: 'level',
    properties: { key },
    required: ['key'],
    run: async ({ workspace, current }, args) =>
      workspace.sessions.level(args.key, { set: [], view: (await current()).view }),
  }),
];
