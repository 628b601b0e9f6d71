import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layTiles, stepOf } from '../../../../src/surface/page/core/treemap.ts';

describe('the map', () => {
  it('gives each tree as much room as it has skills, and none two the same room', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(sizes, (given) => {
        const areas = given.map((size, at) => ({ id: String(at), size }));
        const tiles = layTiles(areas, 1_200, 800);
        expect(tiles.map(({ area }) => area.id).sort()).toEqual(areas.map(({ id }) => id).sort());
        for (const one of tiles) {
          expect(one.left >= 0 && one.top >= 0 && one.left + one.width <= 1_200 && one.top + one.height <= 800).toBe(
            true,
          );
          for (const other of tiles) {
            const isApart =
              one === other ||
              one.left >= other.left + other.width ||
              other.left >= one.left + one.width ||
              one.top >= other.top + other.height ||
              other.top >= one.top + one.height;
            expect(isApart || one.width * one.height * other.width * other.height === 0).toBe(true);
          }
        }
      }),
    );
    const [large, small] = layTiles(
      [
        { id: 'a', size: 3 },
        { id: 'b', size: 1 },
      ],
      1_000,
      500,
    );
    expect((large?.width ?? 0) * (large?.height ?? 0)).toBeGreaterThan(
      2.8 * (small?.width ?? 0) * (small?.height ?? 0),
    );
  });

  it('leaves out what is empty', () => {
    expect(layTiles([{ id: 'a', size: 0 }], 100, 100)).toEqual([]);
  });

  it('colours by six steps: none and all are told from nearly none and nearly all', () => {
    expect([0, 1, 24, 25, 99, 100].map((part) => stepOf(part, 100))).toEqual([0, 1, 1, 2, 4, 5]);
    expect(stepOf(0, 0)).toBe(0);
  });
});
