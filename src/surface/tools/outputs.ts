// The shapes of the records that tools give.

import type { ObjectSchema, OutputSchema } from './schema.ts';

const text: OutputSchema = { type: 'string' };
const whole: OutputSchema = { type: 'integer' };
const flag: OutputSchema = { type: 'boolean' };
const texts: OutputSchema = { type: 'array', items: text };
const nextOffset: OutputSchema = {
  type: 'integer',
  description: 'Pass it as offset for the next page; absent at the end.',
};
const digest: OutputSchema = { type: 'string', description: 'sha256: and 64 hex digits, of the bytes on disk.' };
const state: OutputSchema = { type: 'string', enum: ['ready', 'needs_setup', 'unknown'] };
const mode: OutputSchema = { type: 'string', enum: ['none', 'host_only', 'raw_required', 'unknown'] };

/** `optional` names the properties that may be absent. */
function object(properties: Readonly<Record<string, OutputSchema>>, ...optional: string[]): ObjectSchema {
  return { type: 'object', properties, required: Object.keys(properties).filter((name) => !optional.includes(name)) };
}

function list(items: OutputSchema): OutputSchema {
  return { type: 'array', items };
}

const row = object(
  {
    id: text,
    name: text,
    description: text,
    readiness: object({ state }),
    network: object({ mode }),
    shadowed_by: text,
  },
  'shadowed_by',
);

const files = list(object({ path: text, kind: { type: 'string', enum: ['text', 'binary'] }, size: whole }));

export const PAGE_SCHEMA: ObjectSchema = object(
  {
    collection: text,
    total: whole,
    offset: whole,
    count: whole,
    skills: list(row),
    collections: list(object({ id: text, title: text, count: whole, prompt_line: text })),
    next_offset: nextOffset,
    catalog_digest: {
      type: 'string',
      description: 'When it differs between two pages, the skills changed: start again.',
    },
  },
  'collection',
  'collections',
  'next_offset',
);

export const SEARCH_SCHEMA: ObjectSchema = object(
  {
    query: text,
    total: whole,
    offset: whole,
    skills: list(
      object(
        { id: text, name: text, description: text, collection: text, match: { type: 'string', enum: ['weak'] } },
        'collection',
        'match',
      ),
    ),
    next_offset: nextOffset,
    index: { type: 'string', enum: ['building'] },
  },
  'next_offset',
  'index',
);

export const SKILL_SCHEMA: ObjectSchema = object(
  {
    id: text,
    name: text,
    digest,
    source: object({ url: text, commit: text }, 'commit'),
    text,
    offset: whole,
    next_offset: nextOffset,
    directory: { type: 'string', description: 'The absolute folder; $SKILL_DIR in the text means it.' },
    import_hint: { type: 'string', description: 'Imports its Python, once the bootstrap code has run.' },
    files,
    files_omitted: whole,
  },
  'source',
  'next_offset',
  'import_hint',
  'directory',
  'files',
  'files_omitted',
);

export const FILE_SCHEMA: ObjectSchema = object(
  {
    id: text,
    path: text,
    kind: { type: 'string', enum: ['text', 'binary'] },
    size: whole,
    digest,
    text: { type: 'string', description: 'Absent for a binary file.' },
    offset: whole,
    next_offset: nextOffset,
  },
  'text',
  'next_offset',
);

const readinessCounts = {
  total: whole,
  ready: whole,
  needs_setup: whole,
  unknown: whole,
  declared: whole,
  by_review: whole,
  by_evidence: whole,
};

export const READINESS_SCHEMA: ObjectSchema = object(
  {
    summary: object({
      ...readinessCounts,
      scopes: list(object({ id: text, kind: { type: 'string', enum: ['root', 'collection'] }, ...readinessCounts })),
      missing: list(object({ requirement: text, skills: whole })),
    }),
    offset: whole,
    skills: list(
      object({
        id: text,
        name: text,
        readiness: object(
          {
            state,
            declared: flag,
            missing: texts,
            unverifiable: texts,
            blocked_on: texts,
            checked_locally: flag,
            reviewed_by: { type: 'string', enum: ['person', 'evidence'] },
            probed: flag,
          },
          'reviewed_by',
        ),
      }),
    ),
    next_offset: nextOffset,
  },
  'next_offset',
);

export const MENU_SCHEMA: ObjectSchema = object({
  entries: list(object({ slug: text, id: text, title: text, description: text, why: text })),
  report: object(
    {
      offered: whole,
      left_out: object({ triggers: whole, words: whole, always: whole }),
      loaded: whole,
      dropped: texts,
      ranked_by: { type: 'string', enum: ['words', 'words_and_vectors'] },
    },
    'ranked_by',
  ),
});

export const PROPOSAL_SCHEMA: ObjectSchema = object({ id: text, name: text, digest });
