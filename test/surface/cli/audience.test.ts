import { describe, expect, it } from 'vitest';
import { runIn } from '../../support/cli.ts';
import { makeTree } from '../../support/tree.ts';

const skill = (name: string, line = ''): string =>
  `---\nname: ${name}\ndescription: About ${name}.\n${line}---\n${name}\n`;
const tree = {
  'r/open/SKILL.md': skill('open'),
  'r/q1/SKILL.md': skill('q1', 'disable-model-invocation: true\n'),
  'r/q2/SKILL.md': skill('q2', 'user-invocable: false\n'),
};

describe('who a command speaks to', () => {
  it('a person sees what models are kept from, marked, and not what is for models alone', async () => {
    const folder = makeTree(tree);
    const list = await runIn(folder, ['list', '--root', 'r']);
    expect(list.out).toMatch(/q1 \(user-only\)/);
    expect(list.out).not.toContain('q2');
    expect((await runIn(folder, ['show', 'q1', '--root', 'r'])).out).toContain('user-only');
    const [hit] = JSON.parse((await runIn(folder, ['search', 'q1', '--json', '--root', 'r'])).out).skills;
    expect(hit).toMatchObject({ id: 'project:q1', user_only: true });
  });

  it('a prompt is for a model, and what an owner does is about everything', async () => {
    const folder = makeTree(tree);
    const { out } = await runIn(folder, ['context', '--root', 'r']);
    expect([out.includes('q1'), out.includes('q2')]).toEqual([false, true]);
    expect((await runIn(folder, ['validate', '--root', 'r'])).out).toContain('3 skills checked');
  });
});
