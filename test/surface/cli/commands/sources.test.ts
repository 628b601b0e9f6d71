import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Io } from '../../../../src/surface/cli/io.ts';
import { runIn } from '../../../support/cli.ts';
import { cliJson } from '../../../support/cli-json.ts';
import { hasGit, makeRepo } from '../../../support/repositories.ts';
import { makeTree, skillText } from '../../../support/tree.ts';

function begin(more: Readonly<Record<string, string>> = {}) {
  const base = makeTree({ 'home/x': null, 'project/.git/x': null, ...more });
  const cwd = join(base, 'project');
  const world: Partial<Io> = { cwd, env: { HOME: join(base, 'home'), PATH: process.env['PATH'] } };
  return {
    cwd,
    world,
    run: (...argv: string[]) => runIn(cwd, argv, world),
    json: <T>(schema: string, ...argv: string[]) => cliJson<T>(schema, ['--no-cache', ...argv], world),
  };
}

const skill = (name: string, text = 'Does it.'): Record<string, string> => ({
  [`skills/${name}/SKILL.md`]: skillText(name, text),
});

it('restoring says so where no lock names a skill', async () => {
  const { run } = begin();
  expect(await run('restore')).toMatchObject({ code: 0, out: '', err: expect.stringContaining('nothing to restore') });
});

describe.skipIf(!hasGit)(`skills from a repository, on the command line${hasGit ? '' : ' (git is not here)'}`, () => {
  it('are listed, added, found outdated, updated, audited and restored; each answer fits its schema', async () => {
    const repo = makeRepo();
    repo.commit({ ...skill('deploy'), ...skill('review') });
    const { json, run, cwd } = begin();
    const { url } = repo;
    expect((await json('source-list', 'add', url, '--list')).json).toMatchObject({
      skills: [{ name: 'deploy' }, { name: 'review' }],
    });
    expect((await run('add', url, '--list')).out).toContain('skills/review');
    const choice = await run('add', url);
    expect([choice.code, choice.err]).toEqual([
      2,
      expect.stringContaining('--as-collection ID for the whole tree behind one prompt line'),
    ]);
    expect((await json('add', 'add', url, '--skill', 'deploy', '--dry-run')).json).toMatchObject({
      dry_run: true,
      locks: [],
    });
    expect((await json('add', 'add', url, '--skill', 'deploy', '--yes')).json).toMatchObject({
      added: [{ id: 'project:deploy' }],
    });
    expect((await json('add', 'add', url, '--as-collection', 'lab', '--yes')).json).toMatchObject({
      added: [{ id: 'project:lab' }],
    });
    expect((await json('outdated', 'outdated')).json).toMatchObject({ skills: [], collections: [], current: 2 });
    // Nobody need be asked where there is nothing to take.
    expect((await run('update')).code).toBe(0);
    repo.commit({ ...skill('deploy', 'Does it better.'), ...skill('review'), ...skill('third') });
    const outdated = await run('outdated');
    expect(outdated.out).toContain('project:deploy');
    const refused = await run('update');
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--dry-run')]);
    const shown = await run('update', '--dry-run');
    expect(shown.out).toContain('+description: Does it better.');
    expect(shown.out).toContain('1 recipe new: skills/third');
    expect((await json('update', 'update', '--yes')).json).toMatchObject({
      changed: [{ id: 'project:deploy' }, { id: 'project:lab' }],
    });
    expect((await json('audit', 'audit')).json).toMatchObject({ ok: true, checked: 2 });
    expect(JSON.parse((await run('audit', '--format', 'sarif')).out)).toMatchObject({ version: '2.1.0' });
    expect((await json('lock-check', 'lock', 'check')).json).toMatchObject({ ok: true, checked: 2 });
    expect((await json('lock-export', 'lock', 'export')).json).toMatchObject({
      skills: 1,
      left_out: [{ id: 'project:lab' }],
    });
    const exported = await run('lock', 'export', '--format', 'skills-lock');
    const lock = readFileSync(join(cwd, 'skillfiche.lock.json'), 'utf8');
    const there = begin({ 'project/skillfiche.lock.json': lock, 'project/other.json': exported.out });
    expect((await there.json('restore', 'restore', '--dry-run')).json).toMatchObject({ ok: true, dry_run: true });
    for (const words of [['ci'], ['install'], ['install', '--frozen-lockfile']])
      expect((await there.run(...words)).code).toBe(0);
    expect((await there.json('restore', 'restore')).json).toMatchObject({ ok: true, changed: [] });
    expect((await there.run('verify', '--root', '.agents/skills')).out).toContain('lab: as pinned');
    expect((await there.run('context', '--root', '.agents/skills')).out).toMatch(/lab: 3 recipes/);
    const third = begin({ 'project/other.json': exported.out });
    expect((await third.json('add-from', 'add', '--from', 'other.json')).json).toMatchObject({
      format: 'skills-lock',
      added: [{ id: 'project:deploy' }],
    });
    repo.git(['update-ref', '-d', 'refs/heads/main']);
    expect((await run('outdated')).err).toContain('is empty');
  }, 120_000);

  it('come from allowed sources alone, and nobody is asked about others', async () => {
    const repo = makeRepo();
    repo.commit(skill('deploy'));
    const { run, cwd } = begin();
    writeFileSync(
      join(cwd, 'config.json'),
      JSON.stringify({ sources: { allow: ['lab/*', 'git.example.org/team/skills'], min_age: '7d' } }),
    );
    for (const source of [repo.url, 'other/skills', 'https://git.example.org/team/other.git', './x', 'labs/skills']) {
      const { code, err } = await run('add', source, '--config', 'config.json');
      expect([source, code, err]).toEqual([
        source,
        2,
        expect.stringContaining('not among the sources your configuration allows'),
      ]);
    }
    const bad = await run('update', '--yes', '--min-age', 'a week');
    expect([bad.code, bad.err]).toEqual([2, expect.stringContaining('7d, 12h, 30m')]);
  });

  it('are shown with what a terminal would obey made visible or taken out', async () => {
    const repo = makeRepo();
    const evil = '\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007\u001b[2J\u009b31m';
    repo.commit({
      'a/SKILL.md': `---\nname: a\ndescription: "Harmless. ${JSON.stringify(evil).slice(1, -1)}"\n---\n\n${evil}\n`,
      [`a/scripts/${'\u001b[2J'}x.sh`]: 'x',
    });
    const { run } = begin();
    for (const words of [
      ['add', repo.url, '--list'],
      ['add', repo.url, '--dry-run'],
      ['add', repo.url, '--yes'],
    ]) {
      const { out, err } = await runIn('/', words, { ...begin().world, isTty: true, isErrTty: true });
      expect(out + err).not.toMatch(/\u001b(?!\[[\d;]*[mK])|\u009b|\u0007/);
    }
    expect((await run('add', repo.url, '--yes')).code).toBe(1);
  });

  it('say which folder was meant, before any network is asked', async () => {
    const { run } = begin({ 'project/lab/skills/SKILL.md': skillText('skills') });
    const { code, err } = await run('add', 'lab/skills');
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('is a folder here: say ./lab/skills. For the repository, say github:lab/skills.'),
    ]);
    expect((await run('add')).err).toContain('Give a SOURCE');
  });

  it('are published as an index', async () => {
    const { json, run, cwd } = begin({ 'project/skills/one/SKILL.md': skillText('one') });
    expect((await json('index', 'index', '--root', './skills', '--out', './public', '--dry-run')).json).toMatchObject({
      written: [],
    });
    expect(existsSync(join(cwd, 'public'))).toBe(false);
    expect((await run('index', '--root', './skills', '--out', './public')).code).toBe(0);
    expect(existsSync(join(cwd, 'public/.well-known/agent-skills/one/SKILL.md'))).toBe(true);
  });

  it('are published without a secret, also one that was accepted for this machine', async () => {
    const { json, cwd } = begin({
      'project/skills/one/SKILL.md': skillText('one'),
      'project/skills/two/SKILL.md': skillText('two').concat(`\nkey ${'AKIA'}${'IOSFODNN7ABCDEFG'}\n`),
    });
    await json('add', 'add', './skills', '--all', '--accept', 'package/secret', '--yes');
    expect((await json('index', 'index', '--out', './public')).json).toMatchObject({
      skills: [{ name: 'one' }],
      left_out: [
        { id: 'project:two', why: expect.stringMatching(/^the gate refuses it, package\/secret at SKILL\.md:\d+$/) },
      ],
    });
    expect(existsSync(join(cwd, 'public/.well-known/skills/two'))).toBe(false);
  });
});
