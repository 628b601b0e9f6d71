import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/base/hash.ts';
import { skillInstructions, skillTools } from '../../../src/surface/tools/agent-tools.ts';
import { TOOLS } from '../../../src/surface/tools/table.ts';
import { markerText, openPlanted } from '../../support/catalog.ts';
import { connect, ERAS } from '../../surface/mcp/support/connect.ts';

const EMAIL = 'Joe.Doe+ops@mail.example.org';
const SKILL = `---
name: page-oncall
description: Pages whoever is on call; ${EMAIL} owns it.
metadata:
  owner: ${EMAIL}
  triggers: page ${EMAIL}
---
# Page

Write the outage to ${EMAIL}, who is on call for outages.
`;
const tree = {
  'ops/COLLECTION.json': markerText('ops', {
    prompt_line: `{count} recipes of ${EMAIL}.`,
    source: { url: 'https://example.org/ops.git', commit: 'a'.repeat(40) },
  }),
  'ops/page/SKILL.md': SKILL,
  'ops/page/people.md': `On call: ${EMAIL}\n`,
  'ops/page/latin.txt': Buffer.from(`caf\u00E9 ${EMAIL}\n`, 'latin1'),
  'ops/page/logo.png': Buffer.from([0, 1, 2]),
  'plain/SKILL.md': SKILL.replace('page-oncall', 'page-again'),
};

const open = async (redact: readonly 'emails'[] = ['emails']) => {
  const catalog = await openPlanted([{ tree }]);
  return { catalog, view: catalog.view({ redact }) };
};
const REF = 'ops:page';
const ASKED: Readonly<Record<string, Record<string, string>>> = {
  search_skills: { query: 'outage on call' },
  load_skill: { name: REF },
  read_skill_file: { name: REF, path: 'people.md' },
};

describe('a view that takes out e-mail addresses', () => {
  it('gives none in any of its answers, and says what was read', async () => {
    const { view } = await open();
    const session = view.agentSession({ agent: ['page-again'] });
    const menu = await session.menu(`an outage: page ${EMAIL.toLowerCase()}`);
    expect(menu.entries.length).toBe(2);
    const tools = skillTools(view);
    const answers = [
      view.entries(),
      view.collections(),
      await view.resolve(REF),
      await view.context(),
      await view.context({ format: 'xml', via: 'files' }),
      await skillInstructions(view),
      await view.listSkills(),
      await view.listSkills({ collection: 'ops' }),
      await view.searchSkills({ query: 'outage on call' }),
      await view.loadSkill(REF),
      await view.replySkill(REF),
      await view.readSkillFile(REF, 'people.md'),
      await view.readSkillFile(REF, 'latin.txt'),
      await view.readSkillFile(REF, 'SKILL.md'),
      Buffer.from(await view.readBytes(REF, 'SKILL.md')).toString(),
      Buffer.from(await view.readBytes(REF, 'latin.txt')).toString('latin1'),
      menu,
      await menu.tool?.call({ name: 'page-oncall' }),
      await session.activated(),
      await Promise.all(
        tools.map((tool) => tool.call({ name: REF, path: 'people.md' }).catch(() => tool.call({ name: REF }))),
      ),
      ...(await Promise.all(TOOLS.map((tool) => tool.call({ view, directories: true }, ASKED[tool.name] ?? {})))),
    ];
    const all = JSON.stringify(answers);
    expect(all).not.toMatch(/joe\.doe|mail\.example/i);
    expect(all.split('(e-mail)').length).toBeGreaterThan(20);
    expect((await view.searchSkills({ query: 'outage on call' })).skills[0]?.snippet).toContain(
      '(e-mail), who is on call',
    );
    const { digest, source } = await view.loadSkill(REF);
    expect(digest).toBe(`sha256:${sha256Hex(Buffer.from(SKILL))}`);
    expect(source).toEqual({ url: 'https://example.org/ops.git', commit: 'a'.repeat(40) });
    expect((await view.loadSkill('project:plain')).source).toBeUndefined();
  });

  it('has a manifest that holds for the bytes it gives', async () => {
    const { view } = await open();
    for (const { path, digest, size } of await view.manifest(REF)) {
      const bytes = await view.readBytes(REF, path);
      expect([size, digest], path).toEqual([bytes.length, `sha256:${sha256Hex(bytes)}`]);
    }
  });

  it('is another view: the others of the same catalog give everything, and a refreshed one stays as it was', async () => {
    const { catalog, view } = await open();
    expect((await catalog.view().replySkill(REF)).text).toContain(EMAIL);
    expect((await catalog.view({ redact: [] }).replySkill(REF)).text).toContain(EMAIL);
    expect([view.redacts, catalog.view({ redact: [] }).redacts]).toEqual([true, false]);
    expect((await view.follow(catalog).replySkill(REF)).text).not.toContain(EMAIL);
    expect(() => catalog.view({ redact: ['phones' as never] })).toThrow(/redact must be a list of "emails", not/);
  });

  it.each(ERAS)(
    'serves them over MCP neither in tools nor in resources, and hosts can check what they get, %s',
    async (era) => {
      const { catalog } = await open();
      const redact = { redact: ['emails'] as const };
      const { client, skills } = await connect(catalog, era, redact, { skills: true, people: redact });
      const { resources } = await client.listResources();
      const uris = resources.map(({ uri }) => uri);
      expect(uris).toContain('skill://ops/page-oncall/SKILL.md');
      const listed = await skills.list();
      const read = await Promise.all(uris.map((uri) => client.readResource({ uri })));
      // What a host is told of each file holds for what it gets.
      for (const skill of listed.skills) {
        const files = typeof skill.resources === 'string' ? [] : skill.resources;
        for (const { uri } of files as readonly { readonly uri: string }[])
          expect((await skills.read(skill, uri)).verified).toBe(true);
      }
      const said = await client.callTool({ name: 'load_skill', arguments: { name: REF } });
      expect(said.structuredContent).toMatchObject({ source: { url: 'https://example.org/ops.git' } });
      const prompt = await client.getPrompt({ name: 'use_skill', arguments: { name: 'page-oncall' } });
      const all = JSON.stringify([
        client.getInstructions(),
        resources,
        listed,
        read,
        said,
        prompt,
        await client.listTools(),
      ]);
      expect(all).not.toMatch(/joe\.doe|mail\.example/i);
      expect(all).toContain('Write the outage to (e-mail)');
    },
  );
});
