import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutFields, keyAt, lineAt, scanLines } from '../../../../src/format/skill/read/lines.ts';

function fields(text: string): [string, string][] {
  const lines = scanLines(text);
  return cutFields(text, lines).map(({ key, first, last }) => [
    key,
    text.slice(lines[first]?.start, lines[last]?.next),
  ]);
}

describe('keys', () => {
  test.each<[string, string | undefined, number?]>([
    ['name: a', 'name', 4],
    ['name:', 'name', 4],
    ['name :\tvalue', 'name', 5],
    ['a b: c', 'a b', 3],
    ['"quoted key" : x', 'quoted key', 13],
    ["'it''s': x", "it's", 7],
    ['-x: y', '-x', 2],
    ['http://x: y', 'http://x', 8],
    ['名称: x', '名称', 2],
    ['http://x', undefined],
    ['名称：x', undefined],
    ['# name: a', undefined],
    ['a # b: c', undefined],
    [' name: a', undefined],
    ['- name: a', undefined],
    ['? name', undefined],
    [': a', undefined],
    ['**a**: b', undefined],
    ['{a: b}', undefined],
    ['"open: a', undefined],
    ['"a"b: c', undefined],
    ['', undefined],
  ])('%j', (text, key, colon) => {
    const cut = keyAt(text, lineAt(text, 0));
    expect(cut?.key).toBe(key);
    expect(cut?.colon).toBe(colon);
  });
});

describe('fields', () => {
  test('each field has the lines of its value, nested or folded', () => {
    expect(fields('name: a\nmetadata:\n  x: y\n\n  z: 1\nlist:\n- a\n- b\nd: >\n  one\n\n  two\n')).toEqual([
      ['name', 'name: a\n'],
      ['metadata', 'metadata:\n  x: y\n\n  z: 1\n'],
      ['list', 'list:\n- a\n- b\n'],
      ['d', 'd: >\n  one\n\n  two\n'],
    ]);
  });

  test('comments and blank lines between fields belong to neither, those inside a value to it', () => {
    expect(fields('# top\nname: a\n\n# about b\nb:\n  - x\n# inside\n  - y\n# end\n')).toEqual([
      ['name', 'name: a\n'],
      ['b', 'b:\n  - x\n# inside\n  - y\n'],
    ]);
  });

  test('prose at column 0 belongs to the value above it', () => {
    expect(fields('description: a\n(1) more\n**and** more\nname: b\n')).toEqual([
      ['description', 'description: a\n(1) more\n**and** more\n'],
      ['name', 'name: b\n'],
    ]);
  });

  test('quoted and bracketed values reach to where they close, over lines that look like keys', () => {
    expect(fields('d: "one\nNote: two\nthree" # c\nm: {\n"a": [1,\n"}"]\n}\nname: b\n')).toEqual([
      ['d', 'd: "one\nNote: two\nthree" # c\n'],
      ['m', 'm: {\n"a": [1,\n"}"]\n}\n'],
      ['name', 'name: b\n'],
    ]);
  });

  test.each([
    ['a quote', 'd: "never closed\nversion: "1.0"\nname: b\n'],
    ['a bracket', 'd: {"a": [1}\nversion: [x]\nname: b\n'],
  ])('%s that never closes swallows no key', (_, text) => {
    expect(fields(text).map(([key]) => key)).toEqual(['d', 'version', 'name']);
  });
});

const text = fc
  .array(fc.constantFrom('a: b', 'c:', '\n', '\r\n', '\r', '#', ' ', '"', "'", '{', ']', '- x', '\\', '\u{1F4E7}'), {
    maxLength: 30,
  })
  .map((pieces) => pieces.join(''));

test('lines cover the text without gap or overlap, and fields are in order and apart', () => {
  fc.assert(
    fc.property(text, (source) => {
      const lines = scanLines(source);
      expect(lines.map(({ start, next }) => source.slice(start, next)).join('')).toBe(source);
      for (const { end, next } of lines) expect(source.slice(end, next)).toMatch(/^(?:\r\n|\n|\r|)$/u);
      let after = -1;
      for (const { first, last } of cutFields(source, lines)) {
        expect(first).toBeGreaterThan(after);
        expect(last).toBeGreaterThanOrEqual(first);
        expect(last).toBeLessThan(lines.length);
        after = last;
      }
    }),
    { numRuns: 500 },
  );
});
