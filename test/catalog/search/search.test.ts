import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import type { SearchResult } from '../../../src/base/types.ts';
import type { ReadableCatalog, ViewOptions } from '../../../src/catalog/types.ts';
import { markerText } from '../../support/catalog.ts';
import { makeTree, skillText } from '../../support/tree.ts';

/** Opens a tree of skills, given as their descriptions and bodies by folder. */
async function open(
  skills: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Promise<ReadableCatalog> {
  const files = Object.entries(skills).map(([path, text]) => {
    const [description = '', ...body] = text.split('\n');
    return [`${path}/SKILL.md`, skillText(path.split('/').at(-1) ?? '', JSON.stringify(description), body.join('\n'))];
  });
  const path = makeTree({ ...Object.fromEntries(files), ...more });
  return openCatalog({ roots: [{ id: 'p', kind: 'project', path }], cache: false });
}

const namesOf = (result: SearchResult): string[] => result.skills.map(({ name }) => name);

async function find(catalog: ReadableCatalog, query: string, view: ViewOptions = {}): Promise<string[]> {
  return namesOf(await catalog.view(view).searchSkills({ query }));
}

describe('a search', () => {
  it('of two words finds the skill that has one of them, whatever order the skills are in', async () => {
    const catalog = await open({ 'aaa-notes': 'Takes notes.', gantt: 'Draws plans as bars.', zebra: 'Stripes.' });
    const result = await catalog.view().searchSkills({ query: 'gantt chart' });
    expect(namesOf(result)).toEqual(['gantt']);
    expect(result.skills[0]?.score).toBeGreaterThan(0);
  });

  it('orders by the scores it shows', async () => {
    const catalog = await open({
      a: 'Plots graphs.\n\nA graph is a plot of data.\n',
      b: 'Reads data.\n\nPlot the data.\n',
      c: 'Draws a graph of data, a plot.\n',
      d: 'Sorts files.',
    });
    const { skills, total } = await catalog.view().searchSkills({ query: 'plot a graph of data' });
    const scores = skills.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((x, y) => y - x));
    expect(total).toBe(skills.length);
    expect(namesOf({ skills } as SearchResult)).not.toContain('d');
  });

  const jots = {
    jot: 'Short.',
    'jot-down': 'Writes.',
    diary: 'jot jot jot jot jot in a diary',
    memo: 'jot jot jot jot jot a memo',
    log: 'jot jot jot jot jot a log',
  };
  it.each(['jot', ' JOT ', 'Jot', 'p/jot', 'p:jot'])('for the name %j has it first', async (query) => {
    const names = await find(await open(jots), query);
    expect(names[0]).toBe('jot');
    if (!query.includes('/') && !query.includes(':')) {
      expect(names[1]).toBe('jot-down');
      expect(names).toHaveLength(5);
    }
  });

  it('for the name of a member with its collection has that member first', async () => {
    const tree = { 'c/COLLECTION.json': markerText('col'), 'c/x/jot/SKILL.md': skillText('jot') };
    const view = (await open({ jot: 'Short.' }, tree)).view();
    expect((await view.searchSkills({ query: 'col/jot' })).skills[0]?.id).toBe('col:x/jot');
    expect((await view.searchSkills({ query: 'x/jot' })).skills[0]?.id).toBe('col:x/jot');
    // Both have the name: an ordinary skill comes before a member.
    expect((await view.searchSkills({ query: 'jot' })).skills.map(({ id }) => id)).toEqual(['p:jot', 'col:x/jot']);
    expect((await view.searchSkills({ query: 'jot', collection: 'col' })).skills.map(({ id }) => id)).toEqual([
      'col:x/jot',
    ]);
  });

  it('is decided by rare words, not by a skill full of common ones', async () => {
    const verbs =
      'create build make run write read open close start stop find list show edit move copy send get set use check test';
    const others = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`other-${at}`, `Can create and check things. ${verbs}`]),
    );
    const catalog = await open({
      ...others,
      helper: `Helps. ${verbs}\n\n${`${verbs}\n`.repeat(5)}`,
      spectra: 'Checks spectra.',
    });
    expect((await find(catalog, 'check spectra'))[0]).toBe('spectra');
  });

  it('keeps equals in the order of ordinary before member, then name', async () => {
    const body = skillText('x', 'Merges pages.').replace('name: x\n', '');
    const member = Object.fromEntries(['a', 'c'].map((name) => [`c/${name}/SKILL.md`, body]));
    const ordinary = Object.fromEntries(['b', 'd'].map((name) => [`${name}/SKILL.md`, body]));
    const catalog = await open({}, { 'c/COLLECTION.json': markerText('col'), ...member, ...ordinary });
    const ids = (await catalog.view().searchSkills({ query: 'merges pages' })).skills.map(({ id }) => id);
    expect(ids).toEqual(['p:b', 'p:d', 'col:a', 'col:c']);
  });

  it.each([
    ['基因', 'genes'],
    ['表达分析', 'genes'],
    ['ファイル', 'files'],
    ['유전자', 'korean'],
  ])('for %s finds it inside a sentence without blanks', async (query, expected) => {
    const catalog = await open({
      genes: '这是一个用于基因表达分析的技能',
      files: 'ファイルを結合する',
      korean: '유전자발현을분석한다',
      latin: 'Reads genes.',
    });
    expect(await find(catalog, query)).toEqual([expected]);
  });

  it.each([
    ['C++', 'cpp'],
    ['C#', 'csharp'],
    ['.NET', 'dotnet'],
    ['t-test', 'student'],
    ['p-value', 'significance'],
    ['test', 'student'],
    ['ttest', 'student'],
    ['scrna', 'cells'],
    ['scRNA-seq', 'cells'],
    ['read_csv', 'tables'],
    ['csv', 'tables'],
  ])('for %s has its skill first', async (query, expected) => {
    const catalog = await open({
      cpp: 'Programs in C++ with speed.',
      csharp: 'Programs in C# for windows.',
      dotnet: 'Programs in .NET for servers.',
      c: 'Programs in C and net cables.',
      student: 'Runs a t-test on two groups.',
      significance: 'Corrects a p-value for many tests of value.',
      cells: 'Clusters scRNA-seq counts.',
      tables: 'Loads with read_csv and cleans.',
    });
    expect((await find(catalog, query))[0]).toBe(expected);
  });

  it('puts every skill that has the word before those that have a near one', async () => {
    const catalog = await open({ graph: 'A.', 'graphene-sheets': 'B.', 'graph-cuts': 'C.', 'graph-walks': 'D.' });
    expect(await find(catalog, 'graph')).toEqual(['graph', 'graph-cuts', 'graph-walks', 'graphene-sheets']);
  });

  it('reads a word that nobody has as the near word of a name, after those who have the other words', async () => {
    const catalog = await open({
      'sequence-alignment': 'Does it.',
      'sequence-logos': 'Draws.',
      proteins: 'Folds proteins.',
      unrelated: 'Nothing of the kind.',
    });
    expect((await find(catalog, 'seuqence allignment'))[0]).toBe('sequence-alignment');
    expect((await find(catalog, 'allignment proteins'))[0]).toBe('proteins');
    expect(await find(catalog, 'qqqqqq')).toEqual([]);
  });

  it('matches words of one and two letters exactly only', async () => {
    const catalog = await open({
      'r-basics': 'Plots in R with style.',
      rna: 'RNA counts.',
      ribosomes: 'Ribosomes and their rrna.',
      go: 'Terms of GO.',
      google: 'Asks google.',
    });
    expect(await find(catalog, 'r plots')).toEqual(['r-basics']);
    expect((await find(catalog, 'go'))[0]).toBe('go');
    expect(await find(catalog, 'go')).not.toContain('google');
    expect(await find(catalog, 'rn')).toEqual([]);
  });

  it('is filtered before it is cut', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 600 }, (_, at) => [`n${String(at).padStart(3, '0')}`, 'Sorts rows of a table.']),
    );
    const catalog = await open(many);
    const only = ['p:n400', 'p:n401', 'p:n402'];
    const result = await catalog.view({ only }).searchSkills({ query: 'sort table rows', limit: 10 });
    expect(result.skills.map(({ id }) => id)).toEqual(only);
    expect(result.total).toBe(3);
    expect((await catalog.view().searchSkills({ query: 'sort table rows' })).total).toBe(600);
  });

  it('has pages that are the whole list, once each', async () => {
    const view = (
      await open(Object.fromEntries(Array.from({ length: 23 }, (_, at) => [`n${at}`, 'Sorts rows.'])))
    ).view();
    const whole = await view.searchSkills({ query: 'sort rows', limit: 200 });
    const ids: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: SearchResult = await view.searchSkills({ query: 'sort rows', limit: 7, offset });
      ids.push(...page.skills.map(({ id }) => id));
      offset = page.next_offset;
    }
    expect(ids).toEqual(whole.skills.map(({ id }) => id));
    expect(new Set(ids).size).toBe(23);
    expect(await view.searchSkills({ query: 'sort rows', offset: 99 })).toMatchObject({ total: 23, skills: [] });
    expect((await view.searchSkills({ query: 'sort rows' })).skills).toHaveLength(10);
  });

  it('shows nothing of a withheld or disabled skill, in no field', async () => {
    const catalog = await open({
      open: 'Draws a zephyr chart.',
      secret: 'Draws a zephyr chart of xyzzy.\n\n## Zephyr xyzzy\n\nThe zephyr xyzzy text.\n',
      xyzzyname: 'Zephyr.',
    });
    const all = await catalog.view().searchSkills({ query: 'zephyr chart' });
    expect(all.total).toBe(2);
    for (const options of [{ only: ['open'] }, { enabled: (id: string) => id === 'p:open' }]) {
      for (const query of [
        'zephyr chart',
        'xyzzy',
        'xyzzyname',
        'xyzzynam',
        'secret',
        'p:secret',
        'zephyr chart xyzzi',
      ]) {
        const text = JSON.stringify({ ...(await catalog.view(options).searchSkills({ query })), query: '' });
        expect(text).not.toMatch(/xyzzy|secret/);
      }
      expect(await catalog.view(options).suggest('xyzzynam')).toEqual([]);
    }
  });

  it('shows one clean line from the best place, and the description where there is none', async () => {
    const catalog = await open({
      disk: 'Finds what fills a disk.\n\n# Disk\n\nStart here.\n\n## Large folders\n\n- Use **du** to list the `largest` [folders](x).\n',
      bare: 'Counts inodes.',
    });
    const view = catalog.view();
    const [hit] = (await view.searchSkills({ query: 'largest folders' })).skills;
    expect(hit?.snippet).toBe('Use du to list the largest folders.');
    expect((await view.searchSkills({ query: 'inodes' })).skills[0]?.snippet).toBe('Counts inodes.');
  });

  it('is by keywords of the frontmatter too, wherever they stand', async () => {
    const with_ = (fields: string): string => `---\nname: n\ndescription: d\n${fields}\n---\n\nText.\n`;
    const catalog = await open(
      {},
      {
        'a/SKILL.md': with_('tags: [kmer, assembly]'),
        'b/SKILL.md': with_('metadata:\n  keywords: lasagna\n  other: pasta'),
        'c/SKILL.md': with_('primary_tool: minimap2'),
        'd/SKILL.md': with_('triggers:\n  - !!str weird tag\n'),
      },
    );
    const ids = async (query: string): Promise<string[]> =>
      (await catalog.view().searchSkills({ query })).skills.map(({ id }) => id);
    expect(await ids('kmer')).toEqual(['p:a']);
    expect(await ids('lasagna')).toEqual(['p:b']);
    expect(await ids('minimap2')).toEqual(['p:c']);
    expect(await ids('weird')).toEqual(['p:d']);
    expect(await ids('pasta')).toEqual([]);
  });

  it.each([
    [{ query: '' }, /must not be empty/],
    [{ query: ' \n\u200b' }, /must not be empty/],
    [{ query: 7 as unknown as string }, /must be a text/],
    [{ query: 'x'.repeat(10_001) }, /10001 characters; at most 10000/],
    [{ query: 'x', limit: 0 }, /limit/],
    [{ query: 'x', limit: 201 }, /1 to 200/],
    [{ query: 'x', offset: -1 }, /offset/],
  ])('refuses %j', async (options, message) => {
    const view = (await open({ a: 'A.' })).view();
    await expect(view.searchSkills(options)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(message),
    });
  });

  it.each(['the of and', '???', '💥', 'x '.repeat(4000)])('for %j finds nothing, and says so', async (query) => {
    const view = (await open({ a: 'Reads files.' })).view();
    expect(await view.searchSkills({ query })).toMatchObject({ total: 0, offset: 0, skills: [] });
  });

  it('for an unknown collection is an error that names those there are', async () => {
    const view = (await open({ a: 'A.' })).view();
    await expect(view.searchSkills({ query: 'a', collection: 'none' })).rejects.toMatchObject({
      code: 'COLLECTION_NOT_FOUND',
    });
  });

  it('finds no near nonsense', async () => {
    const catalog = await open({
      pdf: 'Merges pdf files.',
      csv: 'Cleans csv files.',
      git: 'Mends a branch.',
      mail: 'Sends mail.',
    });
    expect(await find(catalog, 'write a birthday poem about files for my grandmother')).toEqual([]);
  });
});

describe('the search index in the cache folder', () => {
  async function inFolder(root: string, cache: string): Promise<ReadableCatalog> {
    return openCatalog({ roots: [{ id: 'p', kind: 'project', path: root }], cache });
  }
  const indexFiles = (cache: string): string[] => readdirSync(cache).filter((name) => name.startsWith('search-'));

  it('is written by the first search, named as `cache clear` knows it, and used by the next', async () => {
    const root = makeTree({ 'a/SKILL.md': skillText('a', 'Sorts rows.') });
    const cache = makeTree({});
    await (await inFolder(root, cache)).view().context();
    expect(indexFiles(cache)).toEqual([]);
    const first = await (await inFolder(root, cache)).view().searchSkills({ query: 'sort rows' });
    const [file = ''] = indexFiles(cache);
    expect(file).toMatch(/^search-v\d+-[0-9a-f]{16}\.index$/);
    const bytes = readFileSync(join(cache, file));
    expect(await (await inFolder(root, cache)).view().searchSkills({ query: 'sort rows' })).toEqual(first);
    expect(readFileSync(join(cache, file)).equals(bytes)).toBe(true);
  });

  it('follows what is changed, added and removed', async () => {
    const root = makeTree({
      'a/SKILL.md': skillText('a', 'Sorts rows.'),
      'b/SKILL.md': skillText('b', 'Joins tables.'),
    });
    const cache = makeTree({});
    const catalog = await inFolder(root, cache);
    expect(await find(catalog, 'sort rows')).toEqual(['a']);
    writeFileSync(join(root, 'a/SKILL.md'), skillText('a', 'Draws circles.'));
    mkdirSync(join(root, 'c'));
    writeFileSync(join(root, 'c/SKILL.md'), skillText('c', 'Sorts rows.'));
    rmSync(join(root, 'b'), { recursive: true });
    for (const now of [await catalog.refresh(), await inFolder(root, cache)]) {
      expect(await find(now, 'sort rows')).toEqual(['c']);
      expect(await find(now, 'circles')).toEqual(['a']);
      expect(await find(now, 'tables')).toEqual([]);
    }
    expect(await find(catalog, 'tables')).toEqual(['b']);
  });

  it('is built again when it is damaged, and done without where it cannot be written', async () => {
    const root = makeTree({ 'a/SKILL.md': skillText('a', 'Sorts rows.') });
    const cache = makeTree({});
    await find(await inFolder(root, cache), 'sort rows');
    const file = join(cache, indexFiles(cache)[0] ?? '');
    const whole = readFileSync(file);
    for (const bad of [
      Buffer.alloc(0),
      whole.subarray(0, 200),
      Buffer.from(whole).fill(7, 300, 301),
      Buffer.from('x'),
    ]) {
      writeFileSync(file, bad);
      expect(await find(await inFolder(root, cache), 'sort rows')).toEqual(['a']);
      expect(readFileSync(file).equals(whole)).toBe(true);
    }
    const blocked = join(makeTree({ file: 'no folder' }), 'file');
    expect(await find(await inFolder(root, blocked), 'sort rows')).toEqual(['a']);
  });

  it('leaves out, for this catalog only, the text of a skill that changed since the scan', async () => {
    const root = makeTree({ 'a/SKILL.md': skillText('a', 'Sorts rows.', 'Uses quicksort.\n') });
    const cache = makeTree({});
    const catalog = await inFolder(root, cache);
    writeFileSync(join(root, 'a/SKILL.md'), skillText('a', 'Sorts rows.', 'Uses heapsort.\n'));
    expect(await find(catalog, 'heapsort')).toEqual([]);
    expect(await find(catalog, 'sort rows')).toEqual(['a']);
    expect(indexFiles(cache)).toEqual([]);
    expect(await find(await catalog.refresh(), 'heapsort')).toEqual(['a']);
  });
});

describe('suggestions', () => {
  it.each([
    ['sequence-alignmnt', ['p:sequence-alignment']],
    ['alig', ['p:sequence-alignment']],
    ['Sequence', ['p:sequence-alignment', 'p:sequence-logos']],
    ['zzzzzz', []],
    ['', []],
  ])('for %j are %j', async (text, expected) => {
    const catalog = await open({ 'sequence-alignment': 'A.', 'sequence-logos': 'B.', disk: 'C.' });
    expect((await catalog.view().suggest(text)).toSorted()).toEqual(expected);
  });

  it('are three at most unless more are asked for, and follow in an error', async () => {
    const catalog = await open(Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`plot-${at}`, 'P.'])));
    const view = catalog.view();
    expect(await view.suggest('plot')).toHaveLength(3);
    expect(await view.suggest('plot', 100)).toHaveLength(9);
    await expect(view.resolve('plott')).rejects.toMatchObject({ suggestions: expect.objectContaining({ length: 3 }) });
  });
});
