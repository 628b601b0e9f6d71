import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Growing, GrowingBytes, Numbers, TextBlob } from '../../src/base/growing.ts';

describe('lists that grow', () => {
  it('hold every number, also beyond their first room', () => {
    const [numbers, words] = [new Numbers(), new Growing()];
    for (let at = 0; at < 5000; at++) {
      numbers.push(at + 0.5);
      words.push(at);
    }
    expect([numbers.length, numbers.at(4999), words.length, words.at(4999)]).toEqual([5000, 4999.5, 5000, 4999]);
    expect([...numbers.values(Uint32Array.of(4999, 0))]).toEqual([4999.5, 0.5]);
  });

  it('hold bytes and texts as they were added', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 3000 }), { maxLength: 12 }), (texts) => {
        const [bytes, blob] = [new GrowingBytes(), new TextBlob(Buffer.from('before'))];
        for (const text of texts) {
          bytes.appendText(text);
          blob.add(text);
        }
        expect(Buffer.from(bytes.bytes).equals(Buffer.concat(texts.map((text) => Buffer.from(text))))).toBe(true);
        const copied = Buffer.alloc(blob.length - 6);
        blob.copyRange(copied, 0, 6, blob.length);
        expect(copied.equals(Buffer.concat(texts.map((text) => Buffer.from(text))))).toBe(true);
      }),
    );
  });
});
