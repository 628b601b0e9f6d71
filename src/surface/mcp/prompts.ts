import type { CompleteResult, GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import { MAX_COMPLETIONS, MAX_ROW_DESCRIPTION_CHARACTERS, MAX_SKILL_PROMPTS } from '../../base/limits.ts';
import { canonicalName, cutTo, toOneLine } from '../../base/text.ts';
import type { SkillEntry, SkillReply, View } from '../../catalog/types.ts';
import { skillText } from '../tools/load-skill.ts';
import { invalidParams } from './failures.ts';
import { promptNames } from './prompt-names.ts';

const USE_SKILL = 'use_skill';
const TASK = { name: 'task', description: 'What to do with it.', required: false };

/** `use_skill`, and one prompt for each skill outside collections while there are few. None where nothing is visible. */
export function listPrompts(view: View): Prompt[] {
  if (view.entries().length === 0) return [];
  const name = { name: 'name', description: 'The id or the name of a skill.', required: true };
  return [
    { name: USE_SKILL, title: 'Use a skill', description: 'Follow one of the skills.', arguments: [name, TASK] },
    ...[...skillPrompts(view)].map(([prompt, entry]) => ({
      name: prompt,
      title: toOneLine(entry.name),
      description: cutTo(toOneLine(entry.description), MAX_ROW_DESCRIPTION_CHARACTERS),
      arguments: [TASK],
    })),
  ];
}

/** The instructions of the skill, framed, as a message of the user's. */
export async function getPrompt(
  view: View,
  name: string,
  given: Readonly<Record<string, string>>,
  directories = false,
): Promise<GetPromptResult> {
  const ref = name === USE_SKILL && view.entries().length > 0 ? given['name'] : skillPrompts(view).get(name)?.id;
  if (ref === undefined) {
    throw invalidParams(
      name === USE_SKILL
        ? 'The argument "name" is missing: the id or the name of a skill.'
        : `There is no prompt ${JSON.stringify(name)}.`,
    );
  }
  const { folder, user_only } = await view.resolve(ref);
  const reply = user_only === true ? await wholeReply(view, ref) : await view.replySkill(ref);
  const task = given['task'] ?? '';
  const parts = [skillText(reply, directories && toOneLine(folder) === folder ? folder : undefined) + reply.note];
  if (reply.next_offset !== undefined) {
    parts.push(
      `The instructions go on: load_skill with name ${JSON.stringify(reply.id)} and offset ${reply.next_offset}.`,
    );
  }
  parts.push(task === '' ? 'Follow this skill.' : `Follow this skill for this task: ${task}`);
  return {
    description: toOneLine(reply.name),
    messages: [{ role: 'user', content: { type: 'text', text: parts.join('\n\n') } }],
  };
}

/** All pages at once: no tool of the model's goes on with a skill that only people are shown. */
async function wholeReply(view: View, ref: string): Promise<SkillReply> {
  let reply = await view.replySkill(ref);
  while (reply.next_offset !== undefined) {
    const { text, next_offset: next, ...more } = await view.replySkill(ref, reply.next_offset);
    reply = { ...more, text: reply.text + text, offset: 0, ...(next === undefined ? {} : { next_offset: next }) };
  }
  return reply;
}

/** References that begin with, or are close to, what was typed. */
export async function completeName(view: View, typed: string): Promise<CompleteResult> {
  const start = canonicalName(typed);
  const entries = view.entries();
  const names = countNames(entries);
  const begun: string[] = [];
  for (const entry of entries) {
    const bare = entry.shadowed_by === undefined && names.get(canonicalName(entry.name)) === 1;
    if (bare && canonicalName(entry.name).startsWith(start)) begun.push(entry.name);
    else if (canonicalName(entry.id).startsWith(start)) begun.push(entry.id);
  }
  const close = begun.length === 0 ? await view.suggest(typed, MAX_COMPLETIONS) : [];
  return completion([...begun, ...close]);
}

/** The protocol takes at most 100 values and is told when there are more. */
export function completion(values: readonly string[]): CompleteResult {
  return {
    completion: {
      values: values.slice(0, MAX_COMPLETIONS).map(toOneLine),
      total: values.length,
      hasMore: values.length > MAX_COMPLETIONS,
    },
  };
}

function skillPrompts(view: View): ReadonlyMap<string, SkillEntry> {
  const ordinary = view.entries().filter((entry) => entry.collection === undefined);
  return ordinary.length > MAX_SKILL_PROMPTS ? new Map() : promptNames(ordinary);
}

function countNames(entries: readonly SkillEntry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const name = canonicalName(entry.name);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
