import { describe, expect, it } from 'vitest';
import { isList, isMap, MAX_NESTING, own, unfold } from '../../src/base/field-value.ts';

describe('a value written as JSON text', () => {
  it.each([
    ['{"bins": ["jq"]}', { bins: ['jq'] }],
    [' [1, true, null]', ['1', 'true', null]],
    ['plain: text', 'plain: text'],
    ['', ''],
    [null, null],
  ])('%j unfolds to %j', (value, expected) => {
    expect(unfold(value)).toEqual(expected);
  });

  it.each(['{"bins": ', '[jq', `${'['.repeat(MAX_NESTING + 2)}${']'.repeat(MAX_NESTING + 2)}`])(
    '%j looks like JSON and cannot be read',
    (value) => {
      expect(unfold(value)).toBeUndefined();
    },
  );

  it('keeps keys that an object has by nature', () => {
    const map = unfold('{"__proto__": {"bins": ["x"]}, "constructor": "c"}');
    expect(isMap(map) && own(map, '__proto__')).toEqual({ bins: ['x'] });
    expect(own({}, 'constructor')).toBeUndefined();
  });

  it('tells lists from maps', () => {
    expect([isList([]), isList({}), isList(undefined), isMap({}), isMap([]), isMap(null)]).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
    ]);
  });
});
