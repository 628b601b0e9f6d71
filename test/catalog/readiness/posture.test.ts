import { appendFileSync, chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import type { OpenOptions } from '../../../src/catalog/internals.ts';
import { skillDigest } from '../../../src/format/lock/digest.ts';
import { createDisk } from '../../../src/io/disk/disk.ts';
import { hashFolder } from '../../../src/tree/files/hash.ts';
import { makeTree, type TreeEntry } from '../../support/tree.ts';

const MARKER = JSON.stringify({ schema_version: 1, id: 'bio', prompt_line: '{count} recipes' });

function skill(name: string, frontmatter: string = ''): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\n${frontmatter}---\n\n# ${name}\n`;
}

function open(tree: string, options: Partial<OpenOptions> = {}) {
  return openCatalog({
    roots: [{ id: 'r', kind: 'project', path: tree }],
    cache: false,
    machine: { env: {}, path: '' },
    ...options,
  });
}

function digestOf(folder: string): string {
  return skillDigest(hashFolder(createDisk(), folder).files);
}

function inventory(
  members: Record<string, { mode: string; digest: string }>,
  declaration: string = 'reviewed',
): string {
  return JSON.stringify({ schema_version: 1, collections: { bio: { declaration, members } } });
}

const TREE: Record<string, TreeEntry> = {
  'ready/SKILL.md': skill('ready', 'requires:\n  bins: []\n'),
  'waits/SKILL.md': skill('waits', 'requires:\n  bins: [absent-tool]\n  env: [API_KEY]\n'),
  'silent/SKILL.md': skill('silent'),
  'raw/SKILL.md': skill(
    'raw',
    'requires: {}\ncapabilities:\n  network:\n    mode: raw_required\n    domains: [Example.org]\n',
  ),
  'bio/COLLECTION.json': MARKER,
  'bio/a/SKILL.md': skill('a', 'capabilities:\n  network:\n    mode: none\n'),
  'bio/a/scripts/x.py': 'print(1)\n',
  'bio/b/SKILL.md': skill('b'),
};

describe('readiness of a catalog', () => {
  it('is in rows, in what is loaded and in verdicts, and the same in all', async () => {
    const view = (await open(makeTree(TREE))).view();
    const verdicts = await view.readiness(undefined, { why: true });
    const { skills } = await view.listSkills();
    expect(Object.fromEntries(verdicts.map((one) => [one.id, one.readiness.state]))).toEqual({
      'bio:a': 'unknown',
      'bio:b': 'unknown',
      'r:raw': 'needs_setup',
      'r:ready': 'ready',
      'r:silent': 'unknown',
      'r:waits': 'needs_setup',
    });
    for (const row of skills) {
      const verdict = verdicts.find((one) => one.id === row.id);
      expect(row.readiness.state).toBe(verdict?.readiness.state);
      expect((await view.loadSkill(row.id)).readiness).toEqual(verdict?.readiness);
    }
    expect(verdicts.find((one) => one.id === 'r:waits')).toMatchObject({
      readiness: { missing: ['bin:absent-tool', 'env:API_KEY'], checked_locally: true, probed: false },
      reasons: [
        { requirement: 'bin:absent-tool', state: 'missing', source: 'requires.bins', line: 5 },
        { requirement: 'env:API_KEY', state: 'missing', source: 'requires.env', line: 6 },
      ],
    });
  });

  it('takes nothing from a description: prose gates nothing, and is no evidence either', async () => {
    const view = (
      await open(makeTree({ 'x/SKILL.md': '---\nname: x\ndescription: Linux only, needs jq.\n---\n' }))
    ).view();
    expect((await view.readiness())[0]?.readiness).toMatchObject({
      state: 'unknown',
      declared: false,
      missing: [],
      unverifiable: [],
    });
  });

  it('gives reasons only where they are asked for', async () => {
    const view = (await open(makeTree(TREE))).view();
    expect((await view.readiness(['waits']))[0]).not.toHaveProperty('reasons');
    expect((await view.readiness(undefined, { collection: 'bio' })).map((one) => one.id)).toEqual(['bio:a', 'bio:b']);
  });

  it('speaks of visible skills only', async () => {
    const view = (await open(makeTree(TREE))).view({ only: ['r:ready'] });
    expect((await view.readiness()).map((one) => one.id)).toEqual(['r:ready']);
    await expect(view.readiness(['waits'])).rejects.toThrow(expect.objectContaining({ code: 'SKILL_NOT_FOUND' }));
    await expect(view.readiness(undefined, { collection: 'bio' })).rejects.toThrow(
      expect.objectContaining({ code: 'COLLECTION_NOT_FOUND' }),
    );
  });

  it('is that of the machine given', async () => {
    const tree = makeTree(TREE);
    const there = await open(tree, {
      machine: {
        env: { API_KEY: 'x', PATH: '/bin' },
        look: (path) => (path === '/bin/absent-tool' ? 'program' : 'absent'),
        platform: 'linux',
      },
    });
    expect((await there.view().readiness(['waits']))[0]?.readiness.state).toBe('ready');
    const elsewhere = await open(tree, { machine: { target: 'sandbox' } });
    for (const { readiness } of await elsewhere.view().readiness()) {
      expect(readiness).toMatchObject({ state: 'unknown', missing: [], blocked_on: [], checked_locally: false });
    }
  });

  it('sees a program that is installed while a server runs', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const tree = makeTree(TREE);
      const bin = makeTree({});
      const view = (await open(tree, { machine: { env: { API_KEY: 'x' }, path: bin } })).view();
      expect((await view.readiness(['waits']))[0]?.readiness.state).toBe('needs_setup');
      writeFileSync(`${bin}/absent-tool`, '#!/bin/sh\n');
      chmodSync(`${bin}/absent-tool`, 0o755);
      vi.advanceTimersByTime(6_000);
      expect((await view.readiness(['waits']))[0]?.readiness.state).toBe('ready');
    } finally {
      vi.useRealTimers();
    }
  });

  it('waits for raw network unless the caller says that it is there', async () => {
    const tree = makeTree(TREE);
    expect((await (await open(tree)).view().readiness(['raw']))[0]?.readiness.blocked_on).toEqual([
      'network:raw_required',
    ]);
    expect(
      (await (await open(tree, { rawNetworkAllowed: true })).view().readiness(['raw']))[0]?.readiness,
    ).toMatchObject({ state: 'ready', blocked_on: [] });
  });

  it('follows the refreshed tree', async () => {
    const tree = makeTree(TREE);
    const catalog = await open(tree);
    writeFileSync(`${tree}/ready/SKILL.md`, skill('ready', 'requires:\n  bins: [absent-tool]\n'));
    utimesSync(`${tree}/ready/SKILL.md`, 1, 1);
    expect((await (await catalog.refresh()).view().readiness(['ready']))[0]?.readiness.state).toBe('needs_setup');
  });
});

describe('network of a catalog', () => {
  it('of an ordinary skill is what its frontmatter says, of a member never', async () => {
    const view = (await open(makeTree(TREE))).view();
    expect((await view.loadSkill('raw')).network).toMatchObject({
      mode: 'raw_required',
      domains: ['example.org'],
      declaration: 'frontmatter',
      grants: false,
    });
    expect((await view.loadSkill('bio:a')).network).toMatchObject({ mode: 'unknown', declaration: 'legacy' });
    expect((await view.listSkills()).skills.find((one) => one.id === 'r:raw')?.network).toEqual({
      mode: 'raw_required',
    });
  });

  it('of a reviewed member holds until one byte changes, and again when it is back', async () => {
    const tree = makeTree(TREE);
    writeFileSync(
      `${tree}/network-inventory.json`,
      inventory({ a: { mode: 'none', digest: digestOf(`${tree}/bio/a`) } }),
    );
    const view = (await open(tree)).view();
    const mode = async () =>
      (await view.listSkills({ collection: 'bio' })).skills.find((one) => one.id === 'bio:a')?.network.mode;
    expect(await mode()).toBe('none');
    writeFileSync(`${tree}/bio/a/scripts/x.py`, 'print(2)\n');
    expect(await mode()).toBe('unknown');
    writeFileSync(`${tree}/bio/a/scripts/x.py`, 'print(1)\n');
    expect(await mode()).toBe('none');
    appendFileSync(`${tree}/bio/a/new.txt`, '');
    expect(await mode()).toBe('unknown');
  });

  it('is not proved by old stamps', async () => {
    const tree = makeTree(TREE);
    writeFileSync(
      `${tree}/network-inventory.json`,
      inventory({ a: { mode: 'none', digest: digestOf(`${tree}/bio/a`) } }),
    );
    for (const file of ['SKILL.md', 'scripts/x.py']) utimesSync(`${tree}/bio/a/${file}`, 1_000, 1_000);
    const view = (await open(tree)).view();
    expect((await view.loadSkill('bio:a')).network.mode).toBe('none');
    writeFileSync(`${tree}/bio/a/scripts/x.py`, 'print(3)\n');
    utimesSync(`${tree}/bio/a/scripts/x.py`, 1_000, 1_000);
    expect((await view.loadSkill('bio:a')).network.mode).toBe('unknown');
  });

  it('is unknown under a broken inventory', async () => {
    const tree = makeTree({ ...TREE, 'network-inventory.json': '{' });
    expect((await (await open(tree)).view().loadSkill('bio:a')).network.mode).toBe('unknown');
  });

  it('may come from one inventory for all roots', async () => {
    const tree = makeTree(TREE);
    const other = makeTree({ 'i.json': inventory({ a: { mode: 'host_only', digest: digestOf(`${tree}/bio/a`) } }) });
    expect((await (await open(tree, { inventory: `${other}/i.json` })).view().loadSkill('bio:a')).network.mode).toBe(
      'host_only',
    );
  });

  it('of a SKILL.md in the collection itself is bound to what no other member owns', async () => {
    const tree = makeTree({
      'COLLECTION.json': MARKER,
      'SKILL.md': skill('top'),
      'README.md': 'x',
      'a/SKILL.md': skill('a'),
    });
    const digest = skillDigest(
      hashFolder(createDisk(), tree, { only: (path) => ['SKILL.md', 'README.md'].includes(path) }).files,
    );
    writeFileSync(`${tree}/network-inventory.json`, inventory({ '.': { mode: 'none', digest } }));
    const view = (await open(tree)).view();
    expect((await view.loadSkill('bio:.')).network.mode).toBe('none');
    writeFileSync(`${tree}/a/SKILL.md`, skill('a', 'license: MIT\n'));
    expect((await view.loadSkill('bio:.')).network.mode).toBe('none');
    writeFileSync(`${tree}/README.md`, 'y');
    expect((await view.loadSkill('bio:.')).network.mode).toBe('unknown');
  });

  it.skipIf(process.platform === 'win32')('is unknown where a link keeps the bytes from being proved', async () => {
    const tree = makeTree(TREE);
    writeFileSync(
      `${tree}/network-inventory.json`,
      inventory({ b: { mode: 'none', digest: digestOf(`${tree}/bio/b`) } }),
    );
    mkdirSync(`${tree}/bio/b/data`);
    const view = (await open(tree)).view();
    expect((await view.loadSkill('bio:b')).network.mode).toBe('none');
    const { symlinkSync } = await import('node:fs');
    symlinkSync('/etc/hosts', `${tree}/bio/b/data/link`);
    expect((await view.loadSkill('bio:b')).network.mode).toBe('unknown');
  });
});
