import { SkillficheError } from '../base/errors.ts';
import { MAX_SUGGESTIONS } from '../base/limits.ts';
import { canonicalName } from '../base/text.ts';
import type { CatalogData } from './build.ts';
import { rowOfId } from './rows.ts';
import { type Grant, Selection } from './selection.ts';

/** What a reference means to a selection. */
export type Resolution =
  | { readonly kind: 'found'; readonly row: number }
  | { readonly kind: 'ambiguous'; readonly ids: readonly string[] }
  | { readonly kind: 'unknown' };

/** Exact id, then name. The one resolver of every surface. */
export function resolveRef(selection: Selection, ref: string): Resolution {
  const exact = rowOfId(selection.data, ref);
  if (exact !== undefined && selection.sees(exact)) return { kind: 'found', row: exact };
  const canonical = canonicalName(ref);
  const rows = selection.namesakes(new Set([canonical])).get(canonical) ?? [];
  const won = selection.winner(rows);
  if (won === undefined) return { kind: 'unknown' };
  if ('row' in won) return { kind: 'found', row: won.row };
  return { kind: 'ambiguous', ids: won.disputed.slice(0, MAX_SUGGESTIONS).map((row) => selection.id(row)) };
}

/** Reads allowlist entries: ids, unambiguous names (bound to their id here and now), `<scope>:*`. Unknown ones throw. */
export function readGrants(data: CatalogData, only: readonly string[]): Grant[] {
  const everything = new Selection(data);
  return only.map((entry) => {
    if (entry.endsWith(':*')) {
      const id = entry.slice(0, -2);
      if (data.scopes.some((scope) => scope.id === id)) return { kind: 'scope', scope: id };
      throw unknownEntry(entry, `no collection or root has the id "${id}"`);
    }
    const resolution = resolveRef(everything, entry);
    if (resolution.kind === 'found') return { kind: 'skill', id: everything.id(resolution.row) };
    if (resolution.kind === 'unknown') throw unknownEntry(entry, 'no skill has this id or name');
    throw unknownEntry(entry, `several skills have this name; write the id: ${resolution.ids.join(', ')}`);
  });
}

function unknownEntry(entry: string, why: string): SkillficheError {
  return new SkillficheError(
    'INVALID_ARGUMENT',
    `The allowlist entry "${entry}" matches nothing: ${why}. Entries are ids, names or "<scope>:*".`,
  );
}
