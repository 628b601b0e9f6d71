import { describe, expect, it } from 'vitest';
import { renderEntries } from '../../../../src/surface/cli/render/entries.ts';

const titles = ['NAME', 'PLACE', 'WHAT'];
const entry = (name: string, what: string) => ({
  cells: [name, `folder/${name}`, what],
  place: `folder/${name}`,
  about: 'ready',
});
const plain = (_: unknown, text: string): string => text;
const prose = 'words that go on and on, '.repeat(8).trim();

describe('a list of things', () => {
  it('is a table in a pipe, and where the prose has room', async () => {
    for (const width of [undefined, 100]) {
      const [title, row] = (await renderEntries(titles, [entry('one', prose)], width, plain)).split('\n');
      expect(title).toBe('NAME  PLACE       WHAT');
      expect(row).toMatch(/^one {3}folder\/one {2}words that go on/);
      if (width !== undefined) expect(row?.length).toBeLessThanOrEqual(width);
    }
  });

  it('is two lines each where it has none, the place whole and the prose cut', async () => {
    expect(await renderEntries(titles, [entry('a-rather-long-name', prose), entry('b', '')], 50, plain)).toBe(
      'folder/a-rather-long-name  ready\n    words that go on and on, words that go on and…\nfolder/b  ready\n',
    );
  });

  it('stays a table as long as all prose is short', async () => {
    expect(await renderEntries(titles, [entry('a-name-of-20-letters', 'brief')], 60, plain)).toMatch(/^NAME/);
  });
});
