import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDisk, type Disk } from '../../../src/io/disk/disk.ts';
import { scanRoot } from '../../../src/tree/scan/scan.ts';
import { sameContent } from '../../../src/tree/table/same-content.ts';
import type { SkillTable } from '../../../src/tree/table/table.ts';
import { makeTree, skillText, type TreeEntry } from '../../support/tree.ts';

async function scan(tree: Readonly<Record<string, TreeEntry>> | string, disk?: Disk): Promise<SkillTable> {
  const path = typeof tree === 'string' ? tree : makeTree(tree);
  const options = disk === undefined ? {} : { disk };
  return (await scanRoot({ id: 'r', kind: 'project', path }, options)).table;
}

function ids(table: SkillTable): string[] {
  return Array.from({ length: table.skills }, (_, row) => table.id(row));
}

function codes(table: SkillTable): string[] {
  return [...table.diagnostics()].map((one) => `${one.path} ${one.code}`);
}

/** Errors of the disk, by the end of the path. */
function failing(failures: Readonly<Record<string, string>>): Disk {
  const disk = createDisk();
  const check = (path: string): void => {
    for (const [end, code] of Object.entries(failures)) {
      if (path.endsWith(end)) throw Object.assign(new Error(`${code}: ${path}`), { code });
    }
  };
  return {
    ...disk,
    readFolder: (path) => {
      check(path);
      return disk.readFolder(path);
    },
    readFile: (path, limit) => {
      check(path);
      return disk.readFile(path, limit);
    },
  };
}

describe('what is a skill', () => {
  it('finds skills at any depth, in dot-folders too', async () => {
    const table = await scan({
      'alpha/SKILL.md': skillText('alpha'),
      'group/beta/SKILL.md': skillText('beta'),
      'a/b/c/d/e/deep/SKILL.md': skillText('deep'),
      '.curated/x/SKILL.md': skillText('x'),
      'README.md': 'no skill',
    });
    expect(ids(table)).toEqual(['r:.curated/x', 'r:a/b/c/d/e/deep', 'r:alpha', 'r:group/beta']);
    expect(codes(table)).toEqual([]);
  });

  it('ends discovery at a SKILL.md and reports the inner ones', async () => {
    const table = await scan({
      'pack/SKILL.md': skillText('pack'),
      'pack/inner/SKILL.md': skillText('inner'),
      'pack/references/deep/skill.md': skillText('ref'),
    });
    expect(ids(table)).toEqual(['r:pack']);
    expect(codes(table)).toEqual([
      'pack/inner/SKILL.md scan/nested-skill',
      'pack/references/deep/skill.md scan/nested-skill',
    ]);
    expect(table.header.scopes[0]?.ledger).toMatchObject({ found: 3, indexed: 1, nested: 2 });
  });

  it("takes a SKILL.md in the root's own folder as the skill `.` and goes on", async () => {
    const table = await scan({ 'SKILL.md': skillText('top'), 'a/SKILL.md': skillText('a') });
    expect(ids(table)).toEqual(['r:.', 'r:a']);
  });

  it('indexes a miscased file with a warning, and only the exact one where both stand', async () => {
    const table = await scan({
      'foo/skill.md': skillText('foo'),
      'bar/SKILL.md': skillText('bar'),
      'bar/skill.md': skillText('other'),
      'baz/Skill.md': skillText('baz'),
      'baz/skill.md': skillText('baz2'),
    });
    expect(ids(table).map((id, row) => [id, table.name(row), table.file(row)])).toEqual([
      ['r:bar', 'bar', 'SKILL.md'],
      ['r:baz', 'baz', 'Skill.md'],
      ['r:foo', 'foo', 'skill.md'],
    ]);
    expect(codes(table)).toEqual([
      'bar/skill.md scan/miscased-duplicate',
      'baz/Skill.md scan/miscased-file',
      'baz/skill.md scan/miscased-duplicate',
      'foo/skill.md scan/miscased-file',
    ]);
    expect(table.header.scopes[0]?.ledger).toMatchObject({ found: 5, indexed: 3, miscased_duplicate: 2 });
  });

  it('never searches version control, packages and virtual environments, and says so once each', async () => {
    const table = await scan({
      'real/SKILL.md': skillText('real'),
      'node_modules/pkg/skills/x/SKILL.md': skillText('x'),
      '.venv/lib/p/SKILL.md': skillText('p'),
      'venv/p/SKILL.md': skillText('p'),
      '__pycache__/SKILL.md': skillText('p'),
      '.git/SKILL.md': skillText('g'),
    });
    expect(ids(table)).toEqual(['r:real']);
    expect(codes(table)).toEqual([
      '.git scan/pruned',
      '.venv scan/pruned',
      '__pycache__ scan/pruned',
      'node_modules scan/pruned',
      'venv scan/pruned',
    ]);
    expect(table.header.scopes[0]?.ledger.found).toBe(1);
  });

  it('never searches them through a link of such a name either, as package managers make them', async () => {
    const tree = makeTree({
      'r/real/SKILL.md': skillText('real'),
      'r/node_modules': { link: '../store' },
      'store/pkg/skills/x/SKILL.md': skillText('real'),
    });
    const table = await scan(join(tree, 'r'));
    expect(ids(table)).toEqual(['r:real']);
    expect(codes(table)).toEqual(['node_modules scan/pruned']);
  });

  it('lists what a link of the owner leads to in such a folder', async () => {
    const table = await scan({
      'node_modules/pkg/skills/x/SKILL.md': skillText('x'),
      mine: { link: 'node_modules/pkg/skills/x' },
    });
    expect(ids(table)).toEqual(['r:mine']);
  });

  it('does not come back to the root by way of what a link led to', async () => {
    const tree = makeTree({
      'work/r/a/SKILL.md': skillText('a'),
      'work/r/ext': { link: '../../store' },
      'store/s/SKILL.md': skillText('s'),
      'store/back': { link: '../work' },
    });
    const table = await scan(join(tree, 'work/r'));
    expect(ids(table)).toEqual(['r:a', 'r:ext/s']);
    expect(codes(table)).toEqual(['ext/back scan/link-cycle']);
  });

  it('reads no marker through a link that leaves the root', async () => {
    const outside = makeTree({
      'COLLECTION.json': JSON.stringify({ schema_version: 1, id: 'c', prompt_line: '{count}' }),
    });
    const inside = JSON.stringify({ schema_version: 1, id: 'd', prompt_line: '{count}' });
    const table = await scan({
      'c/COLLECTION.json': { link: join(outside, 'COLLECTION.json') },
      'c/a/SKILL.md': skillText('a'),
      'd/COLLECTION.json': { link: 'marker.json' },
      'd/marker.json': inside,
      'd/b/SKILL.md': skillText('b'),
    });
    expect(ids(table)).toEqual(['d:b']);
    expect(codes(table)).toEqual(['c/COLLECTION.json collection/broken-marker']);
  });

  it('tells the tree that a marker names, and that is not there, from a folder nobody may read', async () => {
    const marker = JSON.stringify({ schema_version: 1, id: 'c', prompt_line: '{count}', tree: 'upstream' });
    const table = await scan({ 'c/COLLECTION.json': marker });
    expect([...table.diagnostics()]).toMatchObject([
      {
        code: 'scan/unreadable',
        path: 'c/upstream',
        message: 'The tree of collection "c" is not there; it has no members.',
        hint: expect.stringContaining('COLLECTION.json'),
      },
    ]);
  });

  it('takes names with brackets, blanks and pattern characters as they are', async () => {
    const table = await scan({ '[draft] talk (1)*/SKILL.md': skillText('draft') });
    expect(ids(table)).toEqual(['r:[draft] talk (1)*']);
  });

  it('does not take a folder named SKILL.md for a skill', async () => {
    const table = await scan({ 'a/SKILL.md/SKILL.md': skillText('inner') });
    expect(ids(table)).toEqual(['r:a/SKILL.md']);
  });
});

describe('links', () => {
  it('indexes a linked skill folder once, under the name of the link', async () => {
    const store = makeTree({ 'wrap/SKILL.md': skillText('wrap'), 'note.txt': 'x' });
    const table = await scan({
      wrap: { link: join(store, 'wrap') },
      zwrap: { link: join(store, 'wrap') },
      note: { link: join(store, 'note.txt') },
      nowhere: { link: join(store, 'missing') },
    });
    expect(ids(table)).toEqual(['r:wrap']);
    expect(codes(table)).toEqual(['note scan/link-to-file', 'nowhere scan/dangling-link', 'zwrap scan/revisit']);
    expect(table.header.revisits).toBe(1);
  });

  it('keeps the real folder where a link beside it leads to the same', async () => {
    const table = await scan({ 'docx-official/SKILL.md': skillText('docx'), docx: { link: 'docx-official' } });
    expect(ids(table)).toEqual(['r:docx-official']);
    expect(codes(table)).toEqual(['docx scan/revisit']);
  });

  it('ends at cycles, whether in a skill, of a folder, of a link or over the root', async () => {
    const table = await scan({
      'foo/SKILL.md': skillText('foo'),
      'foo/foo': { link: '.' },
      'group/back': { link: '..' },
      self: { link: 'self' },
      up: { link: '../..' },
    });
    expect(ids(table)).toEqual(['r:foo']);
    expect(codes(table)).toEqual(['group/back scan/link-cycle', 'self scan/link-cycle', 'up scan/link-cycle']);
  });

  it('finds ten linked skills from a folder elsewhere', async () => {
    const tree = Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [
        [`src/s${n}/SKILL.md`, skillText(`s${n}`)],
        [`R/s${n}`, { link: `../src/s${n}` }],
      ]).flat() as [string, TreeEntry][],
    );
    const table = await scan(join(makeTree(tree), 'R'));
    expect(ids(table)).toHaveLength(10);
  });

  it('reads a SKILL.md that is a link to a regular file, wherever that lies', async () => {
    const outside = makeTree({ 'store/x.md': skillText('x'), pages: null });
    const table = await scan({
      'a/SKILL.md': { link: join(outside, 'store/x.md') },
      'e/SKILL.md': { link: join(outside, 'pages') },
      'b/SKILL.md': { link: '../c/SKILL.md' },
      'c/SKILL.md': skillText('c'),
      'd/SKILL.md': { link: 'nothing.md' },
    });
    expect(ids(table)).toEqual(['r:a', 'r:b', 'r:c']);
    expect(codes(table)).toEqual(['d/SKILL.md scan/unreadable', 'e/SKILL.md scan/unreadable']);
    expect(table.header.scopes[0]?.ledger).toMatchObject({ found: 5, indexed: 3, unreadable: 2 });
  });
});

describe('what cannot be read', () => {
  it('goes on past a folder and a file without permission, naming the cause', async () => {
    const disk = failing({ '/locked': 'EACCES', '/b/SKILL.md': 'EACCES' });
    const table = await scan(
      { 'a/SKILL.md': skillText('a'), 'locked/x/SKILL.md': skillText('x'), 'b/SKILL.md': skillText('b') },
      disk,
    );
    expect(ids(table)).toEqual(['r:a']);
    expect(
      [...table.diagnostics()].map((one) => `${one.path} ${one.severity} ${/\((\w+)\)/.exec(one.message)?.[1]}`),
    ).toEqual(['b/SKILL.md error EACCES', 'locked error EACCES']);
  });

  it('lists a file over the limit as unreadable, an empty one and one with NUL as invalid', async () => {
    const table = await scan({
      'big/SKILL.md': skillText('big', 'd', 'x'.repeat(2 * 1024 * 1024)),
      'empty/SKILL.md': '',
      'nul/SKILL.md': 'a\0b',
      'ok/SKILL.md': skillText('ok'),
    });
    expect(ids(table)).toEqual(['r:ok']);
    expect(codes(table)).toEqual([
      'big/SKILL.md scan/too-large',
      'empty/SKILL.md scan/empty-file',
      'nul/SKILL.md scan/not-text',
    ]);
    expect(table.header.scopes[0]?.ledger).toMatchObject({ found: 4, indexed: 1, unreadable: 1, invalid: 2 });
  });

  it('says what a root is that is no folder: missing is a normal state, a file is an error', async () => {
    const folder = makeTree({ 'a-file': 'x', empty: null });
    const missing = await scan(join(folder, 'missing'));
    expect([...missing.diagnostics()]).toMatchObject([{ code: 'scan/root-missing', severity: 'info' }]);
    const file = await scan(join(folder, 'a-file'));
    expect([...file.diagnostics()]).toMatchObject([{ code: 'scan/root-not-a-directory', severity: 'error' }]);
    const empty = await scan(join(folder, 'empty'));
    expect([...empty.diagnostics()]).toEqual([]);
    expect(empty.skills).toBe(0);
  });

  it('says which limit was reached and how to raise it', async () => {
    const path = makeTree({
      'a/b/c/SKILL.md': skillText('c'),
      'd/SKILL.md': skillText('d'),
      'e/SKILL.md': skillText('e'),
    });
    const root = { id: 'r', kind: 'project', path };
    const deep = (await scanRoot(root, { limits: { maxDepth: 1 } })).table;
    expect(ids(deep)).toEqual(['r:d', 'r:e']);
    expect([...deep.diagnostics()]).toMatchObject([
      { code: 'scan/limit-reached', hint: expect.stringContaining('limits.maxDepth') },
    ]);
    const few = (await scanRoot(root, { limits: { maxSkills: 2 } })).table;
    expect(few.skills).toBe(2);
    expect([...few.diagnostics()]).toMatchObject([{ code: 'scan/limit-reached', severity: 'error' }]);
    expect(few.header.scopes[0]?.ledger.found).toBe(3);
  });
});

describe('collections', () => {
  const marker = (id: string, more: object = {}): string =>
    JSON.stringify({ schema_version: 1, id, prompt_line: `${id}: {count} recipes`, ...more });

  it('gives members the scope of their collection, at any depth', async () => {
    const table = await scan({
      'bio/COLLECTION.json': marker('bio'),
      'bio/SKILL.md': skillText('own'),
      'bio/alignment/msa/SKILL.md': skillText('msa'),
      'plain/SKILL.md': skillText('plain'),
    });
    expect(ids(table)).toEqual(['bio:.', 'bio:alignment/msa', 'r:plain']);
    expect(table.header.scopes.map((scope) => [scope.id, scope.ledger.ordinary, scope.ledger.members])).toEqual([
      ['r', 1, 0],
      ['bio', 0, 2],
    ]);
  });

  it('takes a root with a marker as one collection', async () => {
    const table = await scan({ 'COLLECTION.json': marker('bio'), 'x/SKILL.md': skillText('x') });
    expect(ids(table)).toEqual(['bio:x']);
  });

  it('counts ids from `tree`, and reports what lies beside it', async () => {
    const table = await scan({
      'c/COLLECTION.json': marker('c', { tree: 'upstream' }),
      'c/SKILL.md': skillText('beside'),
      'c/upstream/x/SKILL.md': skillText('x'),
    });
    expect(ids(table)).toEqual(['c:x']);
    expect(codes(table)).toEqual(['c/SKILL.md collection/outside-tree']);
  });

  it('takes a linked tree', async () => {
    const upstream = makeTree({ 'cat/x/SKILL.md': skillText('x') });
    const table = await scan({
      'c/COLLECTION.json': marker('c', { tree: 'upstream' }),
      'c/upstream': { link: upstream },
    });
    expect(ids(table)).toEqual(['c:cat/x']);
  });

  it('never spills the members of a broken marker', async () => {
    const broken = ['not json', '[]', '{}', marker('Bad Id'), JSON.stringify({ schema_version: 2, id: 'x' }), ''];
    const tree = Object.fromEntries(
      broken.flatMap((text, n): [string, string][] => [
        [`c${n}/COLLECTION.json`, text],
        [`c${n}/m/SKILL.md`, skillText('m')],
      ]),
    );
    const table = await scan({ ...tree, 'ok/SKILL.md': skillText('ok') });
    expect(ids(table)).toEqual(['r:ok']);
    expect(codes(table)).toEqual(broken.map((_, n) => `c${n}/COLLECTION.json collection/broken-marker`));
    expect(table.header.scopes[0]?.ledger).toMatchObject({ found: 7, indexed: 1, in_broken_collection: 6 });
  });

  it('does not open a collection inside a collection', async () => {
    const table = await scan({
      'a/COLLECTION.json': marker('a'),
      'a/b/COLLECTION.json': marker('b'),
      'a/b/x/SKILL.md': skillText('x'),
    });
    expect(ids(table)).toEqual(['a:b/x']);
    expect(codes(table)).toEqual(['a/b/COLLECTION.json collection/nested']);
  });
});

it('gives every skill a name: the declared one, else that of its folder', async () => {
  const table = await scan({ 'one/SKILL.md': '---\ndescription: d\n---\n', 'two/SKILL.md': skillText('deux') });
  expect([table.name(0), table.namedByFolder(0)]).toEqual(['one', true]);
  expect([table.name(1), table.namedByFolder(1)]).toEqual(['deux', false]);
});

it('sees a root that appears after the first scan', async () => {
  const folder = makeTree({});
  const root = { id: 'r', kind: 'project', path: join(folder, 'later') };
  const first = await scanRoot(root);
  mkdirSync(join(folder, 'later/a'), { recursive: true });
  writeFileSync(join(folder, 'later/a/SKILL.md'), skillText('a'));
  const second = await scanRoot(root, { known: first.table });
  expect(ids(second.table)).toEqual(['r:a']);
});

it('gives the same table when files are asked for ahead, and says what could not be read all the same', async () => {
  const tree = {
    'a/SKILL.md': skillText('a'),
    'b/c/SKILL.md': skillText('c'),
    'd/SKILL.md': { link: 'nowhere' },
    'node_modules/x/SKILL.md': skillText('x'),
  };
  const root = { id: 'r', kind: 'project', path: makeTree(tree) };
  const plain = (await scanRoot(root)).table;
  const ahead = (await scanRoot(root, { concurrency: 8 })).table;
  expect(ids(ahead)).toEqual(['r:a', 'r:b/c']);
  expect(sameContent(plain, ahead)).toBe(true);
});
