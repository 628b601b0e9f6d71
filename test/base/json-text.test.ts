import { expect, it } from 'vitest';
import { jsonText } from '../../src/base/json-text.ts';

it('JSON that we print is two blanks deep and ends its last line', () => {
  expect(jsonText({ a: [1], b: undefined })).toBe('{\n  "a": [\n    1\n  ]\n}\n');
});
