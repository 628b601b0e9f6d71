import { SkillficheError } from '../../base/errors.ts';
import { isRecord } from '../../base/record.ts';
import type { SourceDocument } from '../../owner/author/generate.ts';
import type { ImportFile } from '../../owner/author/import.ts';
import { type OwnBody, type Route, taking } from './route.ts';

const id = {
  type: 'string',
  description: 'Whose list it goes onto: the level agent:<id>, made where it is new.',
} as const;

const FILES: OwnBody = {
  // JSON spells many characters with two to six bytes.
  maxBytes: 8 * 1024 * 1024,
  schema: {
    type: 'object',
    properties: {
      files: {
        type: 'array',
        maxItems: 1_000,
        items: {
          type: 'object',
          properties: {
            name: { type: 'string', description: '<slug>/SKILL.md or <slug>.md.' },
            content: { type: 'string', description: 'At most 65,536 bytes.' },
          },
          required: ['name', 'content'],
          additionalProperties: false,
        },
      },
      dry_run: { type: 'boolean' },
    },
    required: ['files'],
    additionalProperties: false,
  },
  check(body) {
    requireKeys(body, ['files', 'dry_run']);
    requireFlag(body);
    if (!Array.isArray(body['files'])) throw wrong('"files" must be a list of { name, content }');
    for (const [at, file] of (body['files'] as readonly unknown[]).entries()) {
      if (!isRecord(file) || typeof file['name'] !== 'string' || typeof file['content'] !== 'string') {
        throw wrong(`"files" must be a list of { name, content }, both texts; entry ${at} is none`);
      }
      requireKeys(file, ['name', 'content']);
    }
  },
};

const DOCUMENT: OwnBody = {
  maxBytes: 2 * 1024 * 1024,
  schema: {
    type: 'object',
    description: 'Either content with its source_name, or an artifact.',
    properties: {
      content: { type: 'string' },
      source_name: { type: 'string', description: 'What the document is called.' },
      artifact: { type: 'string', description: '<skill id>/<path>: a listed file of a visible skill.' },
      name: { type: 'string', description: 'Name of the skill (default: from its title).' },
      dry_run: { type: 'boolean' },
    },
    additionalProperties: false,
  },
  check(body) {
    requireKeys(body, ['content', 'source_name', 'artifact', 'name', 'dry_run']);
    requireFlag(body);
    for (const key of ['content', 'source_name', 'artifact', 'name']) {
      if (body[key] !== undefined && typeof body[key] !== 'string') throw wrong(`"${key}" must be a text`);
    }
    const isText = body['content'] !== undefined && body['source_name'] !== undefined;
    const isNoText = body['content'] === undefined && body['source_name'] === undefined;
    if (body['artifact'] === undefined ? !isText : !isNoText) {
      throw wrong('either "content" and "source_name" are given, or "artifact"');
    }
  },
};

/** What somebody hands an agent: files, or a document to write a skill from. All arrives switched off. */
export const AGENTS: readonly Route[] = [
  taking('/api/agents/{id}/skills/import', FILES, {
    summary: 'Take files in as skills, each by itself, checked, never over anything, and switched off.',
    answer: 'import',
    properties: { id },
    required: ['id'],
    run: ({ workspace }, { id: agent }, { body = {}, job }) =>
      // `check` has looked.
      workspace.skills.import(body['files'] as readonly ImportFile[], {
        agent,
        ...(body['dry_run'] === true ? { dryRun: true } : {}),
        onProgress: async (done, total) => job?.step({ step: 'importing', done, total }),
      }),
  }),
  taking('/api/agents/{id}/skills/generate', DOCUMENT, {
    summary: 'Have a skill written from a document, in other words than its own; it is switched off.',
    answer: 'generate',
    properties: { id },
    required: ['id'],
    run: async ({ workspace, current }, { id: agent }, { body = {}, job }) => {
      const { name, dry_run, ...document } = body;
      return workspace.skills.generate(document as unknown as SourceDocument, {
        agent,
        view: (await current()).view,
        ...(typeof name === 'string' ? { name } : {}),
        ...(dry_run === true ? { dryRun: true } : {}),
        ...(job === undefined ? {} : { signal: job.signal }),
        onStep: async (step) => job?.step({ step }),
      });
    },
  }),
];

function requireKeys(body: Readonly<Record<string, unknown>>, known: readonly string[]): void {
  const unknown = Object.keys(body).find((key) => !known.includes(key));
  if (unknown !== undefined) throw wrong(`${JSON.stringify(unknown)} is no key here; there are ${known.join(', ')}`);
}

function requireFlag({ dry_run }: Readonly<Record<string, unknown>>): void {
  if (dry_run !== undefined && typeof dry_run !== 'boolean') throw wrong('"dry_run" must be true or false');
}

const wrong = (what: string): SkillficheError =>
  new SkillficheError('INVALID_ARGUMENT', `The body does not fit: ${what}.`);
