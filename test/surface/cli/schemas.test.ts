import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { runIn } from '../../support/cli.ts';
import { hasShared, shared } from '../../support/shared.ts';
import { makeTree, skillText, type TreeEntry } from '../../support/tree.ts';

const folder = join(import.meta.dirname, '../../../schemas');
const names = readdirSync(folder).map((file) => file.replace(/\.schema\.json$/, ''));
const read = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, `${name}.schema.json`), 'utf8'));

const compiled = new Map<string, ValidateFunction>();
/** Validates real output; what does not fit is listed with its place. */
function expectFits(name: string, record: unknown): void {
  const check = compiled.get(name) ?? new Ajv2020({ strict: true, allErrors: true }).compile(read(name));
  compiled.set(name, check);
  check(record);
  expect((check.errors ?? []).slice(0, 5)).toEqual([]);
}

async function printed<T = Record<string, unknown>>(
  name: string,
  cwd: string,
  argv: readonly string[],
  codes: readonly number[] = [0],
): Promise<T> {
  const { out, code } = await runIn(cwd, [...argv, '--json']);
  expect(codes).toContain(code);
  const record: T = JSON.parse(out);
  expectFits(name, record);
  return record;
}

describe('each schema', () => {
  it.each(names)('%s says what it is, where it is at home, and closes its objects', (name) => {
    const schema = read(name);
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: expect.stringMatching(new RegExp(`^https://skillfiche\\.dev/schemas/${name}/v\\d+\\.json$`)),
      title: expect.stringMatching(/\S/),
      description: expect.stringMatching(/\.$/),
      type: 'object',
    });
    const open: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('properties' in value && 'type' in value && !('additionalProperties' in value)) open.push(path);
      for (const [key, inner] of Object.entries(value)) visit(inner, `${path}/${key}`);
    };
    visit(schema, '');
    expect(open).toEqual([]);
  });

  it('refuses a record with a key too many, and one with a key too few', () => {
    for (const name of ['scan', 'context', 'list', 'show', 'file', 'validate', 'error']) {
      const check = new Ajv2020({ strict: true }).compile(read(name));
      expect(check({}), name).toBe(false);
    }
    const error = { error: { code: 'INTERNAL', message: 'x', suggestions: [], paths: [] } };
    expectFits('error', error);
    expect(compiled.get('error')?.({ ...error, more: 1 })).toBe(false);
    expect(compiled.get('error')?.({ error: { ...error.error, code: 'NEW' } })).toBe(false);
  });

  it('of errors lists the codes there are', () => {
    const source = readFileSync(join(folder, '../src/base/errors.ts'), 'utf8');
    const union = /export type ErrorCode =([^;]*);/.exec(source)?.[1] ?? '';
    const codes = [...union.matchAll(/'([A-Z_]+)'/g)].map((match) => match[1]);
    expect(codes.length).toBeGreaterThan(10);
    expect(JSON.stringify(read('error'))).toContain(`"enum":${JSON.stringify(codes)}`);
  });
});

/** One of everything: a page of faults beside good skills. */
const faulty: Record<string, TreeEntry> = {
  'bio/COLLECTION.json': JSON.stringify({ schema_version: 1, id: 'bio', _x: 1 }),
  'bio/a/SKILL.md':
    '---\nname: a\ndescription: Plan: a trip\nmetadata:\n  version: 1.10\n  list: [1, {b: c}]\nrequirements: [bin:never-there]\nempty:\n---\n\nBody\n',
  'bio/a/ref/x.md': 'X',
  'bio/a/x.bin': Buffer.from([0, 255]),
  'bio/a/link': { link: 'ref/x.md' },
  'bad/COLLECTION.json': '{',
  'bad/s/SKILL.md': skillText('s'),
  'one/SKILL.md': skillText('same', 'One.'),
  'two/SKILL.md': skillText('same', 'Two.'),
  'copy/SKILL.md': skillText('a', 'Ordinary.'),
  'odd/skill.md': 'no frontmatter',
  'empty/SKILL.md': '',
  'one/deep/SKILL.md': skillText('deep'),
  lost: { link: 'nowhere' },
};

describe('what commands print with --json fits its schema', () => {
  it('export, its lists, and unexport', async () => {
    const root = makeTree({
      '.agents/skills/a/SKILL.md': skillText('a', 'One.'),
      '.agents/skills/bad/SKILL.md': skillText('bad', 'x', 'Run \u202E it.\n'),
      '.git/x': null,
      'out/fiche-b/x': 'theirs',
      '.agents/skills/b/SKILL.md': skillText('b', 'Two.'),
    });
    const report = await printed('export', root, ['export', 'a', 'b', 'bad', '--to', './out'], [1]);
    expect(report).toMatchObject({
      written: [{ id: expect.stringMatching(/:a$/) }],
      conflicts: [{ reason: 'foreign' }],
      refused: [{ id: expect.stringMatching(/:bad$/) }],
    });
    await printed('archive', root, ['archive', 'a']);
    await printed('error', root, ['archive', 'a'], [2]);
    await printed('export-list', root, ['unexport', '--list']);
    await printed('tools', root, ['export', '--tools']);
    await printed('export', root, ['export', '--sync']);
    expect(await printed('export', root, ['unexport', 'a'])).toMatchObject({
      removed: [{ path: join(root, 'out/fiche-a') }],
    });
    await printed('error', root, ['export', 'a', '--to', 'cluade'], [2]);
    await printed('error', root, ['unexport', 'a'], [2]);
  });

  it('levels and sessions', async () => {
    const root = makeTree({
      '.agents/skills/a/SKILL.md': skillText('a', 'One.'),
      '.agents/skills/b/SKILL.md': skillText('b', 'Two.'),
      '.git/x': null,
      'work/.claude/skills/b/x': 'theirs',
    });
    expect(await printed('level', root, ['level', 'set', 'list:x', 'a', 'b'])).toMatchObject({
      skills: [/:a$/, /:b$/].map((one) => expect.stringMatching(one)),
    });
    await printed('level', root, ['level', 'add', 'list:x', 'a', '--dry-run']);
    rmSync(join(root, '.agents/skills/a'), { recursive: true });
    expect(await printed('level', root, ['level', 'show', 'list:x'])).toMatchObject({
      dropped: [expect.stringMatching(/:a$/)],
    });
    expect(await printed('level-list', root, ['level', 'list'])).toEqual({ levels: [{ key: 'list:x', skills: 2 }] });
    const seed = ['session', 'seed', '--cwd', 'work', '--level', 'list:x', '--level', 'list:y'];
    expect(await printed('seed', root, seed, [1])).toMatchObject({
      conflicts: [{ reason: 'foreign' }],
      empty: ['list:y'],
    });
    expect(await printed('seed', root, [...seed, '--agent', 'cursor'])).toMatchObject({
      seeded: [{ path: join(root, 'work/.agents/skills/b') }],
    });
    await printed('export', root, ['session', 'unseed', '--cwd', 'work']);
    await printed('level', root, ['level', 'remove', 'list:x', 'a']);
    await printed('level', root, ['level', 'delete', 'list:x']);
    await printed('error', root, ['level', 'show', 'x'], [2]);
    await printed('error', root, ['session', 'seed'], [2]);
    const manifest = await printed<{ skills: object[] }>('session-manifest', root, ['session', 'manifest']);
    expect(manifest.skills).toHaveLength(1);
    writeFileSync(join(root, 'session.json'), JSON.stringify(manifest));
    await printed('list', root, ['list', '--manifest', 'session.json', '--manifest-strict']);
    writeFileSync(join(root, '.agents/skills/b/more.md'), 'x');
    const opening = ['list', '--manifest', 'session.json'];
    await printed('list', root, opening);
    expect(await printed('error', root, [...opening, '--manifest-strict'], [3])).toMatchObject({
      error: { code: 'MANIFEST_DRIFT' },
    });
    writeFileSync(join(root, 'session.json'), '{}');
    expect(await printed('error', root, opening, [2])).toMatchObject({ error: { code: 'BROKEN_FILE' } });
  });

  it('scan, of faulty trees, of an empty one and of none', async () => {
    const root = makeTree({ ...faulty, 'void/x': null });
    const report = await printed<{ diagnostics: unknown[] }>('scan', root, ['scan', '--root', '.'], [1]);
    expect(report).toMatchObject({
      roots: [{ id: 'project', path: root }],
      scopes: [{ kind: 'root' }, { id: 'bio', kind: 'collection' }],
    });
    expect(report.diagnostics.length).toBeGreaterThan(8);
    await printed('scan', root, ['scan', '--root', 'void']);
    await printed('scan', makeTree({}), ['scan']);
    await printed('scan', makeTree({ '.agents/skills': 'x' }), ['scan'], [1]);
    await printed('error', root, ['scan', '--root', 'nowhere'], [2]);
  });

  it('context, with room, without, and of nothing', async () => {
    const root = makeTree(faulty);
    expect(await printed('context', root, ['context', '--root', '.'])).toMatchObject({
      report: { collections: 1, members: 1, ordinary: 4 },
    });
    for (const format of ['markdown', 'xml', 'json'])
      await printed('context', root, [
        'context',
        '--root',
        '.',
        '--format',
        format,
        '--max-characters',
        '99',
        '--via',
        'files',
      ]);
    expect(await printed('context', makeTree({}), ['context'])).toMatchObject({ text: '' });
  });

  it('list: overview, collection, page, page past the end', async () => {
    const root = makeTree(faulty);
    expect(await printed('list', root, ['list', '--root', '.'])).toMatchObject({
      total: 4,
      collections: [{ id: 'bio' }],
    });
    expect(await printed('list', root, ['list', '--root', '.', '--limit', '1'])).toMatchObject({
      count: 1,
      next_offset: 1,
    });
    expect(await printed('list', root, ['list', 'bio', '--root', '.'])).toMatchObject({
      collection: 'bio',
      total: 1,
      skills: [{ shadowed_by: 'project:copy' }],
    });
    expect(await printed('list', root, ['list', '--root', '.', '--offset', '99'])).toMatchObject({ count: 0 });
  });

  it('show: a skill, its files, one of them', async () => {
    const root = makeTree(faulty);
    const skill = await printed<{ frontmatter: unknown }>('show', root, ['show', 'bio:a', '--root', '.']);
    expect(skill).toMatchObject({
      collection: 'bio',
      body: '\nBody\n',
      left_out: [{ path: 'link', reason: 'link' }],
      shadowed_by: 'project:copy',
    });
    expect(skill.frontmatter).toMatchObject({ metadata: { version: '1.10', list: ['1', { b: 'c' }] }, empty: null });
    await printed('show', root, ['show', './odd', '--root', 'one']);
    expect(await printed('file', root, ['show', 'bio:a', '--root', '.', '--file', 'ref/x.md'])).toMatchObject({
      text: 'X',
    });
    expect(await printed('file', root, ['show', 'bio:a', '--root', '.', '--file', 'x.bin'])).not.toHaveProperty('text');
  });

  it('validate: all, one, strict, repaired', async () => {
    const root = makeTree(faulty);
    expect(await printed('validate', root, ['validate', '--root', '.'], [1])).toMatchObject({ checked: 5 });
    await printed('validate', root, ['validate', 'bio:a', '--root', '.'], [0, 1]);
    await printed('validate', root, ['validate', './one', '--strict'], [0, 1]);
    expect(await printed('validate', root, ['validate', './bio', '--fix', '--dry-run'], [0, 1])).toHaveProperty(
      'fixes',
    );
  });

  it('errors, of a wrong reference, a wrong option and a wrong value', async () => {
    const root = makeTree(faulty);
    for (const [argv, code] of [
      [['show', 'nothing', '--root', '.'], 'SKILL_NOT_FOUND'],
      [['show', 'same', '--root', '.'], 'AMBIGUOUS_NAME'],
      [['list', 'bi', '--root', '.'], 'COLLECTION_NOT_FOUND'],
      [['list', '--limit', '0', '--root', '.'], 'INVALID_ARGUMENT'],
      [['list', '--limit', 'x'], 'INVALID_ARGUMENT'],
      [['list', '--nothing'], 'INVALID_ARGUMENT'],
      [['nothing'], 'INVALID_ARGUMENT'],
      [['show', 'bio:a', '--root', '.', '--file', '../x'], 'FILE_NOT_FOUND'],
      [['list', '--config', 'nothing.json'], 'UNREADABLE'],
    ] as const) {
      expect(await printed('error', root, argv, [2])).toMatchObject({ error: { code } });
    }
  });
});

describe.skipIf(!hasShared)('over real trees', () => {
  it.each(['anthropic', 'bioskills', 'openai4s', 'wshobson'])('%s fits too', async (name) => {
    const root = shared('corpora', name);
    const cwd = makeTree({});
    await printed('scan', cwd, ['scan', '--root', root], [0, 1]);
    await printed('context', cwd, ['context', '--root', root]);
    const { skills } = await printed<{ skills: { id: string }[] }>('list', cwd, [
      'list',
      '--root',
      root,
      '--limit',
      '200',
    ]);
    for (const { id } of skills.slice(0, 3)) await printed('show', cwd, ['show', id, '--root', root]);
    await printed('validate', cwd, ['validate', '--root', root], [0, 1]);
  });
});
