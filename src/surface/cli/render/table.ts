/** Cells of a terminal that a text takes. */
export type Measure = (text: string) => number;

/** Latin text, punctuation and the marks we draw ourselves: one cell a character. */
const NARROW = /^[\x20-\x7e\xa0-\u02ff\u2010-\u2027\u2580-\u259f]*$/;

/** A measure that is right for these texts. Perf: the tables of Unicode load only where a text needs them. */
export async function measureFor(texts: Iterable<string>): Promise<Measure> {
  for (const text of texts) {
    if (NARROW.test(text)) continue;
    const { default: stringWidth } = await import('string-width');
    return stringWidth;
  }
  return (text) => text.length;
}

/** A column of a table; the last one without `right` takes the room that is left. */
export interface Column {
  readonly title: string;
  readonly right?: boolean;
  /** Cells of this column may be cut to fit: at their end, or, as suits paths, at their start. */
  readonly flexible?: boolean | 'start';
}

/** Cuts text to `width` terminal cells, with `…` where something was cut. */
export function fitCells(text: string, width: number, measure: Measure, cut: 'end' | 'start' = 'end'): string {
  if (measure(text) <= width) return text;
  const segments = Array.from(
    new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text),
    ({ segment }) => segment,
  );
  if (cut === 'start') segments.reverse();
  let used = 0;
  const kept: string[] = [];
  for (const segment of segments) {
    const cells = measure(segment);
    if (used + cells > width - 1) break;
    kept.push(segment);
    used += cells;
  }
  return cut === 'start' ? `…${kept.reverse().join('').trimStart()}` : `${kept.join('').trimEnd()}…`;
}

/** Cells of the longest text in a column, its title included. */
export function longestCell(title: string, rows: readonly (readonly string[])[], at: number, measure: Measure): number {
  return rows.reduce((most, row) => Math.max(most, measure(row[at] ?? '')), measure(title));
}

/** Aligned rows under their titles. With `width`, flexible columns are cut so that no row is longer; without, nothing is cut. */
export async function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number | undefined,
): Promise<string> {
  const measure = await measureFor(rows.flat());
  const widths = columns.map(({ title }, at) => longestCell(title, rows, at, measure));
  if (width !== undefined) {
    let over = widths.reduce((sum, one) => sum + one, 0) + 2 * (columns.length - 1) - width;
    // The widest flexible column gives way first, down to what a title needs.
    while (over > 0) {
      let widest = -1;
      columns.forEach((column, at) => {
        const least = Math.max(8, measure(column.title));
        if (
          column.flexible !== undefined &&
          column.flexible !== false &&
          (widths[at] ?? 0) > least &&
          (widest < 0 || (widths[at] ?? 0) > (widths[widest] ?? 0))
        )
          widest = at;
      });
      if (widest < 0) break;
      widths[widest] = (widths[widest] ?? 0) - 1;
      over--;
    }
  }
  const line = (cells: readonly string[]): string =>
    columns
      .map((column, at) => {
        const text = cells[at] ?? '';
        const cut = column.flexible === 'start' ? 'start' : 'end';
        const cell = width === undefined ? text : fitCells(text, widths[at] ?? 0, measure, cut);
        const pad = ' '.repeat(Math.max(0, (widths[at] ?? 0) - measure(cell)));
        return column.right ? pad + cell : cell + pad;
      })
      .join('  ')
      .trimEnd();
  return [line(columns.map((column) => column.title)), ...rows.map(line)].map((text) => `${text}\n`).join('');
}

/** Text broken at blanks to lines of at most `width` cells, each behind `indent`. */
export async function wrapText(text: string, width: number | undefined, indent = ''): Promise<string> {
  if (width === undefined) return `${indent}${text}\n`;
  const measure = await measureFor([text]);
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    const next = current === '' ? word : `${current} ${word}`;
    if (current !== '' && measure(indent + next) > width) {
      lines.push(current);
      current = word;
    } else current = next;
  }
  lines.push(current);
  return lines.map((one) => `${indent}${one}\n`).join('');
}
