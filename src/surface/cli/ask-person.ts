import { cutTo, toOneLine } from '../../base/text.ts';
import type { SkillInSource } from '../../owner/source/discover.ts';
import { EXIT, Exit, type Io } from './io.ts';

/** Whether somebody is there to answer: a terminal on both sides. */
export function isInteractive(io: Io): boolean {
  const stdin = io.streams?.stdin;
  return io.isTty && stdin !== undefined && 'isTTY' in stdin && stdin.isTTY === true;
}

function streamsOf(io: Io) {
  const { stdin, stdout } = io.streams ?? {};
  return { ...(stdin === undefined ? {} : { input: stdin }), ...(stdout === undefined ? {} : { output: stdout }) };
}

/** Rows of the list that are shown at a time. */
const ROWS = 12;

/** A list to choose from by typing parts of names; all words have to occur. Leaving it ends the command. */
export async function chooseSkills(io: Io, found: readonly SkillInSource[]): Promise<readonly string[]> {
  const { autocompleteMultiselect, isCancel } = await import('@clack/prompts');
  const options = found.map(({ path, name, description }) => ({
    value: path,
    label: cutTo(toOneLine(name), 60),
    hint: cutTo(toOneLine(description), 100),
  }));
  const haystack = new Map(
    found.map(({ path, name, description }) => [path, `${name} ${path} ${description}`.toLowerCase()]),
  );
  const chosen = await autocompleteMultiselect<string>({
    message: `${found.length} skills: type to search, Tab selects, Enter takes them`,
    options,
    maxItems: ROWS,
    filter: (search, option) =>
      search
        .toLowerCase()
        .split(/\s+/)
        .every((word) => haystack.get(option.value)?.includes(word) === true),
    ...streamsOf(io),
  });
  if (isCancel(chosen)) throw left(io);
  return chosen;
}

export async function confirmWith(io: Io, message: string): Promise<boolean> {
  const { confirm, isCancel } = await import('@clack/prompts');
  const answer = await confirm({ message, initialValue: false, ...streamsOf(io) });
  if (isCancel(answer)) throw left(io);
  return answer;
}

function left(io: Io): Exit {
  io.err('skillfiche: left; nothing more was changed.\n');
  return new Exit(EXIT.usage);
}
