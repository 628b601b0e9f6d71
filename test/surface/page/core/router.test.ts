import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPlace, parsePlace, VIEWS } from '../../../../src/surface/page/core/router.ts';

describe('an address of the page', () => {
  it('leads back to the place it was made from, whatever an id holds', () => {
    const query = fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }));
    fc.assert(
      fc.property(fc.constantFrom(...VIEWS), fc.string(), query, (view, of, given) => {
        fc.pre(!Object.hasOwn(given, '__proto__'));
        expect(parsePlace(formatPlace(view, of, given))).toEqual({ view, of, query: { ...given } });
      }),
    );
  });

  it('is never an error', () => {
    fc.assert(
      fc.property(fc.string(), (hash) => {
        expect(VIEWS).toContain(parsePlace(hash).view);
      }),
    );
    expect(parsePlace('#/skill/%E0%A4').of).toBe('%E0%A4');
    expect(parsePlace('#/nowhere/x')).toEqual({ view: VIEWS[0], of: '', query: {} });
  });

  it('leaves out what says nothing', () => {
    expect(formatPlace('skills', '', { state: '', match: 'a&b' })).toBe('#/skills?match=a%26b');
  });
});
