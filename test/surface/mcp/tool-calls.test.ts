import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { toolOf } from '../../../src/surface/tools/table.ts';
import { skillText } from '../../support/tree.ts';
import { type ConnectOptions, connect, ERAS, type Era } from './support/connect.ts';
import { type FakeTree, fakeCatalog, fakeDisk } from './support/fake-catalog.ts';

const tree: FakeTree = {
  bio: {
    'align/msa-parsing': {
      'SKILL.md': skillText('bio-align-msa', 'Reads alignments.', 'x'.repeat(30_000)),
      'references/more.md': 'More.\n',
      'plot.png': Buffer.from([0, 1]),
    },
    'align/unquoted': { 'SKILL.md': skillText('bio-unquoted', 'Use this: it reads.') },
  },
  'root-p': { pdf: { 'SKILL.md': skillText('pdf-needy', 'Reads PDF.') } },
};

async function open(era: Era = '2025-11-25', options: ConnectOptions = {}) {
  const { client } = await connect(fakeCatalog(fakeDisk(tree)), era, {}, options);
  const { tools } = await client.listTools();
  const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });
  return { client, tools, call };
}

describe.each(ERAS)('the tools, %s', (era) => {
  it('have plain schemas, safe names, titles and honest annotations', async () => {
    const { tools } = await open(era);
    expect(tools.map(({ name }) => name)).toEqual([
      'list_skills',
      'search_skills',
      'load_skill',
      'read_skill_file',
      'skill_readiness',
    ]);
    for (const tool of tools) {
      expect(tool.name).toMatch(/^[a-z_]{1,32}$/);
      expect(tool.title).toBeTruthy();
      // The hints about what a write does mean nothing beside the first.
      expect(tool.annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      const text = JSON.stringify([tool.inputSchema, toolOf(tool.name)?.output]);
      for (const word of ['anyOf', 'oneOf', 'allOf', '$ref', 'null', '"type":[']) expect(text).not.toContain(word);
      for (const [name, property] of Object.entries(tool.inputSchema.properties ?? {})) {
        expect(property, name).toMatchObject({ type: expect.any(String), description: expect.any(String) });
      }
    }
  });

  it.each<[string, Record<string, unknown>]>([
    ['list_skills', {}],
    ['list_skills', { collection: 'bio', limit: 1 }],
    ['search_skills', { query: 'Reads' }],
    ['search_skills', { query: 'nothing has this' }],
    ['load_skill', { name: 'bio-align-msa' }],
    ['load_skill', { name: 'bio:align/msa-parsing', offset: 24_000 }],
    ['read_skill_file', { name: 'bio-align-msa', path: 'references/more.md' }],
    ['read_skill_file', { name: 'bio-align-msa', path: 'plot.png' }],
    ['skill_readiness', {}],
    ['skill_readiness', { name: 'pdf-needy' }],
    ['skill_readiness', { collection: 'bio' }],
  ])('%s %j gives the record its schema promises, and a text for the model', async (name, args) => {
    const { client } = await connect(fakeCatalog(fakeDisk(tree)), era);
    const result = await client.callTool({ name, arguments: args });
    expect(result.isError).toBeFalsy();
    const schema = toolOf(name)?.output ?? {};
    const ajv = new Ajv2020({ strict: true });
    // Every property is meant: an unknown one is a slip.
    const closed = JSON.parse(JSON.stringify(schema), (_, value) =>
      value?.type === 'object' && value.properties ? { ...value, additionalProperties: false } : value,
    );
    expect(ajv.validate(closed, result.structuredContent), ajv.errorsText()).toBe(true);
    const [first] = result.content;
    expect(result.content).toHaveLength(1);
    const text = first?.type === 'text' ? first.text : '';
    expect(text).not.toBe('');
    expect(text).not.toMatch(/^[{[]"/);
  });
});

describe('tools/list', () => {
  it('tells of every collection in one line, at bounded length', async () => {
    const { tools } = await open();
    expect(tools[0]?.description).not.toContain('bio (2)');
    expect(tools[1]?.description).toContain('Collections:\n- bio (2): bio: 2 recipes.');
    expect(tools[2]?.description).not.toContain('bio');

    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `collection-with-a-rather-long-id-${index}`,
        { a: { 'SKILL.md': skillText('a', 'word '.repeat(50)) } },
      ]),
    );
    const { client } = await connect(fakeCatalog(fakeDisk(many)));
    for (const { description = '' } of (await client.listTools()).tools) expect(description.length).toBeLessThan(2_000);
    expect((await client.listTools()).tools[1]?.description).toMatch(/- and \d+ more: list_skills/);
  });

  it('is empty where nothing is visible, and no tool can be called', async () => {
    for (const disk of [fakeDisk({}), fakeDisk(tree)]) {
      const { client } = await connect(fakeCatalog(disk), '2025-11-25', { only: [] });
      expect((await client.listTools()).tools).toEqual([]);
      expect((await client.listPrompts()).prompts).toEqual([]);
      expect((await client.listResources()).resources).toEqual([]);
      await expect(client.callTool({ name: 'list_skills', arguments: {} })).rejects.toMatchObject({ code: -32602 });
      await expect(client.getPrompt({ name: 'use_skill', arguments: { name: 'pdf-needy' } })).rejects.toMatchObject({
        code: -32602,
      });
    }
  });

  it('is the same text each time', async () => {
    const { client, tools } = await open();
    expect(JSON.stringify((await client.listTools()).tools)).toBe(JSON.stringify(tools));
  });
});

describe('a tool call', () => {
  it.each([
    [
      'load_skill',
      { name: 'bio:align/msa' },
      /^No skill "bio:align\/msa" here\. Did you mean: bio:align\/msa-parsing, bio:align\/unquoted\?$/,
    ],
    ['load_skill', {}, /^load_skill: "name" is missing: The id or the name of a skill/],
    ['load_skill', { skill: 'x' }, /"skill" is not an argument of this tool; it takes name, offset/],
    ['list_skills', { collection: 'none' }, /^No collection "none" here\. Did you mean: bio\?$/],
    ['list_skills', { limit: 0 }, /"limit" must be a whole number from 1 to 200, not 0/],
    ['read_skill_file', { name: 'pdf-needy', path: '../../etc/passwd' }, /no file "\.\.\/\.\.\/etc\/passwd"/],
    ['search_skills', { query: ['a'] }, /"query" must be a text, not a list/],
    ['search_skills', { query: 'x'.repeat(1001) }, /at most 1000 characters/],
  ])('%s %j that a model can mend says how', async (name, args, message) => {
    const { call } = await open();
    const result = await call(name, args);
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toBeUndefined();
    expect(result.content).toEqual([{ type: 'text', text: expect.stringMatching(message) }]);
  });

  it.each([
    { name: 'no_such_tool', arguments: {} },
    { name: 'toString', arguments: {} },
    { name: 'load_skill', arguments: [] as never },
    { name: 'load_skill', arguments: 'x' as never },
    { name: 5 as never },
  ])('%j is a protocol error', async (params) => {
    const { client } = await open();
    const any = { '~standard': { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) } };
    await expect(client.request({ method: 'tools/call', params }, any)).rejects.toMatchObject({ code: -32602 });
  });

  it('needs no arguments where none are needed', async () => {
    const { client } = await open();
    expect((await client.callTool({ name: 'list_skills' })).structuredContent).toMatchObject({ total: 1 });
  });

  it.each(ERAS)('links what was found or read for clients that know skills, and for no others, %s', async (era) => {
    const { call } = await open(era, { skills: true });
    const plain = await open(era);
    for (const [name, args] of [
      ['search_skills', { query: 'Reads' }],
      ['load_skill', { name: 'bio-align-msa' }],
      ['read_skill_file', { name: 'bio-align-msa', path: 'plot.png' }],
    ] as const) {
      expect((await plain.call(name, args)).content.map(({ type }) => type)).toEqual(['text']);
    }
    const links = async (name: string, args: Record<string, unknown>) =>
      (await call(name, args)).content
        .slice(1)
        .map((block) => (block.type === 'resource_link' ? block.uri : block.type));
    const msa = 'skill://bio/align/bio-align-msa';
    expect(await links('search_skills', { query: 'read' })).toEqual([]);
    expect(await links('search_skills', { query: 'Reads' })).toEqual([
      `${msa}/SKILL.md`,
      'skill://root-p/pdf-needy/SKILL.md',
    ]);
    expect(await links('load_skill', { name: 'bio-align-msa' })).toEqual([
      `${msa}/SKILL.md`,
      `${msa}/references/more.md`,
      `${msa}/plot.png`,
    ]);
    expect(await links('read_skill_file', { name: 'bio-align-msa', path: 'plot.png' })).toEqual([`${msa}/plot.png`]);
    expect(await links('load_skill', { name: 'bio-unquoted' })).toEqual([]);
  });

  it('pages a long skill; the list of files comes with the first page', async () => {
    const { call } = await open();
    const first = (await call('load_skill', { name: 'bio-align-msa' })).structuredContent as Record<string, unknown>;
    const second = (await call('load_skill', { name: 'bio-align-msa', offset: first['next_offset'] }))
      .structuredContent as Record<string, unknown>;
    expect(first['files']).toHaveLength(3);
    expect(second).not.toHaveProperty('files');
    expect(second).not.toHaveProperty('next_offset');
  });

  it('bounds the list of files of a huge skill', async () => {
    const files = Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`data/${index}.txt`, 'x']));
    const { client } = await connect(
      fakeCatalog(fakeDisk({ 'root-p': { big: { 'SKILL.md': skillText('big'), ...files } } })),
    );
    const result = await client.callTool({ name: 'load_skill', arguments: { name: 'big' } });
    expect(result.structuredContent).toMatchObject({ files_omitted: 501 });
    expect(result.content.length).toBeLessThanOrEqual(21);
  });

  it('puts skills that need something first in readiness, and pages the rest', async () => {
    const skills = Object.fromEntries(
      Array.from({ length: 120 }, (_, index) => [`s${index}`, { 'SKILL.md': skillText(`s-${index}`) }]),
    );
    const { client } = await connect(
      fakeCatalog(fakeDisk({ 'root-p': { ...skills, z: { 'SKILL.md': skillText('z-needy') } } })),
    );
    const ids: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const result = await client.callTool({ name: 'skill_readiness', arguments: { offset } });
      const page = result.structuredContent as { skills: { id: string }[]; next_offset?: number; summary: object };
      expect(page.summary).toMatchObject({ total: 121, ready: 0, needs_setup: 1, unknown: 120 });
      ids.push(...page.skills.map(({ id }) => id));
      offset = page.next_offset;
    }
    expect(ids[0]).toBe('root-p:z');
    expect(new Set(ids).size).toBe(121);
  });

  it('hides what went wrong inside', async () => {
    const disk = fakeDisk(tree);
    const { client, log, snapshot } = await connect(fakeCatalog(disk));
    snapshot.view.entries = () => {
      throw new Error('/home/someone/secret');
    };
    await expect(client.callTool({ name: 'list_skills', arguments: {} })).rejects.toMatchObject({
      code: -32603,
      message: expect.stringMatching(/Internal error$/),
    });
    expect(log.join()).toContain('/home/someone/secret');
  });
});
