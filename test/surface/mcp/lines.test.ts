import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type InputLine, LineReader, TOO_LONG } from '../../../src/surface/mcp/lines.ts';

function readAll(reader: LineReader): InputLine[] {
  const lines: InputLine[] = [];
  for (let line = reader.next(); line !== undefined; line = reader.next()) lines.push(line);
  return lines;
}

it('lines come out whole, wherever the stream was cut', () => {
  const line = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\n') && text.isWellFormed());
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat({ max: 20 })), (lines, cuts) => {
      const reader = new LineReader();
      let rest = Buffer.from(lines.map((text) => `${text}\n`).join(''));
      for (const cut of cuts) {
        reader.append(rest.subarray(0, cut));
        rest = rest.subarray(cut);
      }
      reader.append(rest);
      expect(readAll(reader)).toEqual(lines);
      expect(reader.isEmpty).toBe(true);
    }),
  );
});

it('a line without an end is not a line yet', () => {
  const reader = new LineReader();
  reader.append(Buffer.from('{"a":'));
  expect(reader.next()).toBeUndefined();
});

it('of a line beyond measure nothing is kept but that it was, and the next one comes out whole', () => {
  const reader = new LineReader();
  const part = Buffer.alloc(1024 * 1024, 0x20);
  for (let at = 0; at < 40; at++) reader.append(part);
  expect(reader.waitingCharacters).toBe(0);
  reader.append(Buffer.from('\n{"a":1}\nb'));
  reader.append(Buffer.from('\n'));
  expect(reader.waitingCharacters).toBe(8);
  expect(readAll(reader)).toEqual([TOO_LONG, '{"a":1}', 'b']);
});

it('lines can be taken out of their turn', () => {
  const reader = new LineReader();
  reader.append(Buffer.from('a\nb1\nc\nb2\n'));
  expect(reader.takeAhead((line) => line.startsWith('b'))).toEqual(['b1', 'b2']);
  expect(reader.waitingCharacters).toBe(2);
  expect(readAll(reader)).toEqual(['a', 'c']);
});
