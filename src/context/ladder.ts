import { DEFAULT_CONTEXT_CHARACTERS, MAX_ROW_DESCRIPTION_CHARACTERS } from '../base/limits.ts';
import { countCharacters, cutTo, toOneLine } from '../base/text.ts';
import { type Block, collectionLines, renderBlock, type SkillLine } from './render.ts';
import type { ContextFormat, PromptCollection, PromptSkill, Via } from './types.ts';
import { promptLine } from './wording.ts';

/** A description cut below this says nothing any more: then names alone are the better use of the room. */
const MIN_DESCRIPTION_CHARACTERS = 24;

export interface LadderInput {
  readonly skills: readonly PromptSkill[];
  readonly collections: readonly PromptCollection[];
  readonly via: Via;
  readonly format: ContextFormat;
  /** Characters (code points) of the whole text. */
  readonly maxCharacters?: number;
}

/** The text, and what each ordinary skill was left with. */
export interface LadderResult {
  readonly text: string;
  readonly characters: number;
  readonly maxCharacters: number;
  readonly whole: readonly string[];
  readonly shortened: readonly string[];
  readonly namesOnly: readonly string[];
  readonly folded: readonly string[];
  readonly collectionsShortened: readonly string[];
  readonly exceededBy: number;
}

/**
 * Fits a prompt block into its budget, one rung at a time: whole descriptions; descriptions cut to one common length;
 * names; as many names as fit, the shortest first, and one line for the rest; short lines for the longest collections.
 * Every collection keeps a line, even past the budget.
 */
export function climbLadder(input: LadderInput): LadderResult {
  const maxCharacters = input.maxCharacters ?? DEFAULT_CONTEXT_CHARACTERS;
  const { via, format } = input;
  const skills: SkillLine[] = input.skills.map((skill) => ({
    skill,
    label: toOneLine(skill.label),
    description: cutTo(toOneLine(skill.description), MAX_ROW_DESCRIPTION_CHARACTERS),
  }));
  const render = (block: Block): string => renderBlock(block, via, format);
  const fits = (text: string): boolean => countCharacters(text) <= maxCharacters;
  const own = collectionLines(input.collections, via, new Set());
  const blockAt = (limit: number): Block => {
    const lines = skills.map((line) =>
      limit === 0 ? { ...line, description: '' } : { ...line, description: cutTo(line.description, limit) },
    );
    const shortened = limit === 0 ? 0 : lines.filter((line, at) => line.description !== skills[at]?.description).length;
    const namesOnly = limit === 0 ? skills.filter((line) => line.description !== '').length : 0;
    return { skills: lines, collections: own, shortened, namesOnly, folded: 0 };
  };
  const finish = (block: Block, short: readonly string[] = []): LadderResult => {
    const text = render(block);
    const characters = countCharacters(text);
    const at = new Map(block.skills.map((line) => [line.skill.id, line.description]));
    const whole: string[] = [];
    const shortened: string[] = [];
    const namesOnly: string[] = [];
    const folded: string[] = [];
    for (const { skill, description } of skills) {
      const left = at.get(skill.id);
      if (left === undefined) folded.push(skill.id);
      else if (left === description) whole.push(skill.id);
      else if (left === '') namesOnly.push(skill.id);
      else shortened.push(skill.id);
    }
    return {
      text,
      characters,
      maxCharacters,
      whole,
      shortened,
      namesOnly,
      folded,
      collectionsShortened: short,
      exceededBy: Math.max(0, characters - maxCharacters),
    };
  };

  const full = blockAt(MAX_ROW_DESCRIPTION_CHARACTERS);
  if (fits(render(full))) return finish(full);
  const limit = largest(MIN_DESCRIPTION_CHARACTERS, MAX_ROW_DESCRIPTION_CHARACTERS - 1, (length) =>
    fits(render(blockAt(length))),
  );
  if (limit !== undefined) return finish(blockAt(limit));
  const names = blockAt(0);
  if (fits(render(names))) return finish(names);

  // The most names fit when the shortest go first; ties keep the listing's order, so this is no alphabetical cut.
  const byLength = names.skills.map((line, at) => ({ line, at, length: countCharacters(line.label) }));
  byLength.sort((a, b) => a.length - b.length || a.at - b.at);
  const foldedAt = (kept: number): Block => {
    const lines = byLength
      .slice(0, kept)
      .sort((a, b) => a.at - b.at)
      .map(({ line }) => line);
    return {
      skills: lines,
      collections: own,
      shortened: 0,
      namesOnly: lines.filter((line) => skills.some((one) => one.skill.id === line.skill.id && one.description !== ''))
        .length,
      folded: skills.length - kept,
    };
  };
  if (skills.length > 0) {
    const kept = largest(0, skills.length - 1, (count) => fits(render(foldedAt(count))));
    if (kept !== undefined) return finish(foldedAt(kept));
  }

  const longestFirst = [...input.collections].sort(
    (a, b) => countCharacters(promptLine(b)) - countCharacters(promptLine(a)),
  );
  const base = skills.length > 0 ? foldedAt(0) : names;
  const shortAt = (count: number): string[] => longestFirst.slice(0, count).map((collection) => collection.id);
  const withShort = (count: number): Block => ({
    ...base,
    collections: collectionLines(input.collections, via, new Set(shortAt(count))),
  });
  for (let count = 1; count < longestFirst.length; count++) {
    if (fits(render(withShort(count)))) return finish(withShort(count), shortAt(count));
  }
  return finish(withShort(longestFirst.length), shortAt(longestFirst.length));
}

/** The largest whole number in the range for which `test` holds, given that it holds for all smaller ones. */
function largest(from: number, to: number, test: (value: number) => boolean): number | undefined {
  if (!test(from)) return undefined;
  let low = from;
  let high = to;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (test(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
