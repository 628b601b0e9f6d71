import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { type Column, fitCells, measureFor, renderTable, wrapText } from '../../../../src/surface/cli/render/table.ts';

const columns: Column[] = [
  { title: 'NAME', flexible: true },
  { title: 'COUNT', right: true },
  { title: 'PATH', flexible: 'start' },
];

describe('a table', () => {
  it('is aligned, whatever script its cells are in', async () => {
    expect(
      await renderTable(
        columns,
        [
          ['日本語', '7', '/a'],
          ['b', '1234567', '/b/c'],
        ],
        undefined,
      ),
    ).toBe(['NAME      COUNT  PATH', '日本語        7  /a', 'b       1234567  /b/c', ''].join('\n'));
  });

  it('is not cut in a pipe', async () => {
    expect(await renderTable(columns, [['x'.repeat(300), '1', 'y'.repeat(300)]], undefined)).toContain('y'.repeat(300));
  });

  it('cuts what is flexible in a terminal, paths at their start', async () => {
    const text = await renderTable(columns, [['a-long-name-of-a-skill', '12', '/a/long/path/to/SKILL.md:3:4']], 40);
    expect(text.split('\n')[1]).toBe('a-long-name-of…     12  …to/SKILL.md:3:4');
  });

  it('takes as many rows as there are', async () => {
    const rows = Array.from({ length: 200_000 }, () => ['x']);
    expect((await renderTable([{ title: 'N' }], rows, 80)).length).toBe(400_002);
  });

  it('is never wider than the terminal, unless what may not be cut is', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '日', '👩‍🔬', ' ', '-'), maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, fc.nat(99_999).map(String), cell), { maxLength: 8 }),
        fc.integer({ min: 40, max: 160 }),
        async (rows, width) => {
          for (const line of (await renderTable(columns, rows, width)).split('\n'))
            expect(stringWidth(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});

describe('text cut to cells', () => {
  it.each([
    ['abcdef', 6, 'end', 'abcdef'],
    ['abcdef', 4, 'end', 'abc…'],
    ['abcdef', 4, 'start', '…def'],
    ['日本語', 5, 'end', '日本…'],
    ['日本語', 4, 'end', '日…'],
    ['ab 👩‍🔬 c', 5, 'end', 'ab…'],
    ['a b', 2, 'end', 'a…'],
    ['abc', 1, 'end', '…'],
  ] as const)('%j in %i at its %s is %j', async (text, width, cut, expected) => {
    expect(fitCells(text, width, await measureFor(['日', text]), cut)).toBe(expected);
  });

  it('is measured alike with and without the tables of Unicode, where those are not needed', async () => {
    const narrow = fc.string({
      unit: fc
        .integer({ min: 0x20, max: 0x2ff })
        .filter((code) => code < 0x7f || code > 0x9f)
        .filter((code) => code !== 0xad)
        .map((code) => String.fromCharCode(code)),
    });
    await fc.assert(
      fc.asyncProperty(narrow, async (text) => {
        expect((await measureFor([text]))(text)).toBe(stringWidth(text));
      }),
    );
  });
});

describe('wrapped text', () => {
  it('keeps every word, and lines within the width where a word allows it', async () => {
    expect(await wrapText('one two three', 9, '  ')).toBe('  one two\n  three\n');
    expect(await wrapText('averyveryverylongword x', 8)).toBe('averyveryverylongword\nx\n');
    expect(await wrapText('one two', undefined)).toBe('one two\n');
  });
});
