import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SkillficheError } from '../../../src/base/errors.ts';
import {
  bundledRoot,
  defaultRoots,
  expandHome,
  isPathRef,
  numberRoots,
  parseRoot,
} from '../../../src/surface/cli/roots.ts';
import { makeTree } from '../../support/tree.ts';

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
    defaultRoots({ cwd, env: { HOME: home } }).map((root) => `${root.id} ${root.kind} ${root.path}`);

  it.each(['.git', '.agents', '.claude'])('are those of the project that a %s marks, then of the home', (mark) => {
    const folder = makeTree({ [`repo/${mark}`]: null, 'repo/src/deep': null, home: null });
    expect(of(join(folder, 'repo/src/deep'), join(folder, 'home'))).toEqual([
      `project project ${folder}/repo/.agents/skills`,
      `project-claude project ${folder}/repo/.claude/skills`,
      `personal personal ${folder}/home/.agents/skills`,
      `personal-claude personal ${folder}/home/.claude/skills`,
    ]);
  });

  it('are the current folder’s where nothing marks a project, and those of the home are not the project’s', () => {
    const folder = makeTree({ 'home/.agents': null, 'home/trees/x': null });
    expect(of(join(folder, 'home/trees/x'), join(folder, 'home'))[0]).toBe(
      `project project ${folder}/home/trees/x/.agents/skills`,
    );
  });

  it('are listed once in the home itself', () => {
    const folder = makeTree({ 'home/.agents': null });
    expect(of(join(folder, 'home'), join(folder, 'home'))).toEqual([
      `personal personal ${folder}/home/.agents/skills`,
      `personal-claude personal ${folder}/home/.claude/skills`,
    ]);
  });
});

it('the shipped collections are found from the sources too', () => {
  expect(bundledRoot()).toEqual({
    id: 'bundled',
    kind: 'bundled',
    path: join(import.meta.dirname, '../../../collections'),
  });
});
