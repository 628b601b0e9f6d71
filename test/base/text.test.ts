import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalName,
  compareCodePoints,
  countCharacters,
  cutTo,
  HIDDEN_CHARACTERS,
  quoteValue,
  toOneLine,
} from '../../src/base/text.ts';

/** Any UTF-16, with many of the characters that make trouble. */
const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', 'B', 'ß', 'ſ', 'İ', 'Σ', 'ς', ' ', '\t', '\n', '\r', '\u0085', '\u00A0', '\u2028', '\uFEFF'),
    fc.constantFrom(
      '\u200B',
      '\u202E',
      '\u3164',
      '\u{E0041}',
      '\u{E0101}',
      '\u200D',
      '\uD800',
      '\uDC00',
      '😀',
      '👩‍🔬',
      '\u0301',
      'ﬁ',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 30,
});
/** The same, without halves of characters: those are nobody's code points. */
const wellFormed = anyText.map((text) => text.toWellFormed());

describe('order by code point', () => {
  it('differs from the order of JavaScript where a character has two units', () => {
    expect(compareCodePoints('\uFF5E', '😀')).toBeLessThan(0);
    expect('\uFF5E' < '😀').toBe(false);
  });

  it('is the order of the lists of code points', () => {
    fc.assert(
      fc.property(wellFormed, wellFormed, (a, b) => {
        const [x, y] = [a, b].map((text) => Array.from(text, (character) => character.codePointAt(0) ?? 0));
        const at = (x ?? []).findIndex((point, index) => point !== y?.[index]);
        const expected = a === b ? 0 : at < 0 ? -1 : (y?.[at] ?? -1) < (x?.[at] ?? 0) ? 1 : -1;
        expect(Math.sign(compareCodePoints(a, b))).toBe(expected);
        expect(Math.sign(compareCodePoints(b, a)) + expected).toBe(0);
      }),
    );
  });
});

describe('names clash', () => {
  it.each([
    ['Deploy', 'deploy'],
    ['  deploy   now ', 'Deploy\tNow'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['ﬁle', 'file'],
    // Compatibility characters that stand for capital letters.
    ['deploy™', 'deploytm'],
    ['ｄｅｐｌｏｙ', 'deploy'],
    ['é', 'e\u0301'],
    ['de\u200Bploy', 'deploy'],
    ['deploy\u202E', 'deploy'],
    ['\uFEFFdeploy', 'deploy'],
  ])('%j and %j', (a, b) => {
    expect(canonicalName(a)).toBe(canonicalName(b));
  });

  it.each([
    ['日本', '中国'],
    ['deploy', 'de-ploy'],
    ['C', 'C++'],
    ['e', 'é'],
  ])('%j and %j do not', (a, b) => {
    expect(canonicalName(a)).not.toBe(canonicalName(b));
  });

  it('once folded, a name stays as it is, and what is shown of a name clashes with it', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const canonical = canonicalName(name);
        expect(canonicalName(canonical)).toBe(canonical);
        expect(canonicalName(toOneLine(name))).toBe(canonical);
      }),
      { numRuns: 500 },
    );
  });
});

describe('one line', () => {
  it.each([
    ['a  b\n\n c ', 'a b c'],
    ['plain   ascii', 'plain ascii'],
    ['a\u0085b', 'a b'],
    ['a\u2028b\u2029c', 'a b c'],
    ['x \u200B y', 'x y'],
    ['\uFEFFtitle', 'title'],
    ['in\uFEFFside', 'inside'],
    ['red\u001B[31m', 'red[31m'],
    ['half \uD83D', 'half \uFFFD'],
    ['می\u200Cخواهم 👩\u200D🔬', 'می\u200Cخواهم 👩\u200D🔬'],
    ['hid\u{E0068}\u{E0069}den\u{E0101}', 'hidden'],
  ])('%j becomes %j', (text, line) => {
    expect(toOneLine(text)).toBe(line);
  });

  it('has no line break, no hidden character, no double blank, and is its own one line', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = toOneLine(text);
        expect(line).not.toMatch(/[\r\n\u0085\u2028\u2029]| {2}|^ | $/);
        expect(line.search(HIDDEN_CHARACTERS)).toBe(-1);
        expect(line.isWellFormed()).toBe(true);
        expect(toOneLine(line)).toBe(line);
      }),
      { numRuns: 500 },
    );
  });
});

describe('cutting and counting', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['ab cdef', 4, 'ab…'],
    ['😀😀😀', 3, '😀😀😀'],
    ['😀😀😀', 2, '😀…'],
    ['abc', 1, '…'],
    ['abc', 0, ''],
    ['', 0, ''],
  ])('%j cut to %i is %j', (text, limit, expected) => {
    expect(cutTo(text, limit)).toBe(expected);
  });

  it('counts code points, and never keeps more than asked for nor half a character', () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, limit) => {
        expect(countCharacters(text)).toBe(Array.from(text).length);
        const cut = cutTo(text, limit);
        expect(countCharacters(cut)).toBeLessThanOrEqual(limit);
        if (text.isWellFormed()) expect(cut.isWellFormed()).toBe(true);
        if (countCharacters(text) <= limit) expect(cut).toBe(text);
        else if (limit > 0) expect(text.startsWith(cut.slice(0, -1)) && cut.endsWith('…')).toBe(true);
      }),
    );
  });
});

describe('a wrong argument as an error quotes it', () => {
  it.each([
    ['3', '"3"'],
    ['a\nb', '"a b"'],
    ['x'.repeat(99), `"${'x'.repeat(39)}…"`],
    [Number.NaN, 'NaN'],
    [null, 'null'],
    [undefined, 'a value of type undefined'],
    [3n, 'a value of type bigint'],
    [{}, 'a value of type object'],
  ])('%s is %s', (value, quoted) => {
    expect(quoteValue(value)).toBe(quoted);
  });
});
