import { describe, expect, it } from 'vitest';
import { DIAGNOSTIC_CODES } from '../../src/base/codes.ts';
import { diagnostic, finding, placed } from '../../src/base/diagnostic.ts';

describe('a diagnostic', () => {
  it('takes its severity from its code and leaves out what is not known', () => {
    expect(finding('scan/pruned', 'Left out.')).toEqual({
      code: 'scan/pruned',
      severity: 'info',
      message: 'Left out.',
    });
    expect(
      Object.keys(diagnostic('scan/too-large', 'a/SKILL.md', 'Big.', { hint: undefined, line: undefined })),
    ).toEqual(['code', 'severity', 'path', 'message']);
  });

  it('has its keys in the order of the wire, wherever its place comes from', () => {
    const found = finding('yaml/unquoted-colon', 'Odd.', { hint: 'Quote it.', column: 4, line: 3 });
    expect(Object.keys(placed('a/SKILL.md', found))).toEqual([
      'code',
      'severity',
      'path',
      'line',
      'column',
      'message',
      'hint',
    ]);
  });

  it('has a code of the form room/what', () => {
    expect(Object.keys(DIAGNOSTIC_CODES).filter((code) => !/^[a-z]+\/[a-z0-9]+(?:-[a-z0-9]+)*$/.test(code))).toEqual(
      [],
    );
  });
});
