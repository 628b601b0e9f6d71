import { describe, expect, test } from 'vitest';
import { editFrontmatter, type FieldChanges } from '../../../../src/format/skill/edit/edit.ts';

/** The edited text, or `code: line` of the refusal. */
function edit(text: string, changes: FieldChanges): string {
  const result = editFrontmatter(text, changes);
  if (!result.ok) return `${result.code}: ${result.line}`;
  if (result.edits.length === 0) expect(result.text).toBe(text);
  return result.text;
}

const header = (...lines: string[]): string => `---\n${lines.join('\n')}\n---\nBody\n`;

describe('editing one field', () => {
  test.each<[string, string[], FieldChanges, string[]]>([
    ['plain', ['name: a', 'license: MIT'], { name: 'b' }, ['name: b', 'license: MIT']],
    ['single quotes', ["name: 'a'"], { name: 'b' }, ["name: 'b'"]],
    ['double quotes', ['name: "a"'], { name: 'b' }, ['name: "b"']],
    ['a quoted key', ['"name": a'], { name: 'b' }, ['"name": b']],
    ['blanks before the colon', ['name : a'], { name: 'b' }, ['name : b']],
    ['a wide gap', ['name:    a'], { name: 'b' }, ['name:    b']],
    ['trailing blanks', ['name: a  '], { name: 'b' }, ['name: b  ']],
    ['a comment', ['name: a # why'], { name: 'b' }, ['name: b # why']],
    ['a comment behind quotes', ['name: "a"  # why'], { name: 'b: c' }, ['name: "b: c"  # why']],
    ['an empty value', ['name:', 'x: 1'], { name: 'b' }, ['name: b', 'x: 1']],
    ['an empty value with a comment', ['name:   # why'], { name: 'b' }, ['name: b   # why']],
    ['null', ['name: ~'], { name: 'b' }, ['name: b']],
    ['an unquoted colon', ['description: Use when: a', 'x: 1'], { description: 'b' }, ['description: b', 'x: 1']],
    ['a colon, then a hash', ['description: Use: a # b'], { description: 'b' }, ['description: b']],
    ['markdown', ['description: **a** b', 'x: 1'], { description: '**c**' }, ['description: "**c**"', 'x: 1']],
    ['a list', ['description: [TODO, later]'], { description: 'b' }, ['description: b']],
    ['a list below', ['description:', '- a', '- b', 'x: 1'], { description: 'b' }, ['description: b', 'x: 1']],
    ['a map below', ['description: # c', '  a: b', 'x: 1'], { description: 'd' }, ['description: d # c', 'x: 1']],
    ['prose lines', ['description: a', 'goes on', '', 'x: 1'], { description: 'b' }, ['description: b', '', 'x: 1']],
    ['quotes not indented', ['description: "a', 'b"', 'x: 1'], { description: 'c' }, ['description: "c"', 'x: 1']],
    ['an anchor nobody uses', ['name: &n a', 'x: 1'], { name: 'b' }, ['name: b', 'x: 1']],
    ['prose below a name', ['name: a', 'stray words', 'x: 1'], { name: 'b' }, ['name: b', 'stray words', 'x: 1']],
  ])('%s', (_, before, changes, after) => {
    expect(edit(header(...before), changes)).toBe(header(...after));
  });

  test.each<[string, string[], string, string[]]>([
    ['folded', ['description: >-', '  a b', '  c'], 'd', ['description: >-', '  d']],
    ['folded with its line feed', ['description: >', '  a'], 'd\n', ['description: >', '  d']],
    ['folded, said without a line feed', ['description: >', '  a'], 'd', ['description: >-', '  d']],
    ['literal', ['description: |-', '    a', '    b'], 'c\nd', ['description: |-', '    c', '    d']],
    ['an indicator', ['description: |2-', '   a'], 'b', ['description: |2-', '  b']],
    ['an indicator behind', ['description: |-2', '   a'], 'b', ['description: |-2', '  b']],
    ['a header comment', ['description: >- # why', '  a'], 'b', ['description: >- # why', '  b']],
    ['a comment below', ['description: |-', '  a', '# c', 'x: 1'], 'b', ['description: |-', '  b', '# c', 'x: 1']],
    ['a comment less indented', ['description: |-', '    a', '  # c'], 'b', ['description: |-', '    b', '  # c']],
    ['a hash in the text', ['description: |-', '  a', '  # b', 'x: 1'], 'c', ['description: |-', '  c', 'x: 1']],
    ['blank lines below', ['description: |-', '  a', '', 'x: 1'], 'b', ['description: |-', '  b', '', 'x: 1']],
    ['kept line feeds', ['description: |+', '  a', '', 'x: 1'], 'b\n\n\n', ['description: |+', '  b', '', '', 'x: 1']],
    ['what no block can hold', ['description: >- # c', '  a', 'x: 1'], ' ', ['description: " " # c', 'x: 1']],
    ['text indented at first', ['description: |-', '  a'], '  b\nc', ['description: |2-', '    b', '  c']],
    ['folded text with a list', ['description: >-', '  a'], 'b:\n  - c', ['description: |-', '  b:', '    - c']],
    ['plain on two lines', ['description: a', '  b # c', 'x: 1'], 'd', ['description: d # c', 'x: 1']],
    ['plain below its key', ['description:', '  a', 'x: 1'], 'd', ['description:', '  d', 'x: 1']],
    ['plain below, now quoted', ['description:', '  a'], 'd: e', ['description:', '  "d: e"']],
    ['plain below, now a block', ['description: # c', '  a'], 'd\ne', ['description: |- # c', '  d', '  e']],
    ['plain, now a block', ['description: a # c', 'x: 1'], 'd\ne', ['description: |- # c', '  d', '  e', 'x: 1']],
    ['double stays double', ['description: "a"'], 'd\ne', ['description: "d\\ne"']],
    ['quotes on two lines', ["description: 'a", "  b'"], "it's", ["description: 'it''s'"]],
  ])('over several lines: %s', (_, before, description, after) => {
    expect(edit(header(...before), { description })).toBe(header(...after));
  });

  test('text over several lines is broken as the text before it was', () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
    const before = [
      'description: word0 word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11',
      '  word12 word13',
    ];
    const after = [
      'description: word0 word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11',
      '  word12 word13 word14 word15 word16 word17 word18 word19 word20 word21 word22 word23',
      '  word24',
    ];
    expect(edit(header(...before), { description: words(25) })).toBe(header(...after));
    expect(edit(header('description: one line'), { description: words(25) })).toBe(header(`description: ${words(25)}`));
  });

  test('a typo in lines broken by hand is one line of a diff', () => {
    const before = ['description: >', '  Reads tables', '  and wirtes them,', '  as asked.', 'x: 1'];
    const after = before.map((line) => line.replace('wirtes', 'writes'));
    expect(edit(header(...before), { description: 'Reads tables and writes them, as asked.\n' })).toBe(
      header(...after),
    );
  });

  test.each<[string, string, string]>([
    ['a: b', 'name: "a: b"', 'a colon'],
    ['a #b', 'name: "a #b"', 'a hash'],
    ['say "x": y', `name: 'say "x": y'`, 'double quotes inside'],
    ["it's", "name: it's", 'an apostrophe'],
    ['yes', 'name: "yes"', 'a truth value'],
    ['1.10', 'name: "1.10"', 'a number'],
    ['null', 'name: "null"', 'nothing'],
    ['*a', 'name: "*a"', 'an alias'],
    ['@a', 'name: "@a"', 'a reserved start'],
    ['', 'name: ""', 'no text'],
    ['a ', 'name: "a "', 'a blank at the end'],
    ['emoji 🧬', 'name: emoji 🧬', 'an emoji'],
    ['a\u0007b', 'name: "a\\x07b"', 'a control character'],
  ])('%j becomes %s (%s)', (value, line) => {
    expect(edit(header('name: x', 'license: MIT'), { name: value })).toBe(header(line, 'license: MIT'));
  });
});

describe('adding and removing', () => {
  test.each<[string, string, FieldChanges, string]>([
    ['name goes first', '---\nlicense: MIT\n---\n', { name: 'a' }, '---\nname: a\nlicense: MIT\n---\n'],
    [
      'description follows name',
      '---\nname: a\nx: 1\n---\n',
      { description: 'b' },
      '---\nname: a\ndescription: b\nx: 1\n---\n',
    ],
    [
      'origin follows license',
      '---\nname: a\nlicense: MIT\nx: 1\n---\n',
      { origin: 'b' },
      '---\nname: a\nlicense: MIT\norigin: b\nx: 1\n---\n',
    ],
    [
      'quoted as its neighbours',
      '---\nname: "a"\n---\n',
      { description: 'b' },
      '---\nname: "a"\ndescription: "b"\n---\n',
    ],
    [
      'behind a block',
      '---\nname: |+\n  a\n\nx: 1\n---\n',
      { description: 'b' },
      '---\nname: |+\n  a\n\ndescription: b\nx: 1\n---\n',
    ],
    [
      'before a comment',
      '---\nname: a\n# c\nx: 1\n---\n',
      { description: 'b' },
      '---\nname: a\ndescription: b\n# c\nx: 1\n---\n',
    ],
    ['into an empty frontmatter', '---\n---\nBody', { name: 'a' }, '---\nname: a\n---\nBody'],
    [
      'into none',
      '# Title\n\n    code\n',
      { name: 'a', description: 'b' },
      '---\nname: a\ndescription: b\n---\n# Title\n\n    code\n',
    ],
    ['into an empty file', '', { name: 'a' }, '---\nname: a\n---\n'],
    [
      "behind a mark, with the file's line ends",
      '\uFEFF\r\nBody\r\n',
      { name: 'a' },
      '\uFEFF---\r\nname: a\r\n---\r\n\r\nBody\r\n',
    ],
    ['removal', '---\nname: a\ndescription: b\n---\n', { description: null }, '---\nname: a\n---\n'],
    [
      'removal of a block',
      '---\ndescription: |\n  a\n\n  b\n\n# c\nname: a\n---\n',
      { description: null },
      '---\n\n# c\nname: a\n---\n',
    ],
    ['removal of the last field', '---\nname: a\n---\n', { name: null }, '---\n---\n'],
    ['removal of what is absent', '---\nname: a\n---\n', { origin: null }, '---\nname: a\n---\n'],
    ['removal without frontmatter', 'Body', { name: null }, 'Body'],
    [
      'all at once',
      '---\nname: a\norigin: c\n---\n',
      { origin: null, description: 'b', name: 'm' },
      '---\nname: m\ndescription: b\n---\n',
    ],
  ])('%s', (_, before, changes, after) => {
    expect(edit(before, changes)).toBe(after);
  });

  test('absent, empty and null are three things', () => {
    const text = header('name: a', 'description: b');
    expect(edit(text, {})).toBe(text);
    expect(edit(text, { description: undefined })).toBe(text);
    expect(edit(text, { description: '' })).toBe(header('name: a', 'description: ""'));
    expect(edit(text, { description: null })).toBe(header('name: a'));
  });

  test.each([
    ['LF', '---\nname: a\nx: 1\n---\n', '\n'],
    ['CRLF', '---\r\nname: a\r\nx: 1\r\n---\r\n', '\r\n'],
    ['a lone CR', '---\rname: a\rx: 1\r---\r', '\r'],
  ])('new lines end as their neighbours do: %s', (_, text, eol) => {
    expect(edit(text, { description: 'b\nc' })).toBe(
      ['---', 'name: a', 'description: |-', '  b', '  c', 'x: 1', '---', ''].join(eol),
    );
    expect(edit(text, { name: 'b\nc' })).toBe(['---', 'name: |-', '  b', '  c', 'x: 1', '---', ''].join(eol));
  });

  test("of mixed line ends the field's own decide, and none changes", () => {
    const text = '---\nname: a\r\nx: 1\n---\r\nBody\n';
    expect(edit(text, { description: 'b' })).toBe('---\nname: a\r\ndescription: b\r\nx: 1\n---\r\nBody\n');
    expect(edit(text, { name: 'b\nc' })).toBe('---\nname: |-\r\n  b\r\n  c\r\nx: 1\n---\r\nBody\n');
  });

  test('says what it did', () => {
    const text = header('name: "a"', 'origin: c');
    const result = editFrontmatter(text, { name: 'b', description: 'd', origin: null });
    expect(result).toMatchObject({
      ok: true,
      edits: [
        { field: 'name', action: 'set', line: 2, style: 'double', style_before: 'double' },
        { field: 'description', action: 'add', line: 3, style: 'double' },
        { field: 'origin', action: 'remove', line: 4 },
      ],
    });
  });
});

describe('what is refused', () => {
  test.each<[string, string, FieldChanges, string]>([
    ['no closing fence', '---\nname: a\n\nBody', { name: 'b' }, 'unterminated: 1'],
    ['text before the fence', '<!-- c -->\n---\nname: a\n---\n', { name: 'b' }, 'text-before-fence: 1'],
    ['a frontmatter on one line', '--- name: a description: b ---\n', { name: 'b' }, 'text-before-fence: 1'],
    ['keys without fences', '\nname: a\ndescription: b\n', { name: 'b' }, 'keys-without-fences: 2'],
    [
      'a merge conflict',
      '---\n<<<<<<< a\nname: a\n=======\nname: b\n>>>>>>> b\n---\n',
      { name: 'c' },
      'merge-conflict: 2',
    ],
    ['no map', '---\n**Name** of it\n---\n', { name: 'b' }, 'not-a-map: 2'],
    ['a key written twice', '---\nname: a\nname: b\n---\n', { name: 'c' }, 'duplicate-key: 3'],
    ['a flow map', '---\n{name: a, description: b}\n---\n', { name: 'c' }, 'unusual-spelling: 2'],
    ['a key with a question mark', '---\n? name\n: a\n---\n', { name: 'c' }, 'unusual-spelling: 2'],
    ['an anchor in use', '---\nname: &n a\ntitle: *n\n---\n', { name: 'c' }, 'anchor-in-use: 2'],
    ['an anchor in use, removed', '---\nname: &n a\ntitle: *n\n---\n', { name: null }, 'anchor-in-use: 2'],
    [
      'a comment that would become text',
      '---\nx: |\n  a\nname: b\n  # c\n---\n',
      { name: null },
      'other-field-changes: 4',
    ],
    ['half a character', '---\nname: a\n---\n', { name: 'a\uD83E' }, 'invalid-value: undefined'],
  ])('%s', (_, text, changes, refusal) => {
    expect(edit(text, changes)).toBe(refusal);
  });

  test('one refused field leaves the others alone too', () => {
    expect(edit('---\nname: a\norigin: b\norigin: c\n---\n', { name: 'x', origin: 'd' })).toBe('duplicate-key: 4');
  });

  test('every reason is a sentence that names the way out', () => {
    const result = editFrontmatter('<!-- c -->\n---\nname: a\n---\n', { name: 'b' });
    expect(result).toEqual({
      ok: false,
      code: 'text-before-fence',
      line: 1,
      reason:
        'Text stands before the opening `---`: `<!-- c -->`. The frontmatter starts at line 2: remove what stands before it.',
    });
  });

  test('other fields and values that are no text are misuse', () => {
    expect(() => editFrontmatter('', { metadata: 'MIT' })).toThrow('`metadata` is a block. Name a key in it');
    expect(() => editFrontmatter('', { name: ['a'] })).toThrow('`name` is text');
    expect(() => editFrontmatter('', { 'metadata.': 'a' })).toThrow('is no field');
    expect(() => editFrontmatter('', { name: 5 } as unknown as FieldChanges)).toThrow('`name` is set to a string');
  });

  test('a block that only shows how to write a skill is no frontmatter', () => {
    const text = '# How to\n\n```\n---\nname: a\n---\n```\n';
    expect(edit(text, { name: 'b' })).toBe(`---\nname: b\n---\n${text}`);
  });
});
