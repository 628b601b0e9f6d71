import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import { makeTree, skillText, type TreeEntry } from '../../support/tree.ts';
import { connect } from './support/connect.ts';

// The same server over the real disk, with trees that mean harm or had bad luck.

const SECRET = 'the-secret-outside';

async function serve(tree: Readonly<Record<string, TreeEntry>>, change: (folder: string) => void = () => undefined) {
  const folder = makeTree({ 'outside/secret.md': SECRET, ...tree });
  change(folder);
  const catalog = await openCatalog({
    roots: [{ id: 'root', kind: 'project', path: join(folder, 'in') }],
    cache: false,
  });
  return { folder, ...(await connect(catalog)) };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    (value) => JSON.stringify(value),
    (error: { code?: unknown }) => error.code,
  );

describe('links that lead out of a skill', () => {
  it('are no files of it, neither for tools nor as resources', async () => {
    const { client, skills } = await serve({ 'in/a/SKILL.md': skillText('a') }, (folder) => {
      symlinkSync(join(folder, 'outside/secret.md'), join(folder, 'in/a/link.md'));
      symlinkSync(join(folder, 'outside'), join(folder, 'in/a/linked'));
    });
    const { skill } = await skills.get('skill://root/a/SKILL.md');
    expect(skill.resources).toHaveLength(1);
    for (const path of ['link.md', 'linked/secret.md', 'linked', '../../outside/secret.md', 'linked/../link.md']) {
      expect(await codeOf(client.readResource({ uri: `skill://root/a/${path}` }))).toBe(-32602);
      const result = await client.callTool({ name: 'read_skill_file', arguments: { name: 'a', path } });
      expect(result.isError).toBe(true);
      expect(JSON.stringify(result)).not.toContain(SECRET);
    }
  });

  it('also when a file is replaced by one after it was listed', async () => {
    const { client, skills, folder } = await serve({ 'in/a/SKILL.md': skillText('a'), 'in/a/notes.md': 'Notes.\n' });
    const { skill } = await skills.get('skill://root/a/SKILL.md');
    expect((await skills.read(skill, 'notes.md')).text).toBe('Notes.\n');
    execFileSync('ln', ['-sf', join(folder, 'outside/secret.md'), join(folder, 'in/a/notes.md')]);
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await codeOf(client.readResource({ uri: 'skill://root/a/notes.md' }))).toBeOneOf([-32602, -32603]);
      const result = await client.callTool({ name: 'read_skill_file', arguments: { name: 'a', path: 'notes.md' } });
      expect(JSON.stringify(result)).not.toContain(SECRET);
    }
  });
});

it('a SKILL.md that is a link within the tree can be loaded, and has no address', async () => {
  const { client, skills } = await serve({ 'in/a/SKILL.md': skillText('a') }, (folder) => {
    mkdirSync(join(folder, 'in/b'));
    symlinkSync('../a/SKILL.md', join(folder, 'in/b/SKILL.md'));
  });
  expect((await skills.list()).skills.map(({ uri }) => uri)).toEqual(['skill://root/~a/a/SKILL.md']);
  const loaded = await client.callTool({ name: 'load_skill', arguments: { name: 'root:b' } });
  expect(JSON.stringify(loaded.content)).toContain('# a');
  expect(await codeOf(client.readResource({ uri: 'skill://root/~b/a/SKILL.md' }))).toBe(-32602);
});

describe('paths that lead out of a skill', () => {
  it.each([
    '../b/SKILL.md',
    '../../outside/secret.md',
    '/etc/passwd',
    'x/../../b/SKILL.md',
    '..\\b\\SKILL.md',
    'SKILL.md/../../b/SKILL.md',
    'SKILL.md\0.txt',
    'C:\\Windows\\win.ini',
    '~/.ssh/id_rsa',
    '',
    '.',
  ])('%j is a file the skill has not', async (path) => {
    const { client } = await serve({ 'in/a/SKILL.md': skillText('a'), 'in/b/SKILL.md': skillText('b', SECRET) });
    const result = await client.callTool({ name: 'read_skill_file', arguments: { name: 'a', path } });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).not.toContain(SECRET);
  });
});

it('names that need escaping in a URI are served, and those that fit in none take their skill out', async () => {
  const names = ['a b.md', '100%.md', 'q?#x.md', 'é中.md', "it's [1].md", 'new\nline.md', 'back\\slash.md', '%2e%2e'];
  const files = Object.fromEntries(names.map((name) => [`in/a/sub/${name}`, `This is ${name}`]));
  const { skills } = await serve({ 'in/a/SKILL.md': skillText('a'), ...files });
  const { skill } = await skills.get('skill://root/a/SKILL.md');
  if (skill.resources === 'dynamic') throw new Error('not dynamic');
  expect(skill.resources).toHaveLength(names.length + 1);
  const texts = await Promise.all(skill.resources.map(async ({ uri }) => (await skills.read(skill, uri)).text));
  for (const name of names) expect(texts).toContain(`This is ${name}`);
  const listed = await skills.readDirectory('skill://root/a/sub');
  // A name is shown to people and models, on one line; the URI is the address.
  const shown = names.map((name) => name.replace('\n', ' '));
  expect(listed.resources.map(({ name }) => name).sort()).toEqual([...shown].sort());
});

it('a file of 17 MiB is not served; its neighbours are, and the skill is not listed', async () => {
  const { client, skills } = await serve({ 'in/a/SKILL.md': skillText('a'), 'in/a/big.bin': 'x' }, (folder) =>
    truncateSync(join(folder, 'in/a/big.bin'), 17 * 1024 * 1024),
  );
  expect((await skills.list()).skills).toEqual([]);
  const { skill } = await skills.get('skill://root/a/SKILL.md');
  expect((await skills.read(skill)).verified).toBe(true);
  expect(await codeOf(client.readResource({ uri: 'skill://root/a/big.bin' }))).toBe(-32603);
  const result = await client.callTool({ name: 'read_skill_file', arguments: { name: 'a', path: 'big.bin' } });
  expect(result).toMatchObject({ isError: true });
});

it('broken neighbours do not keep a skill from being served', async () => {
  const { client, skills } = await serve(
    {
      'in/good/SKILL.md': skillText('good'),
      'in/broken/SKILL.md': '---\nname: [\n',
      'in/empty/SKILL.md': '',
      'in/binary/SKILL.md': new Uint8Array([0, 1, 2]),
      'in/collection/COLLECTION.json': '{',
      'in/collection/x/SKILL.md': skillText('x'),
      'in/latin/SKILL.md': new Uint8Array([
        ...Buffer.from('---\nname: latin\ndescription: caf'),
        0xe9,
        10,
        45,
        45,
        45,
        10,
      ]),
    },
    (folder) => {
      mkdirSync(join(folder, 'in/loop'));
      symlinkSync(join(folder, 'in'), join(folder, 'in/loop/again'));
    },
  );
  expect((await skills.list()).skills.map(({ uri }) => uri)).toEqual(['skill://root/good/SKILL.md']);
  const page = await client.callTool({ name: 'list_skills', arguments: {} });
  expect(page.isError).toBeFalsy();
  expect(JSON.stringify(page.structuredContent)).toContain('"root:latin"');
});

it('files that are added, written and removed beside a SKILL.md are in the next answer, and clients are told', async () => {
  const { client, skills, folder } = await serve({ 'in/a/SKILL.md': skillText('a'), 'in/a/r/old.md': 'Old.\n' });
  let told = 0;
  client.setNotificationHandler('notifications/resources/list_changed', () => void told++);
  const uri = 'skill://root/a/SKILL.md';
  const before = await skills.get(uri);
  writeFileSync(join(folder, 'in/a/r/new.md'), 'New.\n');
  writeFileSync(join(folder, 'in/a/r/old.md'), 'Other.\n');
  const after = await skills.get(uri);
  expect(after.skill.resources).toHaveLength(3);
  expect(after.skill.resources).not.toEqual(before.skill.resources);
  for (const file of ['r/new.md', 'r/old.md']) expect((await skills.read(after.skill, file)).verified).toBe(true);
  rmSync(join(folder, 'in/a/r/new.md'));
  expect((await skills.readDirectory('skill://root/a/r')).resources.map(({ name }) => name)).toEqual(['old.md']);
  expect(told).toBe(2);
});

it('a skill whose frontmatter is mended is served at once, and one that is broken no longer', async () => {
  const { skills, folder } = await serve({ 'in/a/SKILL.md': skillText('a', 'Use this: it is good.') });
  expect((await skills.list()).skills).toEqual([]);
  writeFileSync(join(folder, 'in/a/SKILL.md'), skillText('a', '"Use this: it is good."'));
  const { skills: entries } = await skills.list();
  expect(entries.map(({ frontmatter }) => frontmatter.description)).toEqual(['Use this: it is good.']);
  writeFileSync(join(folder, 'in/a/SKILL.md'), skillText('a', 'Use that: it is better.'));
  expect((await skills.list()).skills).toEqual([]);
});
