import fc from 'fast-check';

/** Ways in which people spell the value of a text field, on one line or more; `EOL` stands for the line end. */
const SPELLINGS: readonly string[] = [
  'Plain text',
  'Plain, with a comment # why',
  'plain over EOL  two lines',
  'plain over EOL  two linesEOLEOL  and a gap # why',
  '"double"',
  '"double \\" \\\\ \\u00e9"  # why',
  '"double overEOL  two lines"',
  "'single'",
  "'it''s'",
  "'single overEOL   two linesEOLEOL   '",
  '|EOL  literalEOL  lines',
  '|-EOL    literal # textEOL      deeper',
  '|+EOL  keptEOLEOL',
  '|2-EOL   two',
  '>EOL  folded textEOL  over lines',
  '>- # whyEOL folded',
  '>+EOL  folded and keptEOL',
  'EOL  on the next line',
  'EOL  on the next lineEOL  and another # why',
  '# whyEOL  below a comment',
  '',
  ' # nothing yet',
  '~',
  'null',
  '1.10',
  'yes',
  '[a, b]',
  '{a: b}',
  'EOL  - aEOL  - b',
  'EOL  a: b # deepEOL  c: d',
  '!!str 12',
];

const KEYS: readonly string[] = [
  'name',
  'description',
  'origin',
  'license',
  'metadata',
  'tags',
  'version',
  'x-y',
  '"quoted"',
];
const BETWEEN: readonly string[] = [
  '',
  '',
  '',
  '',
  '# commentEOL',
  'EOL',
  'EOL# comment EOLEOL',
  '  # indented commentEOL',
];

const field = (key: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...SPELLINGS),
      fc.constantFrom('', '', '', ' '),
      fc.constantFrom(' ', ' ', '  '),
      fc.constantFrom(...BETWEEN),
    )
    .map(([value, before, gap, after]) => {
      const end = value.endsWith('EOL') ? '' : 'EOL';
      return `${key}${before}:${value === '' || value.startsWith('EOL') ? '' : gap}${value}${end}${after}`;
    });

/** Frontmatters as people write them: every spelling, comment, line end and fence, in any mixture. */
export function documents(): fc.Arbitrary<string> {
  const fields = fc.shuffledSubarray([...KEYS], { minLength: 0 }).chain((keys) => fc.tuple(...keys.map(field)));
  return fc
    .record({
      mark: fc.constantFrom('', '', '', '\uFEFF', '\uFEFF\n', '\n\n'),
      open: fc.constantFrom('---', '---', '---  '),
      first: fc.constantFrom('', '', '# top commentEOL', 'EOL'),
      fields,
      close: fc.constantFrom('---', '---', '--- ', '...', '------'),
      body: fc.constantFrom(
        '',
        'EOL',
        'EOL# TitleEOLEOL    codeEOL',
        'EOLname: bodyEOL---EOLno newline',
        'EOL---EOLname: x',
      ),
      eol: fc.constantFrom('\n', '\n', '\r\n', '\r', 'mixed'),
    })
    .map(({ mark, open, first, fields: parts, close, body, eol }) => {
      let turn = 0;
      const text = `${open}EOL${first}${parts.join('')}${close}${body}`;
      return mark + text.replaceAll('EOL', () => (eol === 'mixed' ? (turn++ % 2 === 0 ? '\r\n' : '\n') : eol));
    });
}

/** Lines that look like YAML, in no order that makes sense, between fences that may be missing. */
export function brokenDocuments(): fc.Arbitrary<string> {
  const line = fc.constantFrom(
    'name: a',
    'name: "a',
    'description: b: c',
    'description: b # c',
    'description: &x b',
    'origin: *x',
    'title: *x',
    'description: |',
    '  indented',
    '    deeper: x',
    'prose at the margin',
    '- item',
    '# comment',
    '  # indented comment',
    '',
    '   ',
    'Use when: prose',
    'metadata: {a: b',
    '}',
    "it's: 'x",
    '"',
    "'",
    '? name',
    ': value',
    '\tname: tab',
    '<<<<<<< ours',
    '=======',
    '>>>>>>> theirs',
    '---',
    '...',
    '---# glued',
    '%YAML 1.2',
    'name : spaced',
    '"name": quoted',
    '"na\\u006de": escaped',
    '{name: flow}',
    '**bold**: x',
    'description: [a, b',
    'description: `code`',
  );
  return fc
    .tuple(
      fc.constantFrom('---\n', '---\n', '---\n', ''),
      fc.array(line, { maxLength: 12 }),
      fc.constantFrom('\n', '\r\n'),
    )
    .map(([open, lines, eol]) => `${open}${lines.join('\n')}\n---\nBody\n`.replaceAll('\n', eol));
}
