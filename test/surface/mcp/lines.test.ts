import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineReader } from '../../../src/surface/mcp/lines.ts';

function readAll(reader: LineReader): string[] {
  const lines: string[] = [];
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

it('a line without an end is not a line yet, and one beyond measure ends the reading', () => {
  const reader = new LineReader();
  expect(reader.append(Buffer.from('{"a":'))).toBe(true);
  expect(reader.next()).toBeUndefined();
  const part = Buffer.alloc(1024 * 1024, 0x20);
  const taken = Array.from({ length: 9 }, () => reader.append(part));
  expect(taken).toEqual([true, true, true, true, true, true, true, false, false]);
});
