import { expect, it } from 'vitest';
import { findMisspelt, isNear } from '../../../../src/format/skill/read/misspelt.ts';

it.each([
  ['name', 'naem', true],
  ['name', 'nmae', true],
  ['description', 'descripion', true],
  ['description', 'descritpoin', true],
  ['description', 'desc', false],
  ['name', 'name', true],
  ['name', 'title', false],
])('%s and %s: %s', (a, b, isSo) => {
  expect([isNear(a, b), isNear(b, a)]).toEqual([isSo, isSo]);
});

it('a key is misspelt where it is another, in other case or with two slips', () => {
  expect(findMisspelt([{ key: 'name' }, { key: 'Name' }], 'name')).toEqual({ key: 'Name' });
  expect(findMisspelt([{ key: 'license' }], 'name')).toBeUndefined();
});
