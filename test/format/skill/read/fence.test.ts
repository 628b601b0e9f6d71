import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fences, splitFences } from '../../../../src/format/skill/read/fence.ts';

function parts(text: string): { prefix: string; opening: string; content: string; closing: string; body: string } {
  const fences = splitFences(text);
  return {
    prefix: text.slice(0, fences.opening),
    opening: text.slice(fences.opening, fences.content),
    content: text.slice(fences.content, fences.closing),
    closing: text.slice(fences.closing, fences.body),
    body: text.slice(fences.body),
  };
}

function codes(fences: Fences): string[] {
  return fences.findings.map((found) => found.code);
}

const HEADER = 'name: a\ndescription: b\n';

describe('a closed frontmatter', () => {
  test.each<[string, string, Partial<ReturnType<typeof parts>>]>([
    ['plain', `---\n${HEADER}---\nbody\n`, { content: HEADER, closing: '---\n', body: 'body\n' }],
    ['closed by dots', `---\n${HEADER}...\nbody`, { content: HEADER, closing: '...\n', body: 'body' }],
    ['closing line is the last, without a line end', `---\n${HEADER}---`, { closing: '---', body: '' }],
    ['trailing blanks behind both fences', `--- \t\n${HEADER}---  \nx`, { opening: '--- \t\n', closing: '---  \n' }],
    ['CRLF', '---\r\nname: a\r\n---\r\nbody\r\n', { content: 'name: a\r\n', closing: '---\r\n', body: 'body\r\n' }],
    ['lone CR', '---\rname: a\r---\rbody\r', { content: 'name: a\r', closing: '---\r', body: 'body\r' }],
    ['mixed line ends', '---\r\nname: a\nx: y\r---\nbody', { content: 'name: a\nx: y\r', body: 'body' }],
    ['empty', '---\n---\n', { content: '', body: '' }],
    ['the body keeps its own rules', `---\n${HEADER}---\na\n---\nb: c\n---\n`, { body: 'a\n---\nb: c\n---\n' }],
    [
      'dashes inside a value',
      '---\ndescription: a --- b\nlicense: MIT\n---\n',
      { content: 'description: a --- b\nlicense: MIT\n' },
    ],
    ['indented dashes in a block', '---\nx: |\n  ---\n  a\n---\nb', { content: 'x: |\n  ---\n  a\n', body: 'b' }],
    [
      'dashes glued to a word are text',
      '---\nx: |\n  x\n---notes: y\n---\nb',
      { content: 'x: |\n  x\n---notes: y\n', body: 'b' },
    ],
    ['dashes and more on the line are text', '---\nname: a\n--- b\n---\nc', { content: 'name: a\n--- b\n', body: 'c' }],
  ])('%s', (_, text, expected) => {
    expect(splitFences(text).state).toBe('closed');
    expect(codes(splitFences(text))).toEqual([]);
    expect(parts(text)).toMatchObject(expected);
  });

  test('a byte-order mark and blank lines before it are kept in the prefix and reported', () => {
    const text = '\uFEFF\n \n---\nname: a\n---\n';
    expect(parts(text)).toMatchObject({ prefix: '\uFEFF\n \n', opening: '---\n', content: 'name: a\n' });
    expect(codes(splitFences(text))).toEqual(['frontmatter/bom', 'frontmatter/leading-blank']);
    expect(splitFences(text).contentLine).toBe(4);
  });

  test('a closing fence glued to the heading leaves the heading to the body', () => {
    const text = `---\n${HEADER}---# Title\ntext\n---\n`;
    expect(parts(text)).toMatchObject({ closing: '---', body: '# Title\ntext\n---\n' });
    expect(splitFences(text).findings).toMatchObject([{ code: 'frontmatter/glued-fence', line: 4, column: 4 }]);
  });

  test('a line of more dashes closes it and is no part of the body', () => {
    const text = `---\n${HEADER}------\ntext\n---\n`;
    expect(parts(text)).toMatchObject({ closing: '------\n', body: 'text\n---\n' });
    expect(splitFences(text).findings).toMatchObject([{ code: 'frontmatter/glued-fence', line: 4 }]);
  });
});

describe('a missing frontmatter', () => {
  test.each<[string, string, number | undefined, string]>([
    ['nothing', '', undefined, 'empty'],
    ['prose', 'Just text.\n', 1, 'Just text.'],
    ['a language behind the dashes is never run', '---js\nprocess.exit()\n---\n', 1, '---js'],
    ['four dashes', `----\n${HEADER}---\n`, 1, '----'],
    [
      'a multipart boundary',
      `-----------------0aa8\nContent-Type: a\n\n---\n${HEADER}---\n`,
      1,
      '-----------------0aa8',
    ],
    ['everything on one line', '--- name: a description: b ---\n\nbody', 1, '--- name: a'],
    ['a rich-text file', '{\\rtf1\\ansi', 1, '{\\rtf1\\ansi'],
    ['indented dashes', ` ---\n${HEADER} ---\n`, 1, '---'],
  ])('%s', (_, text, line, quoted) => {
    const fences = splitFences(text);
    expect(fences.state).toBe('missing');
    expect(parts(text).body).toBe(text);
    expect(fences.findings).toHaveLength(1);
    expect(fences.findings[0]).toMatchObject({ code: 'frontmatter/missing', severity: 'error' });
    expect(fences.findings[0]?.line).toBe(line);
    expect(fences.findings[0]?.message).toContain(quoted);
    expect(fences.findings[0]?.hint).toBeTruthy();
  });

  test.each([
    ['a comment', `<!-- notice -->\n---\n${HEADER}---\nbody`, 2],
    ['a comment and a blank line', `\n<!-- notice -->\n\n---\n${HEADER}---\nbody`, 4],
    ['a quotation', `> Related\n\n---\n${HEADER}---\nbody`, 3],
    ['a rule, then a header', `# T\n---\ntext\n---\n${HEADER}---\n`, 4],
    ['a code fence around the file', `\`\`\`skill\n---\n${HEADER}---\nbody\n\`\`\``, 2],
  ])('%s before the fence is named with the line the header starts at', (_, text, line) => {
    const [found] = splitFences(text).findings;
    expect(found?.code).toBe('frontmatter/missing');
    expect(found?.hint).toContain(`starts at line ${line}`);
  });

  test('keys without fences are told where the fences go', () => {
    expect(splitFences('name: a\ndescription: b\n').findings[0]?.hint).toContain('before line 1');
  });
});

describe('an unterminated frontmatter', () => {
  test.each<[string, string, string]>([
    ['everything is keys', '---\nname: s\ndescription: asd\n', 'name: s\ndescription: asd\n'],
    ['text follows', '---\nname: s\nx:\n  - a\n\n# Title\ntext: b\n', 'name: s\nx:\n  - a\n'],
    ['prose with a colon follows', '---\nname: s\n\nUse it when: always\n', 'name: s\n'],
    ['the closing fence is indented', '---\nname: s\nd: |\n  a\n  ---\n  # Body\n', 'name: s\nd: |\n  a\n'],
    ['nothing follows', '---', ''],
  ])('%s', (_, text, content) => {
    const fences = splitFences(text);
    expect(fences.state).toBe('unterminated');
    expect(parts(text).content).toBe(content);
    // Blank lines above the body belong to nobody.
    expect(parts(text).closing.trim()).toBe('');
    expect(parts(text).body).toMatch(/^(?:\S|$| {2}---)/);
    expect(fences.findings).toMatchObject([{ code: 'frontmatter/unterminated', line: 1, severity: 'error' }]);
  });

  test('a closing fence that never comes does not make a whole file frontmatter', () => {
    const text = `---\nname: s\n${' x\n'.repeat(100_000)}`;
    expect(parts(text).content.length).toBeLessThanOrEqual(65_536);
  });
});

const piece = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('---', '...', '----', '---#', '\n', '\r', '\r\n', ' ', '\t', '\uFEFF', '#', '```'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('name: a', 'description: "b', "x: '", 'y: [', ']', '- z', '<!-- -->', ':', '\0'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 5 }) },
);
const hostileText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

test('whatever the text, the parts add up to it and nothing throws', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const { prefix, opening, content, closing, body } = parts(text);
      expect(prefix + opening + content + closing + body).toBe(text);
      const { state, contentLine } = splitFences(text);
      if (state !== 'missing') {
        expect(opening).toMatch(/^---[ \t]*(?:\r\n|\r|\n|$)/u);
        expect(prefix).toMatch(/^\uFEFF?[ \t\r\n]*$/u);
        expect(contentLine).toBe(
          `${prefix}${opening}`.split(/\r\n|\r|\n/u).length + (/[\r\n]$/u.test(opening) ? 0 : 1),
        );
      }
    }),
    { numRuns: 500 },
  );
});
