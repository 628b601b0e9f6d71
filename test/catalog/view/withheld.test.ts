import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SkillficheError } from '../../../src/base/errors.ts';
import type { ReadableCatalog } from '../../../src/catalog/types.ts';
import { markerText, openPlanted, skills } from '../../support/catalog.ts';
import { everythingSaid } from '../../support/everything-said.ts';
import { skillText } from '../../support/tree.ts';

/** Names, folders and texts that say where they come from; `q` + digits never occurs otherwise. */
const ORDINARY = ['q1', 'q2', 'q3'];
const MEMBERS = ['q4', 'q5', 'q6', 'q7', 'q8', 'q9'];
const everyId = [
  ...ORDINARY.map((one) => `project:${one}`),
  ...MEMBERS.map((one, at) => `${at < 3 ? 'bio' : 'geo'}:x/${one}`),
];

/** Every skill shares the name "shared" with a namesake, and has traps: nested, miscased, broken, linked. */
const planted: Promise<ReadableCatalog> = openPlanted([
  {
    tree: {
      ...Object.fromEntries(
        ORDINARY.map((one) => [
          `${one}/SKILL.md`,
          `---\nname: ${one}\ndescription: About ${one}: x\n---\n${one} body\n`,
        ]),
      ),
      'bio/COLLECTION.json': markerText('bio'),
      'geo/COLLECTION.json': markerText('geo'),
      ...Object.fromEntries(
        MEMBERS.map((one, at) => [
          `${at < 3 ? 'bio' : 'geo'}/x/${one}/SKILL.md`,
          `---\nname: ${one}\ndescription: About ${one}.\nrequirements: [env:${one}_KEY]\n---\n${one} body\n`,
        ]),
      ),
      'q1/deep/SKILL.md': skillText('q1'),
      'q2/skill.md': skillText('q2'),
    },
  },
  {
    id: 'later',
    kind: 'personal',
    tree: Object.fromEntries(
      ['q1', 'q4'].map((one) => [`copy-of-${one}/SKILL.md`, skillText(one, `Shadowed ${one}.`)]),
    ),
  },
]);
const everyNow = [...everyId, 'later:copy-of-q1', 'later:copy-of-q4'];

describe('a withheld skill', () => {
  it('occurs in nothing a view says: no list, count, page, error, suggestion, search, readiness or diagnostic', async () => {
    const catalog = await planted;
    await fc.assert(
      fc.asyncProperty(fc.subarray(everyNow), async (only) => {
        const view = catalog.view({ only });
        const tokens = [...ORDINARY, ...MEMBERS];
        const visible = new Set(only.map((id) => /q\d/.exec(id)?.[0] ?? ''));
        // Asking by name of what is withheld gives the caller's own word back, so those refs are asked apart.
        const said = await everythingSaid(view, only);
        for (const token of tokens.filter((one) => !visible.has(one))) expect(said).not.toContain(token);
        const { indexed, shown, withheld, disabled } = view.ledger();
        expect([shown, withheld, disabled, indexed]).toEqual([
          only.length,
          everyNow.length - only.length,
          0,
          everyNow.length,
        ]);
        const ids = everyNow.filter((id) => !only.includes(id));
        for (const id of ids) expect(said).not.toContain(`"${id}"`);
      }),
      { numRuns: 25 },
    );
  });

  it('answers to its id and name exactly as one that does not exist', async () => {
    const catalog = await planted;
    const view = catalog.view({ only: ['project:q1', 'bio:x/q4'] });
    const failure = async (ref: string): Promise<string> => {
      const error = await view.loadSkill(ref).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(SkillficheError);
      return `${(error as SkillficheError).code} ${(error as SkillficheError).message}`.replaceAll(ref, 'REF');
    };
    for (const [hidden, absent] of [
      ['q5', 'z5'],
      ['bio:x/q5', 'bio:x/z5'],
      ['geo:x/q7', 'geo:x/z7'],
      ['project:q2', 'project:z2'],
    ] as const) {
      expect(await failure(hidden)).toBe(await failure(absent));
    }
    const collection = async (id: string): Promise<string> =>
      String(await view.listSkills({ collection: id }).catch((caught: unknown) => caught)).replaceAll(id, 'ID');
    expect(await collection('geo')).toBe(await collection('zzz'));
  });

  it('does not hide another: its name goes to the next, which is shadowed by nobody', async () => {
    const view = (await planted).view({ only: ['later:copy-of-q1', 'later:copy-of-q4'] });
    expect((await view.loadSkill('q1')).id).toBe('later:copy-of-q1');
    for (const row of (await view.listSkills()).skills) expect(row).not.toHaveProperty('shadowed_by');
    expect((await view.context()).report).toMatchObject({ ordinary: 2, shadowed: 0 });
  });

  it('changes no byte of what is said of the others when it changes', async () => {
    const sayings = await Promise.all(
      ['One.', 'Two: other'].map(async (text) => {
        const catalog = await openPlanted([
          { tree: { ...skills({ a: 'a', b: 'b' }), 'hidden/SKILL.md': skillText('a', text), 'z/SKILL.md': text } },
        ]);
        return everythingSaid(catalog.view({ only: ['project:a', 'project:b'] }), ['a', 'b', 'project:b']);
      }),
    );
    expect(sayings[0]).toBe(sayings[1]);
  });
});

describe('an allowlist of five members and one ordinary skill', () => {
  it('is all that counts, pages and errors speak of', async () => {
    const tree = {
      'bio/COLLECTION.json': markerText('bio'),
      ...skills(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`bio/c${at % 4}/r${at}`, `recipe-${at}`]))),
      ...skills({ one: 'one', two: 'two' }),
    };
    const only = ['recipe-3', 'bio:c0/r4', 'recipe-17', 'recipe-30', 'bio:c3/r39', 'one'];
    const view = (await openPlanted([{ tree }])).view({ only });
    expect(view.ledger()).toMatchObject({ indexed: 42, shown: 6, withheld: 36, disabled: 0 });
    expect(await view.listSkills()).toMatchObject({
      total: 1,
      collections: [{ id: 'bio', count: 5, prompt_line: 'bio: 5 recipes.' }],
    });
    const pages = await Promise.all(
      [0, 2, 4].map((offset) => view.listSkills({ collection: 'bio', offset, limit: 2 })),
    );
    expect(pages.map(({ total, count }) => [total, count])).toEqual([
      [5, 2],
      [5, 2],
      [5, 1],
    ]);
    expect(pages.flatMap((page) => page.skills.map((row) => row.name)).sort()).toEqual([
      'recipe-17',
      'recipe-3',
      'recipe-30',
      'recipe-39',
      'recipe-4',
    ]);
    const error = await view.loadSkill('recipe-5').catch((caught: unknown) => caught);
    expect(String(error)).toContain('among the 6 skills here');
    for (const suggestion of (error as SkillficheError).suggestions)
      expect(view.entries().map((entry) => entry.id)).toContain(suggestion);
    expect((await view.context()).text).toMatch(/- one: Does one\.[\s\S]*- bio: 5 recipes\./);
  });
});

it('a page walk over a view with a switched-off member meets the boundary once', async () => {
  const tree = {
    'c/COLLECTION.json': markerText('c'),
    ...skills(Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`c/m${at}`, `m${at}`]))),
  };
  const view = (await openPlanted([{ tree }])).view({ enabled: (id) => id !== 'c:m4' });
  const pages = await Promise.all([0, 5].map((offset) => view.listSkills({ collection: 'c', offset, limit: 5 })));
  expect(pages.flatMap((page) => page.skills.map((row) => row.name))).toEqual([
    'm0',
    'm1',
    'm2',
    'm3',
    'm5',
    'm6',
    'm7',
    'm8',
    'm9',
  ]);
});
