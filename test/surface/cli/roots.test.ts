import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SkillficheError } from '../../../src/base/errors.ts';
import { findProject } from '../../../src/io/places/project.ts';
import {
  bundledRoot,
  defaultRoots,
  expandHome,
  isPathRef,
  numberRoots,
  parseRoot,
} from '../../../src/surface/cli/roots.ts';
import { runIn } from '../../support/cli.ts';
import { makeTree, skillText } from '../../support/tree.ts';

const io = { cwd: '/trees', env: { HOME: '/home/me' } };

describe('--root [kind[:id]=]DIR', () => {
  it.each([
    ['skills', { id: 'project', kind: 'project', path: '/trees/skills' }],
    ['/abs/skills', { id: 'project', kind: 'project', path: '/abs/skills' }],
    ['~', { id: 'project', kind: 'project', path: '/home/me' }],
    ['~/s', { id: 'project', kind: 'project', path: '/home/me/s' }],
    ['bundled=./c', { id: 'bundled', kind: 'bundled', path: '/trees/c' }],
    ['personal:mine=~/s', { id: 'mine', kind: 'personal', path: '/home/me/s' }],
    ['team:Team.A-1=/t', { id: 'Team.A-1', kind: 'team', path: '/t' }],
    ['project=a=b', { id: 'project', kind: 'project', path: '/trees/a=b' }],
    ['./a=b', { id: 'project', kind: 'project', path: '/trees/a=b' }],
    ['/x/a=b', { id: 'project', kind: 'project', path: '/x/a=b' }],
    ['C:\\skills', { id: 'project', kind: 'project', path: '/trees/C:\\skills' }],
    ['c:\\a=b', { id: 'project', kind: 'project', path: '/trees/c:\\a=b' }],
    ['project=C:\\skills', { id: 'project', kind: 'project', path: '/trees/C:\\skills' }],
    ['personal:me=D:/s', { id: 'me', kind: 'personal', path: '/trees/D:/s' }],
  ])('%s', (spec, root) => {
    expect(parseRoot(spec, io)).toEqual(root);
  });

  it.each(['', 'bundled=', 'project:x='])('%j has no folder', (spec) => {
    let error: unknown;
    try {
      parseRoot(spec, io);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(SkillficheError);
    expect(error).toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: `A root needs a folder: --root [kind[:id]=]DIR, not ${JSON.stringify(spec)}.`,
    });
  });
});

describe('a reference', () => {
  it.each(['.', '..', './x', '../x', '.agents/skills/x', '.\\x', '/x', '\\x', '~', '~/x', 'C:\\x', 'c:/x'])(
    '%j is a path',
    (ref) => {
      expect(isPathRef(ref)).toBe(true);
    },
  );

  it.each(['deploy', 'bio:a/b', 'a/b', 'c:x', 'bio:.', 'x.y', '', '-x', 'C', '日本'])('%j is none', (ref) => {
    expect(isPathRef(ref)).toBe(false);
  });
});

describe('the home', () => {
  it.each([
    ['~', '/home/me'],
    ['~/a', '/home/me/a'],
    ['~other/a', '~other/a'],
    ['a/~', 'a/~'],
    ['', ''],
  ])('of %j is %j', (path, expected) => {
    expect(expandHome(path, io.env)).toBe(expected);
  });

  it('is USERPROFILE where there is no HOME', () => {
    expect(expandHome('~/a', { USERPROFILE: '/users/me' })).toBe('/users/me/a');
  });
});

it('roots of one id are numbered in the order given, around ids that are taken', () => {
  const ids = (...given: string[]): string[] =>
    numberRoots(given.map((id) => ({ id, kind: 'project', path: id }))).map((root) => root.id);
  expect(ids('project', 'project', 'project')).toEqual(['project', 'project-2', 'project-3']);
  expect(ids('a', 'a-2', 'a')).toEqual(['a', 'a-2', 'a-3']);
  expect(ids('a', 'b')).toEqual(['a', 'b']);
});

describe('the roots without --root', () => {
  const of = (cwd: string, home: string): string[] =>
    defaultRoots({ cwd, env: { HOME: home } }, findProject(cwd, home)).map(
      (root) => `${root.id} ${root.kind} ${root.path}`,
    );

  it.each(['.git', '.jj', '.hg', '.svn', '.agents', '.claude'])(
    'are those of the project that a %s marks, then of the home',
    (mark) => {
      const folder = makeTree({ [`repo/${mark}`]: null, 'repo/src/deep': null, home: null });
      expect(of(join(folder, 'repo/src/deep'), join(folder, 'home'))).toEqual([
        `project project ${folder}/repo/.agents/skills`,
        `project-claude project ${folder}/repo/.claude/skills`,
        `personal personal ${folder}/home/.agents/skills`,
        `personal-claude personal ${folder}/home/.claude/skills`,
      ]);
    },
  );

  it('are those of every level up to the repository’s root, the nearest first; a level without skills hides nothing', () => {
    const folder = makeTree({
      'repo/.git': null,
      'repo/.claude/skills/x': null,
      'repo/packages/.claude/settings.json': '{}',
      'repo/packages/be/.claude/settings.json': '{}',
      'repo/packages/be/.agents/skills/y': null,
      'repo/packages/be/api/src': null,
      '.agents/skills/not-ours': null,
      home: null,
    });
    const expected = [
      `project.packages.be project ${folder}/repo/packages/be/.agents/skills`,
      `project project ${folder}/repo/.agents/skills`,
      `project-claude project ${folder}/repo/.claude/skills`,
    ];
    for (const cwd of ['repo/packages/be', 'repo/packages/be/api/src'])
      expect(of(join(folder, cwd), join(folder, 'home')).slice(0, -2)).toEqual(expected);
    expect(of(join(folder, 'repo/packages'), join(folder, 'home')).slice(0, -2)).toEqual(expected.slice(1));
  });

  it.each([
    ['a.b', 'project.a_2eb'],
    ['a/b', 'project.a.b'],
    ['a b', 'project.a_20b'],
    ['a_b', 'project.a_b'],
    ['a_20b', 'project.a_5f20b'],
    ['caf\u00e9', 'project.caf_c3_a9'],
    ['cafe\u0301', 'project.caf_c3_a9'],
    ['@scope/pkg', 'project._40scope.pkg'],
  ])('of the folder %j have an id that no other folder has: %s', async (path, id) => {
    const folder = makeTree({ 'r/.git': null, [`r/${path}/.agents/skills/s/SKILL.md`]: skillText('s') });
    const cwd = join(folder, 'r', path);
    expect(of(cwd, join(folder, 'home'))[0]).toBe(`${id} project ${cwd}/.agents/skills`);
    const { out } = await runIn(cwd, ['list', '--json'], { env: { HOME: join(folder, 'home') } });
    expect(JSON.parse(out).skills[0].id).toBe(`${id}:s`);
  });

  it('are the nearest with skills where there is no repository, and never those above the home', () => {
    const folder = makeTree({
      'home/work/.agents/skills': null,
      'home/work/sub/.claude/settings.json': '{}',
      'home/.claude/skills': null,
      'home/.git': null,
    });
    const home = join(folder, 'home');
    expect(of(join(home, 'work/sub'), home)[0]).toBe(`project project ${home}/work/.agents/skills`);
    expect(of(join(home, 'work/sub'), home)).toHaveLength(4);
  });

  it('are the current folder’s where nothing marks a project, and those of the home are not the project’s', () => {
    const folder = makeTree({ 'home/.agents': null, 'home/trees/x': null });
    expect(of(join(folder, 'home/trees/x'), join(folder, 'home'))[0]).toBe(
      `project project ${folder}/home/trees/x/.agents/skills`,
    );
  });

  it('are listed once in the home itself, also where HOME is another way to it', () => {
    const folder = makeTree({ 'home/.agents/skills': null, 'home/x': null, way: { link: 'home' } });
    expect(of(join(folder, 'home'), join(folder, 'home'))).toEqual([
      `personal personal ${folder}/home/.agents/skills`,
      `personal-claude personal ${folder}/home/.claude/skills`,
    ]);
    expect(of(join(folder, 'home/x'), join(folder, 'way'))[0]).toBe(`project project ${folder}/home/x/.agents/skills`);
  });

  it.each([[''], ['rel']])(
    'are the project’s alone where HOME is %j; nothing is written, and the store says why',
    async (HOME) => {
      const folder = makeTree({ '.git': null, '.agents/skills/s/SKILL.md': skillText('s') });
      const io = { cwd: folder, env: { HOME } };
      const list = await runIn(folder, ['list', '--json'], io);
      expect(JSON.parse(list.out).skills.map(({ id }: { id: string }) => id)).toEqual(['project:s']);
      expect(await runIn(folder, ['cache', 'dir'], io)).toMatchObject({ code: 2 });
      expect(await runIn(folder, ['status'], io)).toMatchObject({
        code: 2,
        err: expect.stringContaining('HOME names no absolute path'),
      });
      expect(await runIn(folder, ['show', '~/x'], io)).toMatchObject({ code: 2 });
      expect(readdirSync(folder).sort()).toEqual(['.agents', '.git']);
    },
  );
});

describe('--agents', () => {
  it('adds the folders of other agents that are there, each once, of every level and of the person', async () => {
    const folder = makeTree({
      'repo/.git': null,
      'repo/.agents/skills/s/SKILL.md': skillText('s'),
      'repo/.cursor/skills/c/SKILL.md': skillText('c'),
      'repo/pkg/.github/skills/g/SKILL.md': skillText('g'),
      'home/.config/opencode/skills/o/SKILL.md': skillText('o'),
      'codex/skills/x/SKILL.md': skillText('x'),
      'home/.moltbot/skills/m/SKILL.md': skillText('m'),
    });
    const env = { HOME: join(folder, 'home'), CODEX_HOME: join(folder, 'codex') };
    const ids = async (...argv: string[]): Promise<string[]> => {
      const { out } = await runIn(join(folder, 'repo/pkg'), ['list', '--json', ...argv], { env });
      return JSON.parse(out).skills.map(({ id }: { id: string }) => id);
    };
    expect(await ids()).toEqual(['project:s']);
    expect(await ids('--agents')).toEqual([
      'project-cursor:c',
      'project-github-copilot.pkg:g',
      'personal-openclaw-3:m',
      'personal-opencode:o',
      'project:s',
      'personal-codex:x',
    ]);
    expect(await ids('--agents', '--root', '../.agents/skills')).toHaveLength(6);
  });
});

it('the shipped collections are found from the sources too', () => {
  expect(bundledRoot()).toEqual({
    id: 'bundled',
    kind: 'bundled',
    path: join(import.meta.dirname, '../../../collections'),
  });
});
