import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import { makeTree, skillText, type TreeEntry } from '../../support/tree.ts';

const open = (folder: string, cache: string | false = false) =>
  openCatalog({ roots: [{ id: 'r', kind: 'project', path: folder }], cache });
const idsOf = async (folder: string) =>
  (await open(folder))
    .view()
    .entries()
    .map(({ id }) => id);
const skills = (...paths: string[]): Record<string, TreeEntry> =>
  Object.fromEntries(paths.map((path) => [`${path}/SKILL.md`, skillText(path.replaceAll('/', '-').toLowerCase())]));

describe('.skillficheignore', () => {
  it.each([
    ['drafts/', ['r:a', 'r:b/drafts.d', 'r:b/x']],
    ['/drafts/', ['r:a', 'r:b/drafts', 'r:b/drafts.d', 'r:b/x']],
    ['# no pattern\n\n', ['r:a', 'r:b/drafts', 'r:b/drafts.d', 'r:b/x', 'r:drafts/x']],
    ['b/*\n!b/x', ['r:a', 'r:b/x', 'r:drafts/x']],
    ['b\n!b/x', ['r:a', 'r:drafts/x']],
    ['**/x/SKILL.md', ['r:a', 'r:b/drafts', 'r:b/drafts.d']],
    ['B/', ['r:a', 'r:b/drafts', 'r:b/drafts.d', 'r:b/x', 'r:drafts/x']],
    ['\uFEFFdrafts\r\na\r\n', ['r:b/drafts.d', 'r:b/x']],
    ['*', []],
  ])('with %j leaves %j', async (patterns, ids) => {
    const folder = makeTree({
      ...skills('a', 'b/x', 'b/drafts', 'b/drafts.d', 'drafts/x'),
      '.skillficheignore': patterns,
    });
    const catalog = await open(folder);
    expect(
      catalog
        .view()
        .entries()
        .map(({ id }) => id),
    ).toEqual(ids);
    const { ledger } = await catalog.report();
    expect(ledger).toMatchObject({ found: 5, indexed: ids.length, ignored: 5 - ids.length });
  });

  it('of an inner folder counts before those above it, and speaks of paths below itself', async () => {
    const folder = makeTree({
      ...skills('a/old', 'a/new', 'old'),
      '.skillficheignore': 'old',
      'a/.skillficheignore': '!old\n/new',
    });
    expect(await idsOf(folder)).toEqual(['r:a/old']);
  });

  it('says what it leaves out, once, and leaves out links as well', async () => {
    const folder = makeTree({
      ...skills('a', 'drafts/x', 'drafts/y'),
      l: { link: '../elsewhere' },
      '.skillficheignore': 'drafts/\nl/\n',
    });
    const { diagnostics } = await (await open(folder)).report();
    expect(diagnostics.filter(({ code }) => code === 'scan/ignored').map(({ path }) => path)).toEqual([
      `${folder}/drafts`,
    ]);
    const linked = makeTree({
      'r/a/SKILL.md': skillText('a'),
      'r/l': { link: '../out' },
      'out/SKILL.md': skillText('o'),
      'r/.skillficheignore': 'l/',
    });
    const report = await (await open(join(linked, 'r'))).report();
    expect(report.ledger).toMatchObject({ found: 2, indexed: 1, ignored: 1 });
  });

  it('leaves out a collection whole, and never a member', async () => {
    const marker = JSON.stringify({ schema_version: 1, id: 'bio', prompt_line: '{count}' });
    const tree = { ...skills('bio/a', 'bio/b', 'c'), 'bio/COLLECTION.json': marker };
    expect(await idsOf(makeTree({ ...tree, '.skillficheignore': 'a' }))).toEqual(['bio:a', 'bio:b', 'r:c']);
    expect(await idsOf(makeTree({ ...tree, 'bio/.skillficheignore': 'a' }))).toEqual(['bio:a', 'bio:b', 'r:c']);
    expect(await idsOf(makeTree({ ...tree, '.skillficheignore': 'bio/' }))).toEqual(['r:c']);
  });

  it('that cannot be read shows nothing of its folder, with an error', async () => {
    const folder = makeTree({ ...skills('a', 'b/x'), 'b/.skillficheignore': { link: '../../out-of-the-root' } });
    const { ledger, diagnostics } = await (await open(folder)).report();
    expect(ledger).toMatchObject({ found: 2, indexed: 1, ignored: 1 });
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ path }) => path)).toEqual([
      `${folder}/b/.skillficheignore`,
    ]);
  });

  it('is read again when it changes, also beside a snapshot', async () => {
    const folder = makeTree({ ...skills('r/a', 'r/b'), 'r/.skillficheignore': 'a', cache: null });
    const root = join(folder, 'r');
    const catalog = await open(root, join(folder, 'cache'));
    writeFileSync(join(root, '.skillficheignore'), 'b');
    for (const next of [await catalog.refresh(), await open(root, join(folder, 'cache'))])
      expect(
        next
          .view()
          .entries()
          .map(({ id }) => id),
      ).toEqual(['r:a']);
  });

  it('keeps the sum of the ledger, whatever it says', async () => {
    const pattern = fc.constantFrom(
      'a',
      'a/',
      '/b',
      '!a',
      '!b/',
      '*',
      '**/c',
      'SKILL.md',
      '!SKILL.md',
      'b/**',
      '\\!x',
      '[',
      '../x',
      '/',
      ' ',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(pattern, { maxLength: 4 }),
        fc.array(pattern, { maxLength: 3 }),
        async (outer, inner) => {
          const folder = makeTree({
            ...skills('a', 'a/b', 'b/a', 'b/c', 'c/c/c'),
            'b/empty/SKILL.md': '',
            '.skillficheignore': outer.join('\n'),
            'b/.skillficheignore': inner.join('\n'),
          });
          const { ledger } = await (await open(folder)).report();
          const { found, indexed, nested, miscased_duplicate, invalid, unreadable, in_broken_collection, ignored } =
            ledger;
          expect(found).toBe(6);
          expect(indexed + nested + miscased_duplicate + invalid + unreadable + in_broken_collection + ignored).toBe(
            found,
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
