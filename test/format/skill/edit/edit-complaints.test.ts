import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { editFrontmatter, type FieldChanges } from '../../../../src/format/skill/edit/edit.ts';
import { readHeader } from '../../../../src/format/skill/edit/header.ts';
import { splitFences } from '../../../../src/format/skill/read/fence.ts';
import { corpusFiles } from '../../../support/corpus.ts';
import { hasShared, shared } from '../../../support/shared.ts';

function edit(text: string, changes: FieldChanges): string {
  const result = editFrontmatter(text, changes);
  if (!result.ok) throw new Error(result.reason);
  return result.text;
}

/** Lines of `before` that are gone and lines of `after` that are new, line ends included. */
function changedLines(before: string, after: string): { gone: string[]; fresh: string[] } {
  const old = before.split(/(?<=\n)/);
  const now = after.split(/(?<=\n)/);
  return { gone: old.filter((line) => !now.includes(line)), fresh: now.filter((line) => !old.includes(line)) };
}

// What users of other editors reported. Each test is one report.
describe('an editor of this kind is known to', () => {
  test('rebuild the header from the fields it knows and lose the others', () => {
    const text = '---\nname: a\ndescription: b\nmetadata:\n  x:\n    y: 1\nrequires:\n  - git\n---\nBody\n';
    const after = edit(text, { description: 'c' });
    expect(changedLines(text, after)).toEqual({ gone: ['description: b\n'], fresh: ['description: c\n'] });
  });

  test('delete comments, even when the file is only read', () => {
    const text = '---\n# keep me\nname: a # why\n# old: key\ndescription: b\n---\n';
    expect(edit(text, { description: 'c' })).toBe(text.replace('description: b', 'description: c'));
    expect(edit(text, { name: 'd' })).toBe(text.replace('name: a', 'name: d'));
    expect(edit(text, {})).toBe(text);
  });

  test('turn dates into timestamps and change quotes when one key is removed', () => {
    const text = '---\nsince: 2025-01-02\ntags: [\'a\', "b"]\norigin: here\nn: 0x10\n---\n';
    expect(edit(text, { origin: null })).toBe(text.replace('origin: here\n', ''));
  });

  test('turn inline lists into blocks and add blank lines beside the fences', () => {
    const text = '---\ntags: [one, two]\ndescription: a\n---\nBody';
    expect(edit(text, { description: 'b' })).toBe('---\ntags: [one, two]\ndescription: b\n---\nBody');
    expect(edit(text, { name: 'n1' })).toBe('---\nname: n1\ntags: [one, two]\ndescription: a\n---\nBody');
  });

  test('refold text that nobody touched', () => {
    const text = '---\nrun: one two\n   three\n      four\ndescription: a\n---\n';
    expect(edit(text, { description: 'b' })).toBe(text.replace('description: a', 'description: b'));
  });

  test('lose blank lines and move the last comment below another key', () => {
    const text = '---\nname: a\n\ndescription: |\n  b\n\n# last\n---\n';
    expect(edit(text, { name: 'c' })).toBe(text.replace('name: a', 'name: c'));
    expect(edit(text, { description: 'd\n' })).toBe(text.replace('  b\n', '  d\n'));
  });

  test.each(['---\ndescription: a\n---\nBody', '---\ndescription: a\n---', '---\ndescription: a\n---\n'])(
    'add or lose the last line end: %j',
    (text) => {
      expect(edit(text, { description: 'b' })).toBe(text.replace('description: a', 'description: b'));
      expect(edit(text, { name: 'c' })).toBe(text.replace('---\n', '---\nname: c\n'));
    },
  );

  test('write LF into CRLF files', () => {
    const crlf = '---\r\nname: a\r\ndescription: b\r\n---\r\nBody\r\n';
    expect(edit(crlf, { description: 'c', origin: 'd\ne' })).toBe(
      '---\r\nname: a\r\ndescription: c\r\norigin: |-\r\n  d\r\n  e\r\n---\r\nBody\r\n',
    );
    const mixed = '---\r\nname: a\r\n---\r\nBody\nmore\n';
    expect(edit(mixed, { description: 'c' })).toBe('---\r\nname: a\r\ndescription: c\r\n---\r\nBody\nmore\n');
  });

  test('confuse "not given", "empty" and "remove"', () => {
    const text = '---\nname: a\ndescription: b\n---\n';
    expect(edit(text, { description: undefined })).toBe(text);
    expect(edit(text, { description: '' })).toBe('---\nname: a\ndescription: ""\n---\n');
    expect(edit(text, { description: null })).toBe('---\nname: a\n---\n');
  });

  test('trim the body', () => {
    const text = '---\nname: a\n---\n\n    code\n\n\n';
    const after = edit(text, { name: 'b', description: 'c' });
    expect(after.slice(splitFences(after).body)).toBe('\n    code\n\n\n');
  });

  test('take the fences for a rule and a heading', () => {
    const text = '---\nname: a\ndescription: b\n---\n\nTitle\n---\n\ntext --- more\n\n---\n';
    expect(edit(text, { description: 'c' })).toBe(text.replace('description: b', 'description: c'));
  });
});

describe.skipIf(!hasShared)('the 13 recipes of bioSkills whose description only recovery can read', () => {
  const broken = hasShared
    ? [...corpusFiles(shared('corpora', 'bioskills'))].filter(({ text }) => readHeader(text).read.recovered)
    : [];

  test('are 13', () => {
    expect(broken).toHaveLength(13);
  });

  test.each(['Reads and writes VCF files.', 'Use when: reading VCF # 1', 'Line one\nline two'])(
    'take a new description that every reader gets: %j',
    (description) => {
      for (const { text } of broken) {
        const after = edit(text, { description });
        const [old, now] = [splitFences(text), splitFences(after)];
        const read = parse(after.slice(now.content, now.closing));
        const others = readHeader(text).read.fields.filter(({ key }) => key !== 'description');
        expect(read.description).toBe(description);
        expect(Object.keys(read).sort()).toEqual([...others.map(({ key }) => key), 'description'].sort());
        expect(after.slice(now.closing)).toBe(text.slice(old.closing));
        const header = (source: string) => source.slice(0, splitFences(source).closing);
        expect(changedLines(header(text), header(after)).gone).toHaveLength(1);
      }
    },
  );
});
