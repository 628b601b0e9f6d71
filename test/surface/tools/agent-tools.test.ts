import { describe, expect, it } from 'vitest';
import type { AgentTool } from '../../../src/catalog/agent-types.ts';
import type { View, ViewOptions } from '../../../src/catalog/types.ts';
import { skillInstructions, skillTools } from '../../../src/surface/tools/agent-tools.ts';
import { markerText, openPlanted, type RootTree, skills } from '../../support/catalog.ts';
import { skillText } from '../../support/tree.ts';

const tree: RootTree = {
  'bio/COLLECTION.json': markerText('bio'),
  'bio/sort/SKILL.md': skillText('bio-sort', 'Sorts alignments.'),
  'deploy/SKILL.md': skillText('deploy', 'Deploys.', 'Run scripts/run.sh.'),
  'deploy/scripts/run.sh': 'echo ran\n',
  'person/SKILL.md': '---\nname: for-people\ndescription: P.\ndisable-model-invocation: true\n---\nBody.\n',
};

async function viewOf(options: ViewOptions = {}, given: RootTree = tree): Promise<View> {
  return (await openPlanted([{ tree: given }])).view(options);
}

function named(tools: readonly AgentTool[], name: string): AgentTool {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no ${name}`);
  return tool;
}

describe('what a loop puts into its system prompt', () => {
  it('has a line a skill and a line a collection, and names no tool that is not given', async () => {
    const view = await viewOf();
    const { text, report } = await skillInstructions(view);
    expect(text).toContain('- deploy: Deploys.\n');
    expect(text).toContain('- bio: 1 recipes.');
    expect(text).not.toContain('for-people');
    const names = new Set([...text.matchAll(/\b\w+(?=\()/g)].map(([word]) => word));
    expect([...names]).toEqual(['load_skill']);
    expect(report).toMatchObject({ ordinary: 1, whole: 1, folded: 0 });
  });

  it('has at most forty skills, or as many as are asked for, counts the others, and keeps its budget', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`s${at}`, `skill-${at}`]));
    const view = await viewOf({}, skills(many));
    const lines = (text: string): number => text.split('\n').filter((line) => /^- skill-/.test(line)).length;
    const { text, report } = await skillInstructions(view);
    expect(lines(text)).toBe(40);
    expect(text).toContain('- 20 more skills have no line here; load_skill(name) reads one');
    expect(report).toMatchObject({ ordinary: 60, folded: 20 });
    expect(report.folded_skills).toHaveLength(20);
    expect(lines((await skillInstructions(view, { max_entries: 2 })).text)).toBe(2);
    const small = await skillInstructions(view, { max_entries: 50, max_characters: 500 });
    expect([...small.text].length).toBeLessThanOrEqual(500);
    const { whole, shortened, names_only, folded } = small.report;
    expect(whole + shortened + names_only + folded).toBe(60);
    await expect(skillInstructions(view, { max_entries: -1 })).rejects.toThrow(/max_entries must be a whole number/);
  });
});

describe('the functions of a loop', () => {
  it('are two, with plain schemas', async () => {
    const tools = skillTools(await viewOf());
    expect(tools.map(({ name }) => name)).toEqual(['load_skill', 'read_skill_file']);
    expect(tools.map(({ inputSchema }) => [Object.keys(inputSchema.properties), inputSchema.required])).toEqual([
      [['name', 'offset'], ['name']],
      [
        ['name', 'path', 'offset'],
        ['name', 'path'],
      ],
    ]);
    for (const { inputSchema } of tools) expect(JSON.parse(JSON.stringify(inputSchema))).toEqual(inputSchema);
  });

  it('give the text a model reads, and which bytes it was', async () => {
    const view = await viewOf();
    const tools = skillTools(view);
    const loaded = await named(tools, 'load_skill').call({ name: 'deploy' });
    expect(loaded.text).toContain('Run scripts/run.sh.');
    expect(loaded.text).toContain('Folder of this skill, which $SKILL_DIR');
    expect(loaded).toMatchObject({ id: 'project:deploy', digest: (await view.loadSkill('deploy')).digest });
    const file = await named(tools, 'read_skill_file').call({ name: 'deploy', path: 'scripts/run.sh' });
    expect(file).toMatchObject({ text: 'echo ran\n', id: 'project:deploy', path: 'scripts/run.sh' });
    const elsewhere = skillTools(view, { directories: false });
    expect((await named(elsewhere, 'load_skill').call({ name: 'deploy' })).text).not.toContain('/r0');
  });

  it('say what is wrong, so that the next call can be right, and know nothing that is withheld', async () => {
    const load = named(skillTools(await viewOf({ only: ['deploy'] })), 'load_skill');
    await expect(load.call({})).rejects.toThrow('load_skill: "name" is missing');
    await expect(load.call(undefined as never)).rejects.toThrow('"name" is missing');
    await expect(load.call({ name: 'bio-sort' })).rejects.toMatchObject({ code: 'SKILL_NOT_FOUND', suggestions: [] });
    await expect(load.call({ name: 'for-people' })).rejects.toMatchObject({ code: 'SKILL_NOT_FOUND' });
  });

  it('read the files of what a session has loaded, and of nothing else', async () => {
    const view = await viewOf();
    const session = view.agentSession();
    const [read, ...others] = skillTools(view, { session });
    if (read === undefined) throw new Error('no tool');
    expect([read.name, others]).toEqual(['read_skill_file', []]);
    const ask = { name: 'deploy', path: 'scripts/run.sh' };
    await expect(read.call(ask)).rejects.toThrow('None is loaded.');
    const { tool } = await session.menu('deploys the service');
    await tool?.call({ name: 'deploy' });
    expect((await read.call(ask)).text).toBe('echo ran\n');
    await expect(read.call({ name: 'bio-sort', path: 'SKILL.md' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      suggestions: ['deploy'],
    });
  });
});
