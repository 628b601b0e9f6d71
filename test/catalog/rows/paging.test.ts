import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SkillficheError } from '../../../src/base/errors.ts';
import { cutPage, type Page, readLimit, readOffset } from '../../../src/catalog/rows/paging.ts';

const thrown = (run: () => unknown): SkillficheError => {
  try {
    run();
  } catch (error) {
    if (error instanceof SkillficheError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('an offset', () => {
  it.each([
    [undefined, 0],
    [0, 0],
    [-0, 0],
    [7, 7],
    [1e21, 1e21],
  ])('%s is %i', (given, offset) => {
    expect(readOffset(given)).toBe(offset);
  });

  it.each([
    [-1, '-1'],
    [1.5, '1.5'],
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    ['3', '"3"'],
    [null, 'null'],
    [3n, 'a value of type bigint'],
    [{}, 'a value of type object'],
  ])('%s is refused by name', (given, quoted) => {
    const error = thrown(() => readOffset(given));
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.message).toBe(`offset must be a whole number from 0, not ${quoted}.`);
  });
});

describe('a limit', () => {
  it.each([
    [undefined, 50],
    [1, 1],
    [200, 200],
  ])('%s is %i', (given, limit) => {
    expect(readLimit(given)).toBe(limit);
  });

  it.each([0, -1, 201, 2.5, '10', null])('%s is refused, with the range', (given) => {
    expect(thrown(() => readLimit(given)).message).toMatch(/from 1 to 200, not /);
  });
});

describe('a page', () => {
  const items = Array.from({ length: 10 }, (_, at) => at);

  it.each([
    [0, 3, [0, 1, 2], 3],
    [9, 3, [9], undefined],
    [7, 3, [7, 8, 9], undefined],
    [10, 3, [], undefined],
    [11, 3, [], undefined],
    [1e20, 3, [], undefined],
    [0, 10, items, undefined],
  ])('from %i of %i rows', (offset, limit, rows, next) => {
    expect(cutPage(items, { offset, limit }, (item) => item)).toEqual({
      rows,
      offset,
      ...(next === undefined ? {} : { next_offset: next }),
    });
  });

  it('ends before the characters run out, but never without a row', () => {
    const long = ['a'.repeat(60), 'b'.repeat(60), 'c'];
    expect(cutPage(long, { offset: 0, limit: 9, maxCharacters: 100 }, (item) => item)).toEqual({
      rows: [long[0]],
      offset: 0,
      next_offset: 1,
    });
    expect(cutPage(long, { offset: 0, limit: 9, maxCharacters: 10 }, (item) => item).rows).toEqual([long[0]]);
  });

  it('renders no row that it does not hold, but for the one it stops at', () => {
    let rendered = 0;
    cutPage(items, { offset: 2, limit: 3 }, () => ++rendered);
    expect(rendered).toBe(3);
  });

  it('joined with those that follow it is the list, once each, and every next offset is greater', () => {
    const list = fc.array(fc.string({ maxLength: 30 }), { maxLength: 40 });
    fc.assert(
      fc.property(
        list,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 200 }),
        (rows, limit, maxCharacters) => {
          const joined: string[] = [];
          let offset: number | undefined = 0;
          while (offset !== undefined) {
            const page: Page<string> = cutPage(rows, { offset, limit, maxCharacters }, (row) => row);
            joined.push(...page.rows);
            expect(page.next_offset ?? Number.POSITIVE_INFINITY).toBeGreaterThan(offset);
            expect(page.rows.length).toBeLessThanOrEqual(limit);
            offset = page.next_offset;
          }
          expect(joined).toEqual(rows);
        },
      ),
    );
  });
});
