import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { summarizeFast } from '../../../../src/format/skill/fast/summary.ts';
import { summarizeFull } from '../../../../src/format/skill/fast/summary-full.ts';
import { skillText } from '../../../support/frontmatter.ts';
import { hasShared, shared } from '../../../support/shared.ts';
import { skillFilesIn } from '../../../support/skills.ts';

/** Key order counts too: a snapshot must not depend on which of the two was asked. */
function differs(bytes: Buffer): string | undefined {
  const fast = summarizeFast(bytes);
  if (fast === undefined) return undefined;
  const full = JSON.stringify(summarizeFull(bytes));
  return JSON.stringify(fast) === full ? undefined : `${bytes}\nfast ${JSON.stringify(fast)}\nfull ${full}`;
}

describe('the fast path', () => {
  test.each<[string, string]>([
    ['plain and quoted text', 'name: a-b\ndescription: It\'s "x" - y/z, 50% (a) b#c http://d:1\nversion: 1.10\n'],
    ['quotes', `name: "a"\ndescription: 'it''s'\nx: "say \\"hi\\" \\u00e9"\n`],
    ['text beyond ASCII', 'name: a\ndescription: é 名称：x \u{1F4E7}\n'],
    ['folded plain text', 'name: a\ndescription: one\n  two\n\n  three: \n'.replace('three: ', 'three')],
    ['folded quoted text', 'name: a\ndescription: \'one\n\n  two\n  \'\nx: "a\n  b"\n'],
    ['blocks', 'name: a\ndescription: |\n  one\n   two\n\n  three\ncompatibility: >-\n  a\n  b\n\n  c\n'],
    [
      'lists and maps',
      'name: a\ndescription: b\ntags: [a, "b c", \'d\']\nlist:\n- x\n- y: 1\n  z: 2\nm:\n  n:\n    o: p\n',
    ],
    ['one-line JSON', 'name: a\ndescription: b\nmetadata: {"openclaw":{"requires":{"bins":["jq"],"env":[]}}}\n'],
    ['JSON with numbers', 'name: a\ndescription: b\nmetadata: {"openclaw":{"always":true,"requires":{"n":1.10}}}\n'],
    ['JSON over lines', 'name: a\ndescription: b\nmetadata:\n  {\n    "openclaw": {"os": ["linux"],},\n  }\n'],
    [
      'comments',
      '# top\nname: a\ndescription: b\n# between\nmetadata: # c\n  # d\n  requires: # e\n    bins: [jq] # f\n',
    ],
    ['nothing written', 'name: a\ndescription: ""\nhomepage:\nmetadata: ~\nrequires: null\n'],
    ['bad names and long descriptions', `name: Not A Name!\ndescription: ${'x'.repeat(1_025)}\n`],
    ['an unquoted colon', 'name: a\ndescription: é b: c: d:\nlicense: MIT\nmetadata:\n  requires:\n    bins: [jq]\n'],
    ['unquoted colons in several fields', 'name: x: y\ndescription: http://a b: c\nauthor: d: e\nlicense: f:\n'],
    ['a colon at the very end', 'name: a\ndescription: b:\n'],
    ['a comment that cuts text', 'name: a # n\ndescription: 1 é  #2  \nauthor: x # y\nlicense: MIT #\n'],
    ['a comment and a colon in two fields', 'name: a\ndescription: b #c\nlicense: d: e\n'],
    ['a flaw that goes on below', 'name: a\ndescription: é b: c\n  d: e\n\n  f\nlicense: MIT\n'],
    ['a colon before a comment', 'name: a\ndescription: b: c # d\n'],
    ['Markdown at the start', 'name: a\ndescription: **b** c\nauthor: @x\nhomepage: `y`\nlicense: [MIT](z) or so\n'],
    ['text behind the mark of a block', 'name: a\ndescription: | é b: c. Use it\n  often\nlicense: >- MIT\n'],
    ['text behind a closing quote', 'name: a\ndescription: "b" é "c\nlicense: \'it\'s\'\n'],
    ['a quote that nothing closes', 'name: a\ndescription: "b é\nlicense: MIT\n'],
    ['a list item behind the key', 'name: a\ndescription: - b\nargument-hint: [c] [d]\n'],
    ['CRLF and a flaw over lines', 'name: a\r\ndescription: b: c\r\n  d\r\n\r\nlicense: | e\r\n'],
    ['CRLF with both flaws', 'name: a\r\ndescription: b: c\r\nlicense: d #e \r\nx: y\r\n'],
    ['CRLF', 'name: a\r\ndescription: >\r\n  b\r\n  c\r\nmetadata:\r\n  os:\r\n    - linux\r\n'],
  ])('takes %s', (_, header) => {
    const bytes = Buffer.from(`---${header.includes('\r') ? '\r' : ''}\n${header}---\nbody: x\n`);
    expect(summarizeFast(bytes)).toBeDefined();
    expect(differs(bytes)).toBeUndefined();
  });

  test.each([
    '# a\n',
    'First.\r\n\r\nSecond\r\n',
    'name: a\ndescription: b\n',
    '> q\n---\nname: a\n---\n',
    '----\nx\n',
  ])('takes a file without frontmatter: %j', (text) => {
    expect(summarizeFast(Buffer.from(text))).toBeDefined();
    expect(differs(Buffer.from(text))).toBeUndefined();
  });

  test.each<[string, string]>([
    ['an alias of something', '---\nname: a\ndescription: *b\nx: &b c\n---\n'],
    ['a quote that another field closes', '---\nname: a\ndescription: "b\nx: c"\n---\n'],
    ['a comment between a flaw and the next key', '---\nname: a\ndescription: b: c\n\n# d\nx: e\n---\n'],
    ['a flaw in requirements', '---\nname: a\ndescription: b\nmetadata: c: d\n---\n'],
    ['no name', '---\ndescription: b\n---\n'],
    ['no description', '---\nname: b\n---\n'],
    ['no closing fence', '---\nname: a\ndescription: b\n'],
    ['a glued fence', '---\nname: a\ndescription: b\n---# c\n'],
    ['a byte-order mark', '\uFEFF---\nname: a\ndescription: b\n---\n'],
    ['a key twice', '---\nname: a\nname: b\ndescription: b\n---\n'],
    ['a key twice inside', '---\nname: a\ndescription: b\nmetadata: {"a":"x","a":"y"}\n---\n'],
    ['a number for a name', '---\nname: 8004\ndescription: b\n---\n'],
    ['a list for a description', '---\nname: a\ndescription: [b]\n---\n'],
    ['a tab', '---\nname: a\ndescription: b\tc\n---\n'],
    ['a control character', '---\nname: a\ndescription: b\u0085c\n---\n'],
    ['a lone CR', '---\nname: a\rdescription: b\n---\n'],
    ['nothing, and a comment', '---\nname: a\ndescription: null # c\n---\n'],
    ['a key with blanks beside an unquoted colon', '---\nname: a\ndescription: b: c\n"q k": d\n---\n'],
    ['a list item on the next line', '---\nname: a\ndescription: b\nos:\n  - \n    - c\n---\n'],
    ['a merge conflict', '---\nname: a\n<<<<<<< x\ndescription: b\n=======\n>>>>>>> y\n---\n'],
  ])('declines %s', (_, text) => {
    expect(summarizeFast(Buffer.from(text))).toBeUndefined();
  });

  test('declines bytes that are not UTF-8, wherever they are', () => {
    const bytes = Buffer.from('---\nname: a\ndescription: b\n---\nbody x');
    bytes[bytes.length - 1] = 0xff;
    expect(summarizeFast(bytes)).toBeUndefined();
    expect(summarizeFull(bytes).findings).toMatchObject([
      { code: 'encoding/invalid-utf8', severity: 'error', line: 5 },
    ]);
  });
});

test('on generated documents it says what the YAML parser says, or declines', () => {
  let taken = 0;
  fc.assert(
    fc.property(skillText, (text) => {
      const bytes = Buffer.from(text);
      if (summarizeFast(bytes) !== undefined) taken++;
      expect(differs(bytes)).toBeUndefined();
    }),
    { numRuns: 5_000 },
  );
  expect(taken).toBeGreaterThan(500);
});

test('on headers with flaws of every kind it says what the full reader says, and takes most', () => {
  const piece = fc.constantFrom(...FLAW_PIECES);
  const value = fc
    .tuple(fc.constantFrom(...FLAW_STARTS), fc.array(piece, { maxLength: 6 }))
    .map(([start, rest]) => start + rest.join(''));
  const key = fc.constantFrom('license', 'author', 'argument-hint', 'metadata', 'when_to_use', 'compatibility', 'x');
  const field = fc.tuple(key, fc.oneof(value, fc.constantFrom('MIT', '"a b"', 'a # b', '[a, b]')));
  let taken = 0;
  fc.assert(
    fc.property(value, fc.array(field, { maxLength: 3 }), fc.boolean(), (described, fields, isReturn) => {
      const rest = fields.map(([name, text]) => `${name}: ${text}\n`).join('');
      const text = `---\nname: a\ndescription: ${described}\n${rest}---\n\nBody.\n`;
      const bytes = Buffer.from(isReturn ? text.replaceAll('\n', '\r\n') : text);
      if (summarizeFast(bytes) !== undefined) taken++;
      expect(differs(bytes)).toBeUndefined();
    }),
    { numRuns: 5_000 },
  );
  expect(taken).toBeGreaterThan(1_000);
});

describe.skipIf(!hasShared)('on real trees', () => {
  test('it says what the YAML parser says on every file, and takes nearly all that are sound', () => {
    let sound = 0;
    let taken = 0;
    const different: string[] = [];
    for (const path of skillFilesIn(shared('corpora'))) {
      const bytes = readFileSync(path);
      const fast = summarizeFast(bytes);
      const full = summarizeFull(bytes);
      if (!full.recovered) sound++;
      if (fast === undefined) continue;
      taken++;
      if (JSON.stringify(fast) !== JSON.stringify(full)) different.push(path);
    }
    expect(different).toEqual([]);
    expect(sound).toBeGreaterThan(7_000);
    expect(taken / sound).toBeGreaterThan(0.99);
  });

  test('it says the same on real frontmatter with slips in it', () => {
    const heads = skillFilesIn(shared('corpora')).flatMap((path, index) => {
      if (index % 25 > 0) return [];
      const text = readFileSync(path, 'utf8');
      const end = text.indexOf('\n---', 3);
      return end > 0 && end < 3_000 ? [text.slice(0, end + 5)] : [];
    });
    const slip = fc.tuple(fc.nat(), fc.constantFrom(0, 0, 1, 3), fc.constantFrom(...SLIPS));
    let taken = 0;
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.array(slip, { minLength: 1, maxLength: 3 }), (head, slips) => {
        let text = head;
        for (const [place, removed, added] of slips) {
          const at = 4 + (place % Math.max(1, text.length - 9));
          text = text.slice(0, at) + added + text.slice(at + removed);
        }
        const bytes = Buffer.from(text);
        if (summarizeFast(bytes) !== undefined) taken++;
        expect(differs(bytes)).toBeUndefined();
      }),
      { numRuns: 4_000 },
    );
    expect(taken).toBeGreaterThan(1_000);
  });
});

const FLAW_STARTS: readonly string[] = [
  ...[
    'a',
    'a: b',
    '| a',
    '>- a',
    '|a',
    '|2 a',
    '> # a',
    '*a',
    '**a** b',
    '* a',
    '@a',
    '`a` b',
    '%a',
    ',a',
    '- a',
    '-a',
    '-',
  ],
  ...[
    '"a" b',
    '"a"b',
    '"a',
    '"a": b',
    '"a" # b',
    "'a' b",
    "'it's'",
    "'a",
    '[a] b',
    '[a][b]',
    '[a](b) c',
    '[a',
    '[a]: b',
  ],
  ...['{a} b', '{a: b} c', '{a', '}a', ']a', '?a', '? a', '!a b', '&a b', '#a', ':a', '"a\\q" b', '&nbsp; a: b'],
];
const FLAW_PIECES: readonly string[] = [
  ...['a', ' b', ': c', ':', ' #d', '#', '"', "'", ' é', '\u00a0', '名', '|', '*', ', ', ']', '}', '- '],
  ...[
    '\n  a',
    '\n  a: b',
    '\n    b',
    '\n\n  c',
    '\n  # d',
    '\n : c',
    '\n  - e',
    '\n ',
    '\n\n',
    '\nb',
    '\n# c',
    '\n  "',
    ' ',
  ],
];

const SLIPS: readonly string[] = [
  ...[
    '',
    '',
    ': ',
    ' #',
    '"',
    "'",
    '[',
    ']',
    '{',
    '}',
    ',',
    '\n',
    '\n  ',
    '\n\n',
    ' ',
    '- ',
    '*',
    '&',
    '!',
    '|',
    '>',
    '\\',
  ],
  ...[
    '\t',
    '\r',
    '\r\n',
    '\u0085',
    '\u2028',
    '\uFEFF',
    '~',
    '---',
    '...',
    '@',
    '`',
    '>-\n  ',
    '\\u0041',
    '{"a":"b"}',
    '[a, b]',
  ],
  ...['name: x\n', '\nmetadata:\n  os: b\n'],
];
