import type { Paint, Style } from './color.ts';

/** One part of a bar. */
export interface BarPart {
  readonly count: number;
  /** What the part is drawn with: shades tell parts apart where there is no colour. */
  readonly mark: string;
  readonly style: Style;
}

/**
 * A bar of `width` cells in proportion to the counts. Something is never drawn as nothing: a count above zero has at
 * least one cell.
 */
export function renderBar(parts: readonly BarPart[], width: number, paint: Paint): string {
  const total = parts.reduce((sum, part) => sum + part.count, 0);
  if (total === 0) return ' '.repeat(width);
  const cells = parts.map((part) => (part.count === 0 ? 0 : Math.max(1, Math.round((part.count / total) * width))));
  // Rounding may give or take a cell: the widest part settles it.
  const widest = cells.indexOf(Math.max(...cells));
  cells[widest] = (cells[widest] ?? 0) + width - cells.reduce((sum, one) => sum + one, 0);
  return parts.map((part, at) => paint(part.style, part.mark.repeat(cells[at] ?? 0))).join('');
}
