import fc from 'fast-check';

// Pieces that are nearly a frontmatter: most documents made of them are valid, many are just not.
const key = fc.constantFrom(
  'name',
  'description',
  'metadata',
  'requires',
  'tags',
  'compatibility',
  'x-y',
  '"q k"',
  "'s'",
  'os',
);
const word = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('a', 'b c', "it's", 'é', '名', '1.10', 'http://x', 'x, y', 'c  ', '-x', 'a#b', ''),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        'x: y',
        '#t',
        'a #b',
        '~',
        'null',
        '- x',
        'a:',
        '*a',
        '\t',
        '"',
        'é\u0085',
        '\\',
        '{a}',
        '&n',
        'it"s',
        '007',
        '?',
        '@a',
      ],
    ),
  },
);
const quoted = fc.oneof(
  word.map((text) => `"${text}"`),
  word.map((text) => `'${text}'`),
  fc.constantFrom(
    '"a\\nb"',
    '"\\u00e9"',
    '"\\ud83c"',
    '"\\x41"',
    "'it''s'",
    '"a\\"b"',
    '"a\n  b"',
    "'a\n\n  b '",
    '"a\nb"',
    '"\\\\"',
    '"a" # c',
    '"a"b',
    '""',
    "''",
    '"a  \n\n   b"',
  ),
);
const scalar = fc.oneof({ weight: 3, arbitrary: word }, { weight: 2, arbitrary: quoted });
const flow = fc.letrec<{ flow: string }>((tie) => ({
  flow: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    quoted,
    word,
    fc.array(tie('flow'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc.array(tie('flow'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    fc
      .array(fc.tuple(fc.constantFrom('"a"', '"requires"', 'b', "'c'", '"bins"'), tie('flow')), { maxLength: 3 })
      .map((items) => `{${items.map(([k, v]) => `${k}: ${v}`).join(', ')}}`),
    fc
      .array(fc.tuple(fc.constantFrom('"a"', '"os"', '"b"'), tie('flow')), { maxLength: 3 })
      .map((items) => `{${items.map(([k, v]) => `${k}:${v}`).join(',')}}`),
    fc
      .array(fc.tuple(fc.constantFrom('"a"', '"b"'), tie('flow')), { maxLength: 2 })
      .map((items) => `{\n    ${items.map(([k, v]) => `${k}: ${v}`).join(',\n    ')}\n  }`),
  ),
})).flow;
const indented = fc
  .array(fc.tuple(fc.constantFrom('  ', '  ', '  ', '    ', '', ' '), word), { minLength: 1, maxLength: 4 })
  .map((lines) => lines.map(([indent, text]) => `${indent}${text}`).join('\n'));
const block = fc
  .tuple(fc.constantFrom('|', '>', '>-', '|-', '>+', '|2', '|  '), indented)
  .map(([header, lines]) => `${header}\n${lines}`);
const nested = fc.letrec<{ map: string }>((tie) => ({
  map: fc
    .array(
      fc.tuple(
        fc.constantFrom('a', 'openclaw', 'requires', 'bins', 'b-c', '- d', '-', '# e'),
        fc.oneof({ weight: 3, arbitrary: scalar }, flow, tie('map')),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((items) =>
      `\n${items.map(([k, v]) => (k === '-' ? `- ${v}` : `${k}: ${v}`)).join('\n')}`.replaceAll('\n', '\n  '),
    ),
})).map;
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 2, arbitrary: flow },
  { weight: 2, arbitrary: block },
  { weight: 2, arbitrary: nested },
  fc.tuple(word, indented).map(([first, rest]) => `${first}\n${rest}`),
);
const line = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(key, fc.constantFrom(': ', ': ', ': ', ':  ', ' : ', ':'))
      .chain(([k, colon]) => value.map((v) => `${k}${colon}${v}`)),
  },
  { weight: 1, arbitrary: fc.constantFrom('# c', '', '  ', 'prose', '- x') },
);
/** Text of a SKILL.md that is nearly always a frontmatter, and half the time not quite. */
export const skillText: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(line, { maxLength: 4 }),
    fc.constantFrom('\n', '\n', '\n', '\r\n'),
    fc.constantFrom('name: n\ndescription: d', 'description: "d"\nname: \'n\'', 'name: N n', ''),
  )
  .map(([lines, end, base]) => `---\n${[...lines, base].join('\n')}\n---\nbody\n`.replaceAll('\n', end));
