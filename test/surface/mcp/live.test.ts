import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import type { ReadableCatalog, View } from '../../../src/catalog/types.ts';
import { Live } from '../../../src/surface/mcp/live.ts';
import { markerText, openPlanted, skills } from '../../support/catalog.ts';
import { makeTree, skillText } from '../../support/tree.ts';
import { connect } from './support/connect.ts';
import { type FakeTree, fakeCatalog, fakeDisk, fakeLive } from './support/fake-catalog.ts';

const pdf = { 'SKILL.md': skillText('pdf', 'Reads PDF.'), 'notes.md': 'Old.\n' };
const tree: FakeTree = {
  bio: { a: { 'SKILL.md': skillText('bio-a', 'Does a.') } },
  'root-p': { pdf, hidden: { 'SKILL.md': skillText('hidden', 'Is not for all.') } },
};
const more: FakeTree = { ...tree, bio: { ...tree['bio'], b: { 'SKILL.md': skillText('bio-b', 'Does b.') } } };

async function open(only?: readonly string[]) {
  const disk = fakeDisk(tree);
  const connection = await connect(fakeCatalog(disk), '2025-11-25', only === undefined ? {} : { only });
  const told: string[] = [];
  for (const list of ['tools', 'prompts', 'resources'] as const) {
    connection.client.setNotificationHandler(`notifications/${list}/list_changed`, () => void told.push(list));
  }
  const list = async () =>
    (await connection.client.callTool({ name: 'list_skills', arguments: { collection: 'bio' } })).structuredContent;
  return { disk, told, list, ...connection };
}

describe('a change on disk', () => {
  it('is in the next answer, and the client is told which lists are out of date', async () => {
    const { disk, told, list, skills } = await open();
    expect(await list()).toMatchObject({ total: 1 });
    expect(told).toEqual([]);
    disk.tree = more;
    expect(await list()).toMatchObject({ total: 2 });
    expect((await skills.list()).skills).toHaveLength(4);
    // The prompts name skills outside collections only.
    expect(told).toEqual(['tools', 'resources']);
  });

  it('is told to a client that does not call', async () => {
    const { disk, told } = await open();
    disk.tree = more;
    await vi.waitFor(() => expect(told).toEqual(['tools', 'resources']), { timeout: 5_000, interval: 20 });
  });

  it('nobody may see is not told', async () => {
    const { disk, told, list } = await open(['bio:*']);
    disk.tree = { ...tree, 'root-p': { pdf } };
    await list();
    expect(told).toEqual([]);
  });

  it('that cannot be read leaves the last good catalog in use', async () => {
    const { disk, list, log } = await open();
    disk.problem = new Error('two collections are called "bio"');
    expect(await list()).toMatchObject({ total: 1 });
    expect(await list()).toMatchObject({ total: 1 });
    expect(log).toEqual(['the catalog could not be refreshed: two collections are called "bio"']);
  });

  it('of a served file after its digest went out is an error once, and then the new file', async () => {
    const { disk, told, client, skills } = await open();
    const uri = 'skill://root-p/pdf/notes.md';
    const before = await skills.get('skill://root-p/pdf/SKILL.md');
    expect((await skills.read(before.skill, 'notes.md')).text).toBe('Old.\n');
    disk.changed['root-p:pdf/notes.md'] = Buffer.from('New.\n');
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32603 });
    expect(told).toEqual(['resources']);
  });
});

describe('a switch beside the disk', () => {
  it('reaches a client that does not call within a second, and its next answer', async () => {
    const off = new Set<string>();
    let revision = 0;
    const state = { revision: () => revision, isDisabled: (id: string) => off.has(id) };
    const tree = { ...skills({ mine: 'mine', other: 'other' }), 'bio/COLLECTION.json': markerText('bio') };
    const catalog = await openPlanted([{ tree: { ...tree, ...skills({ 'bio/x': 'x' }) } }], { state });
    const { client } = await connect(catalog);
    const told: string[] = [];
    for (const list of ['tools', 'prompts', 'resources'] as const) {
      client.setNotificationHandler(`notifications/${list}/list_changed`, () => void told.push(list));
    }
    off.add('project:mine');
    revision++;
    await vi.waitFor(() => expect(told).toContain('resources'), { timeout: 1_000, interval: 20 });
    const listed = await client.callTool({ name: 'list_skills', arguments: {} });
    expect(listed.structuredContent).toMatchObject({ total: 1, skills: [{ id: 'project:other' }] });
    const loaded = await client.callTool({ name: 'load_skill', arguments: { name: 'project:mine' } });
    expect(loaded.isError).toBe(true);
    off.clear();
    revision++;
    const again = await client.callTool({ name: 'list_skills', arguments: {} });
    expect(again.structuredContent).toMatchObject({ total: 2 });
  });

  it('counts also while the tree cannot be read', async () => {
    const off = new Set<string>();
    let revision = 0;
    const state = { revision: () => revision, isDisabled: (id: string) => off.has(id) };
    const tree = makeTree({ 'a/COLLECTION.json': markerText('bio'), 'a/x/SKILL.md': skillText('x') });
    const roots = [{ id: 'project', kind: 'project', path: tree }];
    const { client, log } = await connect(await openCatalog({ roots, cache: false, state }));
    mkdirSync(join(tree, 'b'));
    writeFileSync(join(tree, 'b/COLLECTION.json'), markerText('bio'));
    off.add('bio:x');
    revision++;
    const { tools } = await client.listTools();
    expect(tools).toEqual([]);
    expect(log).toEqual([
      'No skill may be shown to this client.',
      expect.stringContaining('Two collections have the id "bio"'),
    ]);
  });

  it('that cannot be asked leaves the last good catalog in use, and the log says why', async () => {
    let isBroken = false;
    const revision = (): number => {
      if (isBroken) throw new Error('the switches cannot be read');
      return 1;
    };
    const catalog = await openPlanted([{ tree: skills({ mine: 'mine' }) }], {
      state: { revision, isDisabled: () => false },
    });
    const { client, log } = await connect(catalog);
    isBroken = true;
    const listed = await client.callTool({ name: 'list_skills', arguments: {} });
    expect(listed.structuredContent).toMatchObject({ total: 1 });
    expect(log).toEqual(['the catalog could not be refreshed: the switches cannot be read']);
  });

  it('and the disk are not asked for nobody', async () => {
    const disk = fakeDisk(tree);
    const live = fakeLive(disk);
    await live.current();
    const stop = live.onChange(() => undefined);
    await vi.waitFor(() => expect(disk.looks).toBeGreaterThan(1), { timeout: 5_000, interval: 20 });
    stop();
    const { looks } = disk;
    await new Promise((resolve) => setTimeout(resolve, 1_600));
    expect(disk.looks).toBe(looks);
  });
});

it('the search index is begun when the trees are read, and again when they changed', async () => {
  const begun: string[] = [];
  const disk = fakeDisk(tree);
  const catalog = fakeCatalog(disk);
  const watch = (view: View): View =>
    Object.assign(view, {
      ready: async () => void begun.push(view.catalog_digest),
      follow: (
        (follow) => (next: ReadableCatalog) =>
          watch(follow(next))
      )(view.follow),
    });
  const view = watch(catalog.view());
  const live = new Live(Promise.resolve({ catalog, view }), () => undefined);
  await live.current();
  expect(begun).toEqual([view.catalog_digest]);
  disk.tree = more;
  const { view: after } = await live.current();
  expect(begun).toEqual([view.catalog_digest, after.catalog_digest]);
});

describe('looking at the disk', () => {
  it('happens once more for all calls that came during a look', async () => {
    const disk = fakeDisk(tree);
    const live = fakeLive(disk);
    await Promise.all(Array.from({ length: 1000 }, () => live.current()));
    expect(disk.looks).toBe(2);
    await live.current();
    expect(disk.looks).toBe(3);
  });

  it('began after the call it serves', async () => {
    const disk = fakeDisk(tree);
    const live = fakeLive(disk);
    const first = live.current();
    disk.tree = more;
    const [, second] = await Promise.all([first, live.current()]);
    expect(second.view.entries()).toHaveLength(4);
  });
});

describe('a look that takes long', () => {
  const many: FakeTree = {
    bio: Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`s${index}`, { 'SKILL.md': skillText('s') }])),
  };

  it.each([
    ['serves several answers in a large tree', many, 1],
    ['serves one answer in a small tree', tree, 2],
  ])('%s', async (_, disk_tree, looks) => {
    const disk = { ...fakeDisk(disk_tree), slow: 300 };
    const live = fakeLive(disk);
    await live.current();
    await live.current();
    expect(disk.looks).toBe(looks);
  });
});

it('a thousand calls at once are all answered', async () => {
  const { client, list } = await open();
  const calls = Array.from({ length: 1000 }, (_, index) =>
    index % 2 === 0 ? list() : client.readResource({ uri: 'skill://root-p/pdf/SKILL.md' }),
  );
  expect(await Promise.all(calls)).toHaveLength(1000);
});

describe('a withheld skill', () => {
  it('occurs in no answer, error, suggestion or completion', async () => {
    const { client, skills, log } = await open(['bio:*', 'root-p:pdf']);
    const answers: unknown[] = [
      client.getInstructions(),
      await client.listTools(),
      await client.listPrompts(),
      await client.listResources(),
      await skills.list(),
      await skills.readDirectory('skill://root-p'),
    ];
    for (const [name, args] of [
      ['list_skills', {}],
      ['search_skills', { query: 'Is not' }],
      ['skill_readiness', {}],
      ['load_skill', { name: 'hid' }],
      ['load_skill', { name: 'root-p:hid' }],
      ['skill_readiness', { name: 'hid' }],
    ] as const) {
      answers.push(await client.callTool({ name, arguments: args }));
    }
    for (const value of ['h', 'hid', 'root-p:h']) {
      const ref = { type: 'ref/prompt', name: 'use_skill' } as const;
      answers.push(await client.complete({ ref, argument: { name: 'name', value } }));
    }
    const path = { type: 'ref/resource', uri: 'skill://{+path}' } as const;
    answers.push(await client.complete({ ref: path, argument: { name: 'path', value: '' } }));
    expect(JSON.stringify([answers, log])).not.toContain('hidden');
  });

  it('gets the same error as one that is not there', async () => {
    const { client } = await open(['root-p:pdf']);
    const errors = await Promise.all(
      ['hidden', 'absent'].map(async (name) => {
        const read = await client
          .readResource({ uri: `skill://root-p/${name}/SKILL.md` })
          .catch((error: unknown) => error);
        const loaded = await client.callTool({ name: 'load_skill', arguments: { name } });
        const prompt = await client.getPrompt({ name: `skill_${name}` }).catch((error: unknown) => error);
        return JSON.stringify([read, loaded, String(prompt)]).replaceAll(name, '*');
      }),
    );
    expect(errors[0]).toBe(errors[1]);
  });
});
