import { describe, expect, it } from 'vitest';
import type { View } from '../../../src/catalog/types.ts';
import { toolOf } from '../../../src/surface/tools/table.ts';
import type { ToolContext, ToolReply } from '../../../src/surface/tools/tool.ts';
import { markerText, openPlanted, type RootTree } from '../../support/catalog.ts';
import { skillText } from '../../support/tree.ts';

const tree: RootTree = {
  'bio/COLLECTION.json': markerText('bio'),
  'bio/align/sort/SKILL.md': skillText('bio-sort', 'Sorts alignments.'),
  'bio/align/x1/SKILL.md': skillText('call-variants', 'Calls variants of a genome.'),
  'deploy/SKILL.md': `---\nname: deploy\ndescription: Deploys.\nmetadata:\n  requirements: bin:no-such-program\n---\n# Do\n`,
  'deploy/scripts/run.sh': 'echo ran\n',
  'deploy/logo.png': Buffer.from([0, 1, 2]),
};

async function contextOf(given: RootTree = tree, more: Partial<ToolContext> = {}): Promise<ToolContext> {
  return { view: (await openPlanted([{ tree: given }])).view(), directories: true, ...more };
}

async function call(name: string, args: Record<string, unknown>, context?: ToolContext): Promise<ToolReply> {
  const tool = toolOf(name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool.call(context ?? (await contextOf()), args);
}

describe('what a model reads', () => {
  it.each([
    [
      'list_skills',
      {},
      'Collections; list_skills with one of them as collection pages through it:\n- bio (2): bio: 2 recipes.\nSkills outside collections, 1:\n- project:deploy (needs setup): Deploys.',
    ],
    [
      'list_skills',
      { collection: 'bio', limit: 1 },
      'Skills of bio, 1 to 1 of 2:\n- bio:align/sort: Sorts alignments.\nGo on with offset=1.',
    ],
    ['list_skills', { offset: 7 }, 'Skills outside collections, none from 7 on, of 1:'],
    [
      'list_skills',
      { collection: 'bio', match: 'VARIANTS' },
      'Skills of bio, 1:\n- bio:align/x1 "call-variants": Calls variants of a genome.',
    ],
    [
      'list_skills',
      { state: 'needs_setup' },
      'Skills outside collections, 1:\n- project:deploy (needs setup): Deploys.',
    ],
    ['list_skills', { network: 'none' }, 'No skills outside collections.'],
    [
      'search_skills',
      { query: 'variants' },
      'Best first:\n- bio:align/x1 "call-variants": Calls variants of a genome.',
    ],
    [
      'search_skills',
      { query: 'zebra crossing' },
      'Nothing here fits. Other words may; list_skills shows what there is.',
    ],
    ['skill_readiness', { name: 'deploy' }, '- project:deploy: needs_setup; missing bin:no-such-program'],
    [
      'skill_readiness',
      {},
      '3 skills: 1 need setup, 0 are ready, 2 unknown.\nMissing most: bin:no-such-program (1).\n- project:deploy: needs_setup; missing bin:no-such-program\n- bio:align/sort: unknown; declares nothing\n- bio:align/x1: unknown; declares nothing',
    ],
    ['read_skill_file', { name: 'deploy', path: 'scripts/run.sh' }, 'echo ran\n'],
  ])('of %s %j is plain text', async (name, args, text) => {
    expect((await call(name, args)).text).toBe(text);
  });

  it('of a skill that declares nothing tells in one line what its text shows that it needs', async () => {
    const body = '\n```bash\nSTAR --x\npython3 - <<EOF\nimport pysam\nEOF\n```\n';
    const context = await contextOf({
      'a/SKILL.md': `${skillText('a', 'A.')}${body}`,
      'b/SKILL.md': skillText('b', 'B.'),
    });
    expect((await call('skill_readiness', { name: 'a' }, context)).text).toBe(
      '- project:a: unknown; declares nothing\n  its commands and code show: bin:python3, bin:STAR, python:pysam',
    );
    expect((await call('skill_readiness', { name: 'b' }, context)).text).toBe('- project:b: unknown; declares nothing');
  });

  it('of a loaded skill is its text, its folder and its files, each once', async () => {
    const { text, record } = await call('load_skill', { name: 'deploy' });
    expect(text.replace(/mark="\w+"/g, 'mark')).toBe(
      '<skill_content name="deploy" id="project:deploy" mark>\n# Do\n</skill_content mark>\n' +
        'Folder of this skill, which $SKILL_DIR and relative paths in it mean: /r0/deploy\n' +
        'Files of this skill; read one with read_skill_file(name="project:deploy", path=...):\n' +
        '- logo.png (binary, 3 bytes)\n- scripts/run.sh (text, 9 bytes)\n',
    );
    expect(record).toMatchObject({ id: 'project:deploy', directory: '/r0/deploy' });
    expect(String(record['text']).split('run.sh')).toHaveLength(1);
  });

  it('of a binary file are the facts', async () => {
    expect((await call('read_skill_file', { name: 'deploy', path: 'logo.png' })).text).toMatch(
      /^A binary file of 3 bytes, sha256:[0-9a-f]{64}\.$/,
    );
  });

  it('of a long file says how to go on, and the pages join', async () => {
    const body = 'x'.repeat(30_000);
    const context = await contextOf({ 'a/SKILL.md': skillText('a'), 'a/long.txt': body });
    const first = await call('read_skill_file', { name: 'a', path: 'long.txt' }, context);
    expect(first.text).toMatch(/x\n\[Characters 0 to 24000\. Go on with offset=24000\.\]$/);
    const second = await call('read_skill_file', { name: 'a', path: 'long.txt', offset: 24_000 }, context);
    expect(second.text).toBe('x'.repeat(6_000));
    const beyond = await call('read_skill_file', { name: 'a', path: 'long.txt', offset: 99_000 }, context);
    expect(beyond.text).toBe('[The end of the file lies before this offset.]');
  });
});

describe('a search while the index is built', () => {
  const meanwhile = (total: number): Partial<View> => ({
    ready: () => new Promise(() => undefined),
    async searchSkills({ query, wait }) {
      const skills = [{ id: 'a:b', name: 'b', description: 'B.', score: 1, snippet: '' }].slice(0, total);
      return { query, total, offset: 0, skills, ...(wait === false ? { index: 'building' as const } : {}) };
    },
  });

  it.each([
    [
      1,
      'The texts are still being read: only names and descriptions were searched. Ask again for more.\nBest first:\n- a:b: B.',
    ],
    [0, 'Nothing yet. The texts are still being read: only names and descriptions were searched. Ask again for more.'],
  ])('does not wait long, and says what was searched: %i', async (total, text) => {
    const { view } = await contextOf();
    const reply = await call(
      'search_skills',
      { query: 'x' },
      { view: { ...view, ...meanwhile(total) }, directories: true },
    );
    expect(reply.text).toBe(text);
    expect(reply.record).toMatchObject({ index: 'building' });
  });

  it('waits for an index that is nearly there', async () => {
    const reply = await call('search_skills', { query: 'variants' });
    expect(reply.record).not.toHaveProperty('index');
  });
});

it('hits that answer in part are called so', async () => {
  const { view } = await contextOf();
  const skills = [{ id: 'a:b', name: 'b', description: 'B.', score: 0.1, match: 'weak' as const, snippet: '' }];
  const weak: View = { ...view, searchSkills: async ({ query }) => ({ query, total: 1, offset: 0, skills }) };
  const reply = await call('search_skills', { query: 'x' }, { view: weak, directories: true });
  expect(reply.text).toBe('No sure match; in part these may fit:\n- a:b: B.');
  expect(reply.record).toMatchObject({ skills: [{ id: 'a:b', match: 'weak' }] });
});

describe('the folder of a skill', () => {
  it('is told to readers of this disk only', async () => {
    const { text, record } = await call(
      'load_skill',
      { name: 'deploy' },
      await contextOf(tree, { directories: false }),
    );
    expect(text).not.toContain('/r0');
    expect(record).not.toHaveProperty('directory');
  });

  it('is left out when it cannot be written on one clean line', async () => {
    const context = await contextOf({ 'a\nb/SKILL.md': skillText('a'), 'c\u{E0041}/SKILL.md': skillText('c') });
    for (const name of ['a', 'c']) {
      expect((await call('load_skill', { name }, context)).record).not.toHaveProperty('directory');
    }
  });
});

const ADDRESSES = [
  'project:deploy',
  'deploy',
  '/r0/deploy',
  '/r0/deploy/',
  '/r0/deploy/SKILL.md',
  ' /r0/deploy ',
  'skill://project/deploy',
  'skill://project/deploy/SKILL.md',
];
const located = {
  locate: (address: string) => {
    const [, id, path = ''] = /^skill:\/\/project\/(\w+)(?:\/(.*))?$/.exec(address) ?? [];
    return id === undefined ? undefined : { id: `project:${id}`, path };
  },
};

describe('an address that was given out', () => {
  it.each(ADDRESSES)('%j names the skill in every tool that takes one', async (name) => {
    const context = await contextOf(tree, located);
    expect((await call('load_skill', { name }, context)).record).toMatchObject({ id: 'project:deploy' });
    expect((await call('skill_readiness', { name }, context)).record).toMatchObject({
      skills: [{ id: 'project:deploy' }],
    });
    const file = await call('read_skill_file', { name, path: 'scripts/run.sh' }, context);
    expect(file.record).toMatchObject({ id: 'project:deploy', path: 'scripts/run.sh' });
  });

  it.each([
    'scripts/run.sh',
    './scripts/run.sh',
    '/r0/deploy/scripts/run.sh',
    '$SKILL_DIR/scripts/run.sh',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: recipes write it so
    '${SKILL_DIR}/scripts/run.sh',
    'skill://project/deploy/scripts/run.sh',
  ])('%j names the file', async (path) => {
    const context = await contextOf(tree, located);
    expect((await call('read_skill_file', { name: 'deploy', path }, context)).text).toBe('echo ran\n');
  });

  it('of a file is no skill, and the error says what to do', async () => {
    await expect(call('load_skill', { name: '/r0/deploy/scripts/run.sh' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message:
        '"/r0/deploy/scripts/run.sh" is the file scripts/run.sh of the skill project:deploy: name the skill, and read the file with read_skill_file.',
    });
  });

  it('was not given out where folders are not told', async () => {
    const context = await contextOf(tree, { directories: false });
    await expect(call('load_skill', { name: '/r0/deploy' }, context)).rejects.toMatchObject({
      code: 'SKILL_NOT_FOUND',
    });
  });

  it.each(['/r0/deploy/../deploy', '/r0', '/r0/deployment', '/etc'])('is not %j', async (name) => {
    await expect(call('load_skill', { name })).rejects.toThrow();
  });

  it('of a withheld skill reads like one of none', async () => {
    const view = (await openPlanted([{ tree }])).view({ only: ['bio:*'] });
    const failure = async (name: string): Promise<string> =>
      call('load_skill', { name }, { view, directories: true }).then(
        () => 'loaded',
        (error: Error) => error.message.replaceAll(name, '*'),
      );
    expect(await failure('/r0/deploy')).toBe(await failure('/r0/absent'));
  });

  it('of another skill names no file of this one', async () => {
    const context = await contextOf({
      ...tree,
      'other/SKILL.md': skillText('other'),
      'other/scripts/run.sh': 'other\n',
    });
    const path = '/r0/other/scripts/run.sh';
    await expect(call('read_skill_file', { name: 'deploy', path }, context)).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
  });
});

describe('what hides in a tree', () => {
  const hidden = 'a\u{E0041}\u{E0042}\u202E\u2028b';
  const hostile: RootTree = {
    [`c/${hidden}\nid/SKILL.md`]: `---\nname: "a\\U000E0041\\u202E\\u2028\\nb"\ndescription: "d\\U000E0042\\u202E\\ne zebra"\nmetadata:\n  requirements: "bin:q\\u202Ex"\n---\nBody zebra.\n`,
    [`c/${hidden}\nid/ref\n${hidden}.md`]: 'Read me.\n',
  };
  const HIDES = /[\u{E0000}-\u{E007F}\u202A-\u202E\u2028\u2029]/u;

  it.each([
    ['list_skills', {}],
    ['search_skills', { query: 'zebra' }],
    ['load_skill', { name: 'a b' }],
    ['skill_readiness', {}],
    ['skill_readiness', { name: 'a b' }],
  ])('is in no line of %s %j', async (name, args) => {
    const { text, record } = await call(name, args, await contextOf(hostile));
    const inner = (value: unknown): string[] =>
      typeof value === 'string'
        ? [value]
        : typeof value === 'object' && value !== null
          ? Object.values(value).flatMap(inner)
          : [];
    const { text: framed = '', ...rest } = record;
    for (const one of inner(rest)) expect(one).not.toMatch(/[\n\r]/);
    for (const one of [text, String(framed), ...inner(rest)]) expect(one).not.toMatch(HIDES);
    expect(text.split('\n').every((line) => !/^(?:b|e zebra|id)/.test(line))).toBe(true);
  });

  it('keeps no file from being read by the name it is shown under', async () => {
    const context = await contextOf(hostile);
    const { record } = await call('load_skill', { name: 'a b' }, context);
    const files = record['files'] as readonly { readonly path: string }[];
    const shown = files.map(({ path }) => path).find((path) => path.startsWith('ref')) ?? '';
    const file = await call('read_skill_file', { name: String(record['id']), path: shown }, context);
    expect(file.text).toBe('Read me.\n');
  });
});

describe('arguments that do not fit', () => {
  it.each([
    [
      'skill_readiness',
      { name: 'deploy', collection: 'bio' },
      'skill_readiness: give "name" or "collection", not both.',
    ],
    ['load_skill', {}, 'load_skill: "name" is missing: The id or the name of a skill.'],
    ['list_skills', { limit: 0, page: 2 }, /"limit" must be .*; "page" is not an argument/],
  ])('%s %j', async (name, args, message) => {
    await expect(call(name, args)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });
});
