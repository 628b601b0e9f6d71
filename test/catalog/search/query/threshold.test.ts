import { describe, expect, it } from 'vitest';
import { type Asked, SURE, supportOf, WEAK } from '../../../../src/catalog/search/query/threshold.ts';

type Evidence = Readonly<Record<'score' | 'terms' | 'matched', number>>;

/** A word that one skill has weighs 2; three of five such words are found, most where they count. */
const typical = { score: 5, terms: 4, matched: 6, weight: 10, words: 5, unit: 2 };

describe('an answer', () => {
  it.each<[string, Partial<Evidence>, Partial<Asked>, 'sure' | 'weak' | 'none']>([
    ['is sure with a good share of what is asked for', {}, {}, 'sure'],
    ['is none where nothing is found', { score: 0, matched: 0, terms: 0 }, {}, 'none'],
    ['is none where only a common word is found', { score: 1.6, matched: 1, terms: 1 }, {}, 'none'],
    ['is in doubt where most words are known to nobody', {}, { weight: 24, words: 12 }, 'weak'],
    ['is in doubt with one word of a sentence that counts', { score: 3.4, matched: 2, terms: 1 }, {}, 'weak'],
    ['need not answer a long story in proportion', { score: 9, terms: 8 }, { weight: 40, words: 30 }, 'sure'],
    [
      'is sure where both words of a short query are, wherever they stand',
      { score: 0.5, matched: 4, terms: 2 },
      { weight: 4, words: 2 },
      'sure',
    ],
    ['is none where one of two is, in passing', { score: 1, matched: 2, terms: 1 }, { weight: 4, words: 2 }, 'none'],
    [
      'is sure where one of two is what the skill is about',
      { score: 3, matched: 2, terms: 1 },
      { weight: 4, words: 2 },
      'sure',
    ],
  ])('%s', (_, evidence, asked, expected) => {
    const { score, terms, matched } = { ...typical, ...evidence };
    const support = supportOf(score, terms, matched, { ...typical, ...asked });
    expect(support >= SURE ? 'sure' : support >= WEAK ? 'weak' : 'none').toBe(expected);
  });

  it('does not depend on the size of a catalog, in which all weights grow together', () => {
    const asked = { weight: 10, words: 5, unit: 2 };
    const larger = { weight: 30, words: 5, unit: 6 };
    expect(supportOf(15, 4, 18, larger)).toBeCloseTo(supportOf(5, 4, 6, asked), 9);
  });
});
