import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import { makeTree, skillText, type TreeEntry } from '../../support/tree.ts';

const openRoots = (folder: string, ...paths: string[]) =>
  openCatalog({
    roots: paths.map((path, at) => ({ id: `r${at}`, kind: 'project', path: join(folder, path) })),
    cache: false,
  });

describe('one real folder', () => {
  const linked: Record<string, TreeEntry> = {
    '.agents/skills/s1/SKILL.md': skillText('s1'),
    '.agents/skills/s2/SKILL.md': skillText('s2'),
    '.agents/skills/s2/old/SKILL.md': skillText('old'),
    '.claude/skills/s1': { link: '../../.agents/skills/s1' },
    '.claude/skills/two': { link: '../../.agents/skills/s2' },
    '.claude/skills/own/SKILL.md': skillText('own'),
  };

  it('is one skill, whatever roots lead to it: in lists, search, readiness, context and ledger', async () => {
    const folder = makeTree(linked);
    const catalog = await openRoots(folder, '.agents/skills', '.claude/skills');
    const view = catalog.view();
    const ids = ['r0:s1', 'r0:s2', 'r1:own'];
    expect(view.entries().map(({ id }) => id)).toEqual(ids);
    expect((await view.listSkills()).skills.map(({ id }) => id).sort()).toEqual(ids);
    expect((await view.searchSkills({ query: 's1' })).skills.map(({ id }) => id)).toEqual(['r0:s1']);
    expect((await view.readiness()).map(({ id }) => id)).toEqual(ids);
    expect((await view.context()).report).toMatchObject({ ordinary: 3, shadowed: 0 });
    const report = await catalog.report();
    expect(report.ledger).toMatchObject({ found: 4, indexed: 3, ordinary: 3, nested: 1 });
    expect(report.revisits).toBe(2);
    expect(report.diagnostics.filter(({ code }) => code === 'scan/revisit').map(({ path }) => path)).toEqual([
      `${folder}/.claude/skills/s1`,
      `${folder}/.claude/skills/two`,
    ]);
    await expect(view.resolve('r1:s1')).rejects.toMatchObject({ code: 'SKILL_NOT_FOUND' });
  });

  it.each([
    ['in a broken collection', 'COLLECTION.json', '{bad', 'in_broken_collection'],
    ['that an ignore file leaves out', '.skillficheignore', '*\n', 'ignored'],
  ] as const)('%s is counted once, whatever roots and links lead there', async (_, file, text, as) => {
    const folder = makeTree({
      [`a/bio/${file}`]: text,
      'a/bio/x/SKILL.md': skillText('x'),
      'a/bio/y/z/SKILL.md': skillText('z'),
      'a/plain/SKILL.md': skillText('plain'),
      'b/bio': { link: '../a/bio' },
      'b/own/SKILL.md': skillText('own'),
      again: { link: 'a' },
    });
    const once = (await (await openRoots(folder, 'a')).report()).ledger;
    expect(once).toMatchObject({ found: 3, indexed: 1, [as]: 2 });
    expect((await (await openRoots(folder, 'a', 'again')).report()).ledger).toEqual(once);
    const { ledger } = await (await openRoots(folder, 'a', 'b', 'again')).report();
    expect(ledger).toMatchObject({ found: 4, indexed: 2, [as]: 2 });
    expect((await (await openRoots(folder, 'b', 'a')).report()).ledger).toMatchObject({
      found: 4,
      indexed: 2,
      [as]: 2,
    });
  });

  it('is where the root before others in rank has it, whatever the order given', async () => {
    const folder = makeTree(linked);
    const roots = [
      { id: 'mine', kind: 'personal', path: join(folder, '.agents/skills') },
      { id: 'ours', kind: 'project', path: join(folder, '.claude/skills') },
    ];
    const view = (await openCatalog({ roots, cache: false })).view();
    expect(view.entries().map(({ id }) => id)).toEqual(['ours:own', 'ours:s1', 'ours:two']);
  });

  it.each([
    ['the same folder', 'a', 'a', ['r0:x', 'r0:y/z'], 2],
    ['a link to the folder', 'a', 'way', ['r0:x', 'r0:y/z'], 2],
    ['a folder in the first', 'a', 'a/y', ['r0:x', 'r0:y/z'], 1],
    ['a folder around the first', 'a/y', 'a', ['r0:z', 'r1:x'], 1],
    ['a folder whose name only begins alike', 'a', 'ab', ['r0:x', 'r0:y/z', 'r1:q'], 0],
  ])('is one skill where a second root is %s', async (_, first, second, ids, revisits) => {
    const folder = makeTree({
      'a/x/SKILL.md': skillText('x'),
      'a/y/z/SKILL.md': skillText('z'),
      'a/bad/SKILL.md': '',
      'ab/q/SKILL.md': skillText('q'),
      way: { link: 'a' },
    });
    const catalog = await openRoots(folder, first, second);
    expect(
      catalog
        .view()
        .entries()
        .map(({ id }) => id),
    ).toEqual(ids);
    const report = await catalog.report();
    expect(report.revisits).toBe(revisits);
    expect(report.ledger).toMatchObject({ found: ids.length + 1, indexed: ids.length, invalid: 1 });
    expect(report.diagnostics.filter(({ code }) => code === 'scan/empty-file')).toHaveLength(1);
  });

  it('keeps a collection whole: what lies in it is a member, also where a root before it leads into it', async () => {
    const folder = makeTree({
      'r/bio/COLLECTION.json': JSON.stringify({ schema_version: 1, id: 'bio', prompt_line: '{count}' }),
      'r/bio/x/SKILL.md': skillText('x'),
      'r/bio/y/SKILL.md': skillText('y'),
      'first/x': { link: '../r/bio/x' },
    });
    const view = (await openRoots(folder, 'first', 'r')).view();
    expect(view.entries().map(({ id }) => id)).toEqual(['bio:x', 'bio:y']);
  });

  it('is looked at again when the way to it changes, and stays one skill from a snapshot', async () => {
    const folder = makeTree({ 'a/x/SKILL.md': skillText('x'), 'b/own/SKILL.md': skillText('own'), cache: null });
    const roots = ['a', 'b'].map((path) => ({ id: path, kind: 'project', path: join(folder, path) }));
    const open = () => openCatalog({ roots, cache: join(folder, 'cache') });
    const catalog = await open();
    symlinkSync('../a/x', join(folder, 'b/way'));
    const ids = ['a:x', 'b:own'];
    const next = await catalog.refresh();
    expect(
      next
        .view()
        .entries()
        .map(({ id }) => id),
    ).toEqual(ids);
    expect((await next.report()).revisits).toBe(1);
    expect(
      (await open())
        .view()
        .entries()
        .map(({ id }) => id),
    ).toEqual(ids);
    writeFileSync(join(folder, 'a/x/SKILL.md'), skillText('renamed'));
    const last = (await next.refresh()).view();
    expect(last.entries().map(({ name }) => name)).toEqual(['renamed', 'own']);
    expect(last.entries().map(({ id }) => id)).toEqual(ids);
  });

  it('is counted once however roots and links lie', async () => {
    const names = ['a', 'b', 'c'];
    const link = fc.record({
      at: fc.constantFrom(...names),
      name: fc.constantFrom('l', 'm'),
      to: fc.constantFrom(...names, 'a/s', 'b/s'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(link, { maxLength: 4 }),
        fc.array(fc.constantFrom('.', ...names, 'a/s'), { minLength: 1, maxLength: 4 }),
        async (links, paths) => {
          const tree: Record<string, TreeEntry> = Object.fromEntries(
            names.flatMap((name) => [
              [`${name}/s/SKILL.md`, skillText(`${name}-s`)],
              [`${name}/t/SKILL.md`, skillText(`${name}-t`)],
            ]),
          );
          for (const { at, name, to } of links) tree[`${at}/${name}`] = { link: `../${to}` };
          const folder = makeTree(tree);
          const catalog = await openRoots(folder, ...paths);
          const seen = catalog
            .view()
            .entries()
            .map(({ name }) => name);
          expect(new Set(seen).size).toBe(seen.length);
          const { ledger } = await catalog.report();
          expect(ledger.indexed).toBe(seen.length);
          expect(ledger.found).toBe(seen.length);
        },
      ),
      { numRuns: 40 },
    );
  });
});
