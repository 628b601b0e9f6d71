/** Which rows of a long list are drawn. */
export interface RowWindow {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
}

/** Rows drawn above and below what is seen, so that a quick turn of the wheel meets no gap. */
const SPARE_ROWS = 12;
/** Rows that are asked for together. */
export const PAGE_ROWS = 100;

export function rowWindow(scrollTop: number, height: number, rowHeight: number, total: number): RowWindow {
  if (total <= 0 || rowHeight <= 0) return { first: 0, end: 0 };
  const top = Math.floor(Math.max(0, scrollTop) / rowHeight);
  const seen = Math.ceil(Math.max(0, height) / rowHeight) + 1;
  const first = Math.max(0, Math.min(top, total - 1) - SPARE_ROWS);
  return { first, end: Math.min(total, top + seen + SPARE_ROWS) };
}

/** Numbers of the pages that hold these rows. */
export function pagesOf({ first, end }: RowWindow, size: number = PAGE_ROWS): number[] {
  if (end <= first) return [];
  const from = Math.floor(first / size);
  return Array.from({ length: Math.floor((end - 1) / size) - from + 1 }, (_, at) => from + at);
}

/** Where to scroll so that a row is seen whole; the place one is at, where it is. */
export function scrollTo(row: number, scrollTop: number, height: number, rowHeight: number): number {
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  if (top + rowHeight > scrollTop + height) return Math.max(0, top + rowHeight - height);
  return scrollTop;
}

/** The row that a key leads to, or undefined for a key that means nothing here. */
export function rowByKey(key: string, row: number, total: number, rowsSeen: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + Math.max(1, rowsSeen - 1),
    PageUp: row - Math.max(1, rowsSeen - 1),
    Home: 0,
    End: total - 1,
  };
  const next = steps[key];
  return next === undefined || total === 0 ? undefined : Math.max(0, Math.min(total - 1, next));
}
