import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editFrontmatter } from '../../../../src/format/skill/edit/edit.ts';
import { summarizeFast } from '../../../../src/format/skill/fast/summary.ts';
import { summarizeFull } from '../../../../src/format/skill/fast/summary-full.ts';
import { readSkillDocument } from '../../../../src/format/skill/read/document.ts';

const ODD_BLANKS = ['\u00A0', '\u3000', '\u2003', '\u202F', '\u200B', '\uFEFF'] as const;
const named = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

describe('keys that YAML does not see', () => {
  test.each(ODD_BLANKS.map((blank) => [named(blank), blank]))(
    '%s behind a colon is read as a blank, with its number and column',
    (name, blank) => {
      const document = readSkillDocument(`---\nname: a\ndescription:${blank}text\n---\nb\n`);
      expect(document).toMatchObject({ name: 'a', description: 'text', recovered: true, body: 'b\n' });
      expect(document.findings).toMatchObject([
        { code: 'frontmatter/odd-key', severity: 'warning', line: 3, column: 13 },
      ]);
      expect(document.findings[0]?.message).toContain(name);
    },
  );

  test.each(ODD_BLANKS.map((blank) => [named(blank), blank]))('%s before a key goes', (name, blank) => {
    const document = readSkillDocument(`---\nname: a\n${blank}description: text\nlicense: MIT\n---\nb\n`);
    expect(document).toMatchObject({ name: 'a', description: 'text' });
    expect(document.frontmatter['license']).toBe('MIT');
    expect(document.findings).toMatchObject([{ code: 'frontmatter/odd-key', line: 3, column: 1 }]);
    expect(document.findings[0]?.message).toContain(name);
  });

  test.each(['\uFF1A', '\uFE55', '\uA789', '\u2236'])('%s is a colon, with a blank behind it or none', (colon) => {
    for (const blank of ['', ' ', '\u3000']) {
      const document = readSkillDocument(`---\nname${colon}${blank}a\ndescription${colon}${blank}d\n---\nb\n`);
      expect(document).toMatchObject({ name: 'a', description: 'd' });
      expect(document.findings).toMatchObject([
        { code: 'frontmatter/odd-key', line: 2, column: 5 },
        { code: 'frontmatter/odd-key', line: 3, column: 12 },
      ]);
      expect(document.findings[0]?.message).toContain(named(colon));
    }
  });

  test('a colon needs no blank behind it, but an address is no key', () => {
    const document = readSkillDocument('---\nname:a\ndescription:d e: f\nhomepage:https://x.example\n---\n');
    expect(document).toMatchObject({ name: 'a' });
    expect(document.description).toMatch(/^d e: f/);
    expect(document.findings.filter(({ code }) => code === 'frontmatter/odd-key')).toHaveLength(2);
  });

  test('requirements are read too: what they limit is not widened by a blank nobody sees', () => {
    for (const line of ['requirements:\u00A0[gpu]', 'requirements\uFF1A[gpu]', '\u200Brequirements: [gpu]']) {
      const { declared } = summarizeFull(Buffer.from(`---\nname: a\ndescription: d\n${line}\n---\n`));
      expect(declared).toMatchObject({ requirements: { value: ['gpu'], line: 4 } });
    }
  });

  test('what is spelt right counts', () => {
    const document = readSkillDocument('---\nname: a\ndescription: right\ndescription\uFF1A wrong\n---\n');
    expect(document.description.startsWith('right')).toBe(true);
    expect(document.findings.some(({ code }) => code === 'frontmatter/odd-key')).toBe(false);
  });

  test('places of what comes later are those of the file', () => {
    const document = readSkillDocument('---\nname\uFF1Aa\ndescription: b: c\nlicense: &x y\n---\n');
    expect(document.findings).toMatchObject([
      { code: 'frontmatter/odd-key', line: 2, column: 5 },
      { code: 'yaml/unquoted-colon', line: 3, column: 15 },
      { code: 'yaml/reserved-start', line: 4, column: 10 },
    ]);
  });

  test('such a line is not edited, and no edit of another field touches it', () => {
    const text = '---\nname\uFF1A a\ndescription: d\n---\nb\n';
    expect(editFrontmatter(text, { name: 'x' })).toMatchObject({ ok: false, code: 'unusual-spelling' });
    const edited = editFrontmatter(text, { description: 'e' });
    expect(edited).toMatchObject({ ok: true, text: '---\nname\uFF1A a\ndescription: e\n---\nb\n' });
  });
});

describe('text at column 0', () => {
  test.each<[string, string, string]>([
    ['below a folded block', '>\nUnindented folded text.\nSecond line.', 'Unindented folded text. Second line.'],
    ['below a literal block', '|\nUnindented text.\nSecond line.', 'Unindented text.\nSecond line.'],
    ['below a stripped block', '>-\nOne.', 'One.'],
    ['behind an indented line', '>\n  indented line\nback to column zero', 'indented line back to column zero'],
    ['behind indented lines of a literal', '|\n  one\n    two\nthree', 'one\n  two\nthree'],
    ['below nothing', '\nText.', 'Text.'],
    ['in Chinese', '>\n处理文件。\n第二行。', '处理文件。 第二行。'],
    ['in Cyrillic', '>\nЧитает файлы.', 'Читает файлы.'],
    ['in Arabic', '|\nيقرأ الملفات', 'يقرأ الملفات'],
    ['with a list', '>\nDoes\n- one\n- two', 'Does - one - two'],
    ['with prose that has a colon', '>\nText.\nBest for: all', 'Text. Best for: all'],
    ['with paragraphs', '>\nOne.\n\nTwo.', 'One.\nTwo.'],
  ])('%s belongs to the value', (_, value, description) => {
    const text = `---\nname: a\ndescription: ${value}\nlicense: MIT\n---\nb\n`;
    const document = readSkillDocument(text);
    expect(document).toMatchObject({ name: 'a', description, body: 'b\n', recovered: true });
    expect(document.frontmatter['license']).toBe('MIT');
    expect(document.findings).toHaveLength(1);
    expect(document.findings[0]?.severity).toBe('warning');
    const edited = editFrontmatter(text, { description: 'New.' });
    expect(edited.ok && edited.text).toBe('---\nname: a\ndescription: New.\nlicense: MIT\n---\nb\n');
  });

  test('below any other key that holds text too', () => {
    const document = readSkillDocument('---\nname: a\ndescription: d\nnotes: |\nOne.\nTwo.\nlicense: MIT\n---\n');
    expect(document.frontmatter).toEqual({ name: 'a', description: 'd', notes: 'One.\nTwo.', license: 'MIT' });
    expect(readSkillDocument('---\nname:\nmy-skill\ndescription: d\n---\n').name).toBe('my-skill');
  });

  test('never to a structure: that cannot be read', () => {
    const { declared } = summarizeFull(Buffer.from('---\nname: a\ndescription: d\nrequirements:\nsome prose\n---\n'));
    expect(declared).toMatchObject({ requirements: { state: 'unreadable' } });
  });
});

test('the two readers agree on headers with such slips', () => {
  const slip = fc.constantFrom(
    'Name: b',
    'name\uFF1Ax',
    'license:\u00A0MIT',
    'Metadata: {a: b}',
    '\u200Btags: [x]',
    'when_to_use: w: x',
    'read_when: [a, b]',
    'description: >\nText.',
    '\n# Heading\n',
    '\n# note\nowner: x',
    'Requirements: [gpu]',
    'env: [HOME]',
    'env:',
    'supported_platforms: [linux]',
  );
  const fence = fc.constantFrom('---', '---\n\n---\nname: z\ntags: [a]\n---', '---\n\n---\n\ntext');
  let taken = 0;
  fc.assert(
    fc.property(fc.array(slip, { maxLength: 4 }), fence, (lines, close) => {
      const bytes = Buffer.from(
        `---\n${['name: a', 'description: d', ...lines].join('\n')}\n${close}\n\nFirst words.\n`,
      );
      const fast = summarizeFast(bytes);
      if (fast === undefined) return;
      taken++;
      expect(fast).toEqual(summarizeFull(bytes));
      expect(Object.keys(fast)).toEqual(Object.keys(summarizeFull(bytes)));
    }),
    { numRuns: 1_000 },
  );
  expect(taken).toBeGreaterThan(50);
});
