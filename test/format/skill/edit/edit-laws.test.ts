import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EditResult, editFrontmatter } from '../../../../src/format/skill/edit/edit.ts';
import { fixFrontmatter } from '../../../../src/format/skill/edit/fix.ts';
import { writeInline } from '../../../../src/format/skill/edit/scalar.ts';
import { KEYS } from '../../../../src/format/skill/vocabulary/keys.ts';
import { brokenDocuments, documents } from '../../../support/documents.ts';
import { expectLawfulEdit, judge } from '../../../support/edit-laws.ts';
import { hostileText } from '../../../support/hostile.ts';

/** Every key of the vocabulary that can be text; what is often there more often than the others. */
const fields = fc.oneof(
  fc.constantFrom('name', 'description', 'license', 'origin'),
  fc.constantFrom(...KEYS().flatMap(({ key, kind }) => (kind === 'structure' ? [] : [key]))),
);
const values = fc.option(hostileText(12), { freq: 6, nil: null });

const textOf = (result: EditResult): string => (result.ok ? result.text : `refused: ${result.code}`);

describe('the laws of editing', () => {
  test('an edit writes exactly the value and touches nothing else, in any well-formed document', () => {
    let refused = 0;
    const runs = 800;
    fc.assert(
      fc.property(documents(), fields, values, (text, field, value) => {
        fc.pre(judge(text) !== undefined);
        const result = editFrontmatter(text, { [field]: value });
        if (result.ok) expectLawfulEdit(text, field, value, result);
        else refused++;
        // A comment that would fall into the block above it is the one thing that may be in the way.
        if (!result.ok) expect([result.code, value]).toEqual(['other-field-changes', null]);
      }),
      { numRuns: runs },
    );
    expect(refused).toBeLessThan(runs / 20);
  });

  test('in a document that only recovery can read, an edit is lawful or refused, and never throws', () => {
    let edited = 0;
    fc.assert(
      fc.property(brokenDocuments(), fields, values, (text, field, value) => {
        const result = editFrontmatter(text, { [field]: value });
        if (!result.ok) return;
        edited++;
        expectLawfulEdit(text, field, value, result);
        const fixed = fixFrontmatter(text);
        expect(fixFrontmatter(fixed.text).edits).toEqual([]);
      }),
      { numRuns: 800 },
    );
    expect(edited).toBeGreaterThan(250);
  });

  test('no text at all makes it throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          hostileText(60),
          hostileText(60).map((text) => `---\n${text}\n---\n`),
        ),
        fields,
        values,
        (text, field, value) => {
          const result = editFrontmatter(text, { [field]: value });
          if (result.ok && result.edits.length === 0) expect(result.text).toBe(text);
          fixFrontmatter(text);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('without a change the result is the same string', () => {
    fc.assert(
      fc.property(fc.oneof(documents(), brokenDocuments()), (text) => {
        expect(editFrontmatter(text, {})).toEqual({ ok: true, text, edits: [] });
      }),
      { numRuns: 200 },
    );
  });

  test('saying what is said already changes nothing', () => {
    fc.assert(
      fc.property(documents(), fields, values, (text, field, value) => {
        const once = editFrontmatter(text, { [field]: value });
        if (!once.ok) return;
        expect(editFrontmatter(once.text, { [field]: value })).toEqual({ ok: true, text: once.text, edits: [] });
        const there = judge(text)?.fields.get(field);
        if (typeof there === 'string') expect(textOf(editFrontmatter(text, { [field]: there }))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test('what an edit added, another takes away without a trace', () => {
    fc.assert(
      fc.property(documents(), fields, hostileText(12), (text, field, value) => {
        fc.pre(judge(text)?.fields.has(field) === false);
        const added = editFrontmatter(text, { [field]: value });
        fc.pre(added.ok);
        expect(textOf(editFrontmatter(textOf(added), { [field]: null }))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test('an edit that kept the style on one line is undone by its inverse, byte for byte', () => {
    let undone = 0;
    fc.assert(
      fc.property(documents(), fields, hostileText(12), (text, field, value) => {
        const there = judge(text)?.fields.get(field);
        const result = editFrontmatter(text, { [field]: value });
        if (typeof there !== 'string' || !result.ok) return;
        const [edit] = result.edits;
        const line = text.split(/\r\n|\n|\r/)[(edit?.line ?? 0) - 1] ?? '';
        const style = edit?.style;
        if (edit?.style_before !== style || (style !== 'plain' && style !== 'single' && style !== 'double')) return;
        const written = writeInline(there, style);
        if (written === undefined || !line.replace(/ +# .*$/, '').endsWith(`: ${written}`)) return;
        expect(textOf(editFrontmatter(result.text, { [field]: there }))).toBe(text);
        undone++;
      }),
      { numRuns: 1_000 },
    );
    expect(undone).toBeGreaterThan(3);
  });

  test('several fields at once are the same as one after the other', () => {
    fc.assert(
      fc.property(documents(), hostileText(6), hostileText(6), values, (text, name, description, origin) => {
        const all = editFrontmatter(text, { origin, description, name });
        const steps = [{ name }, { description }, { origin }];
        const last = steps.reduce<EditResult>(
          (before, change) => (before.ok ? editFrontmatter(before.text, change) : before),
          { ok: true, text, edits: [] },
        );
        expect(textOf(all)).toBe(textOf(last));
      }),
      { numRuns: 300 },
    );
  });
});
