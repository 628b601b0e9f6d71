import { describe, expect, test } from 'vitest';
import { type EditResult, editFrontmatter, type FieldEdit } from '../../../../src/format/skill/edit/edit.ts';
import { writeInline } from '../../../../src/format/skill/edit/scalar.ts';
import { type CorpusFile, corpusFiles } from '../../../support/corpus.ts';
import { expectLawfulEdit, judge } from '../../../support/edit-laws.ts';
import { HOSTILE_VALUES } from '../../../support/hostile.ts';
import { hasShared } from '../../../support/shared.ts';

const FIELDS: readonly string[] = ['description', 'name', 'origin', 'license', 'compatibility'];

/** Counts of one run over the real trees. */
class Tally {
  documents = 0;
  clean = 0;
  edits = 0;
  refusedClean = 0;
  restorable = 0;
  restored = 0;
  readonly refusals = new Map<string, number>();

  refuse(code: string): void {
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
  }
}

/** Sets one field of one document, takes it back if `andBack`, and checks every law on the way. */
function editOne({ text }: CorpusFile, field: string, value: string, andBack: boolean, tally: Tally): void {
  const before = judge(text);
  const there = before?.fields.get(field);
  const run = (source: string, change: string | null): EditResult => {
    const result = editFrontmatter(source, { [field]: change });
    tally.edits++;
    if (!result.ok) {
      tally.refuse(result.code);
      if (before !== undefined) tally.refusedClean++;
      return result;
    }
    expectLawfulEdit(source, field, change, result);
    return result;
  };
  tally.documents++;
  if (before !== undefined) tally.clean++;
  const set = run(text, value);
  if (!set.ok || before === undefined || !andBack) return;
  const [edit] = set.edits;
  if (edit === undefined) return;
  if (before.fields.has(field) && typeof there !== 'string') return;
  const back = run(set.text, typeof there === 'string' ? there : null);
  if (!back.ok) return;
  if (edit.action === 'add' || isRestorable(text, edit, there)) {
    tally.restorable++;
    if (back.text === text) tally.restored++;
    else expect(back.text).toBe(text);
  }
}

/** An inverse can give back the bytes when the style was kept and says everything about how the value was written. */
function isRestorable(text: string, { style, style_before, line }: FieldEdit, there: unknown): boolean {
  if (style !== style_before || typeof there !== 'string') return false;
  if (style !== 'plain' && style !== 'single' && style !== 'double') return false;
  const written = writeInline(there, style);
  return written !== undefined && text.split(/\r\n|\n|\r/)[line - 1]?.endsWith(`: ${written}`) === true;
}

describe.skipIf(!hasShared)('edits of real documents', () => {
  test('keep the laws, whatever the value', () => {
    const tally = new Tally();
    let turn = 0;
    for (const file of corpusFiles()) {
      const value = HOSTILE_VALUES[turn % HOSTILE_VALUES.length] ?? '';
      try {
        editOne(file, FIELDS[turn % FIELDS.length] ?? 'name', value, turn % 2 === 0, tally);
      } catch (error) {
        throw new Error(`${file.path}: ${error instanceof Error ? error.message : error}`);
      }
      turn++;
    }
    // What is refused, of 7,604 documents: no fence to edit between, or a conflict to settle first.
    expect(Object.fromEntries(tally.refusals)).toEqual({
      unterminated: 5,
      'merge-conflict': 1,
      'keys-without-fences': 2,
      'text-before-fence': 2,
    });
    expect(tally.documents).toBeGreaterThan(7_500);
    expect(tally.clean).toBeGreaterThan(7_000);
    expect(tally.refusedClean / tally.edits).toBeLessThan(0.001);
    expect(tally.restored).toBeGreaterThan(1_500);
  }, 240_000);
});
