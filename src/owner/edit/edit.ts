import { join, resolve } from 'node:path';
import { SkillficheError } from '../../base/errors.ts';
import { isSkillFileName, SKILL_FILE } from '../../base/file-names.ts';
import { isPathRef } from '../../base/paths.ts';
import { type CatalogContext, contextOf } from '../../catalog/internals.ts';
import type { ReadableCatalog, View } from '../../catalog/types.ts';
import type { FieldChanges, NewValue } from '../../format/skill/edit/result.ts';
import { homeFolder } from '../../io/places/home.ts';
import { editSkillFile, type FileEdit } from './file.ts';
import { type EditGuard, withShipped } from './guard.ts';

/** What every verb that writes a SKILL.md may be told. */
export interface WriteOptions {
  /** Says what would change and writes nothing. Default false. */
  readonly dryRun?: boolean;
  /** Names resolve among what this view of the catalog shows. Default: everything. */
  readonly view?: View;
  /** The path as a diff names it. Default: whole. */
  readonly shownAs?: (path: string) => string;
  /** The roots that say which files are bundled, in place of the catalog's. @internal */
  readonly guard?: EditGuard;
}

/** The fields to change, and how: a value sets a field, `null` removes it with its lines, an absent one is kept. */
export interface EditOptions extends WriteOptions {
  readonly name?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly origin?: string | null | undefined;
  /**
   * Any other field by its key, `metadata.version` for a key in a block: text, a truth value or the items of a list.
   * Text stays text: `'1.10'` and `'true'` are written in quotes.
   */
  readonly fields?: FieldChanges;
  /** Writes also what a rule of the format forbids, such as a name with blanks. Default false. */
  readonly force?: boolean;
}

/** Changes fields of the skill that `ref` means: an id, a name, or a path of a SKILL.md or its folder. */
export async function editSkill(catalog: ReadableCatalog, ref: string, options: EditOptions): Promise<FileEdit> {
  const { dryRun = false, view, shownAs = (path) => path, guard, force = false } = options;
  const changes = changesOf(options);
  const context = contextOf(catalog);
  if (Object.values(changes).every((value) => value === undefined)) {
    throw new SkillficheError('INVALID_ARGUMENT', 'Say what to change: a value sets a field, null removes it.');
  }
  const file = await skillFileOf(context, view ?? catalog.view({ audience: 'owner' }), ref);
  return editSkillFile(file, changes, {
    dryRun,
    guard: guardOf(context, guard),
    shownAs: shownAs(file),
    force,
  });
}

function changesOf({ name, description, origin, fields = {} }: EditOptions): FieldChanges {
  const changes: Record<string, NewValue | undefined> = { ...fields };
  for (const [key, value] of Object.entries({ name, description, origin })) {
    if (value === undefined) continue;
    if (changes[key] !== undefined) {
      throw new SkillficheError('INVALID_ARGUMENT', `\`${key}\` is given twice: by itself and in fields.`);
    }
    changes[key] = value;
  }
  return changes;
}

/** The roots given, else the catalog's, and what we ship, which is never edited, whether or not it was opened. */
export function guardOf({ options }: CatalogContext, given: EditGuard | undefined): EditGuard {
  return { roots: withShipped(given?.roots ?? options.roots) };
}

async function skillFileOf({ disk }: CatalogContext, view: View, ref: string): Promise<string> {
  if (typeof ref !== 'string' || !isPathRef(ref)) {
    const entry = await view.resolve(ref);
    return join(entry.folder, entry.file);
  }
  const path = resolve(/^~[/\\]/.test(ref) ? join(homeFolder() ?? '~', ref.slice(2)) : ref);
  if (disk.stat(path)?.kind !== 'folder') return path;
  const names = disk.readFolder(path).map(({ name }) => name);
  const name = names.includes(SKILL_FILE) ? SKILL_FILE : names.find(isSkillFileName);
  if (name !== undefined) return join(path, name);
  throw new SkillficheError('SKILL_NOT_FOUND', `There is no SKILL.md in ${path}. Name the folder of one skill.`, {
    paths: [path],
  });
}
