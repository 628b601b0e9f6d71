import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SkillficheError } from '../../../src/base/errors.ts';
import type { SkillRow } from '../../../src/base/types.ts';
import type { View } from '../../../src/catalog/types.ts';
import { markerText, openPlanted, skills } from '../../support/catalog.ts';
import { skillText } from '../../support/tree.ts';

const failureOf = async (run: Promise<unknown>): Promise<SkillficheError> => {
  try {
    await run;
  } catch (error) {
    if (error instanceof SkillficheError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

async function pageThrough(view: View, limit: number, collection?: string): Promise<SkillRow[]> {
  const rows: SkillRow[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const page: Awaited<ReturnType<View['listSkills']>> = await view.listSkills({
      offset,
      limit,
      ...(collection === undefined ? {} : { collection }),
    });
    expect(page.count).toBe(page.skills.length);
    rows.push(...page.skills);
    offset = page.next_offset;
  }
  return rows;
}

const planted = openPlanted([
  {
    id: 'shipped',
    kind: 'bundled',
    tree: {
      'bio/COLLECTION.json': markerText('bio', { title: 'Biology' }),
      ...skills({ 'bio/align/msa': 'msa', 'bio/align/pairwise': 'pairwise', 'bio/zeta': 'Alpha' }),
      'empty/COLLECTION.json': markerText('empty'),
      ...skills({ deploy: 'deploy' }),
    },
  },
  { tree: { ...skills({ notes: 'notes' }), 'tools/deploy/SKILL.md': skillText('Deploy', 'The other one.') } },
]);

describe('the overview', () => {
  it('lists ordinary skills, and every collection that has a member', async () => {
    const page = await (await planted).view().listSkills();
    expect(page).toMatchObject({ total: 3, offset: 0, count: 3 });
    expect(page).not.toHaveProperty('next_offset');
    expect(page).not.toHaveProperty('collection');
    expect(page.collections).toEqual([{ id: 'bio', title: 'Biology', count: 3, prompt_line: 'bio: 3 recipes.' }]);
    expect(page.skills.map(({ id, shadowed_by }) => [id, shadowed_by])).toEqual([
      ['project:tools/deploy', 'shipped:deploy'],
      ['shipped:deploy', undefined],
      ['project:notes', undefined],
    ]);
    expect(Object.keys(page)).toEqual(['total', 'offset', 'count', 'skills', 'collections', 'catalog_digest']);
    expect(Object.keys(page.skills[1] ?? {})).toEqual(['id', 'name', 'description', 'readiness', 'network']);
  });

  it('has its collections whole on every page', async () => {
    const page = await (await planted).view().listSkills({ offset: 2, limit: 1 });
    expect(page).toMatchObject({ total: 3, count: 1, collections: [{ id: 'bio' }] });
  });
});

describe('a collection', () => {
  it('is paged by name, then id', async () => {
    const page = await (await planted).view().listSkills({ collection: 'bio', limit: 2 });
    expect(page).toMatchObject({ collection: 'bio', total: 3, offset: 0, count: 2, next_offset: 2 });
    expect(page.skills.map((row) => row.id)).toEqual(['bio:zeta', 'bio:align/msa']);
    expect(page).not.toHaveProperty('collections');
  });

  it('that is empty is an empty page, not an unknown one', async () => {
    const catalog = await planted;
    for (const view of [catalog.view(), catalog.view({ enabled: () => true })]) {
      expect(await view.listSkills({ collection: 'empty' })).toMatchObject({
        collection: 'empty',
        total: 0,
        skills: [],
      });
    }
  });

  it.each([
    ['bioo', 'No collection has the id "bioo". Did you mean bio?', ['bio']],
    ['nothing', 'No collection has the id "nothing". There is bio.', ['bio']],
    ['shipped', 'No collection has the id "shipped". There is bio.', ['bio']],
    ['', 'No collection has the id "". There is bio.', ['bio']],
  ])('%j is not found', async (collection, message, suggestions) => {
    expect(await failureOf((await planted).view().listSkills({ collection }))).toMatchObject({
      code: 'COLLECTION_NOT_FOUND',
      message,
      suggestions,
    });
  });

  it('is not found where no member is visible', async () => {
    const view = (await planted).view({ only: ['notes'] });
    expect(await failureOf(view.listSkills({ collection: 'bio' }))).toMatchObject({
      code: 'COLLECTION_NOT_FOUND',
      message: 'No collection has the id "bio". There is no collection here.',
      suggestions: [],
    });
    expect((await view.listSkills()).collections).toEqual([]);
  });
});

describe('pages', () => {
  it.each([
    [3, 0],
    [4, 0],
    [1e20, 0],
    [2, 1],
  ])('from %i on hold %i', async (offset, count) => {
    const page = await (await planted).view().listSkills({ offset });
    expect(page).toMatchObject({ offset, count, total: 3 });
    expect(page).not.toHaveProperty('next_offset');
  });

  it.each([{ offset: -1 }, { offset: 1.5 }, { limit: 0 }, { limit: 201 }, { limit: Number.NaN }])(
    'with %j are refused',
    async (options) => {
      expect((await failureOf((await planted).view().listSkills(options))).code).toBe('INVALID_ARGUMENT');
    },
  );

  it.each([null, 5, 'x', []])('refuse %j in the place of options, as everything else does', async (given) => {
    const view = (await planted).view();
    const options = given as never;
    const calls = [
      () => view.listSkills(options),
      () => view.context(options),
      () => view.searchSkills(options),
      () => view.readiness(undefined, options),
      async () => (await planted).view(options as object),
    ];
    for (const call of calls) expect(await failureOf(call())).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('refuse a text for a list, a value for a function and nothing for a text', async () => {
    const view = (await planted).view();
    const wrong = 'a' as unknown;
    const calls = [
      () => view.readiness(wrong as string[]),
      () => view.suggest(undefined as unknown as string),
      async () => (await planted).view({ enabled: wrong as () => boolean }),
    ];
    for (const call of calls) expect(await failureOf(call())).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('have no next one when the last is exactly full', async () => {
    expect(await (await planted).view().listSkills({ limit: 3 })).not.toHaveProperty('next_offset');
  });

  it('have rows of one line, at most 200 characters long', async () => {
    const catalog = await openPlanted([
      { tree: { 'a/SKILL.md': `---\nname: a\ndescription: |\n  One\n  two ${'é'.repeat(300)}\n---\n` } },
    ]);
    const [row] = (await catalog.view().listSkills()).skills;
    expect(row?.description).toMatch(/^One two é+…$/);
    expect(Array.from(row?.description ?? '')).toHaveLength(200);
  });

  it('end before 40,000 characters', async () => {
    const long = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [
        `${String(at).padStart(3, '0')}${'x'.repeat(200)}/SKILL.md`,
        skillText(`n${at}`, 'y'.repeat(200)),
      ]),
    );
    const view = (await openPlanted([{ tree: long }])).view();
    const page = await view.listSkills({ limit: 200 });
    expect(page.count).toBeLessThan(120);
    expect(JSON.stringify(page.skills).length).toBeLessThanOrEqual(40_200);
    expect(new Set((await pageThrough(view, 200)).map((row) => row.id)).size).toBe(200);
  });

  it('joined are the list, once each, for any limit, window and number of equal names', async () => {
    const tree = fc
      .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { minLength: 1 })
      .chain((paths) =>
        fc.tuple(
          ...paths.map((path) => fc.tuple(fc.constant(path), fc.constantFrom('same', 'Same', 'other'), fc.boolean())),
        ),
      );
    await fc.assert(
      fc.asyncProperty(tree, fc.integer({ min: 1, max: 5 }), fc.func(fc.boolean()), async (list, limit, enabled) => {
        const catalog = await openPlanted([
          {
            tree: {
              'c/COLLECTION.json': markerText('c'),
              ...Object.fromEntries(
                list.map(([path, name, isMember]) => [`${isMember ? 'c/' : ''}m${path}/SKILL.md`, skillText(name)]),
              ),
            },
          },
        ]);
        const view = catalog.view({ enabled: (id) => enabled(id) });
        const rows = [
          ...(await pageThrough(view, limit)),
          ...(view.collections().length === 0 ? [] : await pageThrough(view, limit, 'c')),
        ];
        expect(rows.map((row) => row.id).sort()).toEqual(view.entries().map((entry) => entry.id));
        expect(await pageThrough(view, 200)).toEqual(await pageThrough(view, limit));
      }),
      { numRuns: 40 },
    );
  });
});

describe('resolving', () => {
  it.each([
    ['shipped:deploy', 'shipped:deploy'],
    ['DEPLOY', 'shipped:deploy'],
    ['project:tools/deploy', 'project:tools/deploy'],
    ['alpha', 'bio:zeta'],
  ])('%j gives %s', async (ref, id) => {
    expect((await (await planted).view().resolve(ref)).id).toBe(id);
  });

  it('says of an entry where it is, what it is and whether it is hidden', async () => {
    expect(await (await planted).view().resolve('project:tools/deploy')).toEqual({
      id: 'project:tools/deploy',
      scope: 'project',
      root: 'project',
      path: 'tools/deploy',
      name: 'Deploy',
      description: 'The other one.',
      folder: '/r1/tools/deploy',
      file: 'SKILL.md',
      size: skillText('Deploy', 'The other one.').length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      recovered: false,
      shadowed_by: 'shipped:deploy',
    });
    expect(await (await planted).view().resolve('msa')).toMatchObject({
      collection: 'bio',
      scope: 'bio',
      root: 'shipped',
      path: 'align/msa',
    });
  });

  it('what is not there says among how many it is not, and quotes on one line', async () => {
    const error = await failureOf((await planted).view().resolve(`no such\u001B[2J ${'x'.repeat(200)}`));
    expect(error.code).toBe('SKILL_NOT_FOUND');
    expect(error.message).toMatch(/^No skill named "no such\[2J x+…" is among the 6 skills here\./);
  });

  it('in a catalog of nothing says so', async () => {
    const error = await failureOf((await openPlanted([{ tree: {} }])).view().resolve('x'));
    expect(error.message).toBe(
      'No skill named "x" is among those here: there are none. Open the catalog with a root that holds some.',
    );
  });

  it.each(['', '  ', undefined, 7])('%j is no reference', async (ref) => {
    expect(await failureOf((await planted).view().resolve(ref as string))).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('an ambiguous name gives three ids', async () => {
    const tree = Object.fromEntries(['a', 'b', 'c', 'd'].map((path) => [`${path}/SKILL.md`, skillText('twice', path)]));
    const error = await failureOf((await openPlanted([{ tree }])).view().resolve('Twice'));
    expect(error).toMatchObject({
      code: 'AMBIGUOUS_NAME',
      message: 'Several skills are named "Twice". Use an id: project:a, project:b, project:c.',
      suggestions: ['project:a', 'project:b', 'project:c'],
    });
  });

  it('tells the owner, and nobody else, that some files could not be listed', async () => {
    const catalog = await openPlanted([
      { tree: { ...skills({ a: 'a' }), 'b/SKILL.md': '', 'c/SKILL.md': { fails: 'EACCES' } } },
    ]);
    expect((await failureOf(catalog.view().resolve('b'))).message).toMatch(
      /among the one skill here\. .* 2 more SKILL\.md could not be listed; `skillfiche scan` says why\.$/,
    );
    expect((await failureOf(catalog.view({ only: ['a'] }).resolve('b'))).message).not.toContain('more SKILL.md');
  });
});

describe('the window of everything', () => {
  it('is the same with and without a switch that hides nothing', async () => {
    const catalog = await planted;
    const [plain, switched] = [catalog.view(), catalog.view({ enabled: () => true })];
    for (const read of [
      (view: View) => view.entries(),
      (view: View) => view.collections(),
      (view: View) => view.diagnostics,
      (view: View) => view.catalog_digest,
      (view: View) => view.ledger(),
    ]) {
      expect(read(switched)).toEqual(read(plain));
    }
    expect(await switched.listSkills()).toEqual(await plain.listSkills());
    expect(await switched.context()).toEqual(await plain.context());
  });

  it('with an empty allowlist shows nothing', async () => {
    const view = (await planted).view({ only: [] });
    expect([view.entries(), view.collections(), view.diagnostics]).toEqual([[], [], []]);
    expect(await view.context()).toMatchObject({ text: '', report: { ordinary: 0, collections: 0, members: 0 } });
    expect(view.ledger()).toMatchObject({ indexed: 6, shown: 0, withheld: 6, disabled: 0 });
  });
});

it('a digest of the catalog changes with what is visible, and with nothing else', async () => {
  const digestOf = async (text: string, only?: string[]): Promise<string> =>
    (await openPlanted([{ tree: { 'a/SKILL.md': text, ...skills({ b: 'b' }) } }])).view(
      only === undefined ? {} : { only },
    ).catalog_digest;
  expect(await digestOf(skillText('a'))).toBe(await digestOf(skillText('a')));
  expect(await digestOf(skillText('a'))).not.toBe(await digestOf(skillText('a', 'Else.')));
  expect(await digestOf(skillText('a'), ['b'])).toBe(await digestOf(skillText('a', 'Else.'), ['b']));
});
