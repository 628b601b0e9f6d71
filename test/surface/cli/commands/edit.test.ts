import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { bundledRoot } from '../../../../src/surface/cli/roots.ts';
import { runIn } from '../../../support/cli.ts';
import { makeTree, skillText } from '../../../support/tree.ts';

const SKILL = 'skills/deploy/SKILL.md';
const TREE = {
  [SKILL]: skillText('deploy', 'Deploys.'),
  'skills/pack/COLLECTION.json': '{"schema_version": 1, "id": "pack"}',
  'skills/pack/COLLECTION.lock.json': '{}',
  'skills/pack/a/SKILL.md': skillText('a'),
  'skills/linked': { link: 'deploy' },
};

const read = (root: string, path: string = SKILL): string => readFileSync(join(root, path), 'utf8');

const hasPatch = /patch/i.test(String(spawnSync('patch', ['--version'], { encoding: 'utf8' }).stdout));

describe('skillfiche edit', () => {
  test.each(['deploy', 'project:deploy', './skills/deploy', './skills/deploy/SKILL.md'])(
    'by %s changes one line and prints the diff',
    async (ref) => {
      const root = makeTree(TREE);
      const run = await runIn(root, ['--root', './skills', 'edit', ref, '--description', 'Deploys: now']);
      expect(run).toEqual({
        code: 0,
        out: [
          '--- skills/deploy/SKILL.md',
          '+++ skills/deploy/SKILL.md',
          '@@ -1,6 +1,6 @@',
          ' ---',
          ' name: deploy',
          '-description: Deploys.',
          '+description: "Deploys: now"',
          ' ---',
          ' ',
          ' # deploy',
          '',
        ].join('\n'),
        err: `skillfiche: ${join(root, SKILL)}: description set.\n`,
      });
      expect(read(root)).toBe(skillText('deploy', '"Deploys: now"'));
    },
  );

  test('shows on a dry run what it would write, and writes nothing', async () => {
    const root = makeTree(TREE);
    const argv = [
      'edit',
      './skills/deploy',
      '--name',
      'ship',
      '--origin',
      'team',
      '--remove',
      'description',
      '--force',
    ];
    const dry = await runIn(root, [...argv, '--dry-run']);
    expect(dry.err).toBe(
      `skillfiche: dry run, nothing was written: ${join(root, SKILL)}: name set, description removed, origin added.\n`,
    );
    expect(read(root)).toBe(TREE[SKILL]);
    const real = await runIn(root, argv);
    expect(real.out).toBe(dry.out);
    expect(read(root)).toBe('---\nname: ship\norigin: team\n---\n\n# deploy\n');
  });

  test('sets every field that people have, and says what it did', async () => {
    const root = makeTree(TREE);
    const argv = ['edit', './skills/deploy', '--license', 'MIT', '--set', 'metadata.version=1.2', '--item', 'tags=a'];
    const run = await runIn(root, [...argv, '--item', 'tags=b', '--set', 'disable-model-invocation=true']);
    const said = 'license added, metadata.version added, disable-model-invocation added, tags added';
    expect(run.err).toBe(`skillfiche: ${join(root, SKILL)}: ${said}.\n`);
    expect(read(root)).toBe(
      '---\nname: deploy\ndescription: Deploys.\nlicense: MIT\nmetadata:\n  version: "1.2"\n' +
        'disable-model-invocation: true\ntags: [a, b]\n---\n\n# deploy\n',
    );
  });

  test('writes by force what a rule forbids, and leaves alone what was wrong before', async () => {
    const root = makeTree({ [SKILL]: '---\nname: Bad Name\ndescription: D.\n---\n\n# deploy\n' });
    const refused = await runIn(root, ['edit', './skills/deploy', '--description', '']);
    expect(refused.err).toContain('`--force` (in a library `force`) writes it all the same.');
    const other = await runIn(root, ['edit', './skills/deploy', '--license', 'MIT', '--name', 'Other Name']);
    expect([other.code, read(root)]).toEqual([
      0,
      '---\nname: Other Name\ndescription: D.\nlicense: MIT\n---\n\n# deploy\n',
    ]);
    const forced = await runIn(root, ['edit', './skills/deploy', '--description', '', '--force']);
    expect(forced.code).toBe(0);
    expect(read(root)).toContain('description: ""\n');
  });

  test.skipIf(!hasPatch)(`what it prints takes the edit back${hasPatch ? '' : ' (skipped: no patch)'}`, async () => {
    const root = makeTree(TREE);
    const { out } = await runIn(root, ['edit', './skills/deploy', '--description', 'x', '--origin', 'y\nz']);
    execFileSync('patch', ['-R', '-p0', '-s'], { cwd: root, input: out });
    expect(read(root)).toBe(TREE[SKILL]);
  });

  test('says when there is nothing to change', async () => {
    const root = makeTree(TREE);
    const run = await runIn(root, ['edit', './skills/deploy', '--name', 'deploy']);
    expect(run).toEqual({
      code: 0,
      out: '',
      err: `skillfiche: ${join(root, SKILL)} says so already. Nothing was written.\n`,
    });
    expect((await runIn(root, ['-q', 'edit', './skills/deploy', '--name', 'deploy'])).err).toBe('');
  });

  test('prints JSON as its schema says', async () => {
    const root = makeTree(TREE);
    const { out } = await runIn(root, ['--json', 'edit', './skills/deploy', '--origin', 'here', '--dry-run']);
    const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../schemas/edit.schema.json'), 'utf8'));
    const check = new Ajv2020({ strict: true }).compile(schema);
    const edit = JSON.parse(out);
    check(edit);
    expect(check.errors).toBeNull();
    expect(edit).toMatchObject({
      path: join(root, SKILL),
      changed: true,
      written: false,
      edits: [{ field: 'origin', action: 'add', line: 4, style: 'plain' }],
    });
  });

  test.each<[string, string[], string]>([
    ['a pinned member', ['edit', 'pack:a', '--name', 'b'], 'is in a pinned collection'],
    ['a pinned member by path', ['edit', './skills/pack/a', '--name', 'b'], 'is in a pinned collection'],
    ['a linked folder', ['edit', './skills/linked', '--name', 'b'], 'is reached through a link'],
    ['an unknown skill', ['edit', 'depoly', '--name', 'b'], 'No skill named "depoly"'],
    ['a folder without skill', ['edit', './skills', '--name', 'b'], 'There is no SKILL.md in'],
    ['nothing to do', ['edit', 'deploy'], 'Say what to change: --name TEXT'],
    ['a contradiction', ['edit', 'deploy', '--name', 'b', '--remove', 'name'], 'contradict each other'],
    ['a bad name', ['edit', 'deploy', '--name', 'Bad Name'], 'The name `Bad Name` has upper-case letters, has blanks'],
    ['an empty description', ['edit', 'deploy', '--description', ''], 'The description is empty'],
    ['a missing description', ['edit', 'deploy', '--remove', 'description'], 'The description is missing'],
    ['a missing name', ['edit', 'deploy', '--remove', 'name'], 'The name is missing'],
    ['a long name', ['edit', 'deploy', '--name', 'a'.repeat(65)], 'has 65 characters'],
    ['a long description', ['edit', 'deploy', '--description', 'a'.repeat(1025)], 'has 1025 characters'],
    ['a long compatibility', ['edit', 'deploy', '--compatibility', 'a'.repeat(501)], 'has 501 characters'],
    ['a key nobody reads', ['edit', 'deploy', '--set', 'licence=MIT'], 'Did you mean `license`?'],
    ['a whole block', ['edit', 'deploy', '--set', 'metadata=x'], 'Name a key in it: metadata.KEY'],
    ['a pair that is none', ['edit', 'deploy', '--set', 'license'], 'Write FIELD=TEXT'],
    ['a list in a text', ['edit', 'deploy', '--item', 'license=MIT'], '`license` is text'],
  ])('refuses %s with exit code 2 and writes nothing', async (_, argv, message) => {
    const root = makeTree(TREE);
    const run = await runIn(root, ['--root', './skills', ...argv]);
    expect(run.code).toBe(2);
    expect(run.out).toBe('');
    expect(run.err).toContain(message);
    expect(read(root) + read(root, 'skills/pack/a/SKILL.md')).toBe(TREE[SKILL] + TREE['skills/pack/a/SKILL.md']);
  });

  test('edits a pinned member when its collection is named as a root', async () => {
    const root = makeTree(TREE);
    const run = await runIn(root, ['--root', './skills/pack', 'edit', './skills/pack/a', '--name', 'b']);
    expect(run.code).toBe(0);
    expect(read(root, 'skills/pack/a/SKILL.md')).toBe(skillText('b', 'Does a.', '# a\n'));
  });

  test('refuses what comes with skillfiche, asked for or not', async () => {
    const root = makeTree({ 'skills/x/SKILL.md': skillText('x') });
    const { view } = await openBundled();
    const entry = view[0] ?? '';
    for (const argv of [
      ['--bundled', 'edit', entry, '--name', 'b'],
      ['edit', join(bundledRoot().path, entry.replace('bundled:', '')), '--name', 'b'],
    ]) {
      const run = await runIn(root, [...argv, '--dry-run']);
      expect(run.err).toMatch(/belongs to a bundled root/);
      expect(run.code).toBe(2);
    }
  });

  test('a terminal obeys nothing that a file holds', async () => {
    const root = makeTree({ 'a/SKILL.md': '---\r\nname: a\r\n# \u001b[2J \u202E\r\n---\r\n' });
    const argv = ['--color', 'never', 'edit', './a', '--name', 'b', '--dry-run'];
    const shown = (await runIn(root, argv, { isTty: true })).out;
    expect(shown).toContain(' # \\u{1b}[2J \\u{202e}\n');
    expect(shown).not.toContain('\r');
    expect((await runIn(root, argv)).out).toContain(' # \u001b[2J \u202E\r\n');
  });

  test('reports the reason of a refusal in JSON', async () => {
    const root = makeTree({ 'a/SKILL.md': '---\nname: a\n' });
    const run = await runIn(root, ['--json', 'edit', './a', '--name', 'b']);
    expect(JSON.parse(run.out)).toMatchObject({ error: { code: 'EDIT_REFUSED', reason: 'unterminated' } });
  });
});

/** Ids of ordinary skills that come with the package. */
async function openBundled(): Promise<{ view: string[] }> {
  const run = await runIn('/', ['--json', '--bundled', 'list']);
  const page: { skills: { id: string }[] } = JSON.parse(run.out);
  return { view: page.skills.map(({ id }) => id).filter((id) => id.startsWith('bundled:')) };
}
