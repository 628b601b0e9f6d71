import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { FieldValue } from '../../../../src/base/types.ts';
import { readFields } from '../../../../src/format/skill/read/fields.ts';

function read(content: string): ReturnType<typeof readFields> {
  return readFields(content, 2);
}

function values(content: string): Record<string, FieldValue> {
  return Object.fromEntries(read(content).fields.map(({ key, value }) => [key, value]));
}

function found(content: string): string[] {
  return read(content).findings.map(({ code, line, column }) => `${code} ${line}:${column}`);
}

function state(content: string, key: string): string | undefined {
  return read(content).fields.findLast((field) => field.key === key)?.state;
}

describe('valid frontmatter', () => {
  test('every scalar keeps the text its author wrote, at any depth', () => {
    expect(
      values(
        'version: 1.10\nday: 2025-10-20\nat: 12:30\nflag: off\naddress: 0x79622Ea91BBbDF860e9b0497E4C297fC52c8CE64\n' +
          'metadata: {version: 1.10, on: off}\nlist:\n  - on\n  - 007\nyes: Yes\n',
      ),
    ).toEqual({
      version: '1.10',
      day: '2025-10-20',
      at: '12:30',
      flag: 'off',
      address: '0x79622Ea91BBbDF860e9b0497E4C297fC52c8CE64',
      metadata: { version: '1.10', on: 'off' },
      list: ['on', '007'],
      yes: 'Yes',
    });
  });

  test('nothing written, `~` and `null` are no value; an empty quoted text is one', () => {
    expect(values('a:\nb: ~\nc: null\nd: ""\n')).toEqual({ a: null, b: null, c: null, d: '' });
  });

  test.each<[string, string]>([
    ['d: >\n  a\n  b\n\n  c\n', 'a b\nc\n'],
    ['d: >-\n  a\n  b\n', 'a b'],
    ['d: >+\n  a\n\n', 'a\n\n'],
    ['d: |\n  a\n   b\n', 'a\n b\n'],
    ['d: |-\n  a\n', 'a'],
    ['d: |2\n   a\n', ' a\n'],
    ['d: >1-\n a\n', 'a'],
  ])('block scalars: %j', (text, value) => {
    expect(values(`${text}license: MIT\n`)).toEqual({ d: value, license: 'MIT' });
    expect(found(`${text}license: MIT\n`)).toEqual([]);
  });

  test('fields have the place of their key, and nested keys the line they stand on', () => {
    const { fields } = read('# c\nname: a\n\nmetadata:\n  x: {y: 1}\n  z:\n    - q: 1\n');
    expect(fields.map(({ key, line, column }) => [key, line, column])).toEqual([
      ['name', 3, 1],
      ['metadata', 5, 1],
    ]);
    expect(fields[1]?.lines).toEqual({ x: 6, 'x.y': 6, z: 7 });
  });

  test('CRLF, a lone CR and a mix of both read as LF does', () => {
    const text = 'a: >\n  b\n  c\nd: "e\n  f"\nmetadata:\n  g: h\n';
    const expected = read(text);
    expect(read(text.replaceAll('\n', '\r\n'))).toEqual(expected);
    expect(read(text.replaceAll('\n', '\r'))).toEqual(expected);
    expect(read(text.replace('\n', '\r\n').replace('\n  c', '\r  c'))).toEqual(expected);
    expect(JSON.stringify(expected)).not.toContain('\\r');
  });

  test('an alias that resolves is its value; one that multiplies or circles is refused', () => {
    expect(values('a: &x [1, 2]\nb: *x\n')).toEqual({ a: ['1', '2'], b: ['1', '2'] });
    const bomb = Array.from({ length: 12 }, (_, i) => `k${i}: &k${i} [${`*k${i - 1}, `.repeat(i === 0 ? 0 : 9)}x]`);
    expect(state(`${bomb.join('\n')}\nmetadata: *k11\n`, 'metadata')).toBe('unreadable');
    expect(state('metadata: &m {a: *m}\n', 'metadata')).toBe('unreadable');
  });

  test('keys named like parts of every object are keys like any other', () => {
    const { fields } = read('__proto__: a\nmetadata: {__proto__: {requires: x}, constructor: y}\n');
    expect(fields.map(({ key }) => key)).toEqual(['__proto__', 'metadata']);
    expect(JSON.stringify(fields[1]?.value)).toBe('{"__proto__":{"requires":"x"},"constructor":"y"}');
  });

  test('control characters and lone surrogates never leave a value, escaped or not', () => {
    const { fields, findings } = read('a: x\0y\u0085\nb: "\\u0000\\ud83c\\x1b[1m"\n"c\\0": d\n');
    expect(fields.map(({ key, value }) => [key, value])).toEqual([
      ['a', 'xy'],
      ['b', '\uFFFD[1m'],
      ['c', 'd'],
    ]);
    expect(findings.map(({ code, line }) => [code, line])).toEqual([
      ['frontmatter/stripped-characters', 2],
      ['frontmatter/stripped-characters', 3],
      ['frontmatter/stripped-characters', 4],
    ]);
  });

  test('a colon inside an item of a flow list is read the same everywhere', () => {
    expect(values('uses: [ns:item, other]\n')).toEqual({ uses: ['ns:item', 'other'] });
  });
});

describe('a text field that YAML reads as something else', () => {
  test.each<[string, string, string]>([
    ['description: [TODO: say more, please]\n', '[TODO: say more, please]', 'frontmatter/wrong-type 2:14'],
    ['description: {a}\n', '{a}', 'frontmatter/wrong-type 2:14'],
    ['description:\n  - a\n  - b\n', '- a\n- b', 'frontmatter/wrong-type 2:13'],
    ['description: &nbsp; a\n', '&nbsp; a', 'yaml/reserved-start 2:14'],
    ['description: !note a\n', '!note a', 'yaml/reserved-start 2:14'],
    ['description: a # b\n', 'a', 'yaml/comment-in-value 2:16'],
    ['description: 42\n', '42', 'frontmatter/wrong-type 2:14'],
  ])('%j', (text, value, code) => {
    expect(values(text)).toEqual({ description: value });
    expect(found(text)).toEqual([code]);
  });

  test('a number for a name is the text as written, with a word about other readers', () => {
    expect(values('name: 007\n')).toEqual({ name: '007' });
    expect(found('name: 007\n')).toEqual(['frontmatter/wrong-type 2:7']);
    expect(found('name: "007"\n')).toEqual([]);
  });

  test('comments behind other values are comments', () => {
    expect(found('version: 1.0 # why\nrequirements: [gpu] # needs one\ndescription: "a # b" # c\n')).toEqual([]);
  });
});

describe('a frontmatter that YAML refuses', () => {
  // Each field below the broken one must come through: a partial parse nests them inside it.
  test.each<[string, string, string]>([
    ['description: Plan the trip: flights', 'Plan the trip: flights', 'yaml/unquoted-colon 3:27'],
    ['description: é \u{1F4E7} a: b', 'é \u{1F4E7} a: b', 'yaml/unquoted-colon 3:19'],
    ['description: a\n  b: c', 'a b: c', 'yaml/unquoted-colon 4:4'],
    ['description: ends so:', 'ends so:', 'yaml/unquoted-colon 3:21'],
    ['description: a # b\n  c', 'a # b c', 'yaml/comment-in-value 3:16'],
    ['description: **bold**', '**bold**', 'yaml/alias 3:14'],
    ['description: **bold**: x', '**bold**: x', 'yaml/alias 3:14'],
    ['description: `x` y', '`x` y', 'yaml/reserved-start 3:14'],
    ['description: @x', '@x', 'yaml/reserved-start 3:14'],
    ['description: , x', ', x', 'yaml/reserved-start 3:14'],
    ['description: %x', '%x', 'yaml/reserved-start 3:14'],
    ['description: - item', '- item', 'yaml/reserved-start 3:14'],
    ['description: [a](b) c', '[a](b) c', 'yaml/flow-then-text 3:17'],
    ['description: {A} is b', '{A} is b', 'yaml/flow-then-text 3:18'],
    ['description: [never closed', '[never closed', 'yaml/flow-then-text 3:14'],
    ['description: "one\ntwo"', 'one two', 'yaml/indentation 4:1'],
    ["description: 'one\nit''s two'", "one it's two", 'yaml/indentation 4:1'],
    ['description: "one"\n  two', 'one two', 'yaml/text-after-quote 4:3'],
    ['description: "A" is b', '"A" is b', 'yaml/text-after-quote 3:16'],
    ["description: 'it's'", "it's", 'yaml/text-after-quote 3:17'],
    ['description: "say "hi" now"', 'say "hi" now', 'yaml/text-after-quote 3:19'],
    ['description: "never closed', 'never closed', 'yaml/unclosed-quote 3:14'],
    ['description: "\\U+1F4E7 \\"x\\""', '\\U+1F4E7 "x"', 'yaml/bad-escape 3:15'],
    ['description: | text\n  more', 'text more', 'yaml/block-header 3:14'],
    ['description: >- text', 'text', 'yaml/block-header 3:14'],
    ['description: |\n  a\n b', 'a\nb', 'yaml/indentation 3:14'],
    ['description: a\n(1) b\n**c**', 'a (1) b **c**', 'frontmatter/stray-text 4:1'],
    ['description: a\nBest for: b\n(2) c', 'a Best for: b (2) c', 'frontmatter/stray-text 4:1'],
  ])('%j keeps its words and costs no other field', (broken, value, code) => {
    const text = `name: n\n${broken}\nallowed-tools: Read\nrequirements: [gpu]\nmetadata:\n  a:\n    b: c\n`;
    expect(values(text)).toEqual({
      name: 'n',
      description: value,
      'allowed-tools': 'Read',
      requirements: ['gpu'],
      metadata: { a: { b: 'c' } },
    });
    expect(found(text)).toEqual([code]);
    expect(state(text, 'description')).toBe('recovered');
    expect(state(text, 'requirements')).toBe('ok');
    expect(read(text).recovered).toBe(true);
    expect(read(text).findings[0]?.hint).toContain(`description: ${JSON.stringify(value)}`);
  });

  test('the same text gives the same answer each time, and answers share nothing', () => {
    const text = 'name: a\ndescription: b: c\nlist: [d]\n';
    const first = read(text);
    const list = first.fields.at(-1)?.value;
    if (Array.isArray(list)) list.push('changed');
    expect(read(text)).not.toEqual(first);
    expect(read(text)).toEqual(read(text));
  });

  test('a line that is no field is named and skipped, below a name and at the top', () => {
    expect(values('title = foo\nname: a\nother = b\ndescription: c\n')).toEqual({ name: 'a', description: 'c' });
    expect(found('title = foo\nname: a\nother = b\ndescription: c\n')).toEqual([
      'frontmatter/stray-text 2:1',
      'frontmatter/stray-text 4:1',
    ]);
  });

  test('only the bad leaf of a nested field is read as text', () => {
    const text = 'metadata:\n  openclaw:\n    emoji: "\\U+1"\n    requires:\n      bins: [hme]\n';
    expect(values(text)).toEqual({ metadata: { openclaw: { emoji: '\\U+1', requires: { bins: ['hme'] } } } });
    expect(state(text, 'metadata')).toBe('recovered');
    expect(read(text).fields[0]?.lines).toMatchObject({ 'openclaw.requires.bins': 6 });
    expect(found(text)).toEqual(['yaml/bad-escape 4:13']);
  });

  test.each([
    ['an unclosed map', 'metadata: {"a":{"requires":{"bins":["jq"]}}\n'],
    ['a broken map', 'metadata: {"a":{"bins":"env":["X"]}}\n'],
    ['a broken list below', 'metadata:\n  requires:\n    bins: [a\n    env: [B]\n'],
    ['prose between', 'metadata:\n  requires:\n    bins: [a]\nprose\n'],
    ['keys that begin with an entity', 'metadata:\n\n&nbsp; openclaw:\n\n&nbsp;   requires: x\n'],
    ['a key twice inside', 'metadata: {requires: {bins: [a], bins: [b]}}\n'],
    [
      'a merge conflict',
      '<<<<<<< a\nmetadata: {requires: {bins: []}}\n=======\nmetadata: {requires: {bins: [x]}}\n>>>>>>> b\n',
    ],
  ])('a structured field is unreadable, not absent, for %s', (_, text) => {
    expect(state(`name: n\n${text}version: 1\n`, 'metadata')).toBe('unreadable');
    expect(values(`name: n\n${text}version: 1\n`)).toMatchObject({ name: 'n', version: '1' });
    expect(read(text).recovered).toBe(true);
  });

  test('a requirement that is text with a colon is unreadable, not a word', () => {
    expect(state('requirements: gpu: yes\n', 'requirements')).toBe('unreadable');
    expect(state('requires: @x\n', 'requires')).toBe('unreadable');
  });

  test('keys written twice: the last counts, and both lines are named', () => {
    const text = 'version: 1\nname: a\nversion: 2\n';
    expect(values(text)['version']).toBe('2');
    expect(found(text)).toEqual(['frontmatter/duplicate-key 4:1']);
    expect(read(text).findings[0]?.message).toContain('lines 2 and 4');
    expect(read(text).recovered).toBe(true);
  });

  test('a merge conflict reads its first side', () => {
    const text =
      'name: a\n<<<<<<< ours\nversion: 1\n||||||| base\nversion: 0\n=======\nversion: 2\n>>>>>>> theirs\nlicense: MIT\n';
    expect(values(text)).toEqual({ name: 'a', version: '1', license: 'MIT' });
    expect(read(text).fields.at(-1)?.line).toBe(10);
    expect(found(text)).toEqual(['frontmatter/merge-conflict 3:1']);
  });

  test.each(['just words\n', '- a\n- b\n', '**a** b\n  - c\n', '名称：a\n'])('%j is not a map', (text) => {
    expect(read(text).fields).toEqual([]);
    expect(found(text)).toEqual(['frontmatter/not-a-map 2:1']);
  });

  test('a frontmatter without end is read up to the limit', () => {
    const { fields, findings } = read(`name: a\n${'k: v\n'.repeat(14_000)}`);
    expect(fields[0]).toMatchObject({ key: 'name', value: 'a' });
    expect(findings.map(({ code }) => code)).toContain('frontmatter/too-long');
    expect(findings.length).toBeLessThanOrEqual(50);
  });
});

const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('name', 'description', 'metadata', 'a b', ': ', ':', '\n', '\n  ', '\n- ', '\r'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '"',
      "'",
      '[',
      ']',
      '{',
      '}',
      ',',
      '*',
      '&x',
      '|',
      '>-',
      '#',
      ' #',
      '\\',
      '`',
      '<<<<<<< ',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'word',
      '\t',
      '!t ',
      '%',
      '? ',
      '...',
      '---',
      '\0',
      '\uFEFF',
      '\u{1F4E7}',
      '\uD83C',
      '~',
      '1.10',
    ),
  },
);

test('whatever stands between the fences, reading it neither throws nor writes to stderr', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const { fields, findings } = read(pieces.join(''));
      const count = pieces.join('').split(/\r\n|\r|\n/u).length;
      for (const { line } of [...fields, ...findings]) {
        expect(line).toBeGreaterThanOrEqual(2);
        expect(line).toBeLessThanOrEqual(count + 1);
      }
      expect(JSON.stringify(fields.map(({ key, value }) => [key, value]))).not.toMatch(/\\u00[01]|\\ud8/u);
    }),
    { numRuns: 1_000 },
  );
  expect(warn).not.toHaveBeenCalled();
  expect(error).not.toHaveBeenCalled();
});

test.each([
  ['brackets', '['.repeat(30_000)],
  ['keys that open brackets', 'a: [\n'.repeat(4_000)],
  ['quotes', `a: "${' x'.repeat(100)}\n`.repeat(300)],
  ['blanks', `a: b${' '.repeat(60_000)}c\nd: e: f`],
  ['indentation', `${Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:\n`).join('')}@`],
])('hostile %s are read in bounded time', (_, text) => {
  expect(() => read(text)).not.toThrow();
});
