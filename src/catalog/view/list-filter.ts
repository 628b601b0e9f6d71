import { SkillficheError } from '../../base/errors.ts';
import { quoteValue, toOneLine } from '../../base/text.ts';
import type { NetworkMode, ReadinessState } from '../../base/types.ts';
import type { Posture } from '../readiness/posture.ts';
import type { CatalogScope } from '../rows/build.ts';
import type { Selection } from '../rows/selection.ts';
import type { ListOptions } from '../types.ts';

export const READINESS_STATES: readonly ReadinessState[] = ['ready', 'needs_setup', 'unknown'];
export const NETWORK_MODES: readonly NetworkMode[] = ['none', 'host_only', 'raw_required', 'unknown'];

/** Tells which rows a list is asked for; `undefined` where it is asked for all. Throws INVALID_ARGUMENT. */
export function listFilter(
  selection: Selection,
  posture: Posture,
  { state, network, match }: ListOptions,
): ((row: number) => boolean) | undefined {
  requireOne('state', state, READINESS_STATES);
  requireOne('network', network, NETWORK_MODES);
  if (match !== undefined && typeof match !== 'string')
    throw new SkillficheError('INVALID_ARGUMENT', `match must be a text, not ${quoteValue(match)}.`);
  const wanted = match === undefined ? '' : folded(match);
  if (state === undefined && network === undefined && wanted === '') return undefined;
  return (row) =>
    (wanted === '' || textsOf(selection.scopeOf(row), selection, row).some((text) => folded(text).includes(wanted))) &&
    (state === undefined || posture.readiness(row).state === state) &&
    (network === undefined || posture.network(row).mode === network);
}

function textsOf(scope: CatalogScope, selection: Selection, row: number): string[] {
  const at = row - scope.base;
  return [scope.table.name(at), selection.id(row), selection.description(row)];
}

/** As people compare by eye: case, blanks and the way letters are composed do not tell texts apart. */
function folded(text: string): string {
  return toOneLine(text).normalize('NFKC').toUpperCase().toLowerCase();
}

function requireOne<T extends string>(what: string, value: T | undefined, allowed: readonly T[]): void {
  if (value === undefined || allowed.includes(value)) return;
  const list = allowed.map((one) => JSON.stringify(one)).join(', ');
  throw new SkillficheError('INVALID_ARGUMENT', `${what} must be one of ${list}, not ${quoteValue(value)}.`);
}
