import { DEFAULT_CONTEXT_CHARACTERS, MAX_ROW_DESCRIPTION_CHARACTERS } from '../../base/limits.ts';
import { countCharacters, cutTo, toOneLine } from '../../base/text.ts';
import { type Block, collectionLines, renderBlock, type SkillLine } from './render.ts';
import type { ContextFormat, PromptCollection, PromptSkill, Via } from './types.ts';
import { promptLine, wordingOf } from './wording.ts';

/** A description cut below this says nothing any more: then names alone are the better use of the room. */
const MIN_DESCRIPTION_CHARACTERS = 24;

export interface LadderInput {
  readonly skills: readonly PromptSkill[];
  readonly collections: readonly PromptCollection[];
  /** Folders of the roots that hold the ordinary skills. */
  readonly folders: readonly string[];
  readonly via: Via;
  readonly format: ContextFormat;
  /** Characters (code points) of the whole text. */
  readonly maxCharacters?: number;
  /** Skills that may have a line; default all. */
  readonly maxEntries?: number;
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
 * names; as many names as fit, spread over the list by rank, and one line for the rest, or for all where the names would
 * be many and still the few; short lines for the longest collections.
 * Every collection keeps a line, even past the budget.
 */
export function climbLadder(given: LadderInput): LadderResult {
  const { input, beyond } = firstEntries(given);
  const result = climb(input, beyond.length);
  return beyond.length === 0 ? result : { ...result, folded: [...result.folded, ...beyond] };
}

/** The skills that may have a line, and the ids of the others; the first in rank stay. */
function firstEntries(given: LadderInput): { readonly input: LadderInput; readonly beyond: readonly string[] } {
  const { skills, maxEntries } = given;
  if (maxEntries === undefined || skills.length <= maxEntries) return { input: given, beyond: [] };
  const labels = skills.map((skill) => toOneLine(skill.label));
  const kept = new Set(inTurnOf(skills, labels).slice(0, maxEntries));
  return {
    input: { ...given, skills: skills.filter((_, at) => kept.has(at)) },
    beyond: skills.filter((_, at) => !kept.has(at)).map(({ id }) => id),
  };
}

function climb(input: LadderInput, beyond: number): LadderResult {
  const maxCharacters = input.maxCharacters ?? DEFAULT_CONTEXT_CHARACTERS;
  const { via, format, folders } = input;
  const labels = input.skills.map((skill) => toOneLine(skill.label));
  const own = collectionLines(input.collections, via, new Set());
  const render = (block: Block): string => renderBlock(block, via, format);
  const fits = (block: Block): boolean => countCharacters(render(block)) <= maxCharacters;
  const names: SkillLine[] = input.skills.map((skill, at) => ({ skill, label: labels[at] ?? '', description: '' }));
  // Who has no description loses none by standing there as a name.
  const described = new Map<number, boolean>();
  const isDescribed = (at: number): boolean => {
    const known = described.get(at);
    if (known !== undefined) return known;
    const answer = toOneLine(input.skills[at]?.description ?? '') !== '';
    described.set(at, answer);
    return answer;
  };
  const namesCost = names.reduce((sum, line) => sum + line.label.length + 3, 0);

  // Perf: where the names alone are too long, nothing with descriptions needs to be tried.
  if (namesCost <= maxCharacters * 2) {
    const whole = names.map((line) => ({
      ...line,
      description: cutTo(toOneLine(line.skill.description), MAX_ROW_DESCRIPTION_CHARACTERS),
    }));
    const cutAt = (limit: number): Block => {
      const lines = whole.map((line) => ({ ...line, description: cutTo(line.description, limit) }));
      const shortened = lines.filter((line, at) => line.description !== whole[at]?.description).length;
      return { skills: lines, collections: own, shortened, namesOnly: 0, folded: beyond, folders };
    };
    const full: Block = { skills: whole, collections: own, shortened: 0, namesOnly: 0, folded: beyond, folders };
    if (fits(full)) return resultOf(input, full, isDescribed, whole);
    const limit = largest(MIN_DESCRIPTION_CHARACTERS, MAX_ROW_DESCRIPTION_CHARACTERS - 1, (length) =>
      fits(cutAt(length)),
    );
    if (limit !== undefined) return resultOf(input, cutAt(limit), isDescribed, whole);
    const namesOnly = whole.filter((line) => line.description !== '').length;
    const bare: Block = { skills: names, collections: own, shortened: 0, namesOnly, folded: beyond, folders };
    if (fits(bare)) return resultOf(input, bare, isDescribed, whole);
  }

  // Who comes first in rank stays; within a rank the most fit when the shortest go first, and of one length some of every
  // part of the list: no alphabet's tail is cut.
  const inTurn = inTurnOf(input.skills, labels).map((at) => ({ line: names[at] as SkillLine, at }));
  const foldedAt = (kept: number): Block => {
    const lines = inTurn.slice(0, kept).sort((a, b) => a.at - b.at);
    return {
      skills: lines.map(({ line }) => line),
      collections: own,
      shortened: 0,
      namesOnly: lines.filter(({ at }) => isDescribed(at)).length,
      folded: beyond + names.length - kept,
      folders,
    };
  };
  if (names.length > 0) {
    const most = Math.min(names.length - 1, Math.ceil(maxCharacters / 3));
    const kept = largest(0, most, (count) => fits(foldedAt(count)));
    if (kept !== undefined) return resultOf(input, foldedAt(isWorthNaming(kept, names.length) ? kept : 0), isDescribed);
  }

  // A line that is shorter than the short form stays: replacing it would save nothing.
  const longestFirst = input.collections
    .map((collection) => ({
      id: collection.id,
      length: countCharacters(promptLine(collection)),
      short: countCharacters(wordingOf(via).collection(collection.id, collection.count)),
    }))
    .filter((line) => line.short < line.length)
    .sort((a, b) => b.length - a.length);
  const base = foldedAt(0);
  const shortAt = (count: number): string[] => longestFirst.slice(0, count).map((collection) => collection.id);
  const withShort = (count: number): Block => ({
    ...base,
    collections: collectionLines(input.collections, via, new Set(shortAt(count))),
  });
  // More short lines never make the text longer, so the smallest number that fits can be searched for.
  const room = largest(0, longestFirst.length, (spared) => fits(withShort(longestFirst.length - spared)));
  const count = longestFirst.length - (room ?? 0);
  return resultOf(input, withShort(count), isDescribed, undefined, shortAt(count));
}

/** A few names help whoever reads them. Hundreds that are a small part of what there is say less than how to search it. */
const MOST_PARTIAL_NAMES = 100;

function isWorthNaming(kept: number, total: number): boolean {
  return kept * 2 >= total || (kept <= MOST_PARTIAL_NAMES && kept * 10 >= total);
}

/** Positions by rank, then length of the label, then so that whatever the first few are, they lie evenly over the list. */
function inTurnOf(skills: readonly PromptSkill[], labels: readonly string[]): number[] {
  const ranks = skills.map(({ rank }) => rank);
  const lengths = labels.map(({ length }) => length);
  // A sort keeps the order of equals.
  return spread(skills.length).sort(
    (a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || (lengths[a] ?? 0) - (lengths[b] ?? 0),
  );
}

/** 0 to count - 1 in the order of their bits read backwards: 0, the half, the quarters, the eighths ... */
function spread(count: number): number[] {
  let order = [0];
  while (order.length < count) order = [...order.map((at) => at * 2), ...order.map((at) => at * 2 + 1)];
  return order.filter((at) => at < count);
}

function resultOf(
  input: LadderInput,
  block: Block,
  isDescribed: (at: number) => boolean,
  whole?: readonly SkillLine[],
  short: readonly string[] = [],
): LadderResult {
  const maxCharacters = input.maxCharacters ?? DEFAULT_CONTEXT_CHARACTERS;
  const text = renderBlock(block, input.via, input.format);
  const characters = countCharacters(text);
  const shown = new Map(block.skills.map((line) => [line.skill.id, line.description]));
  const result = {
    whole: [] as string[],
    shortened: [] as string[],
    namesOnly: [] as string[],
    folded: [] as string[],
  };
  input.skills.forEach((skill, at) => {
    const description = shown.get(skill.id);
    if (description === undefined) result.folded.push(skill.id);
    else if (description === '') (isDescribed(at) ? result.namesOnly : result.whole).push(skill.id);
    else if (description === whole?.[at]?.description) result.whole.push(skill.id);
    else result.shortened.push(skill.id);
  });
  return {
    text,
    characters,
    maxCharacters,
    ...result,
    collectionsShortened: short,
    exceededBy: Math.max(0, characters - maxCharacters),
  };
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
