import { SkillficheError } from '../../base/errors.ts';
import { MAX_SUGGESTIONS } from '../../base/limits.ts';
import { nearest } from '../../base/nearest.ts';
import { canonicalName, quoteValue, toOneLine } from '../../base/text.ts';
import type { CatalogData } from './build.ts';
import { rowOfId } from './rows.ts';
import { type Grant, Selection } from './selection.ts';

/** What a reference means to a selection. */
export type Resolution =
  | { readonly kind: 'found'; readonly row: number }
  | { readonly kind: 'ambiguous'; readonly ids: readonly string[] }
  | { readonly kind: 'unknown' };

/** Exact id, then name, then an id as it is shown. The one resolver of every surface. */
export function resolveRef(selection: Selection, ref: string): Resolution {
  const exact = visibleRow(selection, ref);
  if (exact !== undefined) return { kind: 'found', row: exact };
  const canonical = canonicalName(ref);
  const named = resolveName(selection, selection.namesakes(new Set([canonical])).get(canonical) ?? []);
  if (named.kind !== 'unknown') return named;
  const [shown, ...others] = rowsShownAs(selection, ref);
  if (shown === undefined) return named;
  if (others.length === 0) return { kind: 'found', row: shown };
  return { kind: 'ambiguous', ids: [shown, ...others].slice(0, MAX_SUGGESTIONS).map((row) => selection.id(row)) };
}

/** Visible rows whose id reads like this: without the characters nobody sees, as a prompt shows it, and whichever way its letters are composed. */
function rowsShownAs(selection: Selection, id: string): number[] {
  const scope = selection.data.scopes.find((one) => id.startsWith(`${one.id}:`));
  if (scope === undefined) return [];
  const path = id.slice(scope.id.length + 1);
  const wanted = path.normalize();
  const rows = Array.from({ length: scope.count }, (_, at) => scope.first + at);
  return rows.filter((row) => {
    const own = scope.table.path(row - scope.base);
    if (own === path || !selection.sees(row)) return false;
    return own.normalize() === wanted || toOneLine(own).normalize() === wanted;
  });
}

function visibleRow(selection: Selection, id: string): number | undefined {
  const row = rowOfId(selection.data, id);
  return row !== undefined && selection.sees(row) ? row : undefined;
}

function resolveName(selection: Selection, namesakes: readonly number[]): Resolution {
  const won = selection.winner(namesakes);
  if (won === undefined) return { kind: 'unknown' };
  if ('row' in won) return { kind: 'found', row: won.row };
  return { kind: 'ambiguous', ids: won.disputed.slice(0, MAX_SUGGESTIONS).map((row) => selection.id(row)) };
}

/** Reads allowlist entries: ids, unambiguous names (bound to their id here and now), `<scope>:*`. Unknown ones throw. */
export function readGrants(data: CatalogData, only: readonly string[]): Grant[] {
  if (!Array.isArray(only)) {
    throw new SkillficheError('INVALID_ARGUMENT', `The allowlist must be a list of texts, not ${quoteValue(only)}.`);
  }
  const wrong = only.find((entry: unknown) => typeof entry !== 'string');
  if (wrong !== undefined) {
    throw new SkillficheError('INVALID_ARGUMENT', `Entries of the allowlist are texts, not ${quoteValue(wrong)}.`);
  }
  const everything = new Selection(data);
  // Perf: all names are looked up in one pass over the catalog.
  const namesakes = everything.namesakes(new Set(only.map(canonicalName)));
  return only.map((entry) => {
    const exact = rowOfId(data, entry);
    if (exact !== undefined) return { kind: 'skill', id: everything.id(exact) };
    if (entry.endsWith(':*')) {
      const id = entry.slice(0, -2);
      if (data.scopes.some((scope) => scope.id === id)) return { kind: 'scope', scope: id };
      throw unknownEntry(entry, 'no collection and no root has this id', scopesLike(data, id));
    }
    const named = resolveName(everything, namesakes.get(canonicalName(entry)) ?? []);
    const resolution = named.kind === 'unknown' ? resolveRef(everything, entry) : named;
    if (resolution.kind === 'found') return { kind: 'skill', id: everything.id(resolution.row) };
    if (resolution.kind === 'unknown') throw unknownEntry(entry, 'no skill has this id or name', []);
    const ids = resolution.ids;
    throw new SkillficheError(
      'INVALID_ARGUMENT',
      `The allowlist entry ${quoteValue(entry)} is the name of several skills. Write an id instead: ${ids.join(', ')}.`,
      { suggestions: ids },
    );
  });
}

function scopesLike(data: CatalogData, id: string): string[] {
  const near = nearest(
    id,
    data.scopes.map((scope) => scope.id),
    MAX_SUGGESTIONS,
  );
  return near.map((scope) => `${scope}:*`);
}

function unknownEntry(entry: string, why: string, suggestions: readonly string[]): SkillficheError {
  const meant = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(', ')}?`;
  return new SkillficheError(
    'INVALID_ARGUMENT',
    `The allowlist entry ${quoteValue(entry)} matches nothing: ${why}.${meant} Entries are ids, names or "<scope>:*".`,
    { suggestions },
  );
}
