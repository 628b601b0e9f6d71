import { describe, expect, test } from 'vitest';
import { summarizeFast } from '../../../../src/format/skill/fast/summary.ts';
import { summarizeFull } from '../../../../src/format/skill/fast/summary-full.ts';

function described(header: string): string {
  const bytes = Buffer.from(`---\nname: k\n${header}---\nBody words.\n`);
  const fast = summarizeFast(bytes);
  const full = summarizeFull(bytes);
  expect(fast ?? full).toEqual(full);
  return full.description;
}

describe('when a skill applies stands behind its description', () => {
  test.each(['when_to_use', 'when-to-use', 'whenToUse', 'use_when', 'read_when', '"when to use"'])('%s', (key) => {
    expect(described(`description: Beta helper.\n${key}: When you need a zebrawort.\n`)).toBe(
      'Beta helper. When you need a zebrawort.',
    );
  });

  test.each<[string, string, string]>([
    ['no full stop', 'description: Beta helper\nwhen_to_use: In spring\n', 'Beta helper - In spring'],
    ['a list', 'description: B.\nwhen_to_use:\n  - one\n  - two: no text\n  - three\n', 'B. one; three'],
    ['several lines', 'description: B.\nwhen_to_use: |\n  one\n  two\n', 'B. one two'],
    ['what the description says already', 'description: B, when idle.\nwhen_to_use: when idle\n', 'B, when idle.'],
    ['nothing', 'description: B.\nwhen_to_use:\n', 'B.'],
    ['an unquoted colon', 'description: B.\nwhen_to_use: at night: always\n', 'B. at night: always'],
    ['a key below metadata', 'description: B.\nmetadata:\n  when_to_use: At noon.\n', 'B. At noon.'],
    ['no description', 'when_to_use: At noon.\n', 'Body words. At noon.'],
  ])('%s', (_, header, expected) => {
    expect(described(header)).toBe(expected);
  });
});
