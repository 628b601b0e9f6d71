import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { declareSkill, declareSkills } from '../../../src/app/declare.ts';
import { makeTree } from '../../support/tree.ts';

const text = (name: string): string =>
  `---\nname: ${name}\ndescription: Does ${name}.\nallowed-tools: Read\n---\n# ${name}\n\nRun scripts/a.py.\n`;
const skill = (name: string) => ({
  [`${name}/SKILL.md`]: text(name),
  [`${name}/scripts/a.py`]: 'print(1)\n',
  [`${name}/.DS_Store`]: 'x',
});

describe('a skill that a library declares', () => {
  it('is a frozen record of what was checked', async () => {
    const record = await declareSkill(join(makeTree(skill('alpha')), 'alpha'));
    expect(record).toMatchObject({
      name: 'alpha',
      description: 'Does alpha.',
      body: '# alpha\n\nRun scripts/a.py.\n',
      hints: { 'allowed-tools': 'Read' },
      files: [
        { path: 'SKILL.md', kind: 'skill', size: Buffer.byteLength(text('alpha')) },
        { path: 'scripts/a.py', kind: 'script', size: 9 },
      ],
    });
    expect(record.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(record.skill_md_sha256).toBe(record.files[0]?.sha256);
    expect(Object.isFrozen(record) && Object.isFrozen(record.files) && Object.isFrozen(record.hints)).toBe(true);
    expect(record.diagnostics.map(({ code }) => code)).toEqual(['package/left-out']);
    expect(Buffer.from(record.read('scripts/a.py')).toString()).toBe('print(1)\n');
  });

  it('is checked again when a file is read', async () => {
    const folder = join(makeTree(skill('alpha')), 'alpha');
    const record = await declareSkill(folder);
    writeFileSync(join(folder, 'scripts/a.py'), 'print(2)\n');
    expect(() => record.read('scripts/a.py')).toThrow(/not what it was/);
    expect(() => record.read('../secret')).toThrow(/has no file "\.\.\/secret"/);
    expect(() => record.read('.DS_Store')).toThrow(/has no file/);
  });

  it('is refused for what the strict rules refuse, with place and reason', async () => {
    const tree = makeTree({
      ...skill('alpha'),
      'beta/SKILL.md': text('gamma'),
      'delta/SKILL.md': `${text('delta')}\n`.replace('Read', 'Read\nbanana: 1'),
      'eps/SKILL.md': text('eps'),
      'eps/link': { link: '/etc/passwd' },
      empty: null,
    });
    const refusal = (name: string, options = {}) =>
      declareSkill(join(tree, name), options).then(
        () => 'taken',
        (error) => `${error.code} ${error.reason}: ${error.message}`,
      );
    expect(await refusal('beta')).toMatch(
      /^GATE_REFUSED frontmatter\/name-not-folder: .*beta cannot be declared: SKILL\.md:2: The name/,
    );
    expect(await refusal('delta')).toMatch(/^GATE_REFUSED frontmatter\/unknown-key: .*SKILL\.md:5: "banana"/);
    expect(await refusal('eps')).toMatch(/^GATE_REFUSED package\/link: /);
    expect(await refusal('empty')).toMatch(/^GATE_REFUSED package\/no-skill-file: /);
    expect(await refusal('none')).toMatch(/^UNREADABLE .*ENOENT/);
    expect(await refusal('alpha', { reservedPrefixes: ['alp'] })).toMatch(/^GATE_REFUSED package\/reserved-name: /);
  });

  it('of several, takes each folder with a SKILL.md in order of name', async () => {
    const tree = makeTree({ ...skill('beta'), ...skill('alpha'), 'notes/readme.md': 'x', '.git/SKILL.md': 'x' });
    expect((await declareSkills(tree)).map(({ name }) => name)).toEqual(['alpha', 'beta']);
    await expect(declareSkills(join(tree, 'none'))).rejects.toThrow(/none cannot be read \(ENOENT\)/);
  });
});
