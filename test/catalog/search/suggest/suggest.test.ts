import { describe, expect, it } from 'vitest';
import { Vocabulary } from '../../../../src/catalog/search/suggest/repair.ts';
import { Suggester } from '../../../../src/catalog/search/suggest/suggest.ts';

const skills = ['alignment/msa-parsing', 'alignment/pairwise', 'pdf/merge-pages', 'pdf/split-pages', 'disk'].map(
  (path) => ({
    id: `s:${path}`,
    name: path.split('/').at(-1) ?? '',
  }),
);

describe('suggestions', () => {
  it.each([
    ['msa-parsing', 's:alignment/msa-parsing'],
    ['MSA parsng', 's:alignment/msa-parsing'],
    ['pairw', 's:alignment/pairwise'],
    ['merge pages', 's:pdf/merge-pages'],
    ['s:pdf/merge-page', 's:pdf/merge-pages'],
    ['dsik', 's:disk'],
  ])('for "%s" begin with %s', async (text, expected) => {
    expect((await Suggester.over(skills)).suggest(text, 3)[0]).toBe(expected);
  });

  it.each(['', '---', 'zzzz', 'd q'])('for %j are none', async (text) => {
    expect((await Suggester.over(skills)).suggest(text, 3)).toEqual([]);
  });

  it('are no more than asked for', async () => {
    expect((await Suggester.over(skills)).suggest('pages', 1)).toHaveLength(1);
  });
});

describe('a misspelt word', () => {
  const words = new Vocabulary(['sequence-alignment', 'sequence-logos', 'assignment', 'graph', 'Größen', 'rna']);
  it.each([
    ['seuqence', 'sequence'],
    ['allignment', 'alignment'],
    ['Grap', 'graph'],
    ['grossen', undefined],
    ['rgaph', 'graph'],
    ['egraph', undefined],
    ['brna', undefined],
    ['rnaa', undefined],
    ['rn', undefined],
    ['graph2', undefined],
    ['entirely', undefined],
  ])('%s was meant as %s', (word, expected) => {
    expect(words.repair(word)).toBe(expected);
  });
});
