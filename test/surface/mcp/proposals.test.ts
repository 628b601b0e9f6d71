// What a model may propose over MCP and by functions, and that it can do nothing else.

import { describe, expect, it, onTestFinished } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import { openWorkspace } from '../../../src/app/open-workspace.ts';
import type { Workspace } from '../../../src/app/workspace-types.ts';
import { skillTools } from '../../../src/surface/tools/agent-tools.ts';
import { TOOLS } from '../../../src/surface/tools/table.ts';
import { makeTree, skillText } from '../../support/tree.ts';
import { connect, ERAS } from './support/connect.ts';

const TREE = {
  'home/x': null,
  'skills/deploy/SKILL.md': skillText('deploy', 'Deploys.'),
  'skills/secret/SKILL.md': skillText('hush-hush', 'Nobody may know of this.'),
};
const DRAFT = {
  name: 'rotate-logs',
  description: 'Rotates logs: when a disk fills up.',
  instructions: '# Do\n\nIt.\n',
};

async function place() {
  const base = makeTree(TREE);
  const workspace: Workspace = await openWorkspace({
    home: `${base}/home`,
    data: `${base}/data`,
    project: false,
    roots: [],
    env: {},
  });
  onTestFinished(() => workspace.close());
  const roots = [
    { id: 'mine', kind: 'project', path: `${base}/skills` },
    { id: 'personal', kind: 'personal', path: `${base}/home/.agents/skills` },
  ] as const;
  const catalog = await openCatalog({ roots, cache: false });
  return { workspace, catalog, roots };
}
const said = (result: object): string =>
  (result as { content: readonly { text: string }[] }).content.map(({ text }) => text).join('');

describe.each(ERAS)('propose_skill, %s', (era) => {
  it('is not there unless the server was told so', async () => {
    const { catalog } = await place();
    for (const menu of [undefined, 3]) {
      const { client } = await connect(catalog, era, {}, menu === undefined ? {} : { menu });
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).not.toContain('propose_skill');
      await expect(client.callTool({ name: 'propose_skill', arguments: DRAFT })).rejects.toThrow(/There is no tool/);
    }
    expect(TOOLS.map(({ name }) => name)).not.toContain('propose_skill');
  });

  it('keeps a draft for a person, and the model is shown it only when a person has turned it on', async () => {
    const { catalog, workspace } = await place();
    const { client } = await connect(catalog, era, {}, { propose: workspace.skills.propose });
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === 'propose_skill');
    expect(tool?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    const kept = await client.callTool({ name: 'propose_skill', arguments: DRAFT });
    expect(said(kept)).toBe('rotate-logs was proposed. Nothing changes before a person turns it on: go on without it.');
    const load = () => client.callTool({ name: 'load_skill', arguments: { name: 'rotate-logs' } });
    expect((await load()).isError).toBe(true);
    expect(said(await client.callTool({ name: 'list_skills', arguments: {} }))).not.toContain('rotate-logs');
    await workspace.skills.enable(['rotate-logs']);
    expect(said(await load())).toContain('# Do\n\nIt.');
  });

  it('says nothing of a skill that is withheld but that its name is taken, and changes none', async () => {
    const { catalog, workspace } = await place();
    const view = { only: ['deploy'] };
    const { client } = await connect(catalog, era, view, { propose: workspace.skills.propose });
    for (const name of ['deploy', 'hush-hush', 'Hush-Hush']) {
      const refused = await client.callTool({ name: 'propose_skill', arguments: { ...DRAFT, name } });
      expect(refused.isError).toBe(true);
      expect(said(refused)).toMatch(
        name === 'Hush-Hush' ? /no name of a skill/ : /^"[\w-]+" is taken: choose another name\.$/,
      );
    }
    expect((await workspace.skills.status()).proposals).toEqual([]);
    expect(await catalog.refresh()).toBe(catalog);
  });

  it('gives no draft the name of a skill that is switched off, by its owner or by the client', async () => {
    const { roots, workspace } = await place();
    const off = await openCatalog({
      roots,
      cache: false,
      state: { revision: () => 1, isDisabled: (id) => id === 'mine:deploy' },
    });
    const view = { enabled: (id: string) => id !== 'mine:secret' };
    const { client } = await connect(off, era, view, { propose: workspace.skills.propose });
    for (const name of ['deploy', 'hush-hush']) {
      const refused = await client.callTool({ name: 'propose_skill', arguments: { ...DRAFT, name } });
      expect(said(refused)).toBe(`"${name}" is taken: choose another name.`);
    }
    expect((await workspace.skills.status()).proposals).toEqual([]);
  });

  it('takes no word that would make more of a draft than a proposal', async () => {
    const { catalog, workspace } = await place();
    const { client } = await connect(catalog, era, {}, { propose: workspace.skills.propose });
    for (const more of [
      { enabled: true },
      { place: 'project' },
      { as: 'x' },
      { into: '/tmp' },
      { came_by: 'publish' },
    ]) {
      const refused = await client.callTool({ name: 'propose_skill', arguments: { ...DRAFT, ...more } });
      expect(said(refused)).toMatch(/is not an argument of this tool/);
    }
    const { tools } = await client.listTools();
    const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name);
    expect(writing).toEqual(['propose_skill']);
    for (const name of ['enable', 'enable_skill', 'publish', 'update_skill', 'remove', 'rollback', 'purge']) {
      await expect(client.callTool({ name, arguments: DRAFT })).rejects.toThrow(/There is no tool/);
    }
    expect(await workspace.skills.status()).toMatchObject({ skills: [], proposals: [] });
  });

  it('stands beside a menu a turn, and is no way round it', async () => {
    const { catalog, workspace } = await place();
    const { client } = await connect(catalog, era, {}, { menu: 3, propose: workspace.skills.propose });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['suggest_skills', 'propose_skill']);
    await client.callTool({ name: 'propose_skill', arguments: DRAFT });
    await expect(client.callTool({ name: 'load_skill', arguments: { name: 'rotate-logs' } })).rejects.toThrow(
      /no tool/,
    );
  });
});

it('is a function of a loop where the loop says so', async () => {
  const { catalog, workspace } = await place();
  const tools = skillTools(catalog.view(), { propose: workspace.skills.propose });
  expect(tools.map(({ name }) => name)).toEqual(['load_skill', 'read_skill_file', 'propose_skill']);
  const [load, , propose] = tools;
  expect(await propose?.call(DRAFT)).toMatchObject({ id: 'personal:rotate-logs' });
  await expect(load?.call({ name: 'rotate-logs' })).rejects.toMatchObject({ code: 'SKILL_NOT_FOUND' });
  await expect(propose?.call(DRAFT)).rejects.toMatchObject({ code: 'NAME_TAKEN' });
  await expect(propose?.call({ ...DRAFT, name: 'deploy' })).rejects.toMatchObject({ code: 'NAME_TAKEN' });
  const [, , narrow] = skillTools(catalog.view({ only: ['deploy'] }), { propose: workspace.skills.propose });
  await expect(narrow?.call({ ...DRAFT, name: 'hush-hush' })).rejects.toMatchObject({ code: 'NAME_TAKEN' });
  const { proposals } = await workspace.skills.status();
  expect(proposals.map(({ name }) => name)).toEqual(['rotate-logs']);
});
