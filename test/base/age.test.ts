import { expect, test } from 'vitest';
import { parseAge } from '../../src/base/age.ts';

test('an age is days, hours or minutes', () => {
  expect(['7d', '12h', ' 30m '].map(parseAge)).toEqual([604_800_000, 43_200_000, 1_800_000]);
  expect(['', '7', 'd', '-1d', '1.5d', '7w', '7d x'].map(parseAge)).toEqual(Array(7).fill(undefined));
});
