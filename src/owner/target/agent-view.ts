import { countCharacters } from '../../base/text.ts';
import { AGENT_LISTS, AGENT_LISTS_READ, type AgentList } from '../../io/places/agent-lists.ts';

/** A skill as it lies in a folder that an agent reads. */
export interface SeenSkill {
  readonly name: string;
  readonly description: string;
  /** Folders below the one that is read; 1 for `<folder>/<skill>`. */
  readonly depth: number;
  /** A strict YAML reader would refuse its frontmatter. */
  readonly recovered: boolean;
}

/** What an agent would make of some skills. Numbers of skills, but for `characters`, which are those of the whole list. */
export interface AgentView {
  readonly there: number;
  /** What reaches the model, with or without its description. */
  readonly listed: number;
  readonly too_deep: number;
  readonly not_read: number;
  readonly without_description: number;
  readonly left_out: number;
  readonly characters: number;
}

/** What stands around a name and its description in a line of a list. */
const AROUND_CHARACTERS = 5;

/** Judges a list by what is known of the agent. Which descriptions go is the agent's own affair: how many is what is told. */
export function viewOfAgent(skills: readonly SeenSkill[], list: AgentList): AgentView {
  const near = skills.filter(({ depth }) => list.depth === undefined || depth <= list.depth);
  const read = near.filter(({ recovered }) => list.strict !== true || !recovered);
  const lengths = read.map(({ name, description }) => ({
    name: countCharacters(name) + AROUND_CHARACTERS,
    description: Math.min(countCharacters(description), list.description ?? Number.POSITIVE_INFINITY),
  }));
  const whole = lengths.reduce((sum, { name, description }) => sum + name + description, 0);
  const most = Math.min(read.length, list.entries ?? Number.POSITIVE_INFINITY);
  const base = { there: skills.length, too_deep: skills.length - near.length, not_read: near.length - read.length };
  const room = list.characters ?? Number.POSITIVE_INFINITY;
  if (whole <= room || list.cuts === undefined) {
    return { ...base, listed: most, without_description: 0, left_out: read.length - most, characters: whole };
  }
  const names = lengths.map(({ name }) => name).sort((a, b) => a - b);
  const fitting = list.cuts === 'descriptions' ? most : Math.min(most, countFitting(names, room));
  const left = Math.max(0, room - names.slice(0, fitting).reduce((sum, length) => sum + length, 0));
  const described = countFitting(
    lengths.map(({ description }) => description).sort((a, b) => a - b),
    left,
  );
  return {
    ...base,
    listed: fitting,
    without_description: fitting - Math.min(fitting, described),
    left_out: read.length - fitting,
    characters: whole,
  };
}

/** How many of these, the shortest first, have room. */
function countFitting(lengths: readonly number[], room: number): number {
  let used = 0;
  let count = 0;
  for (const length of lengths) {
    used += length;
    if (used > room) break;
    count++;
  }
  return count;
}

const many = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** One paragraph, and whether anything is lost. */
export function describeAgentView(
  agent: string,
  skills: readonly SeenSkill[],
  folders: readonly string[],
): { readonly message: string; readonly isWhole: boolean } {
  const where = folders.join(', ');
  const list = AGENT_LISTS[agent];
  if (list === undefined) {
    return {
      message: `would see ${many(skills.length, 'skill')} in ${where}; nobody has told what it cuts.`,
      isWhole: true,
    };
  }
  const seen = viewOfAgent(skills, list);
  const lost = [
    seen.too_deep === 0 ? '' : `${seen.too_deep} lie deeper than it looks (${many(list.depth ?? 0, 'level')})`,
    seen.not_read === 0 ? '' : `${seen.not_read} have a header that a strict reader refuses`,
    seen.left_out === 0 ? '' : `at least ${seen.left_out} would not be listed`,
    seen.without_description === 0 ? '' : `at least ${seen.without_description} would stand there by name alone`,
  ].filter((part) => part !== '');
  const size = `${seen.characters.toLocaleString('en')} characters`;
  const room = list.limit === undefined ? `${size}, none of them cut` : `${size}; its limit is ${list.limit}`;
  const facts = `(${list.source}, read in ${AGENT_LISTS_READ})`;
  const head = `would see ${seen.listed} of ${many(seen.there, 'skill')} in ${where}: ${room} ${facts}`;
  return { message: lost.length === 0 ? `${head}.` : `${head}. ${lost.join('; ')}.`, isWhole: lost.length === 0 };
}
