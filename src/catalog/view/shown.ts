import { internalError } from '../../base/errors.ts';
import { canonicalName } from '../../base/text.ts';
import type { Diagnostic } from '../../base/types.ts';
import { type CatalogData, folderOf } from '../rows/build.ts';
import type { Selection } from '../rows/selection.ts';
import type { View } from '../types.ts';

/** Where a skill lies, and nothing else of it. */
export interface SkillPlace {
  readonly id: string;
  /** Absolute folder, and the spelling of SKILL.md in it. */
  readonly folder: string;
  readonly file: string;
}

/** What a view shows, for a verb that goes through all of it. Perf: decoded row by row; entries of 60,000 skills are 60 MB. */
export interface Shown {
  count(): number;
  skills(): Iterable<SkillPlace>;
  /** What is wrong beside the skills. */
  looseDiagnostics(): Diagnostic[];
  /** Whether something of its trees is called so, also what is withheld or switched off. */
  hasName(name: string): boolean;
}

const shown = new WeakMap<View, Shown>();

export function rememberShown(view: View, what: Shown): void {
  shown.set(view, what);
}

export function shownBy(view: View): Shown {
  const what = shown.get(view);
  if (what === undefined) throw internalError('a view was made beside createView');
  return what;
}

/** Which names are taken where a view looks. Of a view that somebody wrapped, those that it shows. */
export function namesTakenIn(view: View): (name: string) => boolean {
  const wrapped = (name: string): boolean =>
    view.entries().some((entry) => canonicalName(entry.name) === canonicalName(name));
  return shown.get(view)?.hasName ?? wrapped;
}

/** Whether a skill or a collection of the trees has this name, as names are told apart. */
export function isCalled(data: CatalogData, name: string): boolean {
  const wanted = canonicalName(name);
  return data.scopes.some(({ id, collection, table, first, base, count }) => {
    if (collection !== undefined && canonicalName(id) === wanted) return true;
    for (let row = first - base; row < first - base + count; row++)
      if (canonicalName(table.name(row)) === wanted) return true;
    return false;
  });
}

/** The places of rows, one at a time. */
export function* placesOf(selection: Selection, rows: Iterable<number>): Generator<SkillPlace> {
  for (const row of rows) {
    const { root, table, base } = selection.scopeOf(row);
    yield { id: selection.id(row), folder: folderOf(root, table.folder(row - base)), file: table.file(row - base) };
  }
}
