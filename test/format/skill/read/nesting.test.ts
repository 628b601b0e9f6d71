import { describe, expect, it } from 'vitest';
import { tooDeepAt } from '../../../../src/format/skill/read/nesting.ts';

describe('a header is nested too deeply', () => {
  it.each<[string, string, number | undefined]>([
    ['never as people write it', 'a: [{b: [c]}]\nd:\n  - - e\n    - {f: g}\n', undefined],
    ['with more than a hundred brackets open', `a: ${'['.repeat(101)}`, 103],
    ['not with many that close again', `a: [${'[b],'.repeat(500)}]`, undefined],
    ['with more than a thousand columns of dashes', `a:\n${'- '.repeat(501)}b`, 1_003],
    ['or of question marks', `${'? '.repeat(501)}b`, 1_000],
    ['not for a rule, or blanks inside a text', `a: |\n  ${'-'.repeat(2_000)}\n  b${' '.repeat(2_000)}c`, undefined],
  ])('%s', (_, text, offset) => {
    expect(tooDeepAt(text)).toBe(offset);
  });
});
