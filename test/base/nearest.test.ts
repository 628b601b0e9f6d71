import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearest } from '../../src/base/nearest.ts';

const ids = ['anthropic', 'bioskills', 'clawhub', 'cybersecurity', 'data-recipes', 'unix-recipes'];

describe('what was meant', () => {
  it.each([
    ['bioskils', ['bioskills']],
    ['BIOSKILLS', ['bioskills']],
    ['bioksills', ['bioskills']],
    ['clawhubb', ['clawhub']],
    ['cyber', ['cybersecurity']],
    ['recipes', ['data-recipes', 'unix-recipes']],
    ['data-recipe', ['data-recipes']],
    ['zebra', []],
    ['b', []],
    ['', []],
  ])('by %j is %j', (wanted, expected) => {
    expect(nearest(wanted, ids, 3)).toEqual(expected);
  });

  it('is at most as much as asked for, in order of slips and then as given', () => {
    expect(nearest('abcd', ['abxy', 'abce', 'abcd', 'abcf'], 2)).toEqual(['abcd', 'abce']);
  });

  it('is always found after one slip, and always among the candidates', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-'), minLength: 3, maxLength: 8 });
    fc.assert(
      fc.property(word, fc.nat(7), fc.array(word, { maxLength: 5 }), (wanted, at, others) => {
        const slipped = wanted.slice(0, at % wanted.length) + wanted.slice((at % wanted.length) + 1);
        const candidates = [...others, wanted];
        const found = nearest(slipped, candidates, 10);
        expect(found).toContain(wanted);
        for (const one of found) expect(candidates).toContain(one);
      }),
    );
  });
});
