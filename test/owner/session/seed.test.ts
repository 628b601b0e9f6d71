import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExportsSynced } from '../../../src/app/export-sync.ts';
import { skillText } from '../../support/tree.ts';
import { makePlace, openPlace, readAll, write } from '../store/support.ts';

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
  const after = { key: 'task:x', skills: ['personal:s2', 'personal:s0'], dropped: [] };
  const told = { added: ['personal:s0'], removed: ['personal:s1'] };
  const change = { add: ['s0'], remove: ['s1'] };
  expect(await sessions.level('task:x', { ...change, dryRun: true })).toEqual({ ...after, ...told, dry_run: true });
  expect((await sessions.level('task:x')).skills).toEqual(['personal:s2', 'personal:s1']);
  expect(await sessions.level('task:x', change)).toEqual({ ...after, ...told, dry_run: false });
  expect(await sessions.level('task:x')).toEqual(after);
  await expect(sessions.level('task:x', { add: ['s3', 'nope'] })).rejects.toMatchObject({ code: 'SKILL_NOT_FOUND' });
  expect(await sessions.levels()).toEqual([{ key: 'task:x', skills: 2 }]);
  await sessions.level('task:x', { set: [] });
  expect(await sessions.levels()).toEqual([]);
});

it('of two changes at once both count', async () => {
  const { workspace, base } = await makePlace(TREE, { project: false });
  const other = await openPlace(base, { project: false });
  await Promise.all([
    workspace.sessions.level('global', { add: ['a'] }),
    other.workspace.sessions.level('global', { add: ['b'] }),
    workspace.sessions.level('global', { add: ['c'] }),
  ]);
  expect((await workspace.sessions.level('global')).skills.toSorted()).toEqual([
    'personal:a',
    'personal:b',
    'personal:c',
  ]);
});

it('what a level names in vain is said and logged, once until the level changes, and can be taken off by its name', async () => {
  const { workspace, home, project } = await makePlace(TREE);
  const { sessions, store } = workspace;
  await sessions.level('list:one', { set: ['a', 'b'] });
  rmSync(join(home, '.agents/skills/b'), { recursive: true });
  const lost = async () => (await store.events()).filter(({ verb }) => verb === 'level-drop');
  await sessions.seed({ cwd: project, levels: ['list:one'], dryRun: true });
  expect(await lost()).toEqual([]);
  for (let turn = 0; turn < 3; turn++) {
    expect(await sessions.seed({ cwd: project, levels: ['list:one', 'list:nun'] })).toMatchObject({
      dropped: ['personal:b'],
      empty: ['list:nun'],
    });
  }
  expect(await lost()).toMatchObject([{ package: 'personal:b', detail: { level: 'list:one' } }]);
  await sessions.level('list:one', { add: ['c'] });
  await sessions.seed({ cwd: project, levels: ['list:one'] });
  expect(await lost()).toHaveLength(2);
  expect(await sessions.level('list:one', { remove: ['b'] })).toMatchObject({
    skills: ['personal:a', 'personal:c'],
    removed: ['personal:b'],
  });
  await expect(sessions.level('list:one', { remove: ['b'] })).rejects.toMatchObject({ code: 'SKILL_NOT_FOUND' });
});

it('a folder holds what was named last, for each agent in its own place', async () => {
  const { workspace, base } = await makePlace(TREE, { project: false });
  const cwd = join(base, 'main');
  mkdirSync(cwd);
  const { sessions } = workspace;
  const seed = (skills: string[], agent?: string) =>
    sessions.seed({ cwd, skills, ...(agent === undefined ? {} : { agent }) });
  await seed(['a', 'b']);
  await seed(['c'], 'windsurf');
  write(join(cwd, '.claude/skills/b/notes.md'), 'mine');
  expect(await seed(['a', 'c'])).toMatchObject({ conflicts: [{ id: 'personal:b', reason: 'edited' }], removed: [] });
  const report = await sessions.seed({ cwd, skills: ['c'], discard: true });
  expect(report.removed.map(({ id }) => id)).toEqual(['personal:a', 'personal:b']);
  expect(Object.keys(readAll(cwd)).filter((path) => path.endsWith('SKILL.md'))).toEqual([
    '.claude/skills/c/SKILL.md',
    '.windsurf/skills/c/SKILL.md',
  ]);
  expect((await sessions.unseed({ cwd })).removed).toHaveLength(2);
  expect(readAll(cwd)).toEqual({});
});

it('a skill that lies in the folder itself needs no copy, an agent that reads no projects has no session', async () => {
  const { workspace, project } = await makePlace({ 'project/.agents/skills/own/SKILL.md': skillText('own') });
  const { sessions } = workspace;
  expect(await sessions.seed({ cwd: project, skills: ['own'], agent: 'codex' })).toMatchObject({
    seeded: [],
    conflicts: [],
    present: [{ id: 'project:own', path: join(project, '.agents/skills/own') }],
  });
  const wrong = (agent: string) => sessions.seed({ cwd: project, skills: ['own'], agent });
  await expect(wrong('docker-agent')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await expect(wrong('cluade')).rejects.toMatchObject({ suggestions: expect.arrayContaining(['claude']) });
  await expect(sessions.seed({ cwd: join(project, 'nowhere'), skills: ['own'] })).rejects.toThrow(/no folder/);
});

describe('a seeded copy', () => {
  const seeded = async () => {
    const told: ExportsSynced[] = [];
    const place = await makePlace(
      { 'sources/s/SKILL.md': skillText('s', 'One.'), 'cwd/x': null },
      { project: false, onExports: (one) => void told.push(one) },
    );
    const { workspace, base } = place;
    const cwd = join(base, 'cwd');
    if (hasGit) git(cwd, 'init', '-q');
    await workspace.skills.add(join(base, 'sources/s'));
    await workspace.sessions.level('list:x', { set: ['s'] });
    await workspace.sessions.seed({ cwd, levels: ['list:x'] });
    told.length = 0;
    const copy = join(cwd, '.claude/skills/s');
    const lines = (): string => (hasGit ? readFileSync(join(cwd, '.git/info/exclude'), 'utf8') : '');
    expect(existsSync(copy)).toBe(true);
    return { ...place, cwd, copy, told, lines };
  };

  it('goes with its skill when that is switched off, and its line too', async () => {
    const { workspace, copy, told, lines } = await seeded();
    await workspace.skills.disable(['personal:s']);
    expect(told).toMatchObject([{ report: { removed: [{ id: 'personal:s', path: copy, why: 'disabled' }] } }]);
    expect(existsSync(copy)).toBe(false);
    expect(lines()).not.toContain('.claude');
  });

  it('goes when its skill is removed; the level that names it is told of, and purge takes it off', async () => {
    const { workspace, copy, told } = await seeded();
    await workspace.skills.remove('personal:s');
    const mention = { key: 'list:x', id: 'personal:s' };
    expect(told).toMatchObject([
      { report: { removed: [{ path: copy, why: 'gone' }] }, levels: [{ ...mention, forgotten: false }] },
    ]);
    expect(existsSync(copy)).toBe(false);
    expect((await workspace.store.events()).filter(({ verb }) => verb === 'level-drop')).toHaveLength(1);
    expect((await workspace.sessions.level('list:x')).dropped).toEqual(['personal:s']);
    await workspace.skills.purge('personal:s');
    expect(told[1]).toMatchObject({ levels: [{ ...mention, forgotten: true }] });
    expect(await workspace.sessions.levels()).toEqual([]);
  });

  it('goes with purge alone too', async () => {
    const { workspace, copy, told } = await seeded();
    await workspace.skills.purge('personal:s').catch(() => workspace.skills.remove('personal:s'));
    expect(told).toHaveLength(1);
    expect(existsSync(copy)).toBe(false);
  });

  it('of another version stays, since a session is at work, and is told of until it is seeded again', async () => {
    const { workspace, home, copy, told, cwd } = await seeded();
    const before = readAll(copy);
    write(join(home, '.agents/skills/s/notes.md'), 'more');
    await workspace.skills.publish('s');
    expect(await workspace.targets.sync()).toMatchObject({
      removed: [],
      outdated: [{ id: 'personal:s', path: copy, why: 'changed' }],
    });
    await workspace.skills.rollback('s');
    expect(told.at(-1)?.report?.outdated).toEqual([]);
    expect(readAll(copy)).toEqual(before);
    write(join(home, '.agents/skills/s/notes.md'), 'more');
    await workspace.sessions.seed({ cwd, levels: ['list:x'] });
    expect(Object.keys(readAll(copy))).toContain('notes.md');
    expect(await workspace.targets.sync()).toMatchObject({ removed: [], outdated: [] });
  });

  it('that somebody edited stays, and is a conflict that is told of', async () => {
    const { workspace, copy, told } = await seeded();
    write(join(copy, 'mine.md'), 'mine');
    await workspace.skills.disable(['personal:s']);
    expect(told).toMatchObject([{ report: { removed: [], conflicts: [{ path: copy, reason: 'edited' }] } }]);
    expect(readFileSync(join(copy, 'mine.md'), 'utf8')).toBe('mine');
  });
});
