import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, cliJson } from '../../../support/cli-json.ts';
import { makeTree, skillText } from '../../../support/tree.ts';

const WRITER = `export default {
  id: 'mine',
  write: async ({ document }) => ({
    title: 'Restart\\u001b[31m the queue', description: 'Restarts it. Use when it hangs.', when: [], triggers: [],
    steps: [document.includes('quote') ? document : 'Restart it.'], rules: [], vocabulary: [],
  }),
};
`;

function place(files: Readonly<Record<string, string>> = {}) {
  const base = makeTree({
    'home/x': null,
    'work/review.md': skillText('review', 'Reviews.').replace('---\n\n', 'allowed-tools: Bash\n---\n\n'),
    'work/deploy/SKILL.md': skillText('deploy', 'Deploys.'),
    'work/deploy/secret.sh': 'echo no',
    'work/Bad Name.md': skillText('bad', 'Bad.'),
    'work/large.md': 'x'.repeat(70_000),
    'work/runbook.md': 'When it hangs, turn it off and on again.\n',
    'work/writer.mjs': WRITER,
    ...files,
  });
  const home = join(base, 'home');
  return { base, home, world: { cwd: join(base, 'work'), env: { HOME: home, SKILLFICHE_DATA: join(base, 'data') } } };
}

describe('import', () => {
  it('takes single files and the SKILL.md of folders, says what became of each, and ends with 1 where one failed', async () => {
    const { world, home } = place();
    const argv = ['import', 'review.md', './deploy', 'Bad Name.md', 'large.md', '--agent', 'ciso'];
    const { code, json, err } = await cliJson<Record<string, unknown>>('import', argv, world);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(json).toMatchObject({
      imported: [
        { name: 'review.md', id: 'personal:review', left_out: ['allowed-tools'] },
        { name: 'deploy/SKILL.md', id: 'personal:deploy' },
      ],
      failed: [
        { name: 'Bad Name.md', findings: [{ code: 'package/bad-path' }] },
        { name: 'large.md', findings: [{ code: 'package/file-too-large' }] },
      ],
    });
    expect(existsSync(join(home, '.agents/skills/deploy/secret.sh'))).toBe(false);
    const again = await cli(['import', 'review.md'], world);
    expect(again.code).toBe(1);
    expect(again.out).toMatch(/^skipped {2}review\.md: personal:review is there already/);
  });

  it('says what comes next, and with --dry-run writes nothing', async () => {
    const { world, home } = place();
    const dry = await cli(['import', 'review.md', '--dry-run'], world);
    expect(dry).toMatchObject({ code: 0, err: '' });
    expect(dry.out).toContain('would be imported  review.md as personal:review, without allowed-tools');
    expect(existsSync(join(home, '.agents'))).toBe(false);
    const done = await cli(['import', 'review.md'], world);
    expect(done.code).toBe(0);
    expect(done.out).toBe(
      'imported  review.md as personal:review, without allowed-tools\n1 skill imported, 0 skipped, 0 failed.\n',
    );
    expect(done.err).toContain('skillfiche enable personal:review');
  });

  it('that cannot read a file imports none', async () => {
    const { world, home } = place();
    const { code, err } = await cli(['import', 'review.md', 'nowhere.md'], world);
    expect(code).toBe(2);
    expect(err).toContain('nowhere.md cannot be read: there is no such file. Nothing was imported.');
    expect(existsSync(join(home, '.agents'))).toBe(false);
  });
});

describe('generate', () => {
  it('has a module write a skill, shows it as text, and says what comes next', async () => {
    const { world, home } = place();
    const { code, out, err } = await cli(
      ['generate', 'runbook.md', '--writer', './writer.mjs', '--agent', 'ops'],
      world,
    );
    expect(code).toBe(0);
    expect(out).toContain('# Restart');
    expect(out).not.toContain('\u001b');
    expect(err).toContain('was written by mine, and is switched off. Read it, then: skillfiche enable personal:');
    const status = await cliJson<{ skills: { slug: string; enabled: boolean }[] }>('status', ['status'], world);
    const [{ slug = '', enabled = true } = {}] = status.json.skills;
    expect(enabled).toBe(false);
    expect(readFileSync(join(home, `.agents/skills/${slug}/SKILL.md`), 'utf8')).toContain('## Steps');
    const again = await cli(['generate', 'runbook.md', '--writer', './writer.mjs'], world);
    expect([again.code, again.out]).toEqual([1, expect.stringContaining('fix: Choose another name: --name NAME')]);
    expect(again.out).not.toContain('--as');
  });

  it('prints one record, keeps nothing with --dry-run, and ends with 1 where the gate refuses', async () => {
    const { world, home } = place();
    const argv = ['generate', 'runbook.md', '--writer', 'writer.mjs', '--dry-run'];
    const { json, code } = await cliJson<Record<string, unknown>>('generate', [...argv, '--name', 'other'], world);
    expect({ code, json }).toMatchObject({ code: 0, json: { name: 'other', dry_run: true, writer: 'mine' } });
    expect(existsSync(join(home, '.agents'))).toBe(false);
    expect((await cliJson('generate', [...argv, '--name', 'Not Good'], world)).code).toBe(1);
  });

  it('reads a listed file of a skill', async () => {
    const { world } = place({
      'home/.agents/skills/ops/SKILL.md': skillText('ops', 'Ops.'),
      'home/.agents/skills/ops/a.md': 'Off and on.',
    });
    const argv = ['generate', 'personal:ops/a.md', '--artifact', '--writer', 'writer.mjs', '--dry-run'];
    expect((await cli(argv, world)).code).toBe(0);
    const other = await cli(['generate', '../runbook.md', '--artifact', '--writer', 'writer.mjs'], world);
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('no file of a visible skill') });
  });

  it.each<[string, readonly string[], RegExp]>([
    ['no writer', ['runbook.md'], /There is no writer.*--writer.*--model/],
    [
      'an address elsewhere',
      ['runbook.md', '--writer', 'https://api.example.org/v1', '--model', 'x'],
      /not on this machine/,
    ],
    ['no model', ['runbook.md', '--writer', 'http://127.0.0.1:9/v1'], /needs --model/],
    ['a model alone', ['runbook.md', '--model', 'x'], /name one/],
    ['a module that is none', ['runbook.md', '--writer', './nowhere.mjs'], /cannot be loaded/],
    ['a module of something else', ['runbook.md', '--writer', './other.mjs'], /no writer as its default/],
    [
      'a server that is not there',
      ['runbook.md', '--writer', 'http://127.0.0.1:9/v1', '--model', 'x'],
      /failed: .*Nothing was kept/,
    ],
    ['a writer that quotes', ['quote.md', '--writer', './writer.mjs'], /repeats 8 words of the document/],
    ['no document', ['nowhere.md', '--writer', './writer.mjs'], /there is no such file/],
    ['a folder', ['.', '--writer', './writer.mjs'], /no regular file/],
  ])('says what is wrong with %s', async (_, argv, message) => {
    const { world, home } = place({
      'work/other.mjs': 'export default 7;\n',
      'work/quote.md': 'This is a sentence that should never be in a quote again.\n',
    });
    const { code, err } = await cli(['generate', ...argv], world);
    expect(code).not.toBe(0);
    expect(code).not.toBe(70);
    expect(err).toMatch(message);
    expect(existsSync(join(home, '.agents'))).toBe(false);
  });
});
