import { posix, win32 } from 'node:path';

// Where other agents look for skills: one table for whoever reads their folders and for whoever writes into them.

/** Where a row comes from. Each list was read on 30 November 2026. */
export const AGENT_SOURCES = {
  V: 'github.com/vercel-labs/skills, docs/agents.md of 1.7.4',
  G: 'github.com/cli/cli, the registry of `gh skill`',
  S: 'github.com/runkids/skillshare, supported-targets.md',
  A: 'github.com/microsoft/apm, the table of targets',
  R: 'github.com/intellectronica/ruler 0.3.44',
  D: "the vendor's own documentation",
  I: "an issue in the vendor's own repository",
} as const;

/** The folders of one agent. Where the sources disagree the first is the one to write, and all are looked into. */
export interface AgentPlaces {
  readonly id: string;
  /** Relative to a project's folder. None: the agent reads no skills of projects. */
  readonly project: readonly string[];
  /**
   * Below the home, or absolute. `<NAME|folder>/rest` is `rest` below what the variable NAME says, and below `folder` of
   * the home where it says nothing.
   */
  readonly user: readonly string[];
  /** Letters of {@link AGENT_SOURCES}. */
  readonly sources: string;
}

const row = (id: string, project: string, user: string, sources: string): AgentPlaces => ({
  id,
  project: words(project),
  user: words(user),
  sources,
});

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** Agents whose folders are all called after them, and that no variable moves. */
const REGULAR =
  'adal aider-desk augment bob codebuddy continue iflow junie kiro kode lingma mcpjam mux neovate openhands pochi qoder qwen roo rovodev trae zencoder';

/** In the order of precedence: a folder that several agents share is called after the first of them. */
export const AGENT_PLACES: readonly AgentPlaces[] = [
  row('universal', '.agents/skills', '.agents/skills <XDG_CONFIG_HOME|.config>/agents/skills', 'GSV'),
  row('claude-code', '.claude/skills', '<CLAUDE_CONFIG_DIR|.claude>/skills', 'VGSA'),
  row('codex', '.agents/skills', '.agents/skills <CODEX_HOME|.codex>/skills /etc/codex/skills', 'VDGSI'),
  row('github-copilot', '.github/skills .agents/skills .claude/skills', '<COPILOT_HOME|.copilot>/skills', 'VGSAI'),
  row('cursor', '.agents/skills .cursor/skills', '.cursor/skills .agents/skills', 'VGS'),
  row('gemini-cli', '.agents/skills .gemini/skills', '.gemini/skills .agents/skills', 'VGA'),
  row('antigravity', '.agents/skills .agent/skills', '.gemini/antigravity/skills .gemini/skills', 'VGSR'),
  row('antigravity-cli', '.agents/skills', '.gemini/antigravity-cli/skills .antigravity/skills', 'VG'),
  row('opencode', '.agents/skills .opencode/skills', '<XDG_CONFIG_HOME|.config>/opencode/skills', 'VGS'),
  row('openclaw', 'skills', '.openclaw/skills .clawdbot/skills .moltbot/skills', 'VGS'),
  row('hermes', '.hermes/skills', '<HERMES_HOME|.hermes>/skills', 'VSI'),
  row('pi', '.pi/skills .agents/skills', '.pi/agent/skills .agents/skills', 'GSV'),
  row('goose', '.goose/skills', '<XDG_CONFIG_HOME|.config>/goose/skills', 'VGS'),
  row('amp', '.agents/skills', '<XDG_CONFIG_HOME|.config>/agents/skills', 'VGS'),
  row('replit', '.agents/skills', '<XDG_CONFIG_HOME|.config>/agents/skills', 'VGS'),
  row('kimi', '.agents/skills', '.agents/skills <XDG_CONFIG_HOME|.config>/agents/skills', 'VGS'),
  row('cline', '.agents/skills .cline/skills', '.agents/skills .cline/skills', 'VGS'),
  row('warp', '.agents/skills', '.agents/skills', 'VS'),
  row('zed', '.agents/skills', '.agents/skills', 'VS'),
  row('docker-agent', '', '.agents/skills', 'I'),
  row('windsurf', '.windsurf/skills', '.codeium/windsurf/skills', 'VGSD'),
  row('kilo', '.kilocode/skills .agents/skills', '.kilocode/skills .kilo/skills', 'GSV'),
  row('droid', '.factory/skills .agents/skills', '.factory/skills', 'GSRV'),
  row('crush', '.crush/skills', '.config/crush/skills', 'VGS'),
  row('devin', '.devin/skills', '<XDG_CONFIG_HOME|.config>/devin/skills', 'VS'),
  row('deepagents', '.agents/skills .deepagents/skills', '.deepagents/agent/skills', 'VGS'),
  row('firebender', '.agents/skills', '.firebender/skills', 'VGS'),
  row('mistral-vibe', '.vibe/skills', '<VIBE_HOME|.vibe>/skills', 'VGS'),
  row('command-code', '.commandcode/skills', '.commandcode/skills', 'VGS'),
  row('cortex', '.cortex/skills', '.snowflake/cortex/skills', 'VGS'),
  row('forgecode', '.forge/skills', '.forge/skills forge/skills', 'VS'),
  row('tabnine', '.tabnine/agent/skills', '.tabnine/agent/skills', 'VS'),
  row('trae-cn', '.trae/skills', '.trae-cn/skills', 'V'),
  row('qoder-cn', '.qoder/skills', '.qoder-cn/skills', 'V'),
  row('letta', '.skills', '.letta/skills', 'S'),
  row('omp', '.omp/skills', '.omp/agent/skills', 'S'),
  row('xcode-claude', '.claude/skills', 'Library/Developer/Xcode/CodingAssistant/ClaudeAgentConfig/skills', 'S'),
  row('grok', '.grok/skills', '<GROK_HOME|.grok>/skills', 'V'),
  row('autohand', '.autohand/skills', '<AUTOHAND_HOME|.autohand>/skills', 'V'),
  ...words(REGULAR).map((id) => row(id, `.${id}/skills`, `.${id}/skills`, 'V')),
];

/** What moves the folders of a person. */
export interface AgentMachine {
  /** Absolute; absent where the machine names none. */
  readonly home: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
}

/** The agent of this id, or `undefined`. `claude` is short for `claude-code`, as `gemini` and `copilot` are. */
export function agentPlaces(id: string): AgentPlaces | undefined {
  const full: Readonly<Record<string, string>> = {
    claude: 'claude-code',
    gemini: 'gemini-cli',
    copilot: 'github-copilot',
  };
  const wanted = Object.hasOwn(full, id) ? full[id] : id;
  return AGENT_PLACES.find((agent) => agent.id === wanted);
}

/** The folders of an agent in a project, absolute, the one to write first. */
export function projectFolders(
  agent: AgentPlaces,
  project: string,
  platform: NodeJS.Platform = process.platform,
): string[] {
  const { join } = platform === 'win32' ? win32 : posix;
  return agent.project.map((folder) => join(project, folder));
}

/**
 * The folders of an agent that belong to the person, absolute, the one to write first. A variable that holds no absolute
 * path moves nothing; what would lie below a home that is not known is left out.
 */
export function userFolders(agent: AgentPlaces, { home, env, platform = process.platform }: AgentMachine): string[] {
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix;
  const folders: string[] = [];
  for (const place of agent.user) {
    const [, variable = '', usual = '', rest = ''] = /^<([A-Z_]+)\|([^>]+)>\/(.+)$/.exec(place) ?? [];
    const moved = env[variable];
    if (place.startsWith('/')) {
      if (platform !== 'win32') folders.push(place);
    } else if (variable === '') {
      if (home !== undefined) folders.push(join(home, place));
    } else if (moved !== undefined && isAbsolute(moved)) folders.push(join(moved, rest));
    else if (home !== undefined) folders.push(join(home, usual, rest));
  }
  return [...new Set(folders)];
}
