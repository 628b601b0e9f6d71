import { Command } from 'commander';
import { jsonText } from '../../../base/json-text.ts';
import { nearest } from '../../../base/nearest.ts';
import { toOneLine } from '../../../base/text.ts';
import type { Level, LevelChange } from '../../../owner/session/levels.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { openFromFlags } from '../open.ts';
import { plural } from '../render/diagnostics.ts';
import { withWorkspace } from '../workspace.ts';

const KEYS = 'KEY is global, list:<key>, task:<key>, or agent:<key>; the last holds at most 30 skills.';

export function levelCommand(io: Io): Command {
  return new Command('level')
    .description('named lists of skills, for sessions and agents')
    .addHelpText(
      'after',
      `
${KEYS}

Examples:
  skillfiche level set list:review deploy notes
  skillfiche level add global deploy
  skillfiche level show list:review
  skillfiche session seed --cwd ~/shop --level list:review
`,
    )
    .addCommand(listCommand(io))
    .addCommand(showCommand(io))
    .addCommand(changeCommand(io, 'set', 'make a level hold exactly these skills, in this order', (set) => ({ set })))
    .addCommand(changeCommand(io, 'add', 'put skills at the end of a level', (add) => ({ add })))
    .addCommand(
      changeCommand(io, 'remove', 'take skills off a level, also those that are gone', (remove) => ({ remove })),
    )
    .addCommand(deleteCommand(io));
}

const examples = (...lines: readonly string[]): string =>
  `\n${KEYS}\n\nExamples:\n${lines.map((line) => `  skillfiche ${line}\n`).join('')}`;

function listCommand(io: Io): Command {
  return new Command('list')
    .description('the levels that hold something')
    .addHelpText('after', examples('level list', 'level list --json'))
    .action(async (_flags: object, command: Command) => {
      const globals = globalsOf(command);
      const levels = await withWorkspace(globals, io, ({ sessions }) => sessions.levels());
      if (globals.json) io.out(jsonText({ levels }));
      else if (levels.length === 0) io.out('There is no level yet. `skillfiche level set KEY REF...` makes one.\n');
      else io.out(levels.map(({ key, skills }) => `${key}  ${plural(skills, 'skill')}\n`).join(''));
    });
}

function showCommand(io: Io): Command {
  return new Command('show')
    .description('the skills of a level, and those it names that are gone')
    .argument('<key>', 'the level')
    .addHelpText('after', examples('level show list:review', 'level show agent:writer --json'))
    .action(async (key: string, _flags: object, command: Command) => {
      const globals = globalsOf(command);
      const { view } = await openFromFlags(globals, io, { narrow: 'all', audience: 'owner' });
      const { level, known } = await withWorkspace(globals, io, async ({ sessions }) => ({
        level: await sessions.level(key, { view }),
        known: (await sessions.levels()).map((one) => one.key),
      }));
      if (globals.json) {
        io.out(jsonText(level));
        return;
      }
      io.out(level.skills.map((id) => `${toOneLine(id)}\n`).join(''));
      if (globals.quiet) return;
      if (level.skills.length + (level.off?.length ?? 0) + level.dropped.length === 0)
        io.err(`skillfiche: ${renderEmpty(key, known)}\n`);
      io.err(renderDropped(level));
    });
}

function changeCommand(
  io: Io,
  verb: 'set' | 'add' | 'remove',
  what: string,
  changeOf: (refs: readonly string[]) => LevelChange,
): Command {
  return new Command(verb)
    .description(what)
    .argument('<key>', 'the level')
    .argument('<ref...>', 'ids or names of skills')
    .option('--dry-run', 'say what would change and change nothing')
    .addHelpText(
      'after',
      examples(`level ${verb} list:review deploy notes`, `level ${verb} agent:writer deploy --dry-run`),
    )
    .action(async (key: string, refs: readonly string[], flags: { dryRun?: boolean }, command: Command) =>
      change(io, command, key, { ...changeOf(refs), ...flags }),
    );
}

function deleteCommand(io: Io): Command {
  return new Command('delete')
    .description('take a level away; its skills stay')
    .argument('<key>', 'the level')
    .option('--dry-run', 'say what would change and change nothing')
    .addHelpText('after', examples('level delete list:review', 'level delete task:release --dry-run'))
    .action(async (key: string, flags: { dryRun?: boolean }, command: Command) =>
      change(io, command, key, { set: [], ...flags }),
    );
}

async function change(
  io: Io,
  command: Command,
  key: string,
  wanted: LevelChange & { readonly dryRun?: boolean },
): Promise<void> {
  const globals = globalsOf(command);
  const { view } = await openFromFlags(globals, io, { narrow: 'all', audience: 'owner' });
  const { before, after } = await withWorkspace(globals, io, async ({ sessions }) => ({
    before: await sessions.level(key, { view }),
    after: await sessions.level(key, { ...wanted, view }),
  }));
  if (globals.json) io.out(jsonText(after));
  else io.out(renderChange(after));
  if (globals.quiet || globals.json) return;
  io.err(renderDropped(after));
  if (after.dry_run === true) io.err('skillfiche: dry run, nothing was changed.\n');
  else if ((after.added ?? []).length + (after.removed ?? []).length > 0) {
    const undo = undoOf(key, before, after);
    if (undo !== undefined) io.err(`skillfiche: to undo it: ${undo}\n`);
  }
}

/** Adding and removing touch no other id of the level; only what did both is set anew, and so without ids that are hidden. */
function undoOf(key: string, { skills, off = [], dropped }: Level, after: Level): string | undefined {
  const hidden = off.length + dropped.length;
  const { added = [], removed = [] } = after;
  if (skills.length + hidden > 0 && removed.length === 0) return `skillfiche level remove ${key} ${added.join(' ')}`;
  if (hidden > 0 && added.length === 0 && removed.every((id) => skills.includes(id)))
    return `skillfiche level add ${key} ${removed.join(' ')}`;
  if (skills.length === 0) return hidden === 0 ? `skillfiche level delete ${key}` : undefined;
  const lost = hidden === 0 ? '' : ` (without ${plural(hidden, 'id')} of no visible skill)`;
  return `skillfiche level set ${key} ${skills.join(' ')}${lost}`;
}

function renderChange({ key, skills, off = [], dropped, added = [], removed = [], dry_run = false }: Level): string {
  const would = dry_run ? 'would be ' : '';
  const lines = [
    ...added.map((id) => `${would}added  ${toOneLine(id)}`),
    ...removed.map((id) => `${would}removed  ${toOneLine(id)}`),
    added.length + removed.length === 0
      ? `${key} is as it was: ${plural(skills.length + off.length + dropped.length, 'skill')}.`
      : `${key} ${dry_run ? 'would hold' : 'holds'} ${plural(skills.length + off.length + dropped.length, 'skill')}.`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** That a level holds nothing, and which may have been meant. */
export function renderEmpty(key: string, known: readonly string[]): string {
  const [near] = nearest(key, known, 1);
  return `${key} holds nothing.${near === undefined ? '' : ` Did you mean ${near}?`}`;
}

/** What a level names and nobody is given, as notes. */
function renderDropped({ key, off = [], dropped }: Level): string {
  const isOff = off.map(
    (id) => `skillfiche: ${toOneLine(id)} is switched off; \`skillfiche enable ${toOneLine(id)}\` gives it back.\n`,
  );
  const isGone = dropped.map(
    (id) =>
      `skillfiche: ${toOneLine(id)} is not among the skills seen here, and left out. If it is gone for good: \`skillfiche level remove ${key} ${toOneLine(id)}\`.\n`,
  );
  return [...isOff, ...isGone].join('');
}
