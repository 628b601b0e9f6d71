import { describe, expect, it } from 'vitest';
import { type Evidence, isAnswer } from '../../src/search/threshold.ts';

const typical: Evidence = { strength: 1.5, matched: 1.2, known: 1.5, words: 5, unknown: 0, documents: 500 };

describe('an answer', () => {
  it.each<[string, Partial<Evidence>, boolean]>([
    ['has much of what is asked for', {}, true],
    ['is none where nothing is found', { strength: 0, matched: 0 }, false],
    ['is none where only a common word is found', { strength: 0.3, matched: 0.2 }, false],
    ['is none where most words are known to nobody', { strength: 0.6, matched: 0.5, known: 0.5, unknown: 3 }, false],
    [
      'needs less in a small catalog, which knows few words',
      { strength: 1, matched: 0.9, known: 0.9, words: 2, unknown: 1, documents: 2 },
      true,
    ],
    ['has both words of a short query, wherever they stand', { strength: 0.2, matched: 1, known: 1, words: 2 }, true],
    ['has not both of them', { strength: 0.2, matched: 0.5, known: 1, words: 2 }, false],
  ])('%s', (_, evidence, expected) => {
    expect(isAnswer({ ...typical, ...evidence })).toBe(expected);
  });
});
