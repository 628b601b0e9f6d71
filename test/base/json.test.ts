import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../src/base/json.ts';

describe('JSON that people write', () => {
  it('is read, with or without a byte-order mark', () => {
    expect(readJson('\uFEFF{"a": [1, "x", null]}')).toEqual({ value: { a: [1, 'x', null] } });
  });

  it.each([
    ['', 'line 1, column 1: the file ends where a value should stand'],
    ['{"id": "a"', 'line 1, column 11: the file ends where "," or the closing bracket should stand'],
    ['hello', 'line 1, column 1: expected a value, found "hello"'],
    ['{\n  "id": "a",\n}', 'line 2, column 12: a comma stands before "}"'],
    ['[1,]', 'line 1, column 3: a comma stands before "]"'],
    ['{\r\n  "id": a\r\n}', 'line 2, column 9: expected a value, found "a"'],
    ["{'id': 1}", `line 1, column 2: expected a key in double quotes or "}", found "'"`],
    ['{"id" "a"}', 'line 1, column 7: expected ":", found "\\""'],
    ['{"id": "a" "b": 1}', 'line 1, column 12: expected "," or the closing bracket, found "\\""'],
    ['// mine\n{}', 'line 1, column 1: comments are not allowed'],
    ['{"id": "a\n"}', 'line 1, column 8: this text has no closing quote on its line'],
    ['{"path": "C:\\d"}', 'line 1, column 10: this text has no closing quote on its line, or a backslash'],
    ['{} x', 'line 1, column 4: expected the end of the file, found "x"'],
    ['{"é😀": 01}', 'line 1, column 8: expected a value, found "01"'],
    ['[{]', 'line 1, column 3: expected a key in double quotes or "}", found "]"'],
    ['{"a": <<<<<<< HEAD', 'line 1, column 7: expected a value, found "<"'],
  ])('%j: %s', (text, message) => {
    const reading = readJson(text);
    expect('fault' in reading && reading.fault.message).toContain(message);
  });

  it('is found wanting exactly where JSON.parse finds it so, at a place inside the text', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(200), fc.constantFrom('', ',', '"', '}', ']', 'x', '\\', '\n', '1'))
      .map(([json, at, noise]) => json.slice(0, at) + noise + json.slice(at + 1));
    fc.assert(
      fc.property(broken, (text) => {
        const reading = readJson(text);
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false; // That is the question.
        }
        expect('value' in reading).toBe(isJson);
        if ('value' in reading) return;
        const lines = text.split(/\r\n?|\n/);
        expect(reading.fault.line).toBeLessThanOrEqual(lines.length);
        expect(reading.fault.column).toBeLessThanOrEqual((lines[reading.fault.line - 1] ?? '').length + 1);
      }),
      { numRuns: 500 },
    );
  });
});
