import { diagnostic } from '../base/diagnostic.ts';
import { compareCodePoints } from '../base/text.ts';
import type { Diagnostic } from '../base/types.ts';
import { droppedDiagnostics, folderOf } from '../catalog/build.ts';
import { rowOfId } from '../catalog/rows.ts';
import type { Selection } from '../catalog/selection.ts';
import type { CatalogContext } from './internals.ts';
import type { ViewSetup } from './view.ts';

/**
 * What a view may say about its trees. A view of everything says everything; a narrowed one speaks of visible skills
 * alone, since a path is a name too.
 */
export function selectionDiagnostics(context: CatalogContext, selection: Selection, setup: ViewSetup): Diagnostic[] {
  const found: Diagnostic[] = [];
  const { data } = context;
  data.tables.forEach((table, at) => {
    const { root } = table.header;
    const base = data.bases[at] ?? 0;
    for (const { scope: _, skill, path, ...rest } of table.diagnostics()) {
      const isVisible = skill === undefined ? selection.isWhole : selection.sees(base + skill);
      if (isVisible) found.push(withPath(rest, folderOf(root, path)));
    }
  });
  if (selection.isWhole) found.push(...droppedDiagnostics(data));
  for (const grant of setup.grants ?? []) {
    const isKnown =
      grant.kind === 'skill'
        ? rowOfId(data, grant.id) !== undefined
        : data.scopes.some((scope) => scope.id === grant.scope);
    if (isKnown) continue;
    const entry = grant.kind === 'skill' ? grant.id : `${grant.scope}:*`;
    found.push(diagnostic('catalog/unknown-entry', entry, `The allowlist entry "${entry}" matches nothing any more.`));
  }
  found.sort(
    (a, b) => compareCodePoints(a.path, b.path) || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
  );
  return found;
}

/** Key order of the wire: code, severity, path, line, column, message, hint. */
function withPath(rest: Omit<Diagnostic, 'path'>, path: string): Diagnostic {
  const { code, severity, ...others } = rest;
  return { code, severity, path, ...others };
}
