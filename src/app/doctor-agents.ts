import { errnoOf, SkillficheError } from '../base/errors.ts';
import { AGENT_PLACES, type AgentPlaces, projectFolders, userFolders } from '../io/places/agents.ts';
import type { Desk } from '../owner/store/desk.ts';
import type { DoctorCheck } from '../owner/store/types.ts';
import { describeAgentView, type SeenSkill } from '../owner/target/agent-view.ts';
import type { TargetWorld } from '../owner/target/folder.ts';
import { SKILL_TOOL, toolRules } from '../owner/target/tool-rules.ts';

const plain = (path: string): string => path.replaceAll('\\', '/');
const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** What every agent that is there would make of the skills it reads, and what keeps one from loading any. Reads only. */
export async function doctorAgents(desk: Desk, world: TargetWorld): Promise<DoctorCheck[]> {
  const { disk } = desk.store;
  const project = desk.project?.folder ?? world.cwd;
  const isFolder = (path: string): boolean => disk.state(path)?.kind === 'folder' || isLinkToFolder(desk, path);
  const owners = new Map<string, string>();
  const foldersOf = (agent: AgentPlaces): string[] => [
    ...new Set([...projectFolders(agent, project), ...userFolders(agent, world)].map(plain)),
  ];
  for (const agent of AGENT_PLACES)
    for (const folder of foldersOf(agent)) if (!owners.has(folder)) owners.set(folder, agent.id);
  // An agent is there where a folder that is called after it is, skills in it or not.
  const isThere = (agent: AgentPlaces): boolean =>
    foldersOf(agent).some((folder) => {
      if (owners.get(folder) !== agent.id) return false;
      const above = parentOf(folder);
      const isShared =
        above === project || above === world.home || above.endsWith('/.github') || above === '/etc/codex';
      return isFolder(folder) || (!isShared && isFolder(above));
    });
  const checks: DoctorCheck[] = [];
  const seen = new Map<string, readonly SeenSkill[] | string>();
  for (const agent of AGENT_PLACES.filter(isThere)) {
    const folders = foldersOf(agent).filter(isFolder);
    const skills: SeenSkill[] = [];
    const faults: string[] = [];
    for (const folder of folders) {
      const found = seen.get(folder) ?? (await skillsIn(folder));
      seen.set(folder, found);
      if (typeof found === 'string') faults.push(found);
      else skills.push(...found);
    }
    checks.push(checkOf(agent.id, skills, folders, faults));
  }
  if (checks.length === 0) return checks;
  return [...checks, ...ruleChecks(desk, world, project), tryCheck(desk, project)];
}

function isLinkToFolder({ store: { disk } }: Desk, path: string): boolean {
  if (disk.state(path)?.kind !== 'link') return false;
  try {
    return disk.state(disk.realPath(path))?.kind === 'folder';
  } catch (error) {
    // A link that leads nowhere is no folder.
    if (errnoOf(error) === 'UNKNOWN') throw error;
    return false;
  }
}

/** Each folder by itself: an agent knows nothing of what we leave out because it lies elsewhere too. */
async function skillsIn(path: string): Promise<readonly SeenSkill[] | string> {
  const { openCatalog } = await import('./open-catalog.ts');
  try {
    const root = { id: 'agent', kind: 'agent', path };
    const catalog = await openCatalog({ roots: [root], cache: false, onDuplicate: 'report' });
    return catalog
      .view({ audience: 'model' })
      .entries()
      .map(({ name, description, folder, recovered }) => ({
        name,
        description,
        recovered,
        depth: plain(folder).slice(path.length).split('/').length - 1,
      }));
  } catch (error) {
    if (!(error instanceof SkillficheError)) throw error;
    return error.message;
  }
}

function checkOf(
  agent: string,
  skills: readonly SeenSkill[],
  folders: readonly string[],
  faults: readonly string[],
): DoctorCheck {
  const name = `agent ${agent}`;
  if (faults.length > 0) return { name, ok: true, note: true, message: `cannot be judged: ${faults.join(' ')}` };
  if (skills.length === 0) {
    const where = folders.length === 0 ? 'it has no folder of skills yet' : `there is none in ${folders.join(', ')}`;
    return { name, ok: true, message: `is there, and would see no skill: ${where}.` };
  }
  const { message, isWhole } = describeAgentView(agent, skills, folders);
  if (isWhole) return { name, ok: true, message };
  const hint =
    'Fold a collection into one skill (`skillfiche export COLLECTION --fold`), give it the MCP server, or remove what it need not see.';
  return { name, ok: true, note: true, message, hint };
}

function ruleChecks(desk: Desk, world: TargetWorld, project: string): DoctorCheck[] {
  const moved = world.env['CLAUDE_CONFIG_DIR'];
  const own = moved === undefined || !moved.startsWith('/') ? `${world.home}/.claude` : plain(moved);
  const { notes, files } = toolRules(desk.store.disk, [...new Set([`${project}/.claude`, own])]);
  const name = `tool ${SKILL_TOOL}`;
  const hint = `Where tools are restricted, name ${SKILL_TOOL} among those that are allowed; skills are loaded by it.`;
  if (notes.length > 0)
    return notes.map(({ file, message }) => ({ name, ok: true, note: true, message: `${file} ${message}`, hint }));
  if (files === 0) return [];
  return [
    { name, ok: true, message: `Nothing in the settings and agents of Claude Code keeps it from loading skills.` },
  ];
}

function tryCheck(desk: Desk, project: string): DoctorCheck {
  const folder = desk.store.disk.state(project) === undefined ? 'the folder of the project' : project;
  const message = `To see whether a client loads a skill, start it in ${folder} and ask "use the skill NAME"; in Claude Code \`/skills\` lists what it found.`;
  return { name: 'try it', ok: true, message };
}
