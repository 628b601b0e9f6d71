import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodySections, linesOf, topSections } from '../../../../src/catalog/search/text/fields.ts';

const pieces = (body: string): string[] =>
  bodySections(body).flatMap((section) =>
    section.pieces.filter(({ text }) => text.trim() !== '').map(({ of, text }) => `${of}: ${text.trim()}`),
  );

describe('the sections of a body', () => {
  it('begin at headings; code stands apart from text, and comments from code', () => {
    const body = '# Title\n\nIntro `x`.\n\n## Steps\n\n```sh\nrun it # slowly now\n# all of it\n```\nMore.\n';
    expect(bodySections(body)).toHaveLength(2);
    expect(pieces(body)).toEqual([
      'heading: Title',
      'text: Intro `x`.',
      'heading: Steps',
      'comment: slowly now',
      'code: run it',
      'comment: all of it',
      'text: More.',
    ]);
  });

  it.each([
    ['Related Skills', true],
    ['See also', true],
    ['References', true],
    ['**License**', true],
    ['Reference operations', false],
    ['References in a BAM header', false],
    ['Licensing a model', false],
  ])('that stand under "%s" are left out: %s', (title, isLeftOut) => {
    const found = pieces(`# T\n\n## ${title}\n\nother words\n\n### Deeper\n\nand more\n\n## Next\n\nkept\n`);
    expect(found.includes('text: other words')).toBe(!isLeftOut);
    expect(found.includes('text: and more')).toBe(!isLeftOut);
    expect(found).toContain('text: kept');
  });

  it('show what a reader sees of links and comments', () => {
    expect(pieces('See [the guide](https://x.test/abc) <!-- hidden --> at https://y.test now')).toEqual([
      'text: See the guide   at   now',
    ]);
  });

  it('are told with the offset of their lines, whatever ends them', () => {
    const text = '---\r\nx\r\n---\r\n# A\r\none\r\n## B\r\ntwo';
    const sections = bodySections(text, 13);
    expect(sections.map((section) => text.slice(section.pieces[0]?.at).split('\r\n')[0])).toEqual(['# A', '## B']);
  });

  it('are read from any text in little time', () => {
    for (const hostile of [
      '['.repeat(200_000),
      '<!--'.repeat(50_000),
      `# ${'#'.repeat(200_000)}x`,
      '`'.repeat(99_999),
    ]) {
      expect(bodySections(hostile).length).toBeGreaterThanOrEqual(0);
    }
  });

  it('come from lines that add up to the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\r', '\n', '#', '`'), maxLength: 80 }), (text) => {
        const lines = Array.from(linesOf(text, 0));
        for (const [index, { line, at }] of lines.entries()) {
          expect(text.startsWith(line, at)).toBe(true);
          expect(text.slice(at + line.length, lines[index + 1]?.at ?? text.length)).toMatch(/^[\r\n]*$/);
        }
      }),
    );
  });

  it('of the top are its fields', () => {
    const top = { name: 'n', path: 'a/b', description: 'd', keywords: '' };
    expect(topSections(top).map(({ kind }) => kind)).toEqual(['name', 'description']);
    expect(topSections({ ...top, keywords: 'k' })).toHaveLength(3);
  });
});
