import { Command, InvalidArgumentError, Option } from 'commander';
import { SkillficheError } from '../../../base/errors.ts';
import { jsonText } from '../../../base/json-text.ts';
import type { FieldChanges, NewValue } from '../../../format/skill/edit/result.ts';
import { isYesOrNo } from '../../../format/skill/vocabulary/vocabulary.ts';
import type { FileEdit } from '../../../owner/edit/file.ts';
import { guardFromFlags, openToEdit, pathFromHere, pathIn } from '../edit-target.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { refOrPath } from '../open.ts';
import { createPaint } from '../render/color.ts';
import { renderDiff } from '../render/diff.ts';

/** Fields with a flag of their own. */
const COMMON = ['name', 'description', 'license', 'compatibility', 'origin'] as const;

interface Flags extends Partial<Record<(typeof COMMON)[number], string>> {
  readonly set?: readonly Pair[];
  readonly item?: readonly Pair[];
  readonly remove?: readonly string[];
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

export function editCommand(io: Io): Command {
  const command = new Command('edit')
    .description('change fields of a skill and not a byte beside them, shown as a diff')
    .argument('<ref>', 'an id, a name, or a path that starts with . / ~ or a drive letter');
  for (const field of COMMON) command.option(`--${field} <text>`, `set the ${field}`);
  return command
    .addOption(
      new Option('--set <field=text>', 'set any field, metadata.KEY for one in a block (repeatable)').argParser(pairs),
    )
    .addOption(
      new Option('--item <field=text>', 'an item of a field that is a list: all of them, in order').argParser(pairs),
    )
    .addOption(
      new Option('--remove <field>', 'remove a field with its lines (repeatable)').argParser(
        (value: string, earlier: readonly string[] = []) => [...earlier, value],
      ),
    )
    .option('--force', 'write also what a rule of the format forbids')
    .option('--dry-run', 'show what would change and write nothing')
    .addHelpText(
      'after',
      `
The value keeps the quoting that was there when that can hold it. What a rule
of the format forbids is refused, with the rule. Bundled skills, members of
pinned collections and files behind links are not edited; who keeps a
collection names its folder as a root.

Examples:
  skillfiche edit deploy --description "Deploys: staging first" --dry-run
  skillfiche edit ./skills/deploy --name deploy-service --license MIT
  skillfiche edit deploy --set metadata.version=1.2 --remove origin
  skillfiche edit deploy --item tags=release --item tags=ops
  skillfiche --root project=./recipes edit ./recipes/bisect --origin team-a
  skillfiche edit deploy --origin team-a | patch -R -p0      take it back
`,
    )
    .action(async (given: string, flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const ref = await refOrPath(given, globals, io);
      const changes = changesOf(flags);
      const { catalog, view } = await openToEdit(ref, globals, io);
      const edit = await catalog.edit(pathIn(ref, io), {
        fields: changes,
        force: flags.force === true,
        dryRun: flags.dryRun === true,
        view,
        guard: await guardFromFlags(globals, io),
        shownAs: (path) => pathFromHere(path, io),
      });
      if (globals.json) io.out(jsonText(edit));
      else io.out(renderDiff(edit.diff, io, createPaint(io, globals.color)));
      if (!globals.quiet) io.err(`skillfiche: ${describeEdit(edit)}\n`);
    });
}

interface Pair {
  readonly field: string;
  readonly text: string;
}

function pairs(value: string, earlier: readonly Pair[] = []): readonly Pair[] {
  const at = value.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Write FIELD=TEXT, as license=MIT or metadata.version=1.2.');
  return [...earlier, { field: value.slice(0, at), text: value.slice(at + 1) }];
}

function changesOf(flags: Flags): FieldChanges {
  const changes = new Map<string, NewValue>();
  const flagOf = new Map<string, string>();
  const add = (field: string, flag: string, value: NewValue): void => {
    const earlier = flagOf.get(field);
    if (earlier !== undefined) {
      throw new SkillficheError('INVALID_ARGUMENT', `${earlier} and ${flag} contradict each other.`);
    }
    flagOf.set(field, flag);
    changes.set(field, value);
  };
  for (const field of COMMON) {
    const value = flags[field];
    if (value !== undefined) add(field, `--${field}`, value);
  }
  for (const { field, text } of flags.set ?? []) {
    const isWord = isYesOrNo(field) && (text === 'true' || text === 'false');
    add(field, `--set ${field}`, isWord ? text === 'true' : text);
  }
  const lists = new Map<string, string[]>();
  for (const { field, text } of flags.item ?? []) lists.set(field, [...(lists.get(field) ?? []), text]);
  for (const [field, items] of lists) add(field, `--item ${field}`, items);
  for (const field of flags.remove ?? []) add(field, `--remove ${field}`, null);
  if (changes.size > 0) return Object.fromEntries(changes);
  const named = COMMON.map((field) => `--${field} TEXT`).join(', ');
  throw new SkillficheError(
    'INVALID_ARGUMENT',
    `Say what to change: ${named}, --set FIELD=TEXT, --item FIELD=TEXT or --remove FIELD.`,
  );
}

function describeEdit({ path, changed, written, edits }: FileEdit): string {
  if (!changed) return `${path} says so already. Nothing was written.`;
  const done = { set: 'set', add: 'added', remove: 'removed', quote: 'quoted' } as const;
  const said = edits.map(({ field, action }) => `${field} ${done[action]}`).join(', ');
  return written ? `${path}: ${said}.` : `dry run, nothing was written: ${path}: ${said}.`;
}
