import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareDiagnostics,
  diagnosticsAbout,
  eachDiagnostic,
  replaceDiagnostics,
} from '../../../src/tree/table/diagnostic-lines.ts';
import { DiagnosticWriter } from '../../../src/tree/table/diagnostic-writer.ts';
import type { TableDiagnostic } from '../../../src/tree/table/types.ts';

const about = (path: string, message: string, line = 1): TableDiagnostic => ({
  code: 'yaml/unquoted-colon',
  severity: 'warning',
  path,
  line,
  message,
  scope: 0,
});

function diagnosticLines(found: readonly TableDiagnostic[]): Buffer {
  const writer = new DiagnosticWriter();
  for (const one of found) writer.add(one);
  return writer.list();
}

describe('the findings of one path among those of all', () => {
  it('are its own, in their order, and of no path that begins alike', () => {
    const found = [
      about('a', 'one'),
      about('a', 'two', 2),
      about('a/b', 'says "path":"z" and \n a line'),
      about('z', 'last'),
    ];
    const list = diagnosticLines(found);
    expect(diagnosticsAbout(list, 'a')).toEqual(found.slice(0, 2));
    expect(diagnosticsAbout(list, 'a/b')).toEqual(found.slice(2, 3));
    expect(diagnosticsAbout(list, 'z')).toEqual(found.slice(3));
    for (const path of ['', 'A', 'a/', 'b', 'zz']) expect(diagnosticsAbout(list, path)).toEqual([]);
    expect(JSON.parse(list.toString())).toEqual(found);
  });

  it('are none in an empty list, which is JSON too', () => {
    const list = diagnosticLines([]);
    expect(JSON.parse(list.toString())).toEqual([]);
    expect(diagnosticsAbout(list, 'a')).toEqual([]);
  });

  it('are those that a look at every one finds, whatever paths and texts there are', () => {
    const path = fc.oneof(
      fc.constantFrom('a', 'a/b', 'b', '\u{1f600}', '\ue000', 'é'),
      fc.string({ maxLength: 3, unit: 'grapheme' }),
    );
    const finding = fc.record({ path, message: fc.string({ maxLength: 300 }), line: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(finding, { maxLength: 40 }), path, (records, wanted) => {
        const all = records.map((one) => about(one.path, one.message, one.line));
        const list = diagnosticLines(all);
        const sorted = all.toSorted(compareDiagnostics);
        expect([...eachDiagnostic(list)]).toEqual(sorted);
        expect(JSON.parse(list.toString())).toEqual(sorted);
        expect(diagnosticsAbout(list, wanted)).toEqual(sorted.filter((one) => one.path === wanted));
      }),
    );
  });
});

it('numbers them as the table numbers scopes and rows, and counts them', () => {
  const writer = new DiagnosticWriter();
  writer.add({ ...about('b', 'of a row'), scope: 1, skill: 7 });
  writer.add({ ...about('a', 'of none'), severity: 'error', scope: 2 });
  const list = writer.list(
    (scope) => scope + 10,
    (skill) => skill + 100,
  );
  expect([...eachDiagnostic(list)].map(({ path, scope, skill }) => ({ path, scope, skill }))).toEqual([
    { path: 'a', scope: 12, skill: undefined },
    { path: 'b', scope: 11, skill: 107 },
  ]);
  expect([writer.count, writer.errors]).toEqual([2, 1]);
});

it('replaces those of a few rows as a list made anew would have them (property)', () => {
  const row = fc.integer({ min: 0, max: 5 });
  const some = fc.array(
    fc.record({
      row,
      own: fc.boolean(),
      line: fc.integer({ min: 1, max: 3 }),
      message: fc.constantFrom('x', 'é', 'a\nb'),
    }),
    { maxLength: 8 },
  );
  const listed = (found: readonly { row: number; own: boolean; line: number; message: string }[]): TableDiagnostic[] =>
    found.map((one) => ({
      ...about(`p${one.row}`, one.message, one.line),
      ...(one.own ? { skill: one.row } : {}),
    }));
  fc.assert(
    fc.property(some, some, fc.uniqueArray(row), (before, after, rows) => {
      const old = listed(before).sort(compareDiagnostics);
      const now = listed(after).filter(({ skill }) => skill !== undefined && rows.includes(skill));
      const wanted = [...old.filter(({ skill }) => skill === undefined || !rows.includes(skill)), ...now];
      wanted.sort(compareDiagnostics);
      const list = diagnosticLines(old);
      const replaced = replaceDiagnostics(
        list,
        new Map(rows.map((one) => [`p${one}`, now.filter(({ skill }) => skill === one)])),
      );
      expect((replaced?.list ?? list).toString()).toBe(diagnosticLines(wanted).toString());
      expect(replaced?.more ?? 0).toBe(wanted.length - old.length);
      expect(replaced?.moreErrors ?? 0).toBe(0);
    }),
  );
});
