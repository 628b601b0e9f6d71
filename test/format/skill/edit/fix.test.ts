import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { fixFrontmatter } from '../../../../src/format/skill/edit/fix.ts';
import { readHeader } from '../../../../src/format/skill/edit/header.ts';
import { splitFences } from '../../../../src/format/skill/read/fence.ts';
import { corpusFiles } from '../../../support/corpus.ts';
import { hasShared, shared } from '../../../support/shared.ts';

const header = (...lines: string[]): string => `---\n${lines.join('\n')}\n---\nBody: # x\n`;

describe("repairs that keep the author's text", () => {
  test.each<[string, string[], string[]]>([
    ['a colon', ['name: a', 'description: Use when: b', 'x: 1'], ['name: a', 'description: "Use when: b"', 'x: 1']],
    ['a colon in any field', ['author: a: b'], ['author: "a: b"']],
    ['a colon and double quotes', ['description: Say "a": it\'s b'], ["description: 'Say \"a\": it''s b'"]],
    ['a colon over two lines', ['description: Use: a', '  b: c', 'x: 1'], ['description: "Use: a', '  b: c"', 'x: 1']],
    ['a colon and a hash', ['description: Use: a # b'], ['description: "Use: a # b"']],
    ['a description cut by a hash', ['description: Writes C # code'], ['description: "Writes C # code"']],
    ['two at once', ['description: a: b', 'author: c: d'], ['description: "a: b"', 'author: "c: d"']],
    ['a colon at the end', ['description: Use for:'], ['description: "Use for:"']],
  ])('%s is quoted', (_, before, after) => {
    const result = fixFrontmatter(header(...before));
    expect(result.text).toBe(header(...after));
    expect(result.edits.map(({ action }) => action)).toEqual(
      after.filter((line) => /"|'/.test(line) && line.includes(':') && !line.startsWith(' ')).map(() => 'quote'),
    );
    expect(fixFrontmatter(result.text)).toEqual({ ok: true, text: result.text, edits: [] });
  });

  test.each<[string, string]>([
    ['a comment behind a name', header('name: a # why', 'license: MIT # see LICENSE')],
    ['a comment of its own line', header('description: a', '# why', 'x: 1')],
    ['a value in quotes', header('description: "a" # why')],
    ['markdown at the start', header('description: **a**: b')],
    ['a list', header('description: [a]: b')],
    ['prose at column 0', header('description: a: b', 'goes on', 'x: 1')],
    ['a broken structure', header('metadata: {a: b', 'requires: a: b')],
    ['no closing fence', '---\ndescription: a: b\n'],
    ['no frontmatter', 'description: a: b\n'],
    ['a clean frontmatter', header('name: a', 'description: b')],
  ])('%s is left alone', (_, text) => {
    expect(fixFrontmatter(text)).toEqual({ ok: true, text, edits: [] });
  });

  test('line ends and the rest of the file stay', () => {
    const text = '\uFEFF---\r\ndescription: a: b\r\nx: 1\n---\r\nc: d: e';
    expect(fixFrontmatter(text).text).toBe('\uFEFF---\r\ndescription: "a: b"\r\nx: 1\n---\r\nc: d: e');
  });
});

describe.skipIf(!hasShared)('repairs of real documents', () => {
  test('the 13 recipes of bioSkills that strict readers lose become readable, and say the same', () => {
    const mended: string[] = [];
    for (const { path, text } of corpusFiles(shared('corpora', 'bioskills'))) {
      const before = readHeader(text).read;
      const result = fixFrontmatter(text);
      if (!before.recovered) {
        expect(result.edits.length <= 1).toBe(true);
        continue;
      }
      const { content, closing, body } = splitFences(result.text);
      const read = parse(result.text.slice(content, closing));
      const description = before.fields.find(({ key }) => key === 'description')?.value;
      expect(read.description).toBe(description);
      expect(result.text.slice(body)).toBe(text.slice(splitFences(text).body));
      mended.push(path);
    }
    expect(mended).toHaveLength(13);
  });

  test('no repair of a real document costs a field or a word', () => {
    let repairs = 0;
    for (const { text } of corpusFiles()) {
      const result = fixFrontmatter(text);
      if (result.edits.length === 0) {
        expect(result.text).toBe(text);
        continue;
      }
      repairs += result.edits.length;
      const fields = (source: string) => readHeader(source).read.fields;
      const after = fields(result.text);
      expect(after.map(({ key }) => key)).toEqual(fields(text).map(({ key }) => key));
      for (const [index, field] of fields(text).entries()) {
        const now = after[index]?.value;
        if (result.edits.some(({ field: key }) => key === field.key))
          expect(String(now).startsWith(String(field.value))).toBe(true);
        else expect(now).toEqual(field.value);
      }
    }
    expect(repairs).toBeGreaterThan(50);
  }, 240_000);
});

test.skipIf(!hasShared)('the documented cases are mended as their diagnostics propose', () => {
  const fixed = (name: string) => fixFrontmatter(readFileSync(shared('cases', 'frontmatter', name), 'utf8'));
  expect(fixed('001-colon-in-plain.md').edits).toMatchObject([{ field: 'description', action: 'quote' }]);
  expect(fixed('004-hash-truncates.md').edits).toMatchObject([{ field: 'description', action: 'quote' }]);
  const after = readHeader(fixed('003-colon-loses-requirements.md').text).read;
  expect(after.recovered).toBe(false);
  expect(after.fields.find(({ key }) => key === 'requirements')?.value).toEqual(['gpu']);
});
