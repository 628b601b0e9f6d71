import { describe, expect, it } from 'vitest';
import {
  AGENT_PLACES,
  AGENT_SOURCES,
  agentPlaces,
  projectFolders,
  userFolders,
} from '../../../src/io/places/agents.ts';

const of = (id: string, env: Record<string, string> = {}, platform: NodeJS.Platform = 'linux', home = '/home/me') => {
  const agent = agentPlaces(id);
  if (agent === undefined) throw new Error(`no agent ${id}`);
  return { project: projectFolders(agent, '/repo', platform), user: userFolders(agent, { home, env, platform }) };
};

describe('the folders of an agent', () => {
  it.each([
    ['claude-code', {}, ['/repo/.claude/skills'], ['/home/me/.claude/skills']],
    ['claude-code', { CLAUDE_CONFIG_DIR: '/c' }, ['/repo/.claude/skills'], ['/c/skills']],
    ['claude-code', { CLAUDE_CONFIG_DIR: 'c' }, ['/repo/.claude/skills'], ['/home/me/.claude/skills']],
    ['claude-code', { CLAUDE_CONFIG_DIR: '' }, ['/repo/.claude/skills'], ['/home/me/.claude/skills']],
    [
      'codex',
      { CODEX_HOME: '/x' },
      ['/repo/.agents/skills'],
      ['/home/me/.agents/skills', '/x/skills', '/etc/codex/skills'],
    ],
    ['opencode', {}, ['/repo/.agents/skills', '/repo/.opencode/skills'], ['/home/me/.config/opencode/skills']],
    [
      'opencode',
      { XDG_CONFIG_HOME: '/cfg' },
      ['/repo/.agents/skills', '/repo/.opencode/skills'],
      ['/cfg/opencode/skills'],
    ],
    ['crush', { XDG_CONFIG_HOME: '/cfg' }, ['/repo/.crush/skills'], ['/home/me/.config/crush/skills']],
    ['hermes', { HERMES_HOME: '/h' }, ['/repo/.hermes/skills'], ['/h/skills']],
    ['docker-agent', {}, [], ['/home/me/.agents/skills']],
    ['roo', {}, ['/repo/.roo/skills'], ['/home/me/.roo/skills']],
    ['claude', {}, ['/repo/.claude/skills'], ['/home/me/.claude/skills']],
  ])('%s with %j', (id, env, project, user) => {
    expect(of(id, env)).toEqual({ project, user });
  });

  it('on Windows have its separators, and none of other systems', () => {
    expect(of('codex', { CODEX_HOME: 'D:\\codex' }, 'win32', 'C:\\Users\\me').user).toEqual([
      'C:\\Users\\me\\.agents\\skills',
      'D:\\codex\\skills',
    ]);
  });

  it('without a home are those that a variable names, or the system', () => {
    const codex = agentPlaces('codex');
    expect(codex && userFolders(codex, { home: undefined, env: { CODEX_HOME: '/x' }, platform: 'linux' })).toEqual([
      '/x/skills',
      '/etc/codex/skills',
    ]);
  });
});

describe('the table of agents', () => {
  it('has each once, with folders that stay below project and home, and sources that are known', () => {
    const ids = AGENT_PLACES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(60);
    for (const { id, project, user, sources } of AGENT_PLACES) {
      expect(id).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(user.length, id).toBeGreaterThan(0);
      for (const folder of project) expect(folder).toMatch(/^\.?[a-z][a-z/]*skills$|^\.?skills$|^\.[a-z-]+\/skills$/);
      for (const folder of user) expect(folder).toMatch(/skills$/);
      for (const folder of [...project, ...user]) expect(folder.split('/')).not.toContain('..');
      for (const letter of sources) expect(Object.keys(AGENT_SOURCES), id).toContain(letter);
    }
  });

  it('knows no agent by a name of JavaScript', () => {
    expect(agentPlaces('constructor')).toBeUndefined();
    expect(agentPlaces('nosuch')).toBeUndefined();
  });
});
