import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editFrontmatter } from '../../../../src/format/skill/edit/edit.ts';
import { summarizeFull } from '../../../../src/format/skill/fast/summary-full.ts';
import { readSkillDocument } from '../../../../src/format/skill/read/document.ts';
import { checkFormat } from '../../../../src/format/skill/rules/format.ts';
import { hasShared, shared } from '../../../support/shared.ts';
import { skillFilesIn } from '../../../support/skills.ts';

test('a document has its fields in order, scalars as text, and its body to the character', () => {
  const body = '\n    code\n---\nx: y\n\n\n';
  const document = readSkillDocument(
    `\uFEFF---\r\nversion: 1.10\r\nname: a\r\ntags: [on, 007]\r\nempty:\r\n---\r\n${body}`,
  );
  expect(document.body).toBe(body);
  expect(Object.entries(document.frontmatter)).toEqual([
    ['version', '1.10'],
    ['name', 'a'],
    ['tags', ['on', '007']],
    ['empty', null],
  ]);
  expect(document.name).toBe('a');
});

test('a field that cannot be read shows its words', () => {
  const { frontmatter, recovered } = readSkillDocument('---\nname: a\nmetadata: {"x": {\n---\n');
  expect(frontmatter['metadata']).toBe('{"x": {');
  expect(recovered).toBe(true);
});

test('without frontmatter everything is body', () => {
  const text = '# Title\n\nA recipe.\n';
  expect(readSkillDocument(text)).toMatchObject({ body: text, frontmatter: {}, fields: [], description: 'A recipe.' });
});

describe('a description that nobody wrote', () => {
  test.each<[string, string, string]>([
    ['the first paragraph, on one line', '# Title\n\nOne\ntwo.\n\nThree.\n', 'One two.'],
    ['past comments, rules, code and badges', '<!-- a\nb -->\n***\n```\ncode\n```\n\n> Text.\n', 'Text.'],
    ['past a header that stands too late', '<!-- a -->\n---\nname: x\ndescription: y\n---\n# T\n\nText.', 'Text.'],
    ['the heading, where there is no text', '# Only this\n', 'Only this'],
    ['the leading text behind keys that nothing closes', '---\nname: a\n\nSome text.\n', 'Some text.'],
    ['nothing, where there is nothing', '\n\n', ''],
    ['without control characters', 'a\u0000b\u0085c', 'abc'],
  ])('is %s', (_, text, description) => {
    expect(readSkillDocument(text).description).toBe(description);
  });

  test.each([
    ['absent', ''],
    ['empty', 'description:\n'],
    ['an empty text', 'description: ""\n'],
    ['null', 'description: ~\n'],
    ['a block without lines', 'description: >\n'],
    ['blanks', 'description: "  "\n'],
  ])('is the first paragraph of the body where it is %s, and the error stays', (_, line) => {
    const text = `---\nname: a\n${line}license: MIT\n---\n# Head\n\nFirst para\nof body.\n`;
    const document = readSkillDocument(text);
    expect(document).toMatchObject({ name: 'a', description: 'First para of body.' });
    expect(document.findings).toMatchObject([{ code: 'frontmatter/no-description', severity: 'error' }]);
    expect(summarizeFull(Buffer.from(text)).description).toBe('First para of body.');
    const far = `---\nname: a\n${line}license: MIT\n---\n${'\n'.repeat(10_000)}Further down.\n`;
    expect(summarizeFull(Buffer.from(far)).description).toBe('Further down.');
  });

  test('survives an edit of another field', () => {
    const edited = editFrontmatter('# Foo\n\nMakes foo from bar.\n', { name: 'foo-x' });
    expect(edited.ok && readSkillDocument(edited.text)).toMatchObject({
      name: 'foo-x',
      description: 'Makes foo from bar.',
    });
  });

  test('is bounded', () => {
    expect(Array.from(readSkillDocument('x'.repeat(5_000)).description)).toHaveLength(1_024);
  });
});

describe.skipIf(!hasShared)('on real trees', () => {
  test('the 13 bioSkills with an unquoted colon keep their whole description', () => {
    const broken = skillFilesIn(shared('corpora', 'bioskills')).flatMap((path) => {
      const text = readFileSync(path, 'utf8');
      const document = readSkillDocument(text);
      return document.recovered ? [{ path, text, document }] : [];
    });
    expect(broken).toHaveLength(13);
    for (const { text, document } of broken) {
      const written = /^description: (.*)$/mu.exec(text)?.[1] ?? '';
      expect(document.description).toBe(written.trim());
      expect(document.description.length).toBeGreaterThan(200);
      expect(document.findings.map(({ code, line }) => [code, line])).toEqual([['yaml/unquoted-colon', 3]]);
      const column = document.findings[0]?.column ?? 0;
      const line = text.split('\n')[2] ?? '';
      expect(
        Array.from(line)
          .slice(column - 1, column + 1)
          .join(''),
      ).toBe(': ');
      const header = text.slice(document.fences.content, document.fences.closing);
      const keys = [...header.matchAll(/^([\w-]+):/gmu)].map((match) => match[1]);
      expect(Object.keys(document.frontmatter)).toEqual(keys);
    }
  });
});

const piece = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '---',
      '\n',
      '\n---\n',
      '\r',
      'name: ',
      'description: ',
      'metadata:\n  ',
      ': ',
      '# ',
      '```\n',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('\u202E', '\0', '\uFEFF', '\uD83C', '\u0085', '"', "'", '[', '{', '*', '&', '|'),
  },
);

test('whatever the text, reading and checking it never throws, and the body is a suffix of it', () => {
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, fc.boolean(), (source, strict) => {
      const document = readSkillDocument(source);
      expect(source.endsWith(document.body)).toBe(true);
      expect(() => checkFormat(document, { folderName: 'a', strict })).not.toThrow();
      const { name = '', description } = summarizeFull(Buffer.from(source));
      for (const shown of [name, description]) {
        expect(shown).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/u);
        expect(shown.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 1_000 },
  );
});
