import { describe, expect, it } from 'vitest';
import { type Asked, ENOUGH, supportOf } from '../../../../src/catalog/search/query/threshold.ts';

type Evidence = Readonly<Record<'score' | 'terms' | 'matched', number>>;

const typical = { score: 3, terms: 4, matched: 3, weight: 5, words: 5 };

describe('an answer', () => {
  it.each<[string, Partial<Evidence>, Partial<Asked>, boolean]>([
    ['has a good share of what is asked for', {}, {}, true],
    ['is none where nothing is found', { score: 0, matched: 0, terms: 0 }, {}, false],
    ['is none where only a common word is found', { score: 0.8, matched: 0.5, terms: 1 }, {}, false],
    ['is none where most words are known to nobody', {}, { weight: 12, words: 9 }, false],
    ['needs more than one word of a sentence', { score: 2.2, matched: 1.5, terms: 1 }, {}, false],
    [
      'is one where both words of a short query are, wherever they stand',
      { score: 0.5, matched: 2, terms: 2 },
      { weight: 2, words: 2 },
      true,
    ],
    ['is none where one of two is, in passing', { score: 0.5, matched: 1, terms: 1 }, { weight: 2, words: 2 }, false],
    [
      'is one where one of two is what the skill is about',
      { score: 1.4, matched: 1, terms: 1 },
      { weight: 2, words: 2 },
      true,
    ],
  ])('%s', (_, evidence, asked, expected) => {
    const { score, terms, matched } = { ...typical, ...evidence };
    expect(supportOf(score, terms, matched, { ...typical, ...asked }) >= ENOUGH).toBe(expected);
  });
});
