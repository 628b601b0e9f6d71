import { describe, expect, test } from 'vitest';
import { readSkillDocument } from '../../../../src/format/skill/read/document.ts';

/** Aliases that stand for `10 ** levels` values. */
function doubling(levels: number): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level <= levels; level++) {
    lines.push(
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    );
  }
  return `${lines.join('\n')}\n`;
}

test('a value that is broken in no way that has a name is said to be broken, and costs no other', () => {
  const document = readSkillDocument('---\nname: a\ndescription: d\nx:\n  - b\n c: d\nlicense: MIT\n---\n');
  expect(document.findings).toMatchObject([{ code: 'yaml/other', severity: 'warning', line: 6 }]);
  expect(document.frontmatter['license']).toBe('MIT');
});

describe('aliases beyond the limits', () => {
  test('are named as what they are, once a field, and cost no other field', () => {
    const document = readSkillDocument(`---\nname: a\ndescription: d\n${doubling(6)}---\nb\n`);
    expect(document).toMatchObject({ name: 'a', description: 'd', recovered: true });
    expect(document.findings.length).toBeGreaterThan(0);
    for (const { code, message } of document.findings) {
      expect(code).toBe('yaml/alias');
      expect(message).toMatch(/10000 values|100 aliases/);
      expect(message).not.toContain('cannot begin');
    }
  });

  test('make a requirement unreadable, and say why', () => {
    const document = readSkillDocument(`---\nname: a\ndescription: d\n${doubling(6)}requirements: *a6\n---\nb\n`);
    expect(document.fields.find(({ key }) => key === 'requirements')?.state).toBe('unreadable');
    expect(document.findings.filter(({ code }) => code === 'frontmatter/unreadable-field')).toMatchObject([
      { message: expect.stringMatching(/10000 values|100 aliases/) },
    ]);
  });

  test('within them aliases are followed', () => {
    const { frontmatter, findings } = readSkillDocument('---\nname: a\ndescription: d\nx: &x [y]\nz: *x\n---\n');
    expect(frontmatter['z']).toEqual(['y']);
    expect(findings).toEqual([]);
  });
});
