// A menu a turn over MCP: what a real client is offered, what it is refused, and when it is told.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import { openPlanted, plantRoots } from '../../support/catalog.ts';
import { plantTree, skillText } from '../../support/tree.ts';
import { bundle } from './support/bundle.ts';
import { connect, ERAS } from './support/connect.ts';

const TREE = {
  'csv/SKILL.md': skillText('csv-profile', 'Profiles a table of comma separated values.', 'See ref/columns.md.'),
  'csv/ref/columns.md': 'A column a line.\n',
  'bam/SKILL.md': skillText('call-variants', 'Calls variants from aligned sequencing reads in BAM files.'),
  'bam/run.sh': 'call\n',
  'person/SKILL.md':
    '---\nname: for-people\ndescription: Profiles csv for people.\ntriggers: [csv]\ndisable-model-invocation: true\n---\nB.\n',
  'model/SKILL.md': '---\nname: for-models\ndescription: Folds paper cranes.\nuser-invocable: false\n---\nB.\n',
};
const CSV = 'Profile this table of comma separated values.';
const SMALL_TALK = 'Hello there!';

type Tools = Pick<Client, 'listTools'>;
async function offered(client: Tools): Promise<Record<string, unknown>> {
  const { tools } = await client.listTools();
  return Object.fromEntries(tools.map(({ name, inputSchema }) => [name, enumOf(inputSchema)]));
}
function enumOf(schema: object): unknown {
  return (schema as { properties: Record<string, { enum?: readonly string[] }> }).properties['name']?.enum;
}
function said(result: object): string {
  return (result as { content: readonly { text: string }[] }).content.map(({ text }) => text).join('');
}

describe.each(ERAS)('a client of %s with a menu a turn', (era) => {
  const open = async () => connect(await openPlanted([{ tree: TREE }]), era, {}, { menu: 3 });

  it('has suggest_skills alone, then load_skill for exactly what fits, then nothing more', async () => {
    const { client } = await open();
    expect(await offered(client)).toEqual({ suggest_skills: undefined });
    const menu = await client.callTool({ name: 'suggest_skills', arguments: { turn: CSV } });
    expect(said(menu)).toContain('- csv-profile: Profiles a table');
    expect(menu.structuredContent).toMatchObject({
      entries: [{ slug: 'csv-profile', id: 'project:csv', why: expect.stringMatching(/^words \d/) }],
      report: { offered: 1, loaded: 0 },
    });
    expect(await offered(client)).toEqual({ suggest_skills: undefined, load_skill: ['csv-profile'] });
    const none = await client.callTool({ name: 'suggest_skills', arguments: { turn: SMALL_TALK } });
    expect(said(none)).toBe('No skill fits this turn: go on without one.');
    expect(await offered(client)).toEqual({ suggest_skills: undefined });
    await expect(client.callTool({ name: 'load_skill', arguments: { name: 'csv-profile' } })).rejects.toThrow(
      /There is no tool "load_skill" just now/,
    );
  });

  it('reads the files of what it has loaded, also turns later, and of nothing else', async () => {
    const { client } = await open();
    await client.callTool({ name: 'suggest_skills', arguments: { turn: CSV } });
    const file = { name: 'read_skill_file', arguments: { name: 'csv-profile', path: 'ref/columns.md' } };
    await expect(client.callTool(file)).rejects.toThrow(/no tool "read_skill_file" just now/);
    const loaded = await client.callTool({ name: 'load_skill', arguments: { name: 'csv-profile' } });
    expect(said(loaded)).toContain('See ref/columns.md.');
    await client.callTool({ name: 'suggest_skills', arguments: { turn: SMALL_TALK } });
    expect(await offered(client)).toEqual({ suggest_skills: undefined, read_skill_file: ['csv-profile'] });
    expect(said(await client.callTool(file))).toBe('A column a line.\n');
    for (const name of ['call-variants', 'project:bam', 'for-people', 'invented', '/r0/bam']) {
      const refused = await client.callTool({ name: 'read_skill_file', arguments: { name, path: 'run.sh' } });
      expect(refused.isError).toBe(true);
      expect(said(refused)).toMatch(/^read_skill_file: "name" must be one of csv-profile, not /);
    }
  });

  it('cannot go round it: no list, no search, no resource, no name of a turn before', async () => {
    const { client } = await open();
    await client.callTool({ name: 'suggest_skills', arguments: { turn: CSV } });
    await client.callTool({ name: 'suggest_skills', arguments: { turn: 'call variants from a BAM file' } });
    for (const name of ['csv-profile', 'project:csv', 'for-people', 'for-models', 'invented', '']) {
      const refused = await client.callTool({ name: 'load_skill', arguments: { name } });
      expect(said(refused)).toMatch(/^load_skill: "name" must be one of call-variants, not /);
    }
    for (const name of ['list_skills', 'search_skills', 'skill_readiness', 'propose_skill']) {
      await expect(client.callTool({ name, arguments: { query: 'csv' } })).rejects.toThrow(/There is no tool/);
    }
    expect(client.getServerCapabilities()).not.toHaveProperty('resources');
    expect(client.getServerCapabilities()).not.toHaveProperty('extensions');
    expect(client.getInstructions()).not.toMatch(/csv-profile|call-variants/);
    const uri = 'skill://project/csv-profile/SKILL.md';
    await expect(client.request({ method: 'resources/read', params: { uri } } as never)).rejects.toThrow();
  });

  it('keeps models and people apart: tools, menu and prompts', async () => {
    const { client } = await connect(
      await openPlanted([{ tree: TREE }]),
      era,
      {},
      { menu: 6, people: { audience: 'person' } },
    );
    const menu = await client.callTool({ name: 'suggest_skills', arguments: { turn: `csv; ${CSV}` } });
    expect(JSON.stringify(menu)).not.toContain('for-people');
    const cranes = await client.callTool({ name: 'suggest_skills', arguments: { turn: 'fold paper cranes' } });
    expect(said(cranes)).toContain('for-models');
    const prompts = JSON.stringify(await client.listPrompts());
    expect(prompts).toContain('for-people');
    expect(prompts).not.toContain('for-models');
  });

  it('is told when the menu changes, and not when it does not', async () => {
    let told = 0;
    const { client } = await open();
    client.setNotificationHandler('notifications/tools/list_changed', () => void told++);
    if (era !== '2025-11-25') await client.listen({ toolsListChanged: true });
    const suggest = (turn: string) => client.callTool({ name: 'suggest_skills', arguments: { turn } });
    await suggest(CSV);
    await vi.waitFor(() => expect(told).toBe(1));
    await suggest(CSV);
    await client.callTool({ name: 'load_skill', arguments: { name: 'csv-profile' } });
    await vi.waitFor(() => expect(told).toBe(2));
    await client.callTool({ name: 'load_skill', arguments: { name: 'csv-profile' } });
    await suggest(SMALL_TALK);
    await vi.waitFor(() => expect(told).toBe(3));
    await suggest(SMALL_TALK);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(told).toBe(3);
  });

  it('loses what a switch takes away, at once', async () => {
    const { disk, roots } = plantRoots([{ tree: TREE }]);
    let off = '';
    let revision = 0;
    const state = { revision: () => revision, isDisabled: (id: string) => id === off };
    const catalog = await openCatalog({ roots, disk, cache: false, state });
    const { client } = await connect(catalog, era, {}, { menu: 3 });
    await client.callTool({ name: 'suggest_skills', arguments: { turn: CSV } });
    await client.callTool({ name: 'load_skill', arguments: { name: 'csv-profile' } });
    [off, revision] = ['project:csv', 1];
    const again = client.callTool({ name: 'load_skill', arguments: { name: 'csv-profile' } });
    await expect(again).rejects.toThrow(/There is no tool "load_skill"/);
    expect(await offered(client)).toEqual({ suggest_skills: undefined });
  });
});

describe('mcp --menu', () => {
  let file = '';
  let root = '';
  let remove: () => void = () => undefined;
  beforeAll(async () => {
    root = plantTree(TREE);
    const built = await bundle(join(import.meta.dirname, '../../../src/surface/cli/main.ts'));
    file = built.file;
    remove = () => {
      built.remove();
      rmSync(root, { recursive: true, force: true });
    };
  });
  afterAll(() => remove());
  const command = (...more: string[]) => ({
    command: process.execPath,
    args: [file, 'mcp', '--quiet', '--no-cache', '--root', root, ...more],
    stderr: 'ignore' as const,
  });

  it('serves the SDK of today and the one before over stdio', async () => {
    const client = new Client({ name: 'test', version: '0' });
    await client.connect(new StdioClientTransport(command('--menu', '2')));
    onTestFinished(() => client.close());
    await client.callTool({ name: 'suggest_skills', arguments: { turn: CSV } });
    expect(await offered(client)).toEqual({ suggest_skills: undefined, load_skill: ['csv-profile'] });

    const old = new ClientV1({ name: 'test', version: '0' });
    let told = 0;
    old.setNotificationHandler(ToolListChangedNotificationSchema, () => void told++);
    await old.connect(new StdioV1(command('--menu')));
    onTestFinished(() => old.close());
    await old.callTool({ name: 'suggest_skills', arguments: { turn: CSV } });
    await vi.waitFor(() => expect(told).toBe(1));
    const { tools } = await old.listTools();
    expect(tools.map(({ name, inputSchema }) => [name, enumOf(inputSchema)])).toEqual([
      ['suggest_skills', undefined],
      ['load_skill', ['csv-profile']],
    ]);
  });
});
