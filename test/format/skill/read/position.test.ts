import { expect, test } from 'vitest';
import { positionAt } from '../../../../src/format/skill/read/position.ts';

test.each<[string, number, number, number]>([
  ['ab\ncd', 0, 1, 1],
  ['ab\ncd', 1, 1, 2],
  ['ab\ncd', 2, 1, 3],
  ['ab\ncd', 3, 2, 1],
  ['ab\r\ncd', 4, 2, 1],
  ['ab\rcd', 3, 2, 1],
  ['a\r\r\nb', 4, 3, 1],
  ['\u{1F4E7}x', 2, 1, 2],
  ['\uFEFFname', 1, 1, 1],
  ['ab', 99, 1, 3],
  ['ab', -1, 1, 1],
])('%j at %i is line %i, column %i', (text, offset, line, column) => {
  expect(positionAt(text, offset)).toEqual({ line, column });
});
