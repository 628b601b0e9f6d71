import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PinReport } from '../../../../src/owner/pin/pin.ts';
import type { VerifyReport } from '../../../../src/owner/pin/verify.ts';
import { cli, cliJson } from '../../../support/cli-json.ts';
import { hasShared, shared } from '../../../support/shared.ts';
import { makeTree, skillText } from '../../../support/tree.ts';

const MARKER = JSON.stringify({ schema_version: 1, id: 'bio', prompt_line: '{count} recipes' });
const TREE = {
  'bio/COLLECTION.json': MARKER,
  'bio/README.md': 'About.\n',
  'bio/one/SKILL.md': skillText('first'),
  'bio/one/scripts/run.py': 'print(1)\n',
  'bio/two/SKILL.md': skillText('second'),
};

function pin(tree: string, ...flags: string[]) {
  return cliJson<PinReport>('pin', ['pin', 'bio', '--root', tree, ...flags]);
}

function verify(tree: string, ...flags: string[]) {
  return cliJson<VerifyReport>('verify', ['verify', '--root', tree, ...flags]);
}

describe('pin', () => {
  it('writes a lock beside the marker, and the same one again', async () => {
    const tree = makeTree(TREE);
    const { code, json } = await pin(tree);
    expect(code).toBe(0);
    expect(json).toMatchObject({
      id: 'bio',
      lock: `${tree}/bio/COLLECTION.lock.json`,
      members: 2,
      files: 4,
      recovered: 0,
      changed: true,
      written: true,
    });
    const text = readFileSync(json.lock, 'utf8');
    expect((await pin(tree)).json).toEqual({ ...json, changed: false, written: false });
    expect(readFileSync(json.lock, 'utf8')).toBe(text);
    expect(readdirSync(`${tree}/bio`).sort()).toEqual([
      'COLLECTION.json',
      'COLLECTION.lock.json',
      'README.md',
      'one',
      'two',
    ]);
  });

  it('gives the same digests in another place, with what a run leaves behind and with a marker beside the tree', async () => {
    const here = (await pin(makeTree(TREE))).json;
    const run = makeTree({
      ...TREE,
      'bio/one/scripts/__pycache__/run.pyc': 'x',
      'bio/.git/HEAD': 'x',
      'bio/network-inventory.json': '{}',
    });
    const there = (await pin(run)).json;
    const beside = makeTree({
      'x/COLLECTION.json': JSON.stringify({ schema_version: 1, id: 'bio', prompt_line: '{count}', tree: 'upstream' }),
      ...Object.fromEntries(
        Object.entries(TREE)
          .filter(([path]) => !path.endsWith('.json'))
          .map(([path, text]) => [path.replace('bio/', 'x/upstream/'), text]),
      ),
    });
    const third = (await pin(beside)).json;
    expect(third.lock).toBe(`${beside}/x/COLLECTION.lock.json`);
    for (const one of [there, third]) expect([one.digest, one.tree_digest]).toEqual([here.digest, here.tree_digest]);
    expect((await verify(beside)).code).toBe(0);
  });

  it('notes where the tree comes from: what is said, else what the marker says', async () => {
    const source = { url: 'https://example.org/bio', commit: '0123456789abcdef0123456789abcdef01234567' };
    const marker = JSON.stringify({ ...JSON.parse(MARKER), source });
    const tree = makeTree({ ...TREE, 'bio/COLLECTION.json': marker });
    expect((await pin(tree)).json.source).toEqual(source);
    expect((await pin(tree, '--source', 'https://example.org/other', '--commit', 'abcdef0')).json.source).toEqual({
      url: 'https://example.org/other',
      commit: 'abcdef0',
    });
    expect(readFileSync(`${tree}/bio/COLLECTION.lock.json`, 'utf8')).toContain(
      '"source": {"url":"https://example.org/other","commit":"abcdef0"}',
    );
  });

  it('pins flawed frontmatter as it is, and says how much', async () => {
    const tree = makeTree({
      ...TREE,
      'bio/two/SKILL.md': '---\nname: two\ndescription: Use when: always\n---\n',
      'bio/three/SKILL.md': 'no frontmatter\n',
    });
    expect((await pin(tree)).json).toMatchObject({ members: 3, recovered: 2 });
  });

  it.each([
    ['a link in a skill', (tree: string) => symlinkSync('SKILL.md', `${tree}/bio/one/link.md`), 'one/link.md'],
    ['a link out of the tree', (tree: string) => symlinkSync('../../x', `${tree}/bio/docs`), 'docs'],
    ['an absolute link', (tree: string) => symlinkSync('/etc/hosts', `${tree}/bio/hosts`), 'hosts'],
    ['a name that is two lines', (tree: string) => writeFileSync(`${tree}/bio/one/a\nb`, ''), 'one/a\nb'],
  ])('refuses %s, names it, and writes nothing', async (_, spoil, path) => {
    const tree = makeTree(TREE);
    spoil(tree);
    const { code, out, err } = await cli(['pin', 'bio', '--root', tree, '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(out).error).toMatchObject({ code: 'PIN_REFUSED', paths: [`${tree}/bio/${path}`] });
    expect(err).toContain(JSON.stringify(path));
    expect(readdirSync(`${tree}/bio`)).not.toContain('COLLECTION.lock.json');
  });

  it.each([
    [['pin', 'nope'], /No collection has the id "nope"/],
    [['pin', 'bio', '--commit', 'abcdef0'], /commit needs the source .*--source URL/],
    [['pin', 'bio', '--source', 'x', '--commit', 'main'], /is no commit/],
    [['pin', 'bio', '--source', ''], /it is empty/],
    [['pin', 'bio', '--source=--upload-pack=x'], /as an option/],
    [['pin', 'bio', '--source', 'https://a\nb'], /line break/],
    [
      ['pin', 'bio', '--source', 'https://me:secret@example.org/x'],
      /^skillfiche: The source cannot be kept: it holds a password/,
    ],
    [['pin'], /collection/],
  ])('%j is a mistake, told with the way out', async (argv, message) => {
    const { code, err } = await cli([...argv, '--root', makeTree(TREE)]);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it('pins the whole collection whatever the caller may see', async () => {
    const tree = makeTree(TREE);
    expect((await pin(tree, '--only', 'bio:one')).json.members).toBe(2);
  });
});

describe('where a tree comes from', () => {
  const URL = 'https://example.org/bio';
  const first = async () => {
    const tree = makeTree(TREE);
    await pin(tree, '--source', URL, '--commit', 'abcdef0');
    return tree;
  };

  it('is kept while the bytes are the same, and a new commit belongs to the known address', async () => {
    const tree = await first();
    expect((await pin(tree)).json).toMatchObject({ source: { url: URL, commit: 'abcdef0' }, changed: false });
    writeFileSync(`${tree}/bio/README.md`, 'New.\n');
    expect((await pin(tree, '--commit', '1234567')).json.source).toEqual({ url: URL, commit: '1234567' });
  });

  it('is asked for when the bytes have changed', async () => {
    const tree = await first();
    const lock = readFileSync(`${tree}/bio/COLLECTION.lock.json`, 'utf8');
    writeFileSync(`${tree}/bio/README.md`, 'New.\n');
    const { code, err } = await cli(['pin', 'bio', '--root', tree]);
    expect(code).toBe(2);
    expect(err).toMatch(/pinned at commit abcdef0 of https:\/\/example\.org\/bio.*--commit SHA.*--no-source/);
    expect(readFileSync(`${tree}/bio/COLLECTION.lock.json`, 'utf8')).toBe(lock);
    const dry = await pin(tree, '--no-source', '--dry-run');
    expect(dry.json).toMatchObject({ changed: true, written: false });
    expect(readFileSync(`${tree}/bio/COLLECTION.lock.json`, 'utf8')).toBe(lock);
    expect((await pin(tree, '--no-source')).json).not.toHaveProperty('source');
  });

  it("is the marker's where that names another commit", async () => {
    const tree = await first();
    writeFileSync(`${tree}/bio/README.md`, 'New.\n');
    const source = { url: URL, commit: 'fedcba9' };
    writeFileSync(`${tree}/bio/COLLECTION.json`, JSON.stringify({ ...JSON.parse(MARKER), source }));
    expect((await pin(tree)).json.source).toEqual(source);
  });
});

describe('a link beside the skills', () => {
  it('that stays in the tree is pinned by its text, and missed when it leads elsewhere', async () => {
    const tree = makeTree({ ...TREE, 'bio/docs/read.md': { link: '../README.md' }, 'bio/uno': { link: 'one' } });
    const { lock, files, members } = (await pin(tree)).json;
    expect([files, members]).toEqual([4, 2]);
    expect(JSON.parse(readFileSync(lock, 'utf8')).links).toEqual([
      { path: 'docs/read.md', link: '../README.md' },
      { path: 'uno', link: 'one' },
    ]);
    expect((await verify(tree)).code).toBe(0);
    rmSync(`${tree}/bio/uno`);
    symlinkSync('two', `${tree}/bio/uno`);
    expect((await verify(tree)).json.collections[0]?.drift?.other_files).toEqual([{ path: 'uno', change: 'changed' }]);
  });
});

describe('what a killed process left in a tree', () => {
  it("is nobody's content: neither the check nor the next pin sees it", async () => {
    const tree = makeTree(TREE);
    const first = await pin(tree);
    for (const name of [
      '.COLLECTION.lock.json.skillfiche-4194305.tmp',
      'COLLECTION.lock.json.123.tmp',
      '.notes.md.skillfiche-9.tmp',
    ]) {
      writeFileSync(`${tree}/bio/${name}`, 'half');
    }
    expect((await verify(tree)).json.collections[0]?.state).toBe('same');
    const again = await pin(tree);
    expect(again.json).toMatchObject({ changed: false, tree_digest: first.json.tree_digest, files: first.json.files });
  });
});

describe('verify', () => {
  it('finds the tree as it was pinned', async () => {
    const tree = makeTree(TREE);
    const { digest } = (await pin(tree)).json;
    const { code, json } = await verify(tree);
    expect(code).toBe(0);
    expect(json).toMatchObject({
      ok: true,
      collections: [{ id: 'bio', state: 'same', digest, pinned_digest: digest }],
    });
    expect((await cli(['verify', 'bio', '--root', tree])).out).toBe(`bio: as pinned, ${digest}\n`);
  });

  it('names everything that was added, removed or changed, and exits with 3', async () => {
    const tree = makeTree({ ...TREE, 'bio/three/SKILL.md': skillText('third') });
    await pin(tree);
    writeFileSync(`${tree}/bio/one/scripts/run.py`, 'print(2)\n');
    writeFileSync(`${tree}/bio/two/SKILL.md`, skillText('second').replaceAll('\n', '\r\n'));
    writeFileSync(`${tree}/bio/two/new.md`, 'x');
    rmSync(`${tree}/bio/three`, { recursive: true });
    rmSync(`${tree}/bio/README.md`);
    mkdirSync(`${tree}/bio/four`);
    writeFileSync(`${tree}/bio/four/SKILL.md`, skillText('fourth'));
    const { code, json } = await verify(tree);
    expect(code).toBe(3);
    expect(json.collections[0]?.drift).toEqual({
      added: [{ path: 'four', name: 'fourth', files: [{ path: 'SKILL.md', change: 'added' }] }],
      removed: [{ path: 'three', name: 'third', files: [{ path: 'SKILL.md', change: 'removed' }] }],
      changed: [
        { path: 'one', name: 'first', files: [{ path: 'scripts/run.py', change: 'changed' }] },
        {
          path: 'two',
          name: 'second',
          files: [
            { path: 'SKILL.md', change: 'line_ends' },
            { path: 'new.md', change: 'added' },
          ],
        },
      ],
      other_files: [{ path: 'README.md', change: 'removed' }],
    });
    const { out } = await cli(['verify', '--root', tree]);
    for (const said of [
      'added member "four"',
      'removed member "three"',
      '"scripts/run.py": changed\n',
      'line ends only',
      '"README.md": removed',
    ]) {
      expect(out).toContain(said);
    }
  });

  it('names the files of a skill that lost its SKILL.md, or got one, with the skill', async () => {
    const tree = makeTree({ ...TREE, 'bio/loose/run.sh': 'x' });
    await pin(tree);
    rmSync(`${tree}/bio/one/SKILL.md`);
    writeFileSync(`${tree}/bio/loose/SKILL.md`, skillText('loose'));
    const { json } = await verify(tree);
    expect(json.collections[0]?.drift).toEqual({
      added: [{ path: 'loose', name: 'loose', files: [{ path: 'SKILL.md', change: 'added' }] }],
      removed: [
        {
          path: 'one',
          name: 'first',
          files: [
            { path: 'SKILL.md', change: 'removed' },
            { path: 'scripts/run.py', change: 'left' },
          ],
        },
      ],
      changed: [],
      other_files: [],
    });
    expect((await cli(['verify', '--root', tree])).out).toContain('"scripts/run.py": still there, without its skill');
  });

  it('turns line ends round both ways', async () => {
    const tree = makeTree({ ...TREE, 'bio/README.md': 'a\r\nb\r\n' });
    await pin(tree);
    writeFileSync(`${tree}/bio/README.md`, 'a\nb\n');
    expect((await verify(tree)).json.collections[0]?.drift?.other_files).toEqual([
      { path: 'README.md', change: 'line_ends' },
    ]);
  });

  it('drifts when a link comes in, or the collection gets another id', async () => {
    const tree = makeTree(TREE);
    await pin(tree);
    symlinkSync('README.md', `${tree}/bio/one/link.md`);
    expect(await verify(tree)).toMatchObject({
      code: 3,
      json: { collections: [{ state: 'drift', refused: [{ path: 'one/link.md' }] }] },
    });
    rmSync(`${tree}/bio/one/link.md`);
    writeFileSync(`${tree}/bio/COLLECTION.json`, MARKER.replace('"bio"', '"other"'));
    expect(await verify(tree)).toMatchObject({
      code: 3,
      json: { collections: [{ id: 'other', state: 'drift', pinned_id: 'bio' }] },
    });
  });

  it('does not pass over a collection whose marker broke', async () => {
    const tree = makeTree(TREE);
    await pin(tree);
    writeFileSync(`${tree}/bio/COLLECTION.json`, '{');
    expect(await verify(tree)).toMatchObject({ code: 3, json: { ok: false, collections: [{ state: 'broken' }] } });
  });

  it('says what is not pinned; asked for, or alone, that is an error', async () => {
    const tree = makeTree({
      ...TREE,
      'two/COLLECTION.json': MARKER.replace('"bio"', '"two"'),
      'two/x/SKILL.md': skillText('x'),
    });
    expect(await cli(['verify', '--root', tree])).toMatchObject({
      code: 2,
      err: expect.stringContaining('No collection here is pinned'),
    });
    await pin(tree);
    expect(await verify(tree)).toMatchObject({
      code: 0,
      json: {
        collections: [
          { id: 'bio', state: 'same' },
          { id: 'two', state: 'not_pinned' },
        ],
      },
    });
    expect(await cli(['verify', 'two', '--root', tree])).toMatchObject({
      code: 2,
      err: expect.stringContaining('skillfiche pin two'),
    });
  });

  it('cannot use a torn lock, and never takes it for an empty one', async () => {
    const tree = makeTree(TREE);
    const { lock } = (await pin(tree)).json;
    writeFileSync(lock, readFileSync(lock, 'utf8').slice(0, 100));
    expect(await cli(['verify', '--root', tree])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/cannot be used: it is not JSON/),
    });
  });
});

describe.skipIf(!hasShared)('a real tree', () => {
  it('can be pinned as it is', async () => {
    const root = shared('corpora', 'bioskills');
    const { openCatalog } = await import('../../../../src/app/open-catalog.ts');
    const { contextOf } = await import('../../../../src/catalog/internals.ts');
    const { allTrees } = await import('../../../../src/catalog/view/owned.ts');
    const { hashCollection } = await import('../../../../src/owner/pin/pin.ts');
    const catalog = await openCatalog({ roots: [{ id: 'bio', kind: 'project', path: root }], cache: false });
    const [tree] = allTrees(catalog);
    const { refused, lock } = await hashCollection(contextOf(catalog).disk, tree as NonNullable<typeof tree>);
    expect(refused).toEqual([]);
    expect(lock.members).toHaveLength(562);
    expect(lock.members.filter((one) => one.recovered === true).length).toBeGreaterThan(5);
  });
});
