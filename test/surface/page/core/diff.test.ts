import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../../../src/base/diff.ts';
import { diffLines } from '../../../../src/surface/page/core/diff.ts';

const lines = fc
  .array(fc.constantFrom('a', 'b', '-- x', '++ y', '@@ z', ''))
  .map((all) => all.map((one) => `${one}\n`).join(''));

describe('a difference for showing', () => {
  it('gives both sides back, also where lines look like its own marks', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const shown = diffLines(unifiedDiff('f', before, after));
        const side = (kinds: readonly string[]) => shown.filter(({ kind }) => kinds.includes(kind));
        for (const { line = 0, text } of side(['added', 'same'])) expect(after.split('\n')[line - 1]).toBe(text);
        for (const { line = 0, text } of side(['removed'])) expect(before.split('\n')[line - 1]).toBe(text);
        expect(side(['added']).length - side(['removed']).length).toBe(
          after.split('\n').length - before.split('\n').length,
        );
      }),
    );
  });

  it('names files, and says what has no lines', () => {
    expect(diffLines('--- a\n+++ a\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\nBinary file b added\n')).toEqual([
      { kind: 'file', text: 'a' },
      { kind: 'hunk', text: '@@ -0,0 +1 @@' },
      { kind: 'added', text: 'x', line: 1 },
      { kind: 'note', text: 'No newline at end of file' },
      { kind: 'note', text: 'Binary file b added' },
    ]);
  });
});
