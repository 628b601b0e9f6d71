import { SkillficheError } from '../../base/errors.ts';
import { summarizeReadiness, waitsFor } from '../../catalog/readiness/summary.ts';
import { NETWORK_MODES, READINESS_STATES } from '../../catalog/view/list-filter.ts';
import { ARCHIVE } from './archive.ts';
import { refs } from './common.ts';
import { type Route, reading } from './route.ts';

const id = { type: 'string', description: "The skill's id, or its name." } as const;
const collection = { type: 'string', description: "The collection's id." } as const;
const offset = { type: 'integer', description: 'The first row, from 0.', minimum: 0 } as const;
const limit = { type: 'integer', description: 'Rows of the answer.', minimum: 1, maximum: 200 } as const;
const state = { type: 'string', description: 'Only skills in this state.', enum: READINESS_STATES } as const;
const side = { type: 'string', description: 'Number of a version, or "disk".' } as const;

/** What only looks; each record is the one that the command of the same name prints with `--json`. */
export const READING: readonly Route[] = [
  reading('/api/skills', {
    summary: 'Page the skills: ordinary ones beside every collection, or the members of one collection.',
    answer: 'list',
    properties: {
      collection,
      offset,
      limit,
      state,
      network: { type: 'string', description: 'Only skills that want the network so.', enum: NETWORK_MODES },
      match: { type: 'string', description: 'Only skills with this text in name, id or description.' },
    },
    run: async ({ current }, args) => (await current()).view.listSkills(args),
  }),
  reading('/api/skills/{id}', {
    summary: 'One skill: what it is, its recipe and its files.',
    answer: 'show',
    properties: { id },
    required: ['id'],
    run: async ({ current }, args) => (await current()).view.loadSkill(args.id),
  }),
  reading('/api/skills/{id}/file', {
    summary: 'A page of one file of a skill.',
    answer: 'file',
    properties: { id, path: { type: 'string', description: 'As the skill lists it.' }, offset },
    required: ['id', 'path'],
    run: async ({ current }, { id: ref, path, ...page }) => (await current()).view.readSkillFile(ref, path, page),
  }),
  ARCHIVE,
  reading('/api/skills/{id}/diagnostics', {
    summary: 'The findings of one skill, each with line and fix.',
    answer: 'validate',
    properties: { id },
    required: ['id'],
    run: async ({ current }, args) => {
      const { catalog, view } = await current();
      return catalog.validate({ view, refs: [args.id] });
    },
  }),
  reading('/api/skills/{id}/readiness', {
    summary:
      'Whether one skill can run on this machine, a requirement at a time: where it is declared, what was found.',
    answer: 'readiness',
    properties: { id },
    required: ['id'],
    run: async ({ current }, args) => {
      const { view } = await current();
      const skills = await view.readiness([args.id], { why: true });
      return { summary: summarizeReadiness(skills, new Set(view.collections().map((one) => one.id))), skills };
    },
  }),
  reading('/api/skills/{id}/history', {
    summary: 'The versions that the store keeps of one skill.',
    answer: 'history',
    properties: { id },
    required: ['id'],
    run: ({ workspace }, args) => workspace.skills.history(args.id),
  }),
  reading('/api/skills/{id}/diff', {
    summary: 'What differs between two versions; by default, between the active one and what lies on disk.',
    answer: 'diff',
    properties: { id, from: side, to: side },
    required: ['id'],
    run: ({ workspace }, { id: ref, from, to }) =>
      workspace.skills.diff(ref, {
        ...(from === undefined ? {} : { from: readSide(from) }),
        ...(to === undefined ? {} : { to: readSide(to) }),
      }),
  }),
  reading('/api/search', {
    summary: 'The skills for a task in its own words, the best first.',
    answer: 'search',
    properties: {
      query: { type: 'string', description: 'The task, or a name.', maxLength: 10_000 },
      collection,
      offset,
      limit,
      wait: {
        type: 'boolean',
        description: 'False: while the index is built, names and descriptions alone are searched, and "index" says so.',
      },
    },
    required: ['query'],
    run: async ({ current }, args) => (await current()).view.searchSkills(args),
  }),
  reading('/api/readiness', {
    summary: 'What can run on this machine, what the others wait for, and what to install; nothing is started.',
    answer: 'readiness',
    properties: {
      collection,
      state,
      missing: { type: 'string', description: 'Only skills that wait for it, such as bin:samtools.' },
      evidence: {
        type: 'string',
        description: 'Count what skills show that they need: as it was kept, or read now. Says what to install first.',
        enum: ['kept', 'read'],
      },
      offset,
      limit: { ...limit, description: 'Skills of the answer, 0 for none (default: all).', minimum: 0, maximum: 10_000 },
    },
    async run({ current, dear }, { collection: of, state: wanted, missing, evidence, offset: from = 0, limit: rows }) {
      const { view } = await current();
      const within = of === undefined ? {} : { collection: of };
      const key = JSON.stringify(['readiness', of, evidence]);
      const summary = await dear.get(key, view.catalog_digest, () =>
        view.readinessSummary({ ...within, ...(evidence === undefined ? {} : { evidence }) }),
      );
      if (rows === 0) return { summary, skills: [] };
      const skills = await dear.get(JSON.stringify(['skills', of]), view.catalog_digest, () =>
        view.readiness(undefined, within),
      );
      const listed = skills.filter(
        (one) =>
          (wanted === undefined || one.readiness.state === wanted) &&
          (missing === undefined || waitsFor(one).includes(missing)),
      );
      return { summary, skills: listed.slice(from, rows === undefined ? undefined : from + rows) };
    },
  }),
  reading('/api/readiness/evidence', {
    summary: 'What skills show that they need, each with file and line; it changes no verdict.',
    answer: 'readiness-evidence',
    properties: { collection, refs },
    run: async ({ current }, { collection: of, refs: some }) => ({
      skills: await (await current()).view.readinessEvidence(some, of === undefined ? {} : { collection: of }),
    }),
  }),
  reading('/api/clashes', {
    summary: 'Names that several skills bear, and who has each.',
    answer: 'clashes',
    properties: {},
    run: async ({ current }) => {
      const { catalog, view } = await current();
      return { clashes: await catalog.clashes({ view }) };
    },
  }),
  reading('/api/inventory', {
    summary: 'How many skills want the network, and on whose word.',
    answer: 'inventory',
    properties: { collection },
    run: async ({ current, dear }, args) => {
      const { catalog, view } = await current();
      const key = JSON.stringify(['inventory', args.collection]);
      return dear.get(key, view.catalog_digest, () => catalog.inventory(args));
    },
  }),
  reading('/api/diagnostics', {
    summary: 'What every tree holds, and what is wrong with it.',
    answer: 'scan',
    properties: {},
    run: async ({ current }) => {
      const started = performance.now();
      const { catalog, view } = await current();
      const { how: _how, ...record } = await catalog.report({ view });
      return { ...record, elapsed_ms: Math.round((performance.now() - started) * 10) / 10 };
    },
  }),
  reading('/api/installed', {
    summary: 'What the store keeps for the project and the person.',
    answer: 'status',
    properties: {},
    run: ({ workspace }) => workspace.skills.status(),
  }),
];

function readSide(text: string): number | 'disk' {
  if (text === 'disk') return text;
  if (/^[1-9]\d{0,8}$/u.test(text)) return Number(text);
  throw new SkillficheError('INVALID_ARGUMENT', 'A side of a diff is the number of a version, or "disk".');
}
