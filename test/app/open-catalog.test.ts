import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../src/app/open-catalog.ts';
import { DuplicateCollectionError, SkillficheError } from '../../src/base/errors.ts';
import type { OpenOptions } from '../../src/catalog/internals.ts';
import { markerText, openPlanted, type PlantedRoot, skills } from '../support/catalog.ts';
import { makeTree, skillText } from '../support/tree.ts';

const failureOf = async (run: Promise<unknown>): Promise<unknown> => {
  try {
    await run;
  } catch (error) {
    return error;
  }
  return 'nothing was thrown';
};

describe('opening a catalog', () => {
  it('gives what the roots hold, through a view of everything', async () => {
    const catalog = await openPlanted([
      { tree: { ...skills({ a: 'a' }), 'bio/COLLECTION.json': markerText('bio'), ...skills({ 'bio/x': 'x' }) } },
    ]);
    expect(
      catalog
        .view()
        .entries()
        .map((entry) => entry.id),
    ).toEqual(['bio:x', 'project:a']);
    expect(catalog.view().collections()).toEqual([
      { id: 'bio', title: 'bio', count: 1, prompt_line: 'bio: 1 recipes.' },
    ]);
  });

  it('of no root, of an empty one and of one that does not exist yet is an empty catalog', async () => {
    for (const roots of [[], [{ tree: {} }]]) expect((await openPlanted(roots)).view().entries()).toEqual([]);
    const catalog = await openCatalog({ roots: [{ id: 'p', kind: 'project', path: '/nowhere/at/all' }], cache: false });
    expect(catalog.view().entries()).toEqual([]);
    expect(catalog.view().diagnostics).toMatchObject([
      { code: 'scan/root-missing', severity: 'info', path: '/nowhere/at/all' },
    ]);
  });

  it('with a file for a root says so and keeps the others', async () => {
    const folder = makeTree({ 'file.md': 'x', 'r/a/SKILL.md': skillText('a') });
    const catalog = await openCatalog({
      roots: [
        { id: 'f', kind: 'project', path: join(folder, 'file.md') },
        { id: 'r', kind: 'project', path: join(folder, 'r') },
      ],
      cache: false,
    });
    expect(
      catalog
        .view()
        .entries()
        .map((entry) => entry.id),
    ).toEqual(['r:a']);
    expect(catalog.view().diagnostics).toMatchObject([
      { code: 'scan/root-not-a-directory', severity: 'error', path: join(folder, 'file.md') },
    ]);
  });

  it.each<[string, unknown, RegExp]>([
    ['no roots', {}, /roots must be a list/],
    ['roots that are a text', { roots: './skills' }, /roots must be a list.*"\.\/skills"/],
    ['a root without id', { roots: [{ kind: 'project', path: '/r' }] }, /its id must be letters.*undefined/],
    ['an id with a colon', { roots: [{ id: 'a:b', kind: 'project', path: '/r' }] }, /its id must be letters.*"a:b"/],
    ['a root without path', { roots: [{ id: 'a', kind: 'project' }] }, /"a" needs the path of a folder/],
    ['an empty path', { roots: [{ id: 'a', kind: 'project', path: '' }] }, /"a" needs the path of a folder, not ""/],
    ['a root without kind', { roots: [{ id: 'a', path: '/r' }] }, /"a" needs a kind/],
    [
      'a rank that is no number',
      { roots: [{ id: 'a', kind: 'x', path: '/r', rank: Number.NaN }] },
      /rank of "a" must be a number, not NaN/,
    ],
    ['a root that is nothing', { roots: [null] }, /must be \{id, kind, path\}, not null/],
    ['a limit that is no number', { roots: [], limits: { maxSkills: Number.NaN } }, /limits\.maxSkills .* not NaN/],
    ['a limit below none', { roots: [], limits: { maxDepth: -1 } }, /limits\.maxDepth .* not -1/],
    ['a limit nobody knows', { roots: [], limits: { maxskills: 1 } }, /no option "maxskills"\. Did you mean maxSkills/],
    ['limits that are none', { roots: [], limits: null }, /limits takes an object of options, not null/],
  ])('refuses %s', async (_, options, message) => {
    const error = await failureOf(openCatalog({ cache: false, ...(options as OpenOptions) }));
    expect(error).toBeInstanceOf(SkillficheError);
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) });
  });

  it.each([undefined, null, 5, 'skills', []])('refuses %j in the place of options', async (given) => {
    const error = await failureOf(openCatalog(given as unknown as OpenOptions));
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(/^openCatalog takes/) });
  });

  it('refuses two roots of one id, and names both', async () => {
    const error = await failureOf(openPlanted([{ tree: {} }, { tree: {} }]));
    expect(error).toMatchObject({
      code: 'DUPLICATE_ROOT',
      paths: ['/r0', '/r1'],
      message: expect.stringMatching(/"project": \/r0 and \/r1\. Give one another id/),
    });
  });
});

describe('two collections of one id', () => {
  const roots: PlantedRoot[] = [
    { id: 'one', tree: { 'x/COLLECTION.json': markerText('bio'), ...skills({ 'x/a': 'a' }) } },
    { id: 'two', tree: { 'y/COLLECTION.json': markerText('bio'), ...skills({ 'y/b': 'b', c: 'c' }) } },
  ];

  it('are an error with both paths and the way out', async () => {
    const error = await failureOf(openPlanted(roots));
    expect(error).toBeInstanceOf(DuplicateCollectionError);
    expect(error).toMatchObject({
      code: 'DUPLICATE_COLLECTION',
      paths: ['/r0/x', '/r1/y'],
      message:
        'Two collections have the id "bio": /r0/x and /r1/y. Change "id" in one of their COLLECTION.json files, or leave one of the roots out.',
    });
  });

  it('are a diagnostic for whoever asks to be told, and nothing else is lost', async () => {
    const view = (await openPlanted(roots, { onDuplicate: 'report' })).view();
    expect(view.entries().map((entry) => entry.id)).toEqual(['bio:a', 'two:c']);
    expect(view.diagnostics).toMatchObject([
      { code: 'collection/duplicate-id', severity: 'error', path: '/r1/y/COLLECTION.json' },
    ]);
    expect(view.ledger()).toMatchObject({ found: 3, indexed: 2, shown: 2, in_broken_collection: 1 });
  });

  it('one of which is a root say whose id it is', async () => {
    const error = await failureOf(
      openPlanted([
        { id: 'bio', tree: {} },
        { id: 'two', tree: { 'c/COLLECTION.json': markerText('bio') } },
      ]),
    );
    expect(error).toMatchObject({
      code: 'DUPLICATE_COLLECTION',
      message: expect.stringMatching(/collection in \/r1\/c has the id "bio", which is also the id of the root \/r0\./),
    });
  });
});

describe('a broken marker', () => {
  it('keeps its tree out of the prompt, and every other tree in', async () => {
    const catalog = await openPlanted([
      {
        tree: {
          'bad/COLLECTION.json': '{"schema_version": 1,',
          ...skills({ 'bad/a': 'leak', 'bad/b/c': 'leak2', ok: 'ok' }),
          'good/COLLECTION.json': markerText('good'),
          ...skills({ 'good/x': 'x' }),
        },
      },
    ]);
    const view = catalog.view();
    expect(view.entries().map((entry) => entry.name)).toEqual(['x', 'ok']);
    const { text } = await view.context();
    expect(text).not.toContain('leak');
    expect(text).toContain('good: 1 recipes');
    expect(view.ledger()).toMatchObject({ found: 4, indexed: 2, in_broken_collection: 2 });
    expect(view.diagnostics).toMatchObject([
      { code: 'collection/broken-marker', severity: 'error', path: '/r0/bad/COLLECTION.json', line: 1, column: 22 },
    ]);
  });
});

describe('refreshing', () => {
  it('gives the same catalog while nothing changes, and a new one after a change', async () => {
    const folder = makeTree({ 'a/SKILL.md': skillText('a') });
    const catalog = await openCatalog({ roots: [{ id: 'p', kind: 'project', path: folder }], cache: false });
    expect(await catalog.refresh()).toBe(catalog);
    writeFileSync(join(folder, 'a/SKILL.md'), skillText('a', 'Changed it.'));
    const [changed, same] = await Promise.all([catalog.refresh(), catalog.refresh()]);
    expect(changed).not.toBe(catalog);
    expect(same).toBe(changed);
    expect(changed.view().entries()[0]?.description).toBe('Changed it.');
    expect(catalog.view().entries()[0]?.description).toBe('Does a.');
  });

  it('keeps a window on its ids, and says which of them are gone', async () => {
    const folder = makeTree({
      'a/SKILL.md': skillText('a'),
      'b/SKILL.md': skillText('b'),
      'c/SKILL.md': skillText('c'),
    });
    const catalog = await openCatalog({ roots: [{ id: 'p', kind: 'project', path: folder }], cache: false });
    const view = catalog.view({ only: ['a', 'p:b'] });
    rmSync(join(folder, 'b'), { recursive: true });
    writeFileSync(join(folder, 'a/SKILL.md'), skillText('renamed'));
    writeFileSync(join(folder, 'c/SKILL.md'), skillText('a'));
    const followed = view.follow(await catalog.refresh());
    expect(followed.entries().map(({ id, name }) => [id, name])).toEqual([['p:a', 'renamed']]);
    expect(followed.diagnostics).toMatchObject([{ code: 'catalog/unknown-entry', severity: 'warning', path: 'p:b' }]);
    expect(view.entries()).toHaveLength(2);
  });
});

it('a catalog, its views and its entries cannot be changed', async () => {
  const catalog = await openPlanted([{ tree: skills({ a: 'a' }) }]);
  const view = catalog.view();
  for (const one of [catalog, view, view.entries(), view.entries()[0], view.diagnostics])
    expect(Object.isFrozen(one)).toBe(true);
});
