import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodingFindings } from '../../../../src/format/skill/read/decode.ts';

const found = (...parts: readonly (string | readonly number[])[]): string =>
  encodingFindings(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))),
  )[0]?.message.slice(0, 30) ?? '';

test.each<[string, readonly (string | readonly number[])[], string]>([
  ['a stray byte behind ASCII', ['---\nname: x\ndescription: g', [0xb3], 'os\n---\n'], 'Byte 26 (0xb3)'],
  ['at the very start', [[0xb3], 'x'], 'Byte 0 (0xb3)'],
  ['behind a wide character', ['é', [0xa9]], 'Byte 2 (0xa9)'],
  ['several', ['a', [0x80, 0x80, 0x80, 0x80]], 'Byte 1 (0x80)'],
  ['the head of a character that is cut', ['ab', [0xe2, 0x82], 'c'], 'Byte 2 (0xe2)'],
  ['at the end', ['ab', [0xc3]], 'Byte 2 (0xc3)'],
  ['an overlong spelling', ['a', [0xc0, 0x80]], 'Byte 1 (0xc0)'],
  ['half of a surrogate pair', ['a', [0xed, 0xa0, 0x80]], 'Byte 1 (0xed)'],
  ['beyond Unicode', ['a', [0xf5, 0x80, 0x80, 0x80]], 'Byte 1 (0xf5)'],
])('the first byte that is not UTF-8 is named: %s', (_, parts, expected) => {
  expect(found(...parts)).toContain(expected);
});

test('it is where a decoder stops, whatever stands before it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uint8Array({ minLength: 1, maxLength: 6 }), (text, tail) => {
      const bytes = Buffer.concat([Buffer.from(text), tail]);
      const message = encodingFindings(bytes)[0]?.message ?? '';
      if (message === '' || message.includes('UTF-16')) return;
      const offset = Number(/Byte (\d+)/.exec(message)?.[1]);
      const decoder = new TextDecoder('utf-8', { fatal: true });
      expect(() => decoder.decode(bytes.subarray(0, offset))).not.toThrow();
      for (const length of [1, 2, 3, 4]) {
        if (offset + length > bytes.length) break;
        expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, offset + length))).toThrow();
      }
    }),
    { numRuns: 500 },
  );
});
