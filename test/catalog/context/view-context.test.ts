import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SkillficheError } from '../../../src/base/errors.ts';
import { countCharacters } from '../../../src/base/text.ts';
import { markerText, openPlanted, skills } from '../../support/catalog.ts';
import { skillText } from '../../support/tree.ts';

describe('the prompt block of a view', () => {
  const planted = openPlanted([
    {
      id: 'shipped',
      kind: 'bundled',
      tree: {
        'deploy/SKILL.md': skillText('deploy', 'Shipped.'),
        'bio/COLLECTION.json': markerText('bio'),
        ...skills({ 'bio/a': 'a', 'bio/b': 'b', 'bio/c': 'c' }),
      },
    },
    {
      tree: {
        'deploy/SKILL.md': skillText('deploy', 'Mine.'),
        'x/SKILL.md': skillText('twice', 'X.'),
        'y/SKILL.md': skillText('twice', 'Y.'),
      },
    },
  ]);
  const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('- '));

  it('leaves out who would load as another, and names by id who shares a name', async () => {
    const { text, report } = await (await planted).view().context();
    expect(linesOf(text)).toEqual(['- deploy: Shipped.', '- project:x: X.', '- project:y: Y.', '- bio: 3 recipes.']);
    expect(report).toMatchObject({ ordinary: 4, shadowed: 1, whole: 3, collections: 1, members: 3, exceeded_by: 0 });
    expect(report.characters).toBe(countCharacters(text));
  });

  it('counts the members that can be seen, and leaves out a collection with none', async () => {
    const catalog = await planted;
    expect(linesOf((await catalog.view({ only: ['bio:a', 'bio:c', 'project:deploy'] }).context()).text)).toEqual([
      '- deploy: Mine.',
      '- bio: 2 recipes.',
    ]);
    expect((await catalog.view({ only: ['project:x'] }).context()).text).toContain('- twice: X.\n');
    expect((await catalog.view({ enabled: (id) => !id.startsWith('bio:') }).context()).text).not.toContain('bio');
  });

  it('has ids for names that are no label: empty ones, floods, and those spelt like the id of another skill', async () => {
    const catalog = await openPlanted([
      {
        tree: {
          'a/SKILL.md': skillText('project:b', 'Posing as b.'),
          'b/SKILL.md': skillText('b', 'The real b.'),
          'c/SKILL.md': `---\nname: ${'long'.repeat(100)}\ndescription: Flood.\n---\n`,
          'd/SKILL.md': '---\nname: "\\u200B"\ndescription: Unseen.\n---\n',
        },
      },
    ]);
    expect(linesOf((await catalog.view().context()).text).sort()).toEqual([
      '- b: The real b.',
      '- project:a: Posing as b.',
      '- project:c: Flood.',
      '- project:d: Unseen.',
    ]);
  });

  it.each([
    [{ max_characters: -1 }, 'max_characters must be a whole number from 0, not -1.'],
    [{ max_characters: 1.5 }, 'max_characters must be a whole number from 0, not 1.5.'],
    [{ max_characters: '8000' }, 'max_characters must be a whole number from 0, not "8000".'],
    [{ via: 'telepathy' }, 'via must be one of "mcp", "cli", "files", "tools", not "telepathy".'],
    [{ format: 'yaml' }, 'format must be one of "markdown", "xml", "json", not "yaml".'],
  ])('refuses %j', async (options, message) => {
    const error = await (await planted)
      .view()
      .context(options as never)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SkillficheError);
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', message });
  });

  it('names every ordinary skill somewhere in its report, under pressure and without', async () => {
    const tree = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`s${at}/SKILL.md`, skillText(`skill-${at}`, 'd'.repeat(200))]),
    );
    const view = (await openPlanted([{ tree }])).view();
    for (const max_characters of [100, 1_000, 2_000, 8_000, 20_000]) {
      const { text, report } = await view.context({ max_characters });
      expect(report.whole + report.shortened + report.names_only + report.folded).toBe(60);
      expect(report.shortened_skills).toHaveLength(report.shortened);
      expect(report.names_only_skills).toHaveLength(report.names_only);
      expect(report.folded_skills).toHaveLength(report.folded);
      expect(countCharacters(text) - max_characters <= report.exceeded_by).toBe(true);
    }
  });
});

it('every label in the prompt loads the skill whose line it is', async () => {
  const name = fc.oneof(
    fc.constantFrom('lint', 'Lint', 'li\u200Bnt', 'project:a', 'bundled:b', 'ｌｉｎｔ', ' lint ', 'a:b', '\u202Elint'),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const tree = fc
    .array(fc.tuple(fc.constantFrom('a', 'b', 'lint', 'fo\u200Blder', 'x/y', 'two\nlines'), name), { maxLength: 4 })
    .map((list) =>
      Object.fromEntries(
        list.map(([path, one]) => [
          `${path}/SKILL.md`,
          `---\nname: ${JSON.stringify(one)}\ndescription: ${path}\n---\n`,
        ]),
      ),
    );
  await fc.assert(
    fc.asyncProperty(tree, tree, async (first, second) => {
      const view = (await openPlanted([{ tree: first }, { id: 'bundled', kind: 'bundled', tree: second }])).view();
      const { text } = await view.context({ format: 'json', via: 'files' });
      for (const line of text === '' ? [] : JSON.parse(text).skills) {
        const entry = await view.resolve(line.name);
        expect(`${entry.folder}/${entry.file}`.replaceAll('\u200B', '').replaceAll('\n', ' ')).toBe(line.location);
      }
    }),
    { numRuns: 100 },
  );
});
