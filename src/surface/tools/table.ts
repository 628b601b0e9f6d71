import { MAX_TOOL_TEXT_CHARACTERS } from '../../base/limits.ts';
import { countCharacters, cutTo, toOneLine } from '../../base/text.ts';
import type { View } from '../../catalog/types.ts';
import { listSkills } from './list-skills.ts';
import { loadSkill } from './load-skill.ts';
import { readSkillFile } from './read-skill-file.ts';
import { searchSkills } from './search-skills.ts';
import { skillReadiness } from './skill-readiness.ts';
import type { Tool } from './tool.ts';

/** Every tool, in the order in which clients see them. */
export const TOOLS: readonly Tool[] = [listSkills, searchSkills, loadSkill, readSkillFile, skillReadiness];

const BY_NAME: ReadonlyMap<string, Tool> = new Map(TOOLS.map((tool) => [tool.name, tool]));

export function toolOf(name: string): Tool | undefined {
  return BY_NAME.get(name);
}

/** What a tool does, with a line for each collection of the view where that belongs; without a view the use alone. */
export function describeTool({ use, collections }: Tool, view?: View): string {
  const lines = collections && view !== undefined ? collectionLines(view) : '';
  return lines === '' ? use : `${use}\n${lines}`;
}

/** At most this many characters of lines: with the longest `use` the whole stays below MAX_TOOL_TEXT_CHARACTERS. */
const LINES_BUDGET = MAX_TOOL_TEXT_CHARACTERS - 500;
const MIN_LINE = 60;

/** One line a collection. With many, all get shorter; those that still do not fit are counted in a last line. */
function collectionLines(view: View): string {
  const collections = view.collections();
  if (collections.length === 0) return '';
  const shown = collections.slice(0, Math.floor(LINES_BUDGET / (MIN_LINE + 1)) - 1);
  const each = Math.max(MIN_LINE, Math.floor(LINES_BUDGET / (shown.length + 1)) - 1);
  const lines = shown.map(({ id, count, prompt_line }) => {
    const line = `- ${id} (${count}): ${toOneLine(prompt_line)}`;
    return countCharacters(line) <= each ? line : cutTo(line, each);
  });
  const rest = collections.length - shown.length;
  if (rest > 0) lines.push(`- and ${rest} more: list_skills without collection names them`);
  return `Collections:\n${lines.join('\n')}`;
}
