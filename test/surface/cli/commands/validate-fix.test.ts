import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runIn } from '../../../support/cli.ts';
import { makeTree, skillText } from '../../../support/tree.ts';

const TREE = {
  'skills/colon/SKILL.md': skillText('colon', 'Use when: always'),
  'skills/hash/SKILL.md': skillText('hash', 'Writes C # code'),
  'skills/fine/SKILL.md': skillText('fine'),
  'skills/pack/COLLECTION.json': '{"schema_version": 1, "id": "pack"}',
  'skills/pack/COLLECTION.lock.json': '{}',
  'skills/pack/a/SKILL.md': skillText('a', 'Use: a'),
};
const read = (root: string, path: string): string => readFileSync(join(root, path), 'utf8');

describe('skillfiche validate --fix', () => {
  test('quotes what breaks, shows it as a diff and reports what is left', async () => {
    const root = makeTree(TREE);
    const run = await runIn(root, ['--root', './skills', 'validate', '--fix']);
    expect(run.out.split('\n').filter((line) => /^[-+]/.test(line))).toEqual([
      '--- skills/colon/SKILL.md',
      '+++ skills/colon/SKILL.md',
      '-description: Use when: always',
      '+description: "Use when: always"',
      '--- skills/hash/SKILL.md',
      '+++ skills/hash/SKILL.md',
      '-description: Writes C # code',
      '+description: "Writes C # code"',
    ]);
    expect(run.out).not.toContain('skills/colon/SKILL.md:3');
    expect(run.out).toContain('skills/pack/a/SKILL.md:3');
    expect(run.err).toContain('is in a pinned collection');
    expect(run.err).toContain('skillfiche: 2 files fixed.\n');
    expect(read(root, 'skills/colon/SKILL.md')).toBe(skillText('colon', '"Use when: always"'));
    expect(read(root, 'skills/pack/a/SKILL.md')).toBe(TREE['skills/pack/a/SKILL.md']);
    const again = await runIn(root, ['--root', './skills', 'validate', '--fix']);
    expect(again.out).not.toMatch(/^[-+]/m);
    expect(again.err).toContain('0 files fixed.');
  });

  test('writes nothing on a dry run, and reports what is still there', async () => {
    const root = makeTree(TREE);
    const run = await runIn(root, ['validate', './skills/colon', '--fix', '--dry-run']);
    expect(run.out).toContain('+description: "Use when: always"');
    expect(run.out).toContain('yaml/unquoted-colon');
    expect(run.err).toContain('1 file would be fixed, nothing was written.');
    expect(read(root, 'skills/colon/SKILL.md')).toBe(TREE['skills/colon/SKILL.md']);
  });

  test('prints fixes and what was not fixed as JSON', async () => {
    const root = makeTree(TREE);
    const run = await runIn(root, ['--json', '--root', './skills', 'validate', '--fix', '--dry-run']);
    expect(JSON.parse(run.out)).toMatchObject({
      checked: 4,
      fixes: [
        {
          path: join(root, 'skills/colon/SKILL.md'),
          written: false,
          edits: [{ field: 'description', action: 'quote' }],
        },
        { path: join(root, 'skills/hash/SKILL.md'), written: false },
      ],
      not_fixed: [{ path: join(root, 'skills/pack/a/SKILL.md'), reason: 'pinned' }],
    });
  });

  test('a dry run of what never writes is a mistake', async () => {
    const run = await runIn(makeTree(TREE), ['validate', './skills', '--dry-run']);
    expect(run).toMatchObject({ code: 2, out: '' });
    expect(run.err).toContain('--dry-run goes with --fix');
  });
});
