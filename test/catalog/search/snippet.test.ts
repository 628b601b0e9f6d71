import { describe, expect, it } from 'vitest';
import { bestLine, matchRanges, queryForms } from '../../../src/catalog/search/snippet.ts';

const line = (text: string, query: string): string => bestLine(text, 0, queryForms(query));

describe('the line that is shown of a hit', () => {
  it.each([
    ['## Merge\n\n1. Use **qpdf** to `merge` [pages](x.md).\n', 'merge pages', 'Use qpdf to merge pages.'],
    ['Text of no use.\n\n> Sort the rows by a column.\n', 'sorted row', 'Sort the rows by a column.'],
    ['| Tool | Use |\n|---|---|\n| jq | reads json |\n', 'json', 'jq | reads json'],
    ['```sh\nsort -u names\n```\nSort the names.\n', 'sort names', 'Sort the names.'],
    ['```sh\nsort -u names\n```\nNothing.\n', 'sort names', 'sort -u names'],
    ['# Sort names\n', 'sort', 'Sort names'],
    ['One.\n\n## Next\n\nSort here.\n', 'sort', ''],
    ['Sort\u202e the\u0007 rows.\n', 'sort', 'Sort the rows.'],
    ['', 'sort', ''],
  ])('of %j for "%s" is %j', (text, query, expected) => {
    expect(line(text, query)).toBe(expected);
  });

  it('is cut around the first word that was asked for', () => {
    const cut = line(`${'before '.repeat(40)}needle ${'after '.repeat(40)}`, 'needle');
    expect(cut).toMatch(/^…before .*needle after .*…$/);
    expect(cut.length).toBeLessThanOrEqual(160);
    const unbroken = line(`needle${'-x'.repeat(400)}`, 'needle');
    expect(unbroken.length).toBeLessThanOrEqual(160);
  });
});

describe('the words that are marked', () => {
  it.each([
    ['Merged PDF files', 'merge file', ['Merged', 'files']],
    ['read_csv reads', 'csv', ['read_csv']],
    ['C++ or C', 'c++', ['C++']],
    ['nothing', 'else', []],
  ])('in %j for "%s" are %j', (text, query, expected) => {
    expect(matchRanges(text, queryForms(query)).map(([start, end]) => text.slice(start, end))).toEqual(expected);
  });
});
