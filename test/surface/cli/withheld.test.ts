import { describe, expect, it } from 'vitest';
import { runIn } from '../../support/cli.ts';
import { makeTree } from '../../support/tree.ts';

/** `q` and a digit occur nowhere but in these skills. */
const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: About ${name}: x\nrequirements: [env:${name}_KEY]\n---\n${name} body\n`;
const tree = {
  'r/bio/COLLECTION.json': '{"schema_version": 1, "id": "bio", "prompt_line": "Bio: {count}."}',
  ...Object.fromEntries(['q1', 'q2', 'q3'].map((name) => [`r/bio/x/${name}/SKILL.md`, skill(name)])),
  ...Object.fromEntries(['q4', 'q5'].map((name) => [`r/${name}/SKILL.md`, skill(name)])),
  'r/q6/SKILL.md': '',
};
const ONLY = ['--root', 'r', '--only', 'bio:x/q1', '--only', 'q4'];

describe('--only', () => {
  it.each<[string, readonly string[]]>([
    ['list', ['list']],
    ['list of a collection', ['list', 'bio']],
    ['list past its end', ['list', 'bio', '--offset', '2']],
    ['list of an unknown collection', ['list', 'nothing']],
    ['context', ['context']],
    ['context without room', ['context', '--max-characters', '10', '--via', 'files']],
    ['show', ['show', 'q1']],
    ['show of nothing', ['show', 'nothing']],
    ['show of half an id', ['show', 'bio:x/']],
    ['show of a path', ['show', './r']],
    ['show of a file', ['show', 'q4', '--file', 'nothing']],
    ['readiness', ['readiness']],
    ['readiness, listed', ['readiness', '--state', 'needs_setup']],
    ['readiness, explained', ['readiness', '--why']],
    ['validate', ['validate']],
  ])('hides the others from %s', async (_, argv) => {
    for (const json of [[], ['--json']]) {
      const { out, err } = await runIn(makeTree(tree), [...argv, ...json, ...ONLY]);
      expect(out + err).not.toMatch(/q[2356]/);
    }
  });

  it('counts what is left', async () => {
    const folder = makeTree(tree);
    expect((await runIn(folder, ['list', 'bio', ...ONLY])).out).toContain('1 recipe in bio, 1 to 1 shown.');
    expect((await runIn(folder, ['context', ...ONLY])).out).toContain('- Bio: 1.\n');
    expect((await runIn(folder, ['show', 'x', ...ONLY])).err).toContain('among the 2 skills here');
    expect(JSON.parse((await runIn(folder, ['readiness', '--json', ...ONLY])).out).summary.total).toBe(2);
    expect((await runIn(folder, ['validate', ...ONLY])).out).toContain('2 skills checked');
  });

  it('answers for a hidden skill and for a hidden place as for none', async () => {
    const folder = makeTree(tree);
    const failure = async (ref: string): Promise<string> =>
      (await runIn(folder, ['show', ref, ...ONLY])).err.replaceAll(ref, 'REF');
    expect(await failure('q5')).toBe(await failure('z5'));
    expect(await failure('bio:x/q2')).toBe(await failure('bio:x/z2'));
    expect((await failure('./r/q5')).replace('/q5', '/zz')).toBe((await failure('./r/zz')).replace('/q5', '/zz'));
  });
});
