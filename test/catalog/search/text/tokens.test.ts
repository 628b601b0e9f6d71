import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stem } from '../../../../src/catalog/search/text/stem.ts';
import { COMPOUND, locateWords, readWord, splitWords, WHOLE } from '../../../../src/catalog/search/text/tokens.ts';

/** Every form of every word of a text. */
const forms = (text: string): string[] =>
  splitWords(text).flatMap((raw) => readWord(raw).tokens.map((token) => token.text));

describe('the words of a text', () => {
  it.each([
    ['Merge PDF files', ['merg', 'pdf', 'file']],
    ['C++ and C#', ['c++', 'c#']],
    ['.NET', ['.net', 'net']],
    ['a t-test', ['ttest', 'test']],
    ['p-value', ['pvalu', 'valu']],
    ['read_csv', ['readcsv', 'read', 'csv']],
    ['file.txt', ['filetxt', 'file', 'txt']],
    ['scRNA-seq', ['scrnaseq', 'scrna', 'seq', 'sc', 'rna']],
    ['DataFrame', ['datafram', 'data', 'fram']],
    ['HTTPServer', ['httpserver', 'http', 'server']],
    ['R&D', ['rd']],
    ['Übung', ['ubung']],
    ['naïve café', ['naiv', 'cafe']],
    ["the model's output", ['model', 'output']],
    ['#1', ['1']],
    ['R', ['r']],
  ])('%s', (text, expected) => {
    expect(forms(text)).toEqual(expected);
  });

  it.each(['the', 'I', "it's", 'it’s', 'please', '123456', 'x'.repeat(50), '...', ''])('%j says nothing', (word) => {
    expect(forms(word)).toEqual([]);
  });

  it('of scripts without blanks are found by two characters, and the last by one', () => {
    const sentence = forms('这是一个用于基因表达分析的技能');
    for (const part of ['基因', '表达', '分析', '能']) expect(sentence).toContain(part);
    expect(forms('基因')).toEqual(['基因', '因']);
    expect(forms('データ')).toContain('ータ');
    expect(forms('PDF文書を結合')).toEqual(expect.arrayContaining(['pdf', '文書', '結合']));
  });

  it('have one form whichever way their accents are written', () => {
    expect(forms('e\u0301tude')).toEqual(forms('étude'));
    expect(forms('ﬁle')).toEqual(forms('file'));
  });

  it('are told apart by how they came about', () => {
    expect(readWord('t-test').tokens[0]?.kind).toBe(COMPOUND);
    expect(readWord('test').tokens[0]?.kind).toBe(WHOLE);
    expect(readWord('read_csv').neighbours.map(({ text }) => text)).toEqual(['read', 'csv']);
  });

  it('stand where they are said to stand', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        for (const { word, at } of locateWords(text)) {
          expect(text.slice(at, at + word.length)).toBe(word);
          for (const { text: form } of readWord(word).tokens) expect(form).not.toMatch(/\s/);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the stem of a word', () => {
  it.each([
    [['sequence', 'sequences', 'sequenced', 'sequencing'], 'sequenc'],
    [['plot', 'plots', 'plotted', 'plotting'], 'plot'],
    [['analysis'], 'analysis'],
    [['boxes', 'box'], 'box'],
    [['queries', 'query'], 'query'],
    [['status', 'class'], undefined],
  ])('%j', (words, expected) => {
    for (const word of words) expect(stem(word)).toBe(expected ?? word);
  });

  it('leaves short words, digits and other scripts alone', () => {
    for (const word of ['as', 'ios', 'k8s', 'bases2', 'données']) expect(stem(word)).toBe(word);
  });
});

describe('plain text and text of any script', () => {
  it('is cut into the same words', () => {
    const piece = fc.constantFrom(..."aZ9 /.-_&'+#,;(—…→\n\t", 'A/B', 'C++', '.NET', "o'clock", 'x_y.z');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        // A letter beyond ASCII far behind makes the general pattern read the whole.
        expect([...splitWords(text), 'é']).toEqual(splitWords(`${text}\n\né`));
        expect(locateWords(text)).toEqual(locateWords(`${text}\n\né`).slice(0, -1));
      }),
      { numRuns: 2_000 },
    );
  });
});
