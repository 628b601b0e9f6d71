import { describe, expect, it } from 'vitest';
import { makePlace } from '../owner/store/support.ts';
import { skillText } from '../support/tree.ts';

const TREE = {
  'home/.agents/skills/house-tone/SKILL.md': skillText('house-tone', 'The tone in which we write to customers.'),
  'home/.agents/skills/csv/SKILL.md':
    '---\nname: csv-profile\ndescription: Profiles tables.\ntriggers: [csv]\n---\nBody.\n',
  'home/.agents/skills/person/SKILL.md':
    '---\nname: for-people\ndescription: For people.\ndisable-model-invocation: true\n---\nBody.\n',
};

describe('a session that a workspace opens for an agent', () => {
  it('has the own list of the agent: always on without triggers, by its trigger with one, and never what is for people', async () => {
    const { workspace } = await makePlace(TREE, { project: false });
    const refs = ['personal:house-tone', 'personal:csv', 'personal:person'];
    await workspace.sessions.level('agent:helper', { set: refs });
    const session = await workspace.sessions.agent('agent:helper', { menu: { size: 3 } });
    const hello = await session.menu('hello there');
    expect(hello.entries.map(({ slug, why }) => [slug, why])).toEqual([['house-tone', 'always']]);
    expect(hello.report.dropped).toEqual(['personal:person']);
    const csv = await session.menu('profile this CSV');
    expect(csv.entries.map(({ slug }) => slug)).toEqual(['csv-profile', 'house-tone']);
    await session.activate('house-tone');
    const later = await workspace.sessions.agent('agent:helper', { state: session.state() });
    expect((await later.activated()).map(({ slug }) => slug)).toEqual(['house-tone']);
    expect((await later.menu('hello there')).entries).toEqual([]);
  });

  it('follows the list, and has none where nobody made one', async () => {
    const { workspace } = await makePlace(TREE, { project: false });
    const none = await workspace.sessions.agent('agent:new');
    expect((await none.menu('hello there')).entries).toEqual([]);
    await workspace.sessions.level('agent:new', { add: ['house-tone'] });
    const some = await workspace.sessions.agent('agent:new');
    expect((await some.menu('hello there')).entries.map(({ slug }) => slug)).toEqual(['house-tone']);
  });

  it('is of an agent, and of nothing else', async () => {
    const { workspace } = await makePlace(TREE, { project: false });
    for (const key of ['global', 'helper', 'agent:', 'agent:../x', 5 as never]) {
      await expect(workspace.sessions.agent(key)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    }
    const thirty = Array.from({ length: 31 }, (_, at) => `personal:s${at}`);
    await expect(workspace.sessions.level('agent:helper', { set: thirty })).rejects.toThrow();
  });
});
