import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagesOf, rowByKey, rowWindow, scrollTo } from '../../../../src/surface/page/core/virtual.ts';

const nat = (max: number) => fc.nat({ max });

describe('the rows that are drawn', () => {
  it('hold every row in sight, are few, and exist', () => {
    fc.assert(
      fc.property(
        nat(2_000_000),
        nat(3_000),
        fc.integer({ min: 10, max: 80 }),
        nat(20_000),
        (top, height, row, total) => {
          const { first, end } = rowWindow(top, height, row, total);
          expect(first).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(total);
          expect(end - first).toBeLessThanOrEqual(Math.ceil(height / row) + 26);
          for (let at = Math.floor(top / row); at * row < top + height && at < total; at++) {
            expect(at >= first && at < end).toBe(true);
          }
        },
      ),
    );
  });

  it('are none where there are none', () => {
    expect(rowWindow(500, 300, 34, 0)).toEqual({ first: 0, end: 0 });
  });

  it('are asked for by whole pages', () => {
    expect(pagesOf({ first: 0, end: 0 })).toEqual([]);
    expect(pagesOf({ first: 90, end: 100 })).toEqual([0]);
    expect(pagesOf({ first: 99, end: 201 })).toEqual([0, 1, 2]);
  });
});

describe('moving by keyboard', () => {
  it('stays within the list', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'),
        nat(500),
        fc.integer({ min: 1, max: 500 }),
        nat(40),
        (key, row, total, seen) => {
          const next = rowByKey(key, Math.min(row, total - 1), total, seen);
          expect(next).toBeGreaterThanOrEqual(0);
          expect(next).toBeLessThan(total);
        },
      ),
    );
    expect(rowByKey('a', 3, 10, 5)).toBeUndefined();
    expect(rowByKey('Home', 0, 0, 5)).toBeUndefined();
  });

  it('scrolls no further than to see the row whole', () => {
    expect(scrollTo(0, 100, 300, 30)).toBe(0);
    expect(scrollTo(5, 100, 300, 30)).toBe(100);
    expect(scrollTo(20, 100, 300, 30)).toBe(330);
  });
});
