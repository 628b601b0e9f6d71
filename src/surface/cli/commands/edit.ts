import { Command, InvalidArgumentError, Option } from 'commander';
import { SkillficheError } from '../../../base/errors.ts';
import { jsonText } from '../../../base/json-text.ts';
import { EDITABLE_FIELDS, type EditableField, type FieldChanges } from '../../../format/skill/edit/result.ts';
import type { FileEdit } from '../../../owner/edit/file.ts';
import { guardFromFlags, openToEdit, pathFromHere, pathIn } from '../edit-target.ts';
import { globalsOf } from '../globals.ts';
import type { Io } from '../io.ts';
import { refOrPath } from '../open.ts';
import { createPaint } from '../render/color.ts';
import { renderDiff } from '../render/diff.ts';

interface Flags {
  readonly name?: string;
  readonly description?: string;
  readonly origin?: string;
  readonly remove?: readonly EditableField[];
  readonly dryRun?: boolean;
}

export function editCommand(io: Io): Command {
  return new Command('edit')
    .description('change one field of a skill and not a byte beside it, shown as a diff')
    .argument('<ref>', 'an id, a name, or a path that starts with . / ~ or a drive letter')
    .option('--name <text>', 'set the name')
    .option('--description <text>', 'set the description')
    .option('--origin <text>', 'set the origin')
    .addOption(new Option('--remove <field>', 'remove a field with its lines (repeatable)').argParser(collectField))
    .option('--dry-run', 'show what would change and write nothing')
    .addHelpText(
      'after',
      `
The value keeps the quoting that was there when that can hold it. Bundled skills, members of pinned
collections and files behind links are not edited; who keeps a collection names its folder as a root.

Examples:
  skillfiche edit deploy --description "Deploys: staging first" --dry-run
  skillfiche edit ./skills/deploy --name deploy-service
  skillfiche edit ./skills/deploy --remove origin
  skillfiche --root project=./recipes edit ./recipes/git/bisect --description "Finds the commit that broke it"
  skillfiche edit deploy --origin team-a | patch -R -p0        take it back
`,
    )
    .action(async (given: string, flags: Flags, command: Command) => {
      const globals = globalsOf(command);
      const ref = await refOrPath(given, globals, io);
      const changes = changesOf(flags);
      const { catalog, view } = await openToEdit(ref, globals, io);
      const edit = await catalog.edit(pathIn(ref, io), {
        ...changes,
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

function collectField(value: string, earlier: readonly EditableField[] = []): readonly EditableField[] {
  const field = EDITABLE_FIELDS.find((one) => one === value);
  if (field !== undefined) return [...earlier, field];
  throw new InvalidArgumentError(`The fields are ${EDITABLE_FIELDS.join(', ')}.`);
}

function changesOf(flags: Flags): FieldChanges {
  const changes: Partial<Record<EditableField, string | null>> = {};
  for (const field of EDITABLE_FIELDS) {
    const value = flags[field];
    if (value !== undefined) changes[field] = value;
  }
  for (const field of flags.remove ?? []) {
    if (changes[field] !== undefined) {
      throw new SkillficheError('INVALID_ARGUMENT', `--${field} and --remove ${field} contradict each other.`);
    }
    changes[field] = null;
  }
  if (Object.keys(changes).length > 0) return changes;
  const flagsNamed = EDITABLE_FIELDS.map((field) => `--${field} TEXT`).join(', ');
  throw new SkillficheError('INVALID_ARGUMENT', `Say what to change: ${flagsNamed} or --remove FIELD.`);
}

function describeEdit({ path, changed, written, edits }: FileEdit): string {
  if (!changed) return `${path} says so already. Nothing was written.`;
  const done = { set: 'set', add: 'added', remove: 'removed', quote: 'quoted' } as const;
  const said = edits.map(({ field, action }) => `${field} ${done[action]}`).join(', ');
  return written ? `${path}: ${said}.` : `dry run, nothing was written: ${path}: ${said}.`;
}
