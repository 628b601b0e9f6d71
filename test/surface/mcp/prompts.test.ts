import { describe, expect, it } from 'vitest';
import { skillText } from '../../support/tree.ts';
import { connect, ERAS } from './support/connect.ts';
import { type FakeTree, fakeCatalog, fakeDisk } from './support/fake-catalog.ts';

const tree: FakeTree = {
  bio: { a: { 'SKILL.md': skillText('bio-a', 'Does a.') }, b: { 'SKILL.md': skillText('bio-b', 'Does b.') } },
  'root-p': { pdf: { 'SKILL.md': skillText('pdf', 'Reads\u202E PDF.') } },
  'root-q': { pdf: { 'SKILL.md': skillText('PDF', 'Also reads PDF.') } },
};

function numbered(count: number): FakeTree {
  return {
    'root-p': Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`s${index}`, { 'SKILL.md': skillText(`skill-${index}`) }]),
    ),
  };
}

describe.each(ERAS)('prompts, %s', (era) => {
  it('are use_skill and one for each skill outside collections', async () => {
    const { client } = await connect(fakeCatalog(fakeDisk(tree)), era);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'use_skill',
      expect.stringMatching(/^skill_pdf-[0-9a-f]{8}$/),
      expect.stringMatching(/^skill_PDF-[0-9a-f]{8}$/),
    ]);
    expect(prompts[1]?.description).toBe('Reads PDF.');
    expect(prompts[0]?.arguments?.map(({ name, required }) => [name, required])).toEqual([
      ['name', true],
      ['task', false],
    ]);
  });

  it('give the instructions and the task', async () => {
    const { client } = await connect(fakeCatalog(fakeDisk(tree)), era);
    const { prompts } = await client.listPrompts();
    for (const [name, args, expected] of [
      ['use_skill', { name: 'bio-a', task: 'Do a to x.' }, 'Follow this skill for this task: Do a to x.'],
      [prompts[1]?.name ?? '', {}, 'Follow this skill.'],
    ] as const) {
      const { messages } = await client.getPrompt({ name, arguments: args });
      expect(messages).toHaveLength(1);
      const content = messages[0]?.content;
      expect(content?.type === 'text' && content.text.startsWith('---\nname: ')).toBe(true);
      expect(content?.type === 'text' && content.text.endsWith(expected)).toBe(true);
    }
  });

  it.each([
    [{ name: 'use_skill' }, '"name" is missing'],
    [{ name: 'use_skill', arguments: { name: 'pdx' } }, 'No skill "pdx"'],
    [{ name: 'skill_other' }, 'no prompt "skill_other"'],
    [{ name: 'skill_bio-a' }, 'no prompt "skill_bio-a"'],
  ])('%j is refused', async (params, message) => {
    const { client } = await connect(fakeCatalog(fakeDisk(tree)), era);
    await expect(client.getPrompt(params)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message),
    });
  });

  it('complete the name', async () => {
    const { client } = await connect(fakeCatalog(fakeDisk(tree)), era);
    const complete = async (value: string, argument = 'name') =>
      (await client.complete({ ref: { type: 'ref/prompt', name: 'use_skill' }, argument: { name: argument, value } }))
        .completion;
    expect(await complete('bio')).toEqual({ values: ['bio-a', 'bio-b'], total: 2, hasMore: false });
    // Two skills have this name: only their ids tell them apart.
    expect(await complete('root-')).toEqual({ values: ['root-p:pdf', 'root-q:pdf'], total: 2, hasMore: false });
    expect((await complete('o-b')).values).toEqual(['bio-b']);
    expect((await complete('')).values).toHaveLength(4);
    expect((await complete('bio', 'task')).values).toEqual([]);
    const paths = await client.complete({
      ref: { type: 'ref/resource', uri: 'skill://{+path}' },
      argument: { name: 'path', value: 'bio/' },
    });
    expect(paths.completion.values).toEqual(['bio/bio-a/SKILL.md', 'bio/bio-b/SKILL.md']);
  });

  it('complete with at most 100 values, and say that there are more', async () => {
    const { client } = await connect(fakeCatalog(fakeDisk(numbered(130))), era);
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'use_skill' },
      argument: { name: 'name', value: 'skill' },
    });
    expect(completion.values).toHaveLength(100);
    expect(completion).toMatchObject({ total: 130, hasMore: true });
  });
});

it.each([
  [40, 41],
  [41, 1],
])('with %i ordinary skills there are %i prompts', async (skills, prompts) => {
  const { client } = await connect(fakeCatalog(fakeDisk(numbered(skills))));
  expect((await client.listPrompts()).prompts).toHaveLength(prompts);
});
