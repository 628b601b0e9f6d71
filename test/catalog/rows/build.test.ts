import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Root } from '../../../src/base/types.ts';
import {
  buildCatalog,
  type CatalogData,
  droppedDiagnostics,
  folderOf,
  rankRoots,
  scopeLedger,
} from '../../../src/catalog/rows/build.ts';
import { Selection } from '../../../src/catalog/rows/selection.ts';
import { sumLedgers } from '../../../src/tree/scan/ledger.ts';
import { markerText, plantCatalog, type RootTree, skills } from '../../support/catalog.ts';
import { skillText } from '../../support/tree.ts';

const root = (id: string, kind: string, rank?: number): Root => ({
  id,
  kind,
  path: `/${id}`,
  ...(rank === undefined ? {} : { rank }),
});
const idsOf = (data: CatalogData): string[] => {
  const selection = new Selection(data);
  return selection.all().map((row) => selection.id(row));
};
const ledgerOf = (data: CatalogData): ReturnType<typeof sumLedgers> =>
  sumLedgers(data.tables.flatMap((table) => table.header.scopes.map((_, index) => scopeLedger(data, table, index))));

describe('ranks', () => {
  it('come from the kind, then from the order given', () => {
    const order = rankRoots([
      root('p', 'personal'),
      root('a', 'project'),
      root('b', 'bundled'),
      root('c', 'project'),
      root('x', 'mine'),
    ]);
    const [p, a, b, c, x] = order as [number, number, number, number, number];
    expect(b < a && a < c && c < p && p < x).toBe(true);
  });

  it('are what the caller says where the caller says so', () => {
    expect(rankRoots([root('a', 'personal', -1), root('b', 'bundled', 7)])).toEqual([-1, 7]);
  });

  it('are untouched by how many roots a kind has', () => {
    const many = rankRoots([
      ...Array.from({ length: 20_001 }, (_, at) => root(`b${at}`, 'bundled')),
      root('p', 'project'),
    ]);
    expect(Math.max(...many.slice(0, -1))).toBeLessThan(many.at(-1) ?? 0);
  });
});

describe('a catalog', () => {
  it('numbers skills by scope and path, in the order of ids', async () => {
    const data = await plantCatalog([
      {
        tree: {
          ...skills({ b: 'b', 'a/x': 'x', 'a-b': 'ab', '.hidden/s': 'h' }),
          'bio/COLLECTION.json': markerText('bio'),
          ...skills({ 'bio/z/one': 'one', 'bio/a': 'two' }),
        },
      },
    ]);
    expect(idsOf(data)).toEqual(['bio:a', 'bio:z/one', 'project:.hidden/s', 'project:a-b', 'project:a/x', 'project:b']);
  });

  it('orders ids by code point, also where one scope begins like another', async () => {
    const data = await plantCatalog([
      { id: 'a', tree: skills({ x: 'x', '\uFF5E': 'w', '😀': 'e' }) },
      { id: 'a-b', tree: skills({ x: 'x' }) },
      { id: 'a.b', tree: skills({ x: 'x' }) },
    ]);
    expect(idsOf(data)).toEqual(['a-b:x', 'a.b:x', 'a:x', 'a:\uFF5E', 'a:😀']);
  });

  it('takes a root that has the marker as one collection', async () => {
    const data = await plantCatalog([
      { id: 'bio', tree: { 'COLLECTION.json': markerText('bio'), ...skills({ 'a/b': 'ab' }) } },
    ]);
    expect(data.dropped).toEqual([]);
    expect(idsOf(data)).toEqual(['bio:a/b']);
    expect(ledgerOf(data)).toMatchObject({ found: 1, members: 1, ordinary: 0 });
  });

  it('indexes a SKILL.md in the own folder of a root or collection and goes on below it', async () => {
    const data = await plantCatalog([
      {
        tree: {
          'SKILL.md': skillText('top'),
          ...skills({ a: 'a' }),
          'c/COLLECTION.json': markerText('c'),
          ...skills({ c: 'own', 'c/m': 'm' }),
        },
      },
    ]);
    expect(idsOf(data)).toEqual(['c:.', 'c:m', 'project:.', 'project:a']);
  });

  it('is empty, not broken, without roots and with empty ones', async () => {
    expect(idsOf(await plantCatalog([]))).toEqual([]);
    expect(idsOf(await plantCatalog([{ tree: {} }]))).toEqual([]);
  });
});

describe('a collection id that is taken', () => {
  const twice = [
    { id: 'one', kind: 'bundled', tree: { 'x/COLLECTION.json': markerText('bio'), ...skills({ 'x/a': 'a' }) } },
    { id: 'two', tree: { 'y/COLLECTION.json': markerText('bio'), ...skills({ 'y/b': 'b', own: 'own' }) } },
  ];

  it('by a collection of a better rank drops the other and keeps everything else', async () => {
    for (const roots of [twice, [...twice].reverse()]) {
      const data = await plantCatalog(roots);
      expect(idsOf(data)).toEqual(['bio:a', 'two:own']);
      expect(data.dropped).toMatchObject([{ id: 'bio', reason: 'duplicate' }]);
      expect(ledgerOf(data)).toMatchObject({ found: 3, indexed: 2, in_broken_collection: 1 });
      const [found] = droppedDiagnostics(data);
      expect(found).toMatchObject({ code: 'collection/duplicate-id', severity: 'error' });
      for (const path of data.dropped[0]?.paths ?? []) expect(found?.message).toContain(path);
      expect(found?.path).toMatch(/\/y\/COLLECTION\.json$/);
      expect(found?.hint).toMatch(/id/);
    }
  });

  it('within one root leaves the one that comes first by path', async () => {
    const data = await plantCatalog([
      {
        tree: {
          'b/COLLECTION.json': markerText('bio'),
          'a/COLLECTION.json': markerText('bio'),
          ...skills({ 'b/s': 'b', 'a/s1': 'a', 'a/s2': 'a2' }),
        },
      },
    ]);
    expect(idsOf(data)).toEqual(['bio:s1', 'bio:s2']);
    expect(data.dropped[0]?.paths).toEqual(['/r0/a', '/r0/b']);
  });

  it('by a root drops the collection, and the root keeps its own skills', async () => {
    const data = await plantCatalog([
      {
        tree: { ...skills({ a: 'a', b: 'b' }), 'c/COLLECTION.json': markerText('project'), ...skills({ 'c/m': 'm' }) },
      },
    ]);
    expect(idsOf(data)).toEqual(['project:a', 'project:b']);
    expect(data.dropped).toMatchObject([{ reason: 'root-id', id: 'project' }]);
    expect(ledgerOf(data)).toMatchObject({ found: 3, indexed: 2, in_broken_collection: 1 });
    expect(droppedDiagnostics(data)[0]?.message).toMatch(/"project" is the id of a root/);
  });

  it('by another root drops it as well', async () => {
    const data = await plantCatalog([
      { id: 'bio', tree: skills({ a: 'a' }) },
      { id: 'two', tree: { 'c/COLLECTION.json': markerText('bio'), ...skills({ 'c/m': 'm' }) } },
    ]);
    expect(idsOf(data)).toEqual(['bio:a']);
    expect(data.dropped).toMatchObject([{ reason: 'root-id', paths: ['/r0', '/r1/c'] }]);
  });

  it('is no clash where both are one folder, reached in two ways', async () => {
    const tree: RootTree = { 'c/COLLECTION.json': markerText('bio'), ...skills({ 'c/m': 'm' }) };
    const data = await plantCatalog([
      { id: 'one', tree },
      { id: 'two', tree: { link: { link: '/r0/c' } } },
    ]);
    expect(data.dropped).toMatchObject([{ reason: 'revisit' }]);
    expect(idsOf(data)).toEqual(['bio:m']);
    expect(ledgerOf(data)).toMatchObject({ found: 1, indexed: 1 });
    expect(droppedDiagnostics(data)).toMatchObject([{ code: 'scan/revisit', severity: 'info' }]);
  });
});

it('the catalog does not depend on the order in which folders list their entries', async () => {
  const tree: RootTree = {
    'two/COLLECTION.json': markerText('bio'),
    'one/COLLECTION.json': markerText('bio'),
    ...skills({ 'one/a': 'a', 'two/a': 'a', 'z/deploy': 'deploy', 'y/Deploy': 'Deploy', 'x/q': 'q' }),
    'x/q/deep/SKILL.md': skillText('deep'),
    'w/skill.md': skillText('w'),
    'w/SKILL.md': skillText('W'),
    l1: { link: 'z' },
    l2: { link: 'nowhere' },
    l3: { link: '.' },
  };
  const plain = await plantCatalog([{ tree }]);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 }), async (keys) => {
      let at = 0;
      const data = await plantCatalog([{ tree }], (entries) =>
        entries
          .map((entry) => ({ entry, key: keys[at++ % keys.length] ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ entry }) => entry),
      );
      expect(idsOf(data)).toEqual(idsOf(plain));
      expect(new Selection(data).digest()).toBe(new Selection(plain).digest());
      expect(ledgerOf(data)).toEqual(ledgerOf(plain));
      expect(droppedDiagnostics(data)).toEqual(droppedDiagnostics(plain));
      expect(data.tables.flatMap((table) => [...table.diagnostics()])).toEqual(
        plain.tables.flatMap((table) => [...table.diagnostics()]),
      );
    }),
    { numRuns: 25 },
  );
});

it('every table row is in exactly one scope, and the ledger counts it there', async () => {
  const name = fc.constantFrom('a', 'b', 'c', 'deploy', 'Bio');
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
  const tree = fc
    .tuple(
      fc.array(path, { maxLength: 8 }),
      fc.array(fc.tuple(path, fc.constantFrom('bio', 'x', 'project', '?')), { maxLength: 3 }),
    )
    .map(
      ([paths, markers]): RootTree => ({
        ...skills(Object.fromEntries(paths.map((one) => [one, one.split('/').at(-1) ?? '']))),
        ...Object.fromEntries(markers.map(([folder, id]) => [`${folder}/COLLECTION.json`, markerText(id)])),
      }),
    );
  await fc.assert(
    fc.asyncProperty(tree, tree, async (first, second) => {
      const data = await plantCatalog([{ tree: first }, { id: 'bundled', kind: 'bundled', tree: second }]);
      const ids = idsOf(data);
      const ledger = ledgerOf(data);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength(ledger.indexed);
      const files = [first, second].flatMap((one) => Object.keys(one)).filter((one) => /\/SKILL\.md$/i.test(one));
      expect(ledger.found).toBe(files.length);
      const { indexed, nested, miscased_duplicate, invalid, unreadable, in_broken_collection, ignored } = ledger;
      expect(indexed + nested + miscased_duplicate + invalid + unreadable + in_broken_collection + ignored).toBe(
        ledger.found,
      );
    }),
    { numRuns: 80 },
  );
});

describe('the folder of a path', () => {
  it.each([
    ['/r', '.', '/r'],
    ['/r', 'a/b', '/r/a/b'],
    ['/', 'a', '/a'],
    ['C:\\r\\', 'a', 'C:\\r/a'],
  ])('of root %s is, for %s, %s', (path, relative, folder) => {
    expect(folderOf({ id: 'x', kind: 'project', path }, relative)).toBe(folder);
  });
});

it('joining the same tables twice gives the same catalog', async () => {
  const data = await plantCatalog([{ tree: skills({ a: 'a' }) }]);
  const again = buildCatalog(
    data.tables.map((table) => table.header.root),
    data.tables,
  );
  expect(idsOf(again)).toEqual(idsOf(data));
});
