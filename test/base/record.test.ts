import { expect, it } from 'vitest';
import { asRecord, isRecord } from '../../src/base/record.ts';

it.each([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  ['a', false],
  [undefined, false],
] as const)('%j is an object with keys: %s', (value, isSo) => {
  expect([isRecord(value), asRecord(value) === value && value !== undefined]).toEqual([isSo, isSo]);
});
