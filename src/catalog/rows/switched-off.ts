import { SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import type { CatalogData } from './build.ts';
import { idOf } from './rows.ts';

/** The rows that a state switches off: 1 where one is. The same for every view of a catalog. */
export type SwitchedOff = () => Uint8Array;

/** Asks for each skill once, when the first view is made. */
export function askSwitches(data: CatalogData, isDisabled: (id: string) => boolean): SwitchedOff {
  let rows: Uint8Array | undefined;
  return () => {
    rows ??= ask(data, isDisabled);
    return rows;
  };
}

function ask(data: CatalogData, isDisabled: (id: string) => boolean): Uint8Array {
  const rows = new Uint8Array(data.rows);
  for (const scope of data.scopes) {
    for (let row = scope.first; row < scope.first + scope.count; row++) {
      const id = idOf(scope, row);
      const answer: unknown = isDisabled(id);
      if (typeof answer !== 'boolean') {
        const message = `state.isDisabled must answer true or false, and gave ${quoteValue(answer)} for ${quoteValue(id)}.`;
        throw new SkillficheError('INVALID_ARGUMENT', message);
      }
      if (answer) rows[row] = 1;
    }
  }
  return rows;
}
