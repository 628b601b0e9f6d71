import { describe, expect, it } from 'vitest';
import { runIn } from '../../support/cli.ts';
import { makeTree, skillText } from '../../support/tree.ts';

const tree = {
  'skills/a/SKILL.md': skillText('a'),
  'skills/b/SKILL.md': skillText('b'),
  'more/c/SKILL.md': skillText('c'),
};
const idsOf = async (folder: string, ...argv: string[]): Promise<string[]> => {
  const { out } = await runIn(folder, ['list', '--json', ...argv]);
  return JSON.parse(out).skills.map((skill: { readonly id: string }) => skill.id);
};

describe('--config', () => {
  it('gives roots, relative to its own folder, and the window on them', async () => {
    const folder = makeTree({
      ...tree,
      'etc/skillfiche.json': JSON.stringify({
        roots: [{ path: '../skills' }, { path: '../more', kind: 'team', id: 'x', rank: -1 }],
        only: ['project:*', 'c'],
        disabled: ['project:b'],
      }),
    });
    expect(await idsOf(folder, '--config', 'etc/skillfiche.json')).toEqual(['project:a', 'x:c']);
  });

  it('sets limits of scanning, and the finding of one that is reached says so', async () => {
    const folder = makeTree({
      'skills/x/y/z/SKILL.md': skillText('z'),
      'low.json': JSON.stringify({ roots: [{ path: 'skills' }], limits: { maxDepth: 1 } }),
      'odd.json': JSON.stringify({ limits: { maxDepths: 1 } }),
    });
    expect(await idsOf(folder, '--config', 'low.json')).toEqual([]);
    const { out, code } = await runIn(folder, ['scan', '--details', '--config', 'low.json']);
    expect([code, out]).toEqual([1, expect.stringMatching(/Raise limits\.maxDepth .*--config/)]);
    expect((await runIn(folder, ['list', '--config', 'odd.json'])).err).toMatch(/maxDepths/);
  });

  it('gives way to flags: --only replaces its allowlist, --root comes before its roots', async () => {
    const folder = makeTree({ ...tree, 'c.json': JSON.stringify({ roots: [{ path: 'skills' }], only: ['a'] }) });
    expect(await idsOf(folder, '--config', 'c.json', '--only', 'b')).toEqual(['project:b']);
    expect(
      await idsOf(folder, '--config', 'c.json', '--root', 'more', '--only', 'project:*', '--only', 'project-2:*'),
    ).toEqual(['project-2:a', 'project-2:b', 'project:c']);
  });

  it('may leave roots to the defaults, and an empty allowlist shows nothing', async () => {
    const folder = makeTree({
      '.agents/skills/a/SKILL.md': skillText('a'),
      'none.json': '{"only": []}',
      'all.json': '{}',
    });
    expect(await idsOf(folder, '--config', 'all.json')).toEqual(['personal:a']);
    expect(await idsOf(folder, '--config', 'none.json')).toEqual([]);
  });

  it('says when it switches off a skill that is not there', async () => {
    const folder = makeTree({
      ...tree,
      'c.json': JSON.stringify({ roots: [{ path: 'skills' }], disabled: ['a', 'project:b'] }),
    });
    const { err, code } = await runIn(folder, ['list', '--config', 'c.json']);
    expect(err).toBe(
      'skillfiche: "disabled" in the configuration names "a", and no skill has this id.\n' +
        'skillfiche: 1 skill is switched off and not listed: `disable`, skillfiche.json or a configuration says so.\n',
    );
    expect(code).toBe(0);
  });

  it.each([
    ['nothing.json', /configuration .*\/nothing\.json cannot be read \(ENOENT\)/],
    ['text.json', /configuration .*\/text\.json is not JSON: line 1, column 12: a comma stands before "\}"/],
    ['.', /cannot be read \(it is no regular file\)/],
    ['odd.json', /does not fit: the document has an unknown key `rots`/],
    ['type.json', /does not fit: `roots` must be array/],
    ['list.json', /does not fit: the document must be object/],
  ])('stops at %s', async (file, message) => {
    const folder = makeTree({
      'text.json': '{"only": [],\n}',
      'odd.json': '{"rots": []}',
      'type.json': '{"roots": "x"}',
      'list.json': '[]',
    });
    const { code, out, err } = await runIn(folder, ['list', '--config', file]);
    expect(err).toMatch(message);
    expect([code, out]).toEqual([2, '']);
  });
});
