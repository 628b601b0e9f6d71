import { describe, expect, it } from 'vitest';
import { diagnosticLines, linesWith } from '../../../src/tree/table/diagnostic-lines.ts';
import type { TableDiagnostic } from '../../../src/tree/table/types.ts';

const about = (skill: number | undefined, message: string): TableDiagnostic => ({
  code: 'yaml/unquoted-colon',
  severity: 'warning',
  path: 'a/SKILL.md',
  message,
  scope: 0,
  ...(skill === undefined ? {} : { skill }),
});
const read = (list: Buffer, skill: number) =>
  linesWith(list, `"skill":${skill}`).map((line) => JSON.parse(line).message);

describe('the findings of one skill among those of all', () => {
  const found = [
    about(1, 'one'),
    about(11, 'eleven'),
    about(undefined, 'nobody'),
    about(2, 'says "skill":1, in its text, and \n a line'),
    about(1, 'one again'),
  ];
  const list = diagnosticLines(found);

  it('are its own, in their order, and no other number that begins alike', () => {
    expect(read(list, 1)).toEqual(['one', 'one again']);
    expect(read(list, 11)).toEqual(['eleven']);
    expect(read(list, 2)).toEqual(['says "skill":1, in its text, and \n a line']);
    expect(read(list, 3)).toEqual([]);
  });

  it('stand in one JSON list, also when it is empty', () => {
    expect(JSON.parse(list.toString())).toEqual(found);
    expect(JSON.parse(diagnosticLines([]).toString())).toEqual([]);
  });
});
