import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skillText } from '../../support/tree.ts';
import { makePlace, openPlace, sourceOf, write } from './support.ts';

const text = (name: string, what = 'Does it.') => ({ 'SKILL.md': skillText(name, what) });

describe('a shipped skill', () => {
  const shipped = {
    'bundled/pack/COLLECTION.json': '{"schema_version":1,"id":"pack"}',
    'bundled/pack/deep/tidy/SKILL.md': skillText('Tidy Up'),
  };
  const rootsOf = (base: string) => [{ id: 'bundled', kind: 'bundled', path: join(base, 'bundled') }];

  it('keeps its name, in any spelling, and its folder, at any depth', async () => {
    const { base } = await makePlace(shipped);
    const { skills } = (await openPlace(base, { roots: rootsOf(base), cache: false })).workspace;
    const codes = async (slug: string, name: string) =>
      (await skills.add(sourceOf(slug, text(name)), { dryRun: true })).refused.flatMap(({ findings }) =>
        findings.filter(({ severity }) => severity === 'error').map(({ code }) => code),
      );
    expect(await codes('mine', 'ｔｉｄｙ  UP')).toEqual(['store/bundled-name']);
    expect(await codes('tidy', 'mine')).toEqual(['store/bundled-folder']);
    expect(await codes('pack', 'mine')).toEqual(['store/bundled-folder']);
    expect(await codes('mine', 'mine')).toEqual([]);
  });

  it('that came after a skill of ours is met again by publish and by rollback', async () => {
    const { base, project } = await makePlace(shipped);
    const { skills } = (await openPlace(base, { roots: rootsOf(base), cache: false })).workspace;
    await skills.add(sourceOf('mine', text('sweep')));
    await skills.update('mine', sourceOf('mine', text('broom')));
    write(join(base, 'bundled/pack/sweep/SKILL.md'), skillText('sweep'));
    const refused = [
      {
        id: 'project:mine',
        findings: expect.arrayContaining([expect.objectContaining({ code: 'store/bundled-name' })]),
      },
    ];
    expect(await skills.rollback('mine')).toMatchObject({ changed: [], refused });
    expect(await skills.status()).toMatchObject({ skills: [{ version: 2, name: 'broom' }] });
    write(join(project, '.agents/skills/mine/SKILL.md'), skillText('sweep'));
    expect(await skills.publish('mine')).toMatchObject({ changed: [], refused });
  });

  it('and a skill of one place do not stand in the way of a place beside it', async () => {
    const { workspace } = await makePlace();
    await workspace.skills.add(sourceOf('mine', text('mine')), { place: 'personal' });
    expect(await workspace.skills.add(sourceOf('mine', text('mine')))).toMatchObject({
      added: [{ id: 'project:mine' }],
    });
    expect(await workspace.skills.add(sourceOf('mine', text('mine')))).toMatchObject({
      refused: [
        { findings: [expect.objectContaining({ code: 'store/taken', hint: expect.stringContaining('update') })] },
      ],
    });
    await expect(workspace.skills.history('mien')).rejects.toMatchObject({
      code: 'PACKAGE_NOT_FOUND',
      suggestions: expect.arrayContaining(['mine']),
    });
  });
});
