import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skillText } from '../../support/tree.ts';
import { makePlace, readAll, write } from '../store/support.ts';

const hasGit = spawnSync('git', ['--version']).status === 0;
const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], { cwd, encoding: 'utf8' });

const TREE = Object.fromEntries(
  ['a', 'b', 'c'].map((name) => [`home/.agents/skills/${name}/SKILL.md`, skillText(name, `Does ${name}.`)]),
);

describe.skipIf(!hasGit)(`a seeded working folder${hasGit ? '' : ' (no git)'}`, () => {
  it('holds exactly the skills of its levels, once, and git sees nothing of them, after ten runs', async () => {
    const { workspace, base, home } = await makePlace(TREE, { project: false });
    const { sessions } = workspace;
    const main = join(base, 'main');
    mkdirSync(main);
    git(main, 'init', '-q');
    write(join(main, 'x'), 'x');
    git(main, 'add', '-A');
    git(main, 'commit', '-qm', 'x');
    git(main, 'worktree', 'add', '-q', '../linked');
    const exclude = join(main, '.git/info/exclude');
    write(exclude, '# theirs\r\n*.log');
    await sessions.level('list:one', { set: ['a', 'b'] });
    await sessions.level('agent:x', { add: ['b', 'c'] });
    rmSync(join(home, '.agents/skills/c'), { recursive: true });
    for (const cwd of [main, join(base, 'linked')]) {
      for (let turn = 0; turn < 10; turn++) {
        const report = await sessions.seed({ cwd, levels: ['list:one', 'agent:x'] });
        expect(report).toMatchObject({ conflicts: [], dropped: ['personal:c'], refused: [] });
        expect(report.seeded.map(({ id }) => id)).toEqual(['personal:a', 'personal:b']);
      }
      git(cwd, 'add', '-A');
      expect(git(cwd, 'status', '--porcelain')).toBe('');
    }
    expect(readFileSync(exclude, 'utf8')).toBe('# theirs\r\n*.log\n/.claude/skills/a/\n/.claude/skills/b/\n');
    await sessions.unseed({ cwd: main });
    expect(existsSync(join(main, '.claude'))).toBe(false);
    // The linked one still needs the lines.
    expect(git(join(base, 'linked'), 'status', '--porcelain')).toBe('');
    expect(readFileSync(exclude, 'utf8')).toContain('/.claude/skills/a/\n');
    await sessions.unseed({ cwd: join(base, 'linked') });
    expect(readFileSync(exclude, 'utf8')).toBe('# theirs\r\n*.log\n');
  });

  it('below the top is ignored from the top, and a line of somebody stays', async () => {
    const { workspace, base } = await makePlace(TREE, { project: false });
    const main = join(base, 'main');
    mkdirSync(join(main, 'sub dir'), { recursive: true });
    git(main, 'init', '-q');
    const exclude = join(main, '.git/info/exclude');
    write(exclude, '/sub\\ dir/.claude/skills/a/\n');
    const cwd = join(main, 'sub dir');
    await workspace.sessions.seed({ cwd, skills: ['a', 'b'] });
    expect(git(main, 'status', '--porcelain')).toBe('');
    await workspace.sessions.unseed({ cwd });
    expect(readFileSync(exclude, 'utf8')).toBe('/sub\\ dir/.claude/skills/a/\n');
  });

  it('that commits its own .claude stays as it is', async () => {
    const { workspace, base } = await makePlace(TREE, { project: false });
    const main = join(base, 'main');
    write(join(main, '.claude/skills/a/SKILL.md'), 'theirs');
    git(main, 'init', '-q');
    git(main, 'add', '-A');
    git(main, 'commit', '-qm', 'x');
    const before = readAll(join(main, '.claude'));
    const report = await workspace.sessions.seed({ cwd: main, skills: ['a', 'b'] });
    expect(report.conflicts).toMatchObject([{ id: 'personal:a', reason: 'tracked' }]);
    expect(git(main, 'status', '--porcelain')).toBe('');
    await workspace.sessions.unseed({ cwd: main });
    expect(readAll(join(main, '.claude'))).toEqual(before);
  });

  it('outside of repositories, and in a bare one, has no line', async () => {
    const { workspace, base } = await makePlace(TREE, { project: false });
    for (const name of ['none', 'bare']) {
      const cwd = join(base, name);
      mkdirSync(cwd);
      if (name === 'bare') git(cwd, 'init', '-q', '--bare');
      expect(await workspace.sessions.seed({ cwd, skills: ['a'] })).toMatchObject({
        seeded: [{ id: 'personal:a' }],
        excluded: [],
      });
      if (name === 'bare') expect(readFileSync(join(cwd, 'info/exclude'), 'utf8')).not.toContain('.claude');
      await workspace.sessions.unseed({ cwd });
      expect(existsSync(join(cwd, '.claude'))).toBe(false);
    }
  });
});

it('a level is named, ordered, and of an agent at most thirty', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 31 }, (_, at) => [`home/.agents/skills/s${at}/SKILL.md`, skillText(`s${at}`)]),
  );
  const { workspace } = await makePlace(many, { project: false });
  const { sessions } = workspace;
  const all = Object.keys(many).map((_, at) => `s${at}`);
  await expect(sessions.level('agent:x', { set: all })).rejects.toThrow(/30 are allowed/);
  await expect(sessions.level('team:x')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await sessions.level('task:x', { set: ['s2', 's1', 's2'] });
  expect(await sessions.level('task:x', { add: ['s0'], remove: ['s1'] })).toEqual({
    key: 'task:x',
    skills: ['personal:s2', 'personal:s0'],
    dropped: [],
  });
});
