import { SkillficheError } from '../../base/errors.ts';
import { toOneLine } from '../../base/text.ts';
import type { SkillEntry } from '../../catalog/types.ts';
import type { FileOfSkill, ToolContext } from './tool.ts';

// A model comes back with any address it was given: an id, a name, a `skill://` address, a folder, a file in it.

/** The reference to give the view for what a caller named a skill by. */
export function skillRef(context: ToolContext, given: string): string {
  const place = locate(context, given.trim());
  if (place === undefined) return given;
  if (isMain(context, place)) return place.id;
  throw new SkillficheError(
    'INVALID_ARGUMENT',
    `${JSON.stringify(toOneLine(given))} is the file ${place.path} of the skill ${toOneLine(place.id)}: name the skill, and read the file with read_skill_file.`,
  );
}

/** The path, within a skill's folder, of a file that a caller named by that path, by its address or by its absolute path. */
export function filePath(context: ToolContext, id: string, given: string): string {
  const relative = given.replace(/^\$(?:SKILL_DIR|\{SKILL_DIR\}|\{CLAUDE_SKILL_DIR\})\//u, '');
  const place = locate(context, relative);
  return place !== undefined && place.id === id && place.path !== '' ? place.path : relative;
}

function locate(context: ToolContext, given: string): FileOfSkill | undefined {
  if (given.startsWith('skill://')) return context.locate?.(given);
  if (!context.directories || !/^(?:[/\\]|[A-Za-z]:[/\\])/u.test(given)) return undefined;
  const path = given.replaceAll('\\', '/').replace(/\/+$/u, '');
  // The deepest folder: a skill in its scope's own folder has others below it.
  let best: FileOfSkill | undefined;
  let depth = 0;
  for (const entry of context.view.entries()) {
    const folder = entry.folder.replaceAll('\\', '/');
    const isIn = path === folder || path.startsWith(`${folder}/`);
    if (!isIn || folder.length <= depth) continue;
    depth = folder.length;
    best = { id: entry.id, path: path.slice(folder.length + 1) };
  }
  return best;
}

function isMain(context: ToolContext, { id, path }: FileOfSkill): boolean {
  if (path === '' || path === 'SKILL.md') return true;
  return context.view.entries().some((entry: SkillEntry) => entry.id === id && entry.file === path);
}
