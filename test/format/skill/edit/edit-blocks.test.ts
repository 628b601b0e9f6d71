import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { editFrontmatter, type FieldChanges } from '../../../../src/format/skill/edit/edit.ts';
import { splitFences } from '../../../../src/format/skill/read/fence.ts';
import { corpusFiles } from '../../../support/corpus.ts';
import { judge } from '../../../support/edit-laws.ts';
import { hostileText } from '../../../support/hostile.ts';
import { hasShared } from '../../../support/shared.ts';

const header = (...lines: string[]): string =>
  ['---', 'name: a', 'description: D.', ...lines, '---', 'Body', ''].join('\n');

function edit(text: string, changes: FieldChanges): string {
  const result = editFrontmatter(text, changes);
  return result.ok ? result.text : `${result.code}: ${result.line}`;
}

describe('a key in a block', () => {
  test.each<[string, string[], FieldChanges, string[]]>([
    [
      'is set',
      ['metadata:', '  a: 1', '  b: x # why'],
      { 'metadata.b': 'why' },
      ['metadata:', '  a: 1', '  b: why # why'],
    ],
    ['keeps its quotes', ['metadata:', "    v: '1.0'"], { 'metadata.v': '1.1' }, ['metadata:', "    v: '1.1'"]],
    [
      'is added behind the last',
      ['metadata:', '  a: x', '', 'license: MIT'],
      { 'metadata.b': 'why' },
      ['metadata:', '  a: x', '  b: why', '', 'license: MIT'],
    ],
    ['starts a block', [], { 'metadata.version': '1.2' }, ['metadata:', '  version: "1.2"']],
    [
      'fills an empty block',
      ['metadata: # ours', 'license: MIT'],
      { 'metadata.a.b': 'c' },
      ['metadata: # ours', '  a:', '    b: c', 'license: MIT'],
    ],
    [
      'goes with its lines',
      ['metadata:', '  a: >-', '    long', '    text', '  b: x'],
      { 'metadata.a': null },
      ['metadata:', '  b: x'],
    ],
    [
      'takes the block with it where it is the last',
      ['metadata:', '  a: x', 'license: MIT'],
      { 'metadata.a': null },
      ['license: MIT'],
    ],
    [
      'lies as deep as it likes',
      ['metadata:', '  a:', '      b:', '       c: 1'],
      { 'metadata.a.b.c': 'text' },
      ['metadata:', '  a:', '      b:', '       c: text'],
    ],
    [
      'may be a block of text',
      ['metadata:', '  a: |', '    one', '    two', '  b: x'],
      { 'metadata.a': 'three\nfour\n' },
      ['metadata:', '  a: |', '    three', '    four', '  b: x'],
    ],
    [
      'may be a list',
      ['metadata:', '  tags:', '  - a', '  - b'],
      { 'metadata.tags': ['c', 'd: e'] },
      ['metadata:', '  tags:', '  - c', '  - "d: e"'],
    ],
    ['may be written with its dots', ['metadata.a: x'], { 'metadata.a': 'why' }, ['metadata.a: why']],
    [
      'may be that of an agent',
      ['openclaw:', '  emoji: x'],
      { 'openclaw.emoji': 'why' },
      ['openclaw:', '  emoji: why'],
    ],
  ])('%s', (_, before, changes, after) => {
    expect(edit(header(...before), changes)).toBe(header(...after));
  });

  test.each<[string, string[], FieldChanges, string]>([
    ['of JSON on a line', ['metadata: {a: {b: 1}}'], { 'metadata.a': 'x' }, 'unusual-spelling: 4'],
    ['in a text', ['license: MIT'], { 'license.a': 'x' }, 'unusual-spelling: 4'],
    ['written twice', ['metadata:', '  a: 1', '  b: 2', '  a: 3'], { 'metadata.a': 'x' }, 'unusual-spelling: 4'],
  ])('%s is refused', (_, before, changes, refusal) => {
    expect(edit(header(...before), changes)).toBe(refusal);
  });

  test('is reported where it stands', () => {
    const text = header('metadata:', '  a: x', '  b: why');
    expect(editFrontmatter(text, { 'metadata.b': 'z', 'metadata.c': 'new' })).toMatchObject({
      edits: [
        { field: 'metadata.b', action: 'set', line: 6, style: 'plain', style_before: 'plain' },
        { field: 'metadata.c', action: 'add', line: 7, style: 'plain' },
      ],
    });
    expect(editFrontmatter(text, { 'metadata.a': null })).toMatchObject({ edits: [{ action: 'remove', line: 5 }] });
  });
});

describe('a field that is a list or a truth value', () => {
  test.each<[string, string[], FieldChanges, string[]]>([
    ['keeps its brackets', ['tags: [a, "b"] # c'], { tags: ['x', 'why, z'] }, ['tags: [x, "why, z"] # c']],
    ['keeps its lines', ['tags:', '  - a', '  - b', 'model: x'], { tags: ['c'] }, ['tags:', '  - c', 'model: x']],
    ['keeps lines without a margin', ['tags:', '- "a"'], { tags: ['c', 'd'] }, ['tags:', '- "c"', '- "d"']],
    [
      'is made of a text',
      ['allowed-tools: Read'],
      { 'allowed-tools': ['Read', 'Bash(git:*)'] },
      ['allowed-tools: [Read, Bash(git:*)]'],
    ],
    [
      'becomes a text',
      ['allowed-tools:', '  - Read', 'model: x'],
      { 'allowed-tools': 'Read Grep' },
      ['allowed-tools: Read Grep', 'model: x'],
    ],
    ['is added in brackets', [], { tags: ['a', 'b'] }, ['tags: [a, b]']],
    [
      'is added by lines where it is long',
      [],
      { tags: ['a'.repeat(60), 'b'.repeat(60)] },
      ['tags:', `  - ${'a'.repeat(60)}`, `  - ${'b'.repeat(60)}`],
    ],
    ['may be emptied', ['tags:', '  - a'], { tags: [] }, ['tags: []']],
    ['has truth values without quotes', [], { 'disable-model-invocation': true }, ['disable-model-invocation: true']],
    [
      'changes a truth value',
      ['user-invocable: "true" # no'],
      { 'user-invocable': false },
      ['user-invocable: false # no'],
    ],
    ['keeps text apart from them', [], { author: 'true' }, ['author: "true"']],
  ])('%s', (_, before, changes, after) => {
    expect(edit(header(...before), changes)).toBe(header(...after));
    expect(edit(header(...after), changes)).toBe(header(...after));
  });
});

test('new fields stand in the order of the format, however they are given', () => {
  const fields = { 'allowed-tools': 'Read', tags: ['a'], compatibility: 'Linux', 'metadata.a': 'x', license: 'MIT' };
  expect(edit(header(), fields)).toBe(
    header('license: MIT', 'compatibility: Linux', 'metadata:', '  a: x', 'allowed-tools: Read', 'tags: [a]'),
  );
});

/** Everything but the lines between the first and the last that differ. */
function sameOutside(text: string, after: string, from: number, to: number): void {
  expect(after.startsWith(text.slice(0, from))).toBe(true);
  expect(after.endsWith(text.slice(to))).toBe(true);
}

const content = (text: string): string => {
  const fences = splitFences(text);
  return text.slice(fences.content, fences.closing).replace(/\r\n?/g, '\n');
};

describe('the laws, in blocks and lists', () => {
  const scalars = fc.constantFrom(
    'x',
    '"x y"',
    "'it''s'",
    '1.10',
    '',
    '>-\n    folded\n    text',
    '|\n    literal',
    '[a, b]',
  );
  const entries = fc.uniqueArray(
    fc.record({ key: fc.constantFrom('a', 'b', 'version', 'long-key', '"q k"'), value: scalars }),
    {
      selector: ({ key }) => key,
      minLength: 1,
      maxLength: 4,
    },
  );
  const eols = fc.constantFrom('\n', '\r\n');
  const comments = fc.constantFrom('', '  # why', '# at the margin');

  const plant = (list: readonly { key: string; value: string }[], comment: string, eol: string): string => {
    const lines = list.flatMap(({ key, value }) => [
      `  ${key}: ${value}`.trimEnd(),
      ...(comment === '' ? [] : [comment]),
    ]);
    return header('metadata:', ...lines, 'license: MIT # kept').replaceAll('\n', eol);
  };

  test('a key in a block is written exactly, and no byte outside its lines', () => {
    fc.assert(
      fc.property(
        entries,
        comments,
        eols,
        fc.constantFrom('a', 'b', 'version', 'q k', 'new'),
        fc.option(hostileText(12), { freq: 5, nil: null }),
        (list, comment, eol, key, value) => {
          const text = plant(list, comment, eol);
          const result = editFrontmatter(text, { [`metadata.${key}`]: value });
          if (!result.ok) throw new Error(`${result.code}: ${result.reason}\n${text}`);
          const before = parse(content(text));
          const wanted = { ...before.metadata };
          if (value === null) delete wanted[key];
          else if (result.text !== text) wanted[key] = value;
          const expected = { ...before, metadata: wanted };
          if (Object.keys(wanted).length === 0) delete expected.metadata;
          expect(parse(content(result.text))).toEqual(expected);
          const first = text.indexOf('metadata:');
          sameOutside(text, result.text, first, text.indexOf('license: MIT'));
          for (const other of list) {
            if (other.key.replaceAll('"', '') === key) continue;
            const written = `  ${other.key}: ${other.value}`.trimEnd().replaceAll('\n', eol);
            expect(result.text).toContain(written);
          }
          expect(editFrontmatter(result.text, { [`metadata.${key}`]: value })).toMatchObject({
            text: result.text,
            edits: [],
          });
        },
      ),
      { numRuns: 600 },
    );
  });

  test('a list is written exactly, however it was written, and no byte outside its lines', () => {
    const there = fc.constantFrom(
      'tags:',
      'tags: []',
      'tags: [a, "b, c"] # why',
      'tags:\n  - a\n  # why\n  - b',
      'tags:\n- a',
      'tags: text',
      '',
    );
    fc.assert(
      fc.property(there, fc.array(hostileText(10), { maxLength: 4 }), eols, (before, items, eol) => {
        const text = header(...(before === '' ? [] : before.split('\n')), 'model: kept').replaceAll('\n', eol);
        const result = editFrontmatter(text, { tags: items });
        if (!result.ok) throw new Error(`${result.code}: ${result.reason}\n${text}`);
        const read = parse(content(result.text));
        expect(read).toEqual({ ...parse(content(text)), tags: items });
        const first = before === '' ? text.indexOf('model: kept') : text.indexOf('tags:');
        expect(result.text.startsWith(text.slice(0, first).slice(0, text.indexOf('description')))).toBe(true);
        expect(result.text.includes(`model: kept${eol}`)).toBe(true);
        expect(result.text.endsWith(text.slice(text.indexOf('Body')))).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});

describe.skipIf(!hasShared)('real documents', () => {
  test('take a key in their block of metadata, and give it back without a trace', () => {
    let blocks = 0;
    let refused = 0;
    for (const { text, path } of corpusFiles()) {
      const before = judge(text)?.fields.get('metadata');
      if (typeof before !== 'object' || before === null || Array.isArray(before) || 'x-new' in before) continue;
      blocks++;
      const added = editFrontmatter(text, { 'metadata.x-new': 'a: b' });
      if (!added.ok) {
        expect([added.code, path]).toEqual(['unusual-spelling', path]);
        refused++;
        continue;
      }
      expect(judge(added.text)?.fields.get('metadata')).toEqual({ ...before, 'x-new': 'a: b' });
      const back = editFrontmatter(added.text, { 'metadata.x-new': null });
      expect([back.ok && back.text === text, path]).toEqual([true, path]);
    }
    expect(blocks).toBeGreaterThan(500);
    // Most blocks are written in brackets, as JSON.
    expect(refused / blocks).toBeLessThan(0.65);
  }, 120_000);
});
