import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { DeclaredField, FieldValue } from '../../../../src/base/types.ts';
import { declaredNetwork } from '../../../../src/catalog/network/frontmatter.ts';
import { parseRequirements } from '../../../../src/catalog/readiness/requirements.ts';
import { declaredFields } from '../../../../src/format/skill/read/declared.ts';
import { readSkillDocument } from '../../../../src/format/skill/read/document.ts';
import { keyFacts } from '../../../../src/format/skill/vocabulary/vocabulary.ts';
import { hasShared, shared } from '../../../support/shared.ts';
import { skillFilesIn } from '../../../support/skills.ts';

function metadata(value: FieldValue): FieldValue | undefined {
  return declaredFields([{ key: 'metadata', line: 4, value, state: 'ok' }])?.['metadata']?.value;
}

describe('what is kept of a frontmatter', () => {
  test('nothing, where nothing may declare anything', () => {
    expect(declaredFields([{ key: 'license', line: 2, value: 'MIT', state: 'ok' }])).toBeUndefined();
    expect(declaredFields([{ key: 'metadata', line: 2, value: null, state: 'ok' }])).toBeUndefined();
    expect(metadata({ author: 'a', version: '1.0', third_party: [{ kind: 'weights' }] })).toBeUndefined();
    expect(metadata(['a', 'b'])).toBeUndefined();
  });

  test.each<[FieldValue, FieldValue]>([
    [{ author: 'a', requirements: 'bin:jq' }, { requirements: 'bin:jq' }],
    [{ network: { mode: 'none' }, version: '1' }, { network: { mode: 'none' } }],
    [
      { openclaw: { emoji: 'x', requires: { bins: ['a'] }, install: [{ kind: 'brew' }] } },
      { openclaw: { requires: { bins: ['a'] } } },
    ],
    [{ other: { requires: { env: [] } } }, { other: { requires: { env: [] } } }],
    [{ openclaw: { always: 'true', os: ['linux'] } }, { openclaw: { always: 'true', os: ['linux'] } }],
    [{ openclaw: '{"requires": {}}' }, { openclaw: '{"requires": {}}' }],
    [{ anything: '{"requires": {}}' }, { anything: '{"requires": {}}' }],
    ['{"openclaw": {}}', '{"openclaw": {}}'],
    [[{ openclaw: { requires: {} } }], [{ openclaw: { requires: {} } }]],
  ])('of metadata %j only what may matter', (value, kept) => {
    expect(metadata(value)).toEqual(kept);
  });

  test('an empty list is kept: it declares that nothing is needed', () => {
    expect(declaredFields([{ key: 'requirements', line: 2, value: [], state: 'ok' }])).toEqual({
      requirements: { state: 'ok', line: 2, value: [] },
    });
  });

  test('a field that cannot be read is kept as such, with its text', () => {
    expect(declaredFields([{ key: 'requires', line: 2, value: null, state: 'unreadable', raw: '{"a"' }])).toEqual({
      requires: { state: 'unreadable', line: 2, raw: '{"a"' },
    });
  });

  test('lines go with the keys that are kept', () => {
    const field = {
      key: 'metadata',
      line: 4,
      state: 'ok',
      value: { author: 'a', openclaw: { emoji: 'b', requires: { bins: ['c'] } } },
      lines: { author: 5, openclaw: 6, 'openclaw.emoji': 7, 'openclaw.requires': 8, 'openclaw.requires.bins': 9 },
    } as const;
    expect(declaredFields([field])?.['metadata']?.lines).toEqual({
      openclaw: 6,
      'openclaw.requires': 8,
      'openclaw.requires.bins': 9,
    });
  });

  test('two fields of one key that both say something leave it unreadable; else the one that does counts', () => {
    const field = (line: number, value: FieldValue) => ({ key: 'metadata', line, value, state: 'ok' }) as const;
    const needs = { openclaw: { requires: { bins: ['a'] } } };
    expect(declaredFields([field(2, needs), field(4, needs)])).toEqual({ metadata: { state: 'unreadable', line: 4 } });
    expect(declaredFields([field(2, ['words']), field(4, needs)])?.['metadata']).toMatchObject({
      line: 4,
      value: needs,
    });
    expect(declaredFields([field(2, needs), field(4, { author: 'a' })])?.['metadata']).toMatchObject({ line: 2 });
  });
});

describe.skipIf(!hasShared)('on real trees', () => {
  test('what is left out changes no requirement and no network use', () => {
    let declared = 0;
    for (const path of skillFilesIn(shared('corpora', 'clawhub'))) {
      const { fields } = readSkillDocument(readFileSync(path, 'utf8'));
      const whole: Record<string, DeclaredField> = {};
      for (const { key, state, line, value, raw, lines } of fields) {
        if (!keyFacts(key).isDeclared) continue;
        const kept = state === 'unreadable' ? { raw } : value === null ? {} : { value };
        whole[key] = { state, line, ...kept, ...(lines === undefined ? {} : { lines }) };
      }
      const kept = declaredFields(
        fields.map(({ raw, ...field }) => (field.state === 'unreadable' ? { ...field, raw } : field)),
      );
      if (kept !== undefined) declared++;
      expect(parseRequirements(kept)).toEqual(parseRequirements(whole));
      expect(declaredNetwork(kept)).toEqual(declaredNetwork(whole));
    }
    expect(declared).toBeGreaterThan(500);
  });
});
