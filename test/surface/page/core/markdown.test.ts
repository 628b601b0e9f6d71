import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMarkdown, pieces } from '../../../../src/surface/page/core/markdown.ts';

describe('a text for showing', () => {
  it('is read as the blocks that recipes are written in', () => {
    const text =
      '# Title\n\nTwo\nlines.\n\n- a `b`\n  goes on\n  1. c\n\n```sh\nls *\n```\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n> q\n\n---\n';
    expect(parseMarkdown(text).map(({ kind }) => kind)).toEqual([
      'heading',
      'paragraph',
      'item',
      'item',
      'code',
      'table',
      'quote',
      'rule',
    ]);
    expect(parseMarkdown(text)[2]).toMatchObject({
      depth: 0,
      mark: '•',
      text: [{ text: 'a ' }, { text: 'b' }, { text: ' goes on' }],
    });
    expect(parseMarkdown(text)[4]).toEqual({ kind: 'code', language: 'sh', text: 'ls *' });
  });

  it('says where a link leads, and links nothing', () => {
    expect(pieces('see [here](javascript:alert(1)) now')).toEqual([
      { kind: 'text', text: 'see [here](javascript:alert(1)) now' },
    ]);
    expect(pieces('[here](https://a.example/x)')).toEqual([
      { kind: 'text', text: 'here' },
      { kind: 'address', text: 'https://a.example/x' },
    ]);
  });

  it('loses no letter of any text, and is never an error', () => {
    const letters = (text: string): string => text.replace(/[^\p{L}\p{N}<>&]/gu, '');
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '# ', '- ', '`', '**', '_', '[x](y)', '\n', '<b>', ' ', '1. ', '> ')),
        (parts) => {
          const text = parts.join('');
          fc.pre(!text.includes('```'));
          const shown = JSON.stringify(parseMarkdown(text), (key, value) => (key === 'kind' ? undefined : value));
          for (const one of ['<b>', 'a'] as const) {
            expect(shown.split(one).length).toBeGreaterThanOrEqual(letters(text).split(one).length);
          }
        },
      ),
    );
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(parseMarkdown(text))));
  });
});
