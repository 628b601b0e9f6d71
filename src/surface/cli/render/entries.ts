import type { Paint } from './color.ts';
import { fitCells, longestCell, measureFor, renderTable } from './table.ts';

/** One thing of a list: the cells of its row, and what heads its two lines where a row has no room. */
export interface Entry {
  /** In order of the titles; the last is prose, the others are whole or not there. */
  readonly cells: readonly string[];
  /** What somebody may want to copy. */
  readonly place: string;
  /** What else is to be said of it in a few words. */
  readonly about: string;
}

/** Prose cut shorter than this says too little to be worth a column. */
const LEAST_PROSE_CELLS = 40;

/** A table where all cells but the prose stand whole and the prose has room; else two lines an entry. */
export async function renderEntries(
  titles: readonly string[],
  entries: readonly Entry[],
  width: number | undefined,
  paint: Paint,
): Promise<string> {
  const rows = entries.map((entry) => entry.cells);
  const measure = await measureFor([...rows.flat(), ...entries.map((entry) => entry.place)]);
  const longest = (at: number): number => longestCell(titles[at] ?? '', rows, at, measure);
  const last = titles.length - 1;
  const taken = titles.slice(0, last).reduce((sum, _, at) => sum + longest(at) + 2, 0);
  if (width === undefined || width - taken >= Math.min(LEAST_PROSE_CELLS, longest(last))) {
    return renderTable(
      titles.map((title, at) => ({ title, flexible: at === last })),
      rows,
      width,
    );
  }
  return entries
    .map(({ cells, place, about }) => {
      const prose = fitCells(cells[last] ?? '', width - 4, measure);
      return `${paint('bold', place)}  ${paint('dim', about)}\n${prose === '' ? '' : `    ${prose}\n`}`;
    })
    .join('');
}
