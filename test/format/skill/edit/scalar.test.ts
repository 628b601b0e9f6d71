import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  canBePlain,
  leastQuotes,
  quoteDouble,
  quoteSingle,
  writeInline,
} from '../../../../src/format/skill/edit/scalar.ts';
import { HOSTILE_VALUES, hostileText } from '../../../support/hostile.ts';

/** What YAML readers of both generations make of `key: <text>`. */
function readings(text: string): unknown[] {
  return (['1.2', '1.1'] as const).map((version) => {
    const read = parse(`key: ${text}\nnext: z\n`, { version, logLevel: 'silent' });
    expect(read.next).toBe('z');
    return read.key;
  });
}

describe('writing text as a scalar on one line', () => {
  test.each([
    ['Plain words, and a colon:inside', true],
    ['https://example.org/#top', true],
    ['--help', true],
    ['a - b', true],
    ["it's", true],
    ['a: b', false],
    ['a #b', false],
    ['ends:', false],
    ['- item', false],
    ['*bold*', false],
    ['yes', false],
    ['1.10', false],
    ['2025-01-02', false],
    ['null', false],
    ['', false],
    [' x', false],
    ['x\u00A0', false],
    ['hid\u200Bden', false],
  ])('%j may stand without quotes: %s', (value, plain) => {
    expect(canBePlain(value)).toBe(plain);
  });

  test.each([
    ['a: b', 'double', '"a: b"'],
    ['say "x": now', 'single', `'say "x": now'`],
    ['C:\\dir: x', 'single', "'C:\\dir: x'"],
    ['it\'s "x": y', 'double', '"it\'s \\"x\\": y"'],
    ['\tx', 'double', '"\\tx"'],
    ['"x"\u200B', 'double', '"\\"x\\"\\u200b"'],
  ])('%j is quoted with the quotes that disturb it least', (value, quotes, text) => {
    expect(leastQuotes(value)).toBe(quotes);
    expect(writeInline(value, leastQuotes(value))).toBe(text);
  });

  test('hidden characters are named, also beyond the basic plane', () => {
    expect(quoteDouble('a\u0000\u0007\u0085\u202E\u{E0067}🧬')).toBe('"a\\0\\x07\\x85\\u202e\\U000e0067🧬"');
    expect(quoteSingle('a\u202Eb')).toBeUndefined();
  });

  test('whatever a style accepts reads back exactly, in YAML 1.2 and 1.1', () => {
    const check = (value: string) => {
      for (const style of ['plain', 'single', 'double'] as const) {
        const text = writeInline(value, style);
        if (text === undefined) continue;
        expect(text).not.toMatch(/[\n\r]/);
        for (const read of readings(text)) expect(read, `${style} ${text}`).toBe(value);
      }
    };
    for (const value of HOSTILE_VALUES) check(value);
    fc.assert(fc.property(hostileText(), check), { numRuns: 1500 });
  });
});
