import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalName, compareCodePoints } from '../../../src/base/text.ts';
import type { CatalogData } from '../../../src/catalog/rows/build.ts';
import { scopeOfRow } from '../../../src/catalog/rows/rows.ts';
import { type Grant, Selection } from '../../../src/catalog/rows/selection.ts';
import { markerText, plantCatalog, skills } from '../../support/catalog.ts';
import { skillText } from '../../support/tree.ts';

const idsOf = (selection: Selection, rows: readonly number[] = selection.all()): string[] =>
  rows.map((row) => selection.id(row));
const grant = (id: string): Grant => ({ kind: 'skill', id });
const all = (scope: string): Grant => ({ kind: 'scope', scope });
const standingOf = (selection: Selection, id: string): unknown => {
  const row = selection.all().find((one) => selection.id(one) === id) ?? -1;
  const canonical = canonicalName(selection.name(row));
  const standing = selection.standing(row, selection.namesakes(new Set([canonical])).get(canonical) ?? []);
  if (standing.kind === 'shadowed') return { shadowed: selection.id(standing.by) };
  return standing.kind === 'ambiguous' ? { ambiguous: idsOf(selection, standing.with) } : 'has name';
};

describe('what a selection sees', () => {
  const planted = plantCatalog([
    {
      tree: {
        ...skills({ a: 'a', b: 'b' }),
        'bio/COLLECTION.json': markerText('bio'),
        ...skills({ 'bio/x': 'x', 'bio/y': 'y' }),
      },
    },
  ]);

  it.each<[string, Grant[] | undefined, string[]]>([
    ['everything without grants', undefined, ['bio:x', 'bio:y', 'project:a', 'project:b']],
    ['nothing with none', [], []],
    ['what is granted by id', [grant('bio:y'), grant('project:a')], ['bio:y', 'project:a']],
    ['all of a scope', [all('bio')], ['bio:x', 'bio:y']],
    ['only ordinary skills of a root', [all('project')], ['project:a', 'project:b']],
    ['nothing for what is gone', [grant('bio:gone'), all('gone')], []],
    ['nothing twice', [grant('bio:x'), all('bio'), grant('bio:x')], ['bio:x', 'bio:y']],
  ])('is %s', async (_, grants, ids) => {
    const selection = new Selection(await planted, grants);
    expect(idsOf(selection)).toEqual(ids);
    expect(selection).toMatchObject({
      shown: ids.length,
      withheld: 4 - ids.length,
      disabled: 0,
      isOpen: grants === undefined,
    });
    expect(selection.data.scopes.map((scope) => selection.countIn(scope)).reduce((a, b) => a + b)).toBe(ids.length);
  });

  it('counts withheld before disabled, and asks the switch only about what is granted', async () => {
    const asked: string[] = [];
    const selection = new Selection(await planted, [all('bio')], (id) => {
      asked.push(id);
      return id === 'bio:y';
    });
    expect(idsOf(selection)).toEqual(['bio:y']);
    expect(selection).toMatchObject({ shown: 1, withheld: 2, disabled: 1, isOpen: false });
    expect(asked).toEqual(['bio:x', 'bio:y']);
  });

  it('has a digest that anyone can make: sha256 of each SKILL.md, two blanks, the id, in order', async () => {
    const selection = new Selection(await planted, [grant('bio:y'), grant('project:a')]);
    const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
    expect(selection.digest()).toBe(sha(`${sha(skillText('y'))}  bio:y\n${sha(skillText('a'))}  project:a\n`));
    expect(new Selection(await planted, []).digest()).toBe(sha(''));
  });
});

describe('the listing order', () => {
  it('is the canonical name, then the id, by code point', async () => {
    const data = await plantCatalog([
      { tree: skills({ '1': 'beta', '2': 'Alpha', '3': 'alpha', '4': 'éa', '5': 'z', '6': '\uFF5E', '7': '😀' }) },
    ]);
    const selection = new Selection(data);
    expect(selection.ordinary().map((row) => selection.name(row))).toEqual(
      ['Alpha', 'alpha', 'beta', 'z', '\uFF5E', 'éa', '😀'].sort(
        (a, b) => compareCodePoints(canonicalName(a), canonicalName(b)) || 0,
      ),
    );
  });

  it('runs through all roots for ordinary skills', async () => {
    const data = await plantCatalog([
      { id: 'b', tree: skills({ x: 'same', y: 'one' }) },
      { id: 'a', kind: 'personal', tree: skills({ x: 'Same', y: 'two' }) },
    ]);
    const selection = new Selection(data);
    expect(idsOf(selection, selection.ordinary())).toEqual(['b:y', 'a:x', 'b:x', 'a:y']);
  });

  it('of a collection holds its visible members alone', async () => {
    const data = await plantCatalog([
      { tree: { 'c/COLLECTION.json': markerText('c'), ...skills({ 'c/1': 'z', 'c/2': 'y', 'c/3': 'x', d: 'd' }) } },
    ]);
    const selection = new Selection(data, [grant('c:1'), grant('c:3'), grant('project:d')]);
    const scope = data.scopes.find((one) => one.id === 'c');
    expect(scope && idsOf(selection, selection.listed(scope))).toEqual(['c:3', 'c:1']);
    expect(idsOf(selection, selection.ordinary())).toEqual(['project:d']);
  });
});

describe('who has a name', () => {
  it('is the better rank; the other is shadowed and keeps its id', async () => {
    const data = await plantCatalog([
      { id: 'mine', kind: 'personal', tree: { 'deploy/SKILL.md': skillText('deploy', 'Mine.') } },
      { id: 'shipped', kind: 'bundled', tree: { 'tools/deploy/SKILL.md': skillText('Deploy', 'Shipped.') } },
    ]);
    const selection = new Selection(data);
    expect(standingOf(selection, 'shipped:tools/deploy')).toBe('has name');
    expect(standingOf(selection, 'mine:deploy')).toEqual({ shadowed: 'shipped:tools/deploy' });
  });

  it('is the ordinary skill before the member within a root, and the member of a better root before that', async () => {
    const collection = { 'c/COLLECTION.json': markerText('c'), 'c/lint/SKILL.md': skillText('lint', 'Member.') };
    const data = await plantCatalog([
      { id: 'one', tree: { ...collection, 'lint/SKILL.md': skillText('lint', 'Ordinary.') } },
      { id: 'two', tree: { 'lint/SKILL.md': skillText('lint', 'Later.') } },
    ]);
    const selection = new Selection(data);
    expect(standingOf(selection, 'one:lint')).toBe('has name');
    expect(standingOf(selection, 'c:lint')).toEqual({ shadowed: 'one:lint' });
    expect(standingOf(selection, 'two:lint')).toEqual({ shadowed: 'one:lint' });
    const withoutWinner = new Selection(data, [all('c'), all('two')]);
    expect(standingOf(withoutWinner, 'c:lint')).toBe('has name');
    expect(standingOf(withoutWinner, 'two:lint')).toEqual({ shadowed: 'c:lint' });
  });

  it('is the better rank also where ranks are half numbers', async () => {
    const collection = { 'c/COLLECTION.json': markerText('c'), 'c/lint/SKILL.md': skillText('lint', 'Member.') };
    const data = await plantCatalog([
      { id: 'one', rank: 1, tree: collection },
      { id: 'two', rank: 1.5, tree: { 'lint/SKILL.md': skillText('lint', 'Ordinary.') } },
    ]);
    expect(standingOf(new Selection(data), 'c:lint')).toBe('has name');
    expect(standingOf(new Selection(data), 'two:lint')).toEqual({ shadowed: 'c:lint' });
  });

  it('is nobody among different skills of equal standing', async () => {
    const data = await plantCatalog([
      {
        tree: {
          'a/SKILL.md': skillText('lint', 'A.'),
          'b/SKILL.md': skillText('lint', 'B.'),
          'c/SKILL.md': skillText('lint', 'A.'),
        },
      },
    ]);
    const selection = new Selection(data);
    expect(standingOf(selection, 'project:a')).toEqual({ ambiguous: ['project:b', 'project:c'] });
    expect(standingOf(selection, 'project:b')).toEqual({ ambiguous: ['project:a', 'project:c'] });
  });

  it('is nobody among roots of equal explicit rank, whatever their order', async () => {
    const roots = [
      { id: 'one', rank: 5, tree: { 'a/SKILL.md': skillText('lint', 'A.') } },
      { id: 'two', kind: 'bundled', rank: 5, tree: { 'b/SKILL.md': skillText('lint', 'B.') } },
    ];
    for (const order of [roots, [...roots].reverse()]) {
      expect(standingOf(new Selection(await plantCatalog(order)), 'one:a')).toEqual({ ambiguous: ['two:b'] });
    }
  });

  it('is the first of byte-identical copies', async () => {
    const data = await plantCatalog([{ tree: { 'b/SKILL.md': skillText('lint'), 'a/SKILL.md': skillText('lint') } }]);
    const selection = new Selection(data);
    expect(standingOf(selection, 'project:a')).toBe('has name');
    expect(standingOf(selection, 'project:b')).toEqual({ shadowed: 'project:a' });
  });

  it('is found also where a name is that of its folder', async () => {
    const data = await plantCatalog([
      { id: 'one', tree: { 'lint/SKILL.md': '---\ndescription: Nameless.\n---\nText\n' } },
      { id: 'two', kind: 'personal', tree: { 'x/SKILL.md': skillText('lint', 'Named.') } },
    ]);
    expect(standingOf(new Selection(data), 'two:x')).toEqual({ shadowed: 'one:lint' });
  });
});

/** A second, slow reading of the rules of names. */
function oracle(selection: Selection, name: string): { readonly row?: number; readonly disputed?: readonly number[] } {
  const key = (row: number): readonly [number, number] => {
    const scope = scopeOfRow(selection.data, row);
    return [scope.rank, scope.collection === undefined ? 0 : 1];
  };
  const rows = selection.all().filter((row) => canonicalName(selection.name(row)) === canonicalName(name));
  rows.sort(
    (a, b) => key(a)[0] - key(b)[0] || key(a)[1] - key(b)[1] || compareCodePoints(selection.id(a), selection.id(b)),
  );
  const [first] = rows;
  if (first === undefined) return {};
  const equals = rows.filter((row) => key(row).join() === key(first).join());
  return equals.every((row) => selection.sha256(row) === selection.sha256(first))
    ? { row: first }
    : { disputed: equals };
}

const name = fc.constantFrom('lint', 'Lint', 'deploy', 'ｌｉｎｔ', 'test');
const tree = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c/x', 'c/y', 'd'), name, fc.constantFrom('One.', 'Two.')), {
    maxLength: 5,
  })
  .map((list) => ({
    'c/COLLECTION.json': '',
    ...Object.fromEntries(list.map(([path, one, text]) => [`${path}/SKILL.md`, skillText(one, text)])),
  }));
const roots = fc.array(
  fc.tuple(
    tree,
    fc.constantFrom('bundled', 'project', 'personal', 'team'),
    fc.option(fc.constantFrom(1, 2), { nil: undefined }),
  ),
  { minLength: 1, maxLength: 3 },
);
const plant = (
  list: readonly (readonly [Record<string, string>, string, number | undefined])[],
): Promise<CatalogData> =>
  plantCatalog(
    list.map(([one, kind, rank], at) => ({
      id: `r${at}`,
      kind,
      ...(rank === undefined ? {} : { rank }),
      tree: { ...one, 'c/COLLECTION.json': markerText(`c${at}`) },
    })),
  );

it('names, standings and lists agree with a slow reading of the rules, through any window', async () => {
  await fc.assert(
    fc.asyncProperty(roots, fc.func(fc.boolean()), fc.boolean(), async (list, enabled, isWhole) => {
      const data = await plant(list);
      const selection = isWhole ? new Selection(data) : new Selection(data, undefined, (id) => enabled(id));
      const rows = selection.all();
      expect(idsOf(selection)).toEqual([...idsOf(selection)].sort(compareCodePoints));
      const namesakes = selection.namesakes(new Set(rows.map((row) => canonicalName(selection.name(row)))));
      for (const row of rows) {
        const canonical = canonicalName(selection.name(row));
        const expected = oracle(selection, canonical);
        expect(selection.winner(namesakes.get(canonical) ?? [])).toEqual(expected);
        const { kind } = selection.standing(row, namesakes.get(canonical) ?? []);
        expect(kind).toBe(
          expected.row === row ? 'has-name' : expected.disputed?.includes(row) ? 'ambiguous' : 'shadowed',
        );
      }
      const shared = rows
        .filter((row) => (namesakes.get(canonicalName(selection.name(row))) ?? []).length > 1)
        .sort((a, b) => a - b);
      expect([...selection.sharedNames().values()].flat().sort((a, b) => a - b)).toEqual(shared);
      const listed = [
        ...selection.ordinary(),
        ...data.scopes.filter((scope) => scope.collection !== undefined).flatMap((scope) => selection.listed(scope)),
      ];
      expect([...listed].sort((a, b) => a - b)).toEqual([...rows].sort((a, b) => a - b));
      expect(selection.shown + selection.withheld + selection.disabled).toBe(new Selection(data).shown);
    }),
    { numRuns: 80 },
  );
});
