import { SkillficheError } from '../../base/errors.ts';
import { DEFAULT_CONTEXT_CHARACTERS, MAX_NAME_CHARACTERS } from '../../base/limits.ts';
import { canonicalName, countCharacters, quoteValue, toOneLine } from '../../base/text.ts';
import type { CatalogContext } from '../internals.ts';
import { folderOf } from '../rows/build.ts';
import { rowOfId } from '../rows/rows.ts';
import type { Selection } from '../rows/selection.ts';
import type { ContextOptions, ContextResult } from '../types.ts';
import { climbLadder } from './ladder.ts';
import type { PromptCollection, PromptSkill } from './types.ts';

/** The prompt block of a view, and what its budget cost. */
export function viewContext(_context: CatalogContext, selection: Selection, options: ContextOptions): ContextResult {
  const maxCharacters = options.max_characters ?? DEFAULT_CONTEXT_CHARACTERS;
  if (!Number.isSafeInteger(maxCharacters) || maxCharacters < 0) {
    throw new SkillficheError(
      'INVALID_ARGUMENT',
      `max_characters must be a whole number from 0, not ${quoteValue(options.max_characters)}.`,
    );
  }
  const maxEntries = options.max_entries;
  if (maxEntries !== undefined && (!Number.isSafeInteger(maxEntries) || maxEntries < 0)) {
    const message = `max_entries must be a whole number from 0, not ${quoteValue(maxEntries)}.`;
    throw new SkillficheError('INVALID_ARGUMENT', message);
  }
  const via = oneOf('via', options.via ?? 'mcp', ['mcp', 'cli', 'files', 'tools'] as const);
  const format = oneOf('format', options.format ?? 'markdown', ['markdown', 'xml', 'json'] as const);
  const collections: PromptCollection[] = [];
  for (const scope of selection.data.scopes) {
    if (scope.collection === undefined) continue;
    const count = selection.countIn(scope);
    const folder = scope.table.header.scopes[scope.index]?.folder ?? '.';
    if (count > 0) {
      const { title, prompt_line } = scope.collection;
      const line = selection.redact(prompt_line);
      collections.push({ id: scope.id, title, count, prompt_line: line, location: folderOf(scope.root, folder) });
    }
  }
  const rows = selection.ordinary();
  const names = selection.namesakes(new Set(rows.map((row) => canonicalName(selection.name(row)))));
  const skills: PromptSkill[] = [];
  const folders = new Set<string>();
  let shadowed = 0;
  for (const row of rows) {
    const scope = selection.scopeOf(row);
    const at = row - scope.base;
    const name = scope.table.name(at);
    const standing = selection.standing(row, names.get(canonicalName(name)) ?? [row]);
    if (standing.kind === 'shadowed') {
      shadowed++;
      continue;
    }
    const id = selection.id(row);
    folders.add(scope.root.path);
    skills.push({
      id,
      rank: scope.rank,
      label: standing.kind === 'has-name' && isLabel(selection, row, name, id) ? name : id,
      get description() {
        return selection.description(row);
      },
      get location() {
        return `${folderOf(scope.root, scope.table.folder(at))}/${scope.table.file(at)}`;
      },
    });
  }
  const result = climbLadder({
    skills,
    collections,
    folders: [...folders],
    via,
    format,
    maxCharacters,
    ...(maxEntries === undefined ? {} : { maxEntries }),
  });
  return {
    text: result.text,
    report: {
      characters: result.characters,
      max_characters: maxCharacters,
      collections: collections.length,
      members: collections.reduce((sum, collection) => sum + collection.count, 0),
      ordinary: rows.length,
      shadowed,
      whole: result.whole.length,
      shortened: result.shortened.length,
      names_only: result.namesOnly.length,
      folded: result.folded.length,
      collections_shortened: result.collectionsShortened.length,
      exceeded_by: result.exceededBy,
      shortened_skills: result.shortened,
      names_only_skills: result.namesOnly,
      folded_skills: result.folded,
      shortened_collections: result.collectionsShortened,
    },
  };
}

/** Whether a name may stand for its skill in the prompt: what is shown must load this skill, and be no flood. */
function isLabel(selection: Selection, row: number, name: string, id: string): boolean {
  const shown = toOneLine(name);
  if (shown === '' || (countCharacters(shown) > MAX_NAME_CHARACTERS && shown.length > id.length)) return false;
  // A name may be spelt like the id of another skill, and ids come first.
  const other = rowOfId(selection.data, shown);
  return other === undefined || other === row || !selection.sees(other);
}

function oneOf<T extends string>(what: string, value: T, allowed: readonly T[]): T {
  if (allowed.includes(value)) return value;
  const list = allowed.map((one) => JSON.stringify(one)).join(', ');
  throw new SkillficheError('INVALID_ARGUMENT', `${what} must be one of ${list}, not ${quoteValue(value)}.`);
}
