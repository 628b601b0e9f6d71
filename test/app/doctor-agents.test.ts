import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makePlace, readAll } from '../owner/store/support.ts';
import { skillText } from '../support/tree.ts';

it('doctor tells of agents that are here alone: what each would see, what it would cut, and what keeps skills from being loaded', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [
      `project/.agents/skills/group/s${at}/SKILL.md`,
      skillText(`s${at}`, 'Does it. '.repeat(20)),
    ]),
  );
  const { workspace, base, home, project } = await makePlace({
    ...many,
    'project/.agents/skills/top/SKILL.md': skillText('top', 'At the top.'),
    'home/.claude/skills/deploy/SKILL.md': skillText('deploy'),
    'home/.claude/agents/reader.md': '---\nname: reader\ntools: Read\n---\n',
    'project/.claude/settings.json': '{ "permissions": ',
    'home/.gemini/x': null,
    'home/.codex/x': null,
  });
  const before = readAll(base);
  const report = await workspace.store.doctor();
  const said = Object.fromEntries(report.checks.map(({ name, message }) => [name, message]));
  expect(report.ok).toBe(true);
  const agents = report.checks.filter(({ name }) => name.startsWith('agent ')).map(({ name }) => name.slice(6));
  expect(agents).toEqual(['universal', 'claude-code', 'codex', 'gemini-cli']);
  expect(said['agent claude-code']).toMatch(/would see 1 of 1 skill in .*\/home\/\.claude\/skills/);
  expect(said['agent gemini-cli']).toMatch(/would see 1 of 201 skills.*200 lie deeper than it looks/);
  expect(said['agent codex']).toMatch(/would see 201 of 201 skills.*by name alone/);
  const notes = report.checks.filter(({ name }) => name === 'tool Skill');
  expect(notes.map(({ message }) => message)).toEqual([
    expect.stringContaining(`${join(project, '.claude/settings.json')} is no JSON`),
    expect.stringContaining(`${join(home, '.claude/agents/reader.md')} lists its tools without Skill`),
  ]);
  expect(notes.every(({ note, ok, hint }) => note === true && ok && hint?.includes('Skill'))).toBe(true);
  expect(said['try it']).toContain(project);
  // It only reads.
  for (const name of ['home', 'project']) {
    const within = (tree: object) => Object.entries(tree).filter(([path]) => path.startsWith(`${name}/`));
    expect(within(readAll(base))).toEqual(within(before));
  }
});

it('where no agent is, nothing is said of agents', async () => {
  const { workspace, home } = await makePlace({}, { project: false });
  const { checks } = await workspace.store.doctor();
  expect(checks.filter(({ name }) => /agent|tool|try/.test(name))).toEqual([]);
  expect(readdirSync(home)).toEqual(['x']);
});
