import { errnoOf } from '../../base/errors.ts';
import { readJson } from '../../base/json.ts';
import { withoutComments } from '../../base/json-comments.ts';
import { isRecord } from '../../base/record.ts';
import { compareCodePoints, quoteValue } from '../../base/text.ts';
import { readSkillDocument } from '../../format/skill/read/document.ts';
import { lastField } from '../../format/skill/read/field.ts';
import type { FolderDisk } from '../../io/disk/folder-disk.ts';

// What the settings of Claude Code and the files of its agents say about the tool that loads skills. Read only; nothing is changed.

/** The tool by which Claude Code loads a skill: without it none is ever loaded. */
export const SKILL_TOOL = 'Skill';

const MAX_BYTES = 1024 * 1024;
const MAX_AGENT_FILES = 500;

/** One sentence about a file. */
export interface RuleNote {
  readonly file: string;
  readonly message: string;
}

interface Rule {
  readonly tool: string;
  /** What stands in brackets behind it. */
  readonly of: string | undefined;
}

function readRule(text: unknown): Rule | undefined {
  if (typeof text !== 'string') return undefined;
  const [, tool = '', of] = /^\s*([A-Za-z_][\w-]*|\*)\s*(?:\(([\s\S]*)\))?\s*$/.exec(text) ?? [];
  return tool === '' ? undefined : { tool, of: of?.trim() };
}

const isWhole = ({ of }: Rule): boolean => of === undefined || of === '' || of === '*' || of === ':*';
const rulesOf = (value: unknown): Rule[] => (Array.isArray(value) ? value.flatMap((one) => readRule(one) ?? []) : []);
const namesSkill = ({ tool }: Rule): boolean => tool === SKILL_TOOL || tool === '*';

/** What a settings file says that keeps skills from being loaded; `undefined` where nothing does. */
function judgeSettings(value: unknown): string | undefined {
  if (!isRecord(value)) return 'holds no settings that can be read.';
  const permissions = isRecord(value['permissions']) ? value['permissions'] : {};
  const denied = rulesOf(permissions['deny']).filter(namesSkill);
  if (denied.some(isWhole)) return `forbids the tool ${SKILL_TOOL}: no skill is ever loaded.`;
  const said: string[] = [];
  const some = denied.map(({ of = '' }) => quoteValue(of.replace(/:\*$/, '')));
  if (some.length > 0) said.push(`forbids these skills: ${some.join(', ')}.`);
  const allowed = rulesOf(permissions['allow']);
  if (permissions['defaultMode'] === 'dontAsk' && !allowed.some(namesSkill)) {
    said.push(`refuses every tool that is not allowed, and ${SKILL_TOOL} is not: no skill is loaded.`);
  }
  const overrides = isRecord(value['skillOverrides']) ? value['skillOverrides'] : {};
  const off = Object.keys(overrides).filter((name) => overrides[name] === 'off');
  if (off.length > 0) said.push(`switches these skills off: ${off.map((name) => quoteValue(name)).join(', ')}.`);
  return said.length === 0 ? undefined : said.join(' It also ');
}

/** Names of tools in a frontmatter: a list, or words with commas between them. */
function toolNames(value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(/,(?![^(]*\))/) : Array.isArray(value) ? value : [];
  return list.flatMap((one) => readRule(one)?.tool ?? []);
}

function judgeAgent(text: string): string | undefined {
  const { fields } = readSkillDocument(text);
  const given = (...keys: readonly string[]): unknown =>
    keys.map((key) => lastField(fields, key)?.value).find((value) => value !== undefined && value !== null);
  // It is given its skills from the start, and needs no tool for them.
  if (given('skills') !== undefined) return undefined;
  const forbidden = toolNames(given('disallowedTools', 'disallowed-tools'));
  if (forbidden.includes(SKILL_TOOL)) return `forbids the tool ${SKILL_TOOL}: this agent loads no skill.`;
  const tools = given('tools');
  if (tools === undefined) return undefined;
  const names = toolNames(tools);
  if (names.some((name) => name === SKILL_TOOL || name === '*')) return undefined;
  return `lists its tools without ${SKILL_TOOL}: this agent loads no skill.`;
}

type Read = { readonly text: string } | { readonly fault: string };

/** A file that may be a link, as people keep their settings; `undefined` where none is. */
function readText(disk: FolderDisk, file: string): Read | undefined {
  try {
    if (disk.state(file) === undefined) return undefined;
    const real = disk.realPath(file);
    const state = disk.state(real);
    if (state?.kind !== 'file') return { fault: 'it is no file' };
    if (state.size > MAX_BYTES) return { fault: `it has ${state.size} bytes, ${MAX_BYTES} are read` };
    return { text: disk.readFile(real).bytes.toString('utf8') };
  } catch (error) {
    if (errnoOf(error) === 'UNKNOWN') throw error;
    return { fault: errnoOf(error) };
  }
}

/** What keeps Claude Code from loading skills, file by file; a file that cannot be read is said to be one. */
export function toolRules(disk: FolderDisk, folders: readonly string[]): { notes: RuleNote[]; files: number } {
  const notes: RuleNote[] = [];
  let files = 0;
  const judge = (file: string, judgeText: (text: string) => string | undefined): void => {
    const read = readText(disk, file);
    if (read === undefined) return;
    files++;
    const message = 'fault' in read ? `cannot be read (${read.fault}).` : judgeText(read.text);
    if (message !== undefined) notes.push({ file, message });
  };
  for (const folder of folders) {
    for (const name of ['settings.json', 'settings.local.json']) {
      judge(`${folder}/${name}`, (text) => {
        const reading = readJson(withoutComments(text));
        return 'fault' in reading
          ? `is no JSON, so it may say anything: ${reading.fault.message}.`
          : judgeSettings(reading.value);
      });
    }
    for (const file of agentFiles(disk, `${folder}/agents`)) judge(file, judgeAgent);
  }
  return { notes, files };
}

function agentFiles(disk: FolderDisk, top: string): string[] {
  const found: string[] = [];
  const visit = (folder: string, depth: number): void => {
    let names: string[];
    try {
      if (disk.state(folder)?.kind !== 'folder') return;
      names = disk.names(folder);
    } catch (error) {
      if (errnoOf(error) === 'UNKNOWN') throw error;
      return;
    }
    for (const name of names.sort(compareCodePoints)) {
      if (found.length >= MAX_AGENT_FILES) return;
      if (name.endsWith('.md')) found.push(`${folder}/${name}`);
      else if (depth < 3 && disk.state(`${folder}/${name}`)?.kind === 'folder') visit(`${folder}/${name}`, depth + 1);
    }
  };
  visit(top, 0);
  return found;
}
