import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SkillEntry } from '../../../src/catalog/types.ts';
import { promptNames } from '../../../src/surface/mcp/prompt-names.ts';

function entry(id: string, name: string): SkillEntry {
  const scope = id.split(':')[0] ?? '';
  return {
    id,
    scope,
    root: scope,
    path: id,
    name,
    description: '',
    folder: '/',
    file: 'SKILL.md',
    size: 1,
    sha256: '',
    recovered: false,
  };
}

function namesOf(...entries: SkillEntry[]): Record<string, string> {
  return Object.fromEntries([...promptNames(entries)].map(([name, one]) => [one.id, name]));
}

describe('prompt names', () => {
  it('are the skills’ names after skill_', () => {
    expect(namesOf(entry('p:a', 'pdf'), entry('p:b', 'Data_Frames-2'))).toEqual({
      'p:a': 'skill_pdf',
      'p:b': 'skill_Data_Frames-2',
    });
  });

  it('are made safe, with a mark that depends on the id alone', () => {
    const alone = namesOf(entry('p:a', 'C++ tips!'))['p:a'];
    expect(alone).toMatch(/^skill_C-tips-[0-9a-f]{8}$/);
    expect(namesOf(entry('p:a', 'C++ tips!'), entry('p:b', 'C tips'))['p:a']).toBe(alone);
    expect(namesOf(entry('p:a', '数据分析'))['p:a']).toMatch(/^skill_-[0-9a-f]{8}$/);
  });

  it('mark both of two skills that differ only in case', () => {
    const names = namesOf(entry('p:a', 'pdf'), entry('q:a', 'PDF'), entry('q:b', 'other'));
    expect(names['p:a']).toMatch(/^skill_pdf-[0-9a-f]{8}$/);
    expect(names['q:a']).toMatch(/^skill_PDF-[0-9a-f]{8}$/);
    expect(names['q:b']).toBe('skill_other');
  });

  it('are always safe, short and unique', () => {
    const entries = fc.uniqueArray(fc.tuple(fc.string(), fc.string({ unit: 'binary', maxLength: 90 })), {
      selector: ([id]) => id,
      maxLength: 20,
    });
    fc.assert(
      fc.property(entries, (list) => {
        const names = promptNames(list.map(([id, name]) => entry(id, name)));
        expect(names.size).toBe(list.length);
        for (const name of names.keys()) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      }),
    );
  });
});
