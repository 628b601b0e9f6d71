import { describe, expect, it } from 'vitest';
import { markerText, openPlanted, skills } from '../support/catalog.ts';
import { skillText } from '../support/tree.ts';

describe('names as people write them', () => {
  it('in any script have an id of their own, and load by the name their author gave', async () => {
    const view = (
      await openPlanted([{ tree: skills({ 翻訳: '翻訳', 要約: '要約', поиск: 'поиск', 'naïve-é': 'naïve-é' }) }])
    ).view();
    expect(new Set(view.entries().map((entry) => entry.id)).size).toBe(4);
    for (const name of ['翻訳', '要約', 'поиск', 'naïve-é', 'nai\u0308ve-e\u0301']) {
      expect((await view.loadSkill(name)).id).toBe(`project:${name.normalize('NFC')}`);
    }
  });

  it('with a colon are indexed as written, with a warning', async () => {
    const view = (await openPlanted([{ tree: { 'foo/SKILL.md': skillText('"ns:foo"') } }])).view();
    expect((await view.loadSkill('ns:foo')).id).toBe('project:foo');
    expect(view.diagnostics.filter((one) => one.severity !== 'info').map((one) => one.code)).toContain(
      'frontmatter/invalid-name',
    );
  });

  it('with characters that turn text around are shown without them, and load all the same', async () => {
    const view = (
      await openPlanted([{ tree: { 'x/SKILL.md': '---\nname: "de\\u202Eyolp"\ndescription: Turns.\n---\n' } }])
    ).view();
    expect((await view.context()).text).toContain('- deyolp: Turns.\n');
    expect((await view.loadSkill('deyolp')).id).toBe('project:x');
    expect(view.diagnostics.some((one) => one.severity === 'warning' && one.path.endsWith('x/SKILL.md'))).toBe(true);
  });

  it('shared by members of two collections are reached as collection and path, and stay as written', async () => {
    const member = (text: string) => skillText('code-review', text);
    const catalog = await openPlanted([
      {
        tree: {
          'a/COLLECTION.json': markerText('a'),
          'a/code-review/SKILL.md': member('A.'),
          'b/COLLECTION.json': markerText('b'),
          'b/code-review/SKILL.md': member('B.'),
        },
      },
    ]);
    const view = catalog.view();
    expect(await view.loadSkill('a:code-review')).toMatchObject({
      name: 'code-review',
      description: 'A.',
      collection: 'a',
    });
    expect(await view.loadSkill('b:code-review')).toMatchObject({
      name: 'code-review',
      description: 'B.',
      collection: 'b',
    });
    expect(await view.loadSkill('code-review').catch((error: { code: string }) => error.code)).toBe('AMBIGUOUS_NAME');
  });

  it('do not hide where a skill comes from: what is loaded states place and fingerprint, also of a nameless one', async () => {
    const catalog = await openPlanted([
      { id: 'mine', kind: 'personal', tree: { 'lint/SKILL.md': '---\ndescription: Mine, unnamed.\n---\n' } },
      { tree: { 'tools/l/SKILL.md': skillText('lint', 'The project’s.') } },
    ]);
    const [named, other] = [await catalog.view().loadSkill('lint'), await catalog.view().loadSkill('mine:lint')];
    expect(named).toMatchObject({
      id: 'project:tools/l',
      folder: '/r1/tools/l',
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    });
    expect(other).toMatchObject({ id: 'mine:lint', folder: '/r0/lint', shadowed_by: 'project:tools/l' });
    expect(other.digest).not.toBe(named.digest);
  });
});
