import type { Selection } from '../../rows/selection.ts';
import { Suggester } from './suggest.ts';

const suggesters = new WeakMap<Selection, Promise<Suggester>>();

/** Names and ids of one view, and of no other: a withheld name is never suggested. */
function suggesterOf(selection: Selection): Promise<Suggester> {
  let suggester = suggesters.get(selection);
  if (suggester === undefined) {
    suggester = Suggester.over(selection.all().map((row) => ({ id: selection.id(row), name: selection.name(row) })));
    suggesters.set(selection, suggester);
  }
  return suggester;
}

/** Visible ids close to `text`, the best first. */
export async function suggestSelection(selection: Selection, text: string, limit: number): Promise<readonly string[]> {
  return (await suggesterOf(selection)).suggest(text, limit);
}
