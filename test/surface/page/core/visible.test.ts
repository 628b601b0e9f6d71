import { describe, expect, it } from 'vitest';
import { visible } from '../../../../src/surface/page/core/visible.ts';

describe('text that hides something', () => {
  it.each([
    ['plain äöü 漢字 🙂\n\ttext', 'plain äöü 漢字 🙂\n\ttext'],
    ['a\u202Eb', 'a[U+202E]b'],
    ['a\u200Bb\u2066c', 'a[U+200B]b[U+2066]c'],
    ['a\u{E0041}b', 'a[U+E0041]b'],
    ['\u001B[31m', '[U+001B][31m'],
  ])('%j is shown as %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });
});
