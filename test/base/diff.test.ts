import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unifiedDiff } from '../../src/base/diff.ts';
import { makeTree } from '../support/tree.ts';

const hasPatch = ((): boolean => {
  try {
    execFileSync('patch', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe('a unified diff', () => {
  test('of equal texts is empty', () => {
    expect(unifiedDiff('SKILL.md', 'a\nb', 'a\nb')).toBe('');
  });

  test('shows a changed line with three lines around it', () => {
    expect(unifiedDiff('SKILL.md', '1\n2\n3\n4\n5\n6\n7\n8\n9\n', '1\n2\n3\n4\nfive\n6\n7\n8\n9\n')).toBe(
      '--- SKILL.md\n+++ SKILL.md\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n',
    );
  });

  test('shows distant changes as two hunks and near ones as one', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `${index}\n`);
    const changed = (...at: number[]) => lines.map((line, index) => (at.includes(index) ? `new ${line}` : line));
    const count = (text: string) => text.match(/^@@/gm)?.length;
    expect(count(unifiedDiff('f', lines.join(''), changed(3, 25).join('')))).toBe(2);
    expect(count(unifiedDiff('f', lines.join(''), changed(3, 9).join('')))).toBe(1);
  });

  test('keeps carriage returns and says where a last newline is missing', () => {
    expect(unifiedDiff('f', 'a\r\nb', 'A\r\nb')).toBe(
      '--- f\n+++ f\n@@ -1,2 +1,2 @@\n-a\r\n+A\r\n b\n\\ No newline at end of file\n',
    );
  });

  test('from nothing, and to nothing, names line 0', () => {
    expect(unifiedDiff('f', '', 'a\n')).toContain('@@ -0,0 +1 @@');
    expect(unifiedDiff('f', 'a\n', '')).toContain('@@ -1 +0,0 @@');
  });

  test('a path cannot forge lines of the diff', () => {
    expect(unifiedDiff('a\nb', 'x\n', 'y\n').split('\n')[0]).toBe('--- "a\\nb"');
  });

  test.skipIf(!hasPatch)('is what patch(1) needs to make the new text from the old', () => {
    const line = fc.constantFrom('a', 'b', '', 'c\r', '- d', '+e');
    const text = fc
      .tuple(fc.array(line, { maxLength: 25 }), fc.boolean())
      .map(([lines, ends]) => lines.join('\n') + (ends && lines.length > 0 ? '\n' : ''));
    const folder = makeTree({ 'old.md': '' });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = unifiedDiff('old.md', before, after);
        if (diff === '') return before === after;
        makeInto(folder, before);
        execFileSync('patch', ['--binary', '-s', '-o', 'new.md', 'old.md'], { cwd: folder, input: diff });
        return readFileSync(join(folder, 'new.md'), 'utf8') === after;
      }),
      { numRuns: 60 },
    );
  });
});

function makeInto(folder: string, text: string): void {
  writeFileSync(join(folder, 'old.md'), text);
}
