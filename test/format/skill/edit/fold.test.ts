import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldAsBefore } from '../../../../src/format/skill/edit/fold.ts';

const margin = { column: 2, indent: 2 };
const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
const broken = (text: string, lines: string[]): { text: string; lines: string[] } => ({ text, lines });

describe('breaking lines as they were broken before', () => {
  test('one line stays one line, however long, if the one before was long', () => {
    expect(foldAsBefore(words(40), undefined, margin)).toEqual([words(40)]);
    expect(foldAsBefore(words(40), broken(words(30), [words(30)]), margin)).toEqual([words(40)]);
    expect(foldAsBefore(words(20), broken('short', ['short']), margin)).toHaveLength(2);
  });

  test('a rule that explains the old lines breaks the new ones', () => {
    // PyYAML breaks behind the word that passed column 80, most others before it.
    const text = words(60);
    for (const [width, first] of [
      [80, 'word0 word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11'],
      [60, 'word0 word1 word2 word3 word4 word5 word6 word7 word8'],
    ] as const) {
      const lines = wrap(text, width);
      expect(foldAsBefore(text, broken(text, lines), margin)).toEqual(lines);
      expect(foldAsBefore(words(30), broken(text, lines), margin)[0]).toBe(first);
    }
  });

  test.each<[string, string, string[]]>([
    ['a word in the middle', 'One two,\nthree fuor five,\nsix.', ['One two,', 'three four five,', 'six.']],
    ['a word at the start', 'Won two,\nthree four five,\nsix.', ['One two,', 'three four five,', 'six.']],
    ['a word at the end', 'One two,\nthree four five,\nsicks.', ['One two,', 'three four five,', 'six.']],
    ['beside empty lines', 'One.\n\nTwo,\nthere.\n\n\nFour.', ['One.', '', 'Two,', 'three.', '', '', 'Four.']],
  ])('of lines broken by hand only the one with a typo changes: %s', (_, old, lines) => {
    const before = broken(join(old.split('\n')), old.split('\n'));
    expect(foldAsBefore(join(lines), before, margin)).toEqual(lines);
  });

  test('a line that is no longer there goes alone', () => {
    const before = broken('a b c d', ['a', 'b c', 'd']);
    expect(join(foldAsBefore('a d', before, margin))).toBe('a d');
    expect(join(foldAsBefore('a', before, margin))).toBe('a');
    expect(join(foldAsBefore('d', before, margin))).toBe('d');
    expect(join(foldAsBefore('x', before, margin))).toBe('x');
    expect(join(foldAsBefore('a b c d', before, margin))).toBe('a b c d');
  });

  test('whatever stood there, the lines read back as the text', () => {
    const word = fc.constantFrom('a', 'bb', 'ccc', 'a-rather-long-word', '#', '-', ':', 'é', '中文');
    const text = fc.array(word, { minLength: 1, maxLength: 40 }).chain((parts) =>
      fc
        .array(fc.constantFrom(' ', ' ', ' ', ' ', '\n', '\n\n'), {
          minLength: parts.length,
          maxLength: parts.length,
        })
        .map((ends) => parts.map((part, index) => (index === 0 ? part : ends[index] + part)).join('')),
    );
    // Lines broken anywhere: at each space, or not.
    const old = fc.tuple(text, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 })).map(([whole, breaks]) => {
      let at = 0;
      const lines = whole
        .replace(/\n+/g, (feeds) => `\n${feeds}`)
        .replace(/ /g, () => (breaks[at++ % 40] ? '\n' : ' '));
      return broken(whole, lines.split('\n'));
    });
    fc.assert(
      fc.property(text, old, fc.boolean(), (fresh, before, isNear) => {
        const wanted = isNear ? before.text.replace(/bb/, 'changed word') : fresh;
        expect(join(foldAsBefore(wanted, before, margin))).toBe(wanted);
        expect(foldAsBefore(before.text, before, margin).join('\n')).toBe(before.lines.join('\n'));
      }),
      { numRuns: 1_000 },
    );
  });
});

/** Lines as a YAML reader folds them. */
function join(lines: readonly string[]): string {
  return lines.join('\n').replace(/\n+/g, (feeds) => (feeds.length === 1 ? ' ' : feeds.slice(1)));
}

function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && margin.indent + line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
