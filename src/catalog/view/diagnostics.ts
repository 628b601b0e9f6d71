import { diagnostic } from '../../base/diagnostic.ts';
import { MAX_SUGGESTIONS } from '../../base/limits.ts';
import { childPath } from '../../base/paths.ts';
import { compareCodePoints, toOneLine } from '../../base/text.ts';
import type { Diagnostic } from '../../base/types.ts';
import type { CatalogContext } from '../internals.ts';
import { droppedDiagnostics, folderOf } from '../rows/build.ts';
import { rowOfId } from '../rows/rows.ts';
import type { Selection } from '../rows/selection.ts';
import type { ViewSetup } from './view.ts';

/**
 * What a view may say about its trees. Without an allowlist it says everything; else it speaks of visible skills alone,
 * since a path is a name too.
 */
export function selectionDiagnostics(context: CatalogContext, selection: Selection, setup: ViewSetup): Diagnostic[] {
  const found = ofTables(context, (skill) => (skill === undefined ? selection.isOpen : selection.sees(skill)));
  for (const one of nameDiagnostics(selection)) found.push(one);
  return inOrder([...found, ...aboutNoSkill(context, selection, setup)]);
}

/** The part of it that no skill carries. Perf: nothing is kept that grows with the number of skills. */
export function looseDiagnostics(context: CatalogContext, selection: Selection, setup: ViewSetup): Diagnostic[] {
  const found = ofTables(context, (skill) => skill === undefined && selection.isOpen);
  return inOrder([...found, ...aboutNoSkill(context, selection, setup)]);
}

/** What scanning found, of the rows that are wanted; `undefined` is no row. */
function ofTables({ data }: CatalogContext, wants: (row: number | undefined) => boolean): Diagnostic[] {
  const found: Diagnostic[] = [];
  data.tables.forEach((table, at) => {
    const { root } = table.header;
    const base = data.bases[at] ?? 0;
    for (const { scope: _, skill, path, ...rest } of table.diagnostics()) {
      if (wants(skill === undefined ? undefined : base + skill)) found.push(withPath(rest, folderOf(root, path)));
    }
  });
  return found;
}

/** What the catalog adds that is about no skill of the view: collections left out, entries that match nothing. */
function aboutNoSkill({ data }: CatalogContext, selection: Selection, setup: ViewSetup): Diagnostic[] {
  const found: Diagnostic[] = selection.isOpen ? droppedDiagnostics(data) : [];
  for (const grant of setup.grants ?? []) {
    const isKnown =
      grant.kind === 'skill'
        ? rowOfId(data, grant.id) !== undefined
        : data.scopes.some((scope) => scope.id === grant.scope);
    if (isKnown) continue;
    const entry = grant.kind === 'skill' ? grant.id : `${grant.scope}:*`;
    found.push(diagnostic('catalog/unknown-entry', entry, `The allowlist entry "${entry}" matches nothing any more.`));
  }
  return found;
}

function inOrder(found: Diagnostic[]): Diagnostic[] {
  return found.sort(
    (a, b) => compareCodePoints(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
}

/** Who does not have the name it bears, and how it is reached. Visible skills only, as with everything names do. */
function nameDiagnostics(selection: Selection): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const namesakes of selection.sharedNames().values()) {
    for (const row of namesakes) {
      const standing = selection.standing(row, namesakes);
      if (standing.kind === 'has-name') continue;
      const scope = selection.scopeOf(row);
      const { table } = scope;
      const at = row - scope.base;
      const path = folderOf(scope.root, childPath(table.folder(at), table.file(at)));
      const name = toOneLine(table.name(at));
      const way = `this one is reached by its id, ${selection.id(row)}`;
      if (standing.kind === 'shadowed') {
        const message = `The name "${name}" belongs to ${selection.id(standing.by)}; ${way}.`;
        found.push(diagnostic('catalog/shadowed', path, message));
      } else {
        const others = standing.with.slice(0, MAX_SUGGESTIONS).map((other) => selection.id(other));
        const more = standing.with.length > others.length ? ` and ${standing.with.length - others.length} more` : '';
        const message = `The name "${name}" is also that of ${others.join(', ')}${more}, so nobody has it; ${way}.`;
        const hint = 'Rename one of them, or give one root a lower rank.';
        found.push(diagnostic('catalog/ambiguous-name', path, message, { hint }));
      }
    }
  }
  return found;
}

/** Key order of the wire: code, severity, path, line, column, message, hint. */
function withPath(rest: Omit<Diagnostic, 'path'>, path: string): Diagnostic {
  const { code, severity, ...others } = rest;
  return { code, severity, path, ...others };
}
