import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Workspace } from '../../../src/app/workspace-types.ts';
import { skillText } from '../../support/tree.ts';
import { makePlace, openPlace, readAll, Signal, sourceOf, write } from './support.ts';

const V1 = { 'SKILL.md': skillText('deploy', 'Deploys.', 'one\ntwo\nthree\nfour\nfive\n'), 'scripts/a.sh': 'echo 1\n' };

describe('a skill under the store', () => {
  it('is taken in, byte for byte, and nothing else is there', async () => {
    const { workspace, project } = await makePlace();
    const report = await workspace.skills.add(sourceOf('deploy', V1));
    expect(report).toMatchObject({ added: [{ id: 'project:deploy', slug: 'deploy', version: 1 }], refused: [] });
    expect(readAll(join(project, '.agents'))).toEqual({
      'skills/deploy/SKILL.md': V1['SKILL.md'],
      'skills/deploy/scripts/a.sh': 'echo 1\n',
    });
    expect(await workspace.skills.status()).toMatchObject({
      skills: [
        {
          id: 'project:deploy',
          place: 'project',
          name: 'deploy',
          version: 1,
          came_by: 'install',
          enabled: true,
          modified: false,
          stale: false,
        },
      ],
      collections: [],
    });
  });

  it('goes through publish, rollback, remove and purge, and its history tells', async () => {
    const { workspace, project, base } = await makePlace();
    const { skills } = workspace;
    await skills.add(sourceOf('deploy', V1));
    const file = join(project, '.agents/skills/deploy/SKILL.md');
    write(file, skillText('deploy', 'Deploys better.'));
    expect(await skills.status()).toMatchObject({ skills: [{ modified: true }] });
    expect(await skills.publish('deploy', { note: 'better' })).toMatchObject({
      changed: [{ id: 'project:deploy', from: 1, version: 2 }],
    });
    expect(await skills.publish('deploy')).toMatchObject({ changed: [], unchanged: [{ version: 2 }] });
    expect(await skills.history('deploy')).toMatchObject({
      versions: [
        { number: 2, came_by: 'publish', note: 'better', active: true },
        { number: 1, active: false },
      ],
    });
    expect(await skills.rollback('deploy')).toMatchObject({ changed: [{ from: 2, version: 1 }] });
    expect(readFileSync(file, 'utf8')).toBe(V1['SKILL.md']);
    write(file, 'edited\n---');
    write(file, skillText('deploy', 'Edited.'));
    expect(await skills.rollback('deploy', { to: 2 })).toMatchObject({ changed: [{ from: 1, version: 2, saved: 3 }] });
    expect(await skills.remove('deploy')).toMatchObject({ changed: [{ id: 'project:deploy', from: 2 }] });
    expect(existsSync(join(project, '.agents/skills/deploy'))).toBe(false);
    expect((await skills.history('deploy')).versions).toHaveLength(3);
    expect(await (await openPlace(base)).workspace.skills.rollback('deploy', { to: 3 })).toMatchObject({
      changed: [{ version: 3 }],
    });
    expect(readFileSync(file, 'utf8')).toBe(skillText('deploy', 'Edited.'));
    await skills.remove('deploy');
    await skills.purge('deploy');
    await expect(skills.history('deploy')).rejects.toMatchObject({ code: 'PACKAGE_NOT_FOUND' });
    expect(readdirSync(join(project, '.agents'))).toEqual(['skills']);
    expect(await workspace.store.doctor()).toMatchObject({ ok: true });
  });

  it('counts on after a purge: what began before it is told, and no number means two things', async () => {
    const { workspace, base } = await makePlace();
    const { skills } = workspace;
    /** A change that has read what it needs, and waits. */
    const begin = async (act: (others: Workspace['skills']) => Promise<unknown>) => {
      const [read, end] = [new Signal(), new Signal()];
      const onStep = async (step: string): Promise<void> => {
        if (step !== 'read') return;
        read.give();
        await end.given;
      };
      const late = await openPlace(base, { onStep });
      const told = expect(act(late.workspace.skills)).rejects.toMatchObject({ code: 'STALE_VERSION' });
      await read.given;
      return { end: end.give, told };
    };
    const first = await begin((others) => others.add(sourceOf('deploy', V1)));
    await skills.add(sourceOf('deploy', V1));
    await skills.remove('deploy');
    await skills.purge('deploy');
    first.end();
    await first.told;
    await expect(skills.history('deploy')).rejects.toMatchObject({ code: 'PACKAGE_NOT_FOUND' });
    expect(await skills.add(sourceOf('deploy', V1))).toMatchObject({ added: [{ version: 2 }] });
    const other = { ...V1, 'scripts/a.sh': 'echo 2\n' };
    const second = await begin((others) => others.update('deploy', sourceOf('deploy', other)));
    await skills.remove('deploy');
    await skills.purge('deploy');
    expect(await skills.add(sourceOf('deploy', V1))).toMatchObject({ added: [{ version: 3 }] });
    second.end();
    await second.told;
    expect((await skills.history('deploy')).versions).toMatchObject([{ number: 3, active: true }]);
    expect(await workspace.store.doctor()).toMatchObject({ ok: true });
  });

  it('keeps edits through an update, and a conflict changes nothing and names the lines', async () => {
    const { workspace, project } = await makePlace();
    const { skills } = workspace;
    await skills.add(sourceOf('deploy', V1));
    const folder = join(project, '.agents/skills/deploy');
    const text = V1['SKILL.md'];
    write(join(folder, 'SKILL.md'), text.replace('one\n', 'ONE\n'));
    const theirs = { ...V1, 'SKILL.md': text.replace('five', 'FIVE') };
    expect(await skills.update('deploy', sourceOf('deploy', theirs))).toMatchObject({
      changed: [{ from: 1, version: 2, modified: true }],
    });
    expect(readFileSync(join(folder, 'SKILL.md'), 'utf8')).toBe(text.replace('one\n', 'ONE\n').replace('five', 'FIVE'));
    expect(await skills.status()).toMatchObject({ skills: [{ version: 2, modified: true, stale: false }] });
    const before = readAll(folder);
    const clash = { ...V1, 'SKILL.md': text.replace('one\n', 'eins\n') };
    const report = await skills.update('deploy', sourceOf('deploy', clash));
    expect(report).toMatchObject({
      changed: [],
      conflicts: [
        {
          id: 'project:deploy',
          files: [{ path: 'SKILL.md', reason: 'text', lines: [{ ours: [6, 6], theirs: [6, 6] }] }],
        },
      ],
    });
    expect(readAll(folder)).toEqual(before);
    expect(await skills.update('deploy', sourceOf('deploy', clash), { take: 'theirs' })).toMatchObject({
      changed: [{ saved: 3, version: 4 }],
    });
    expect(readFileSync(join(folder, 'SKILL.md'), 'utf8')).toContain('eins');
  });

  it('is shown again by sync where its folder is gone', async () => {
    const { workspace, project } = await makePlace();
    await workspace.skills.add(sourceOf('deploy', V1));
    rmSync(join(project, '.agents'), { recursive: true });
    expect(await workspace.skills.status()).toMatchObject({ skills: [{ stale: true, modified: false }] });
    expect(await workspace.skills.sync()).toMatchObject({ changed: [{ id: 'project:deploy', version: 1 }] });
    expect(readAll(join(project, '.agents/skills/deploy'))).toEqual(V1);
    expect(await workspace.skills.status()).toMatchObject({ skills: [{ stale: false, modified: false }] });
  });

  it('is switched off and on, for a person and for a project', async () => {
    const { workspace, data } = await makePlace();
    await workspace.skills.add(sourceOf('deploy', V1));
    expect(await workspace.skills.disable(['deploy'])).toMatchObject({ enabled: false, changed: ['project:deploy'] });
    expect(await workspace.skills.disable(['deploy'])).toMatchObject({ changed: [], unchanged: ['project:deploy'] });
    expect(await workspace.skills.status()).toMatchObject({ skills: [{ enabled: false }] });
    expect(JSON.parse(readFileSync(join(data, 'switches.json'), 'utf8'))).toMatchObject({ format: 1, revision: 1 });
    await workspace.skills.enable(['deploy']);
    await workspace.skills.disable(['deploy'], { for: 'project' });
    await workspace.skills.enable(['deploy']);
    expect(await workspace.skills.status()).toMatchObject({ skills: [{ enabled: false }] });
    await workspace.skills.enable(['deploy'], { for: 'project' });
    expect(await workspace.skills.status()).toMatchObject({ skills: [{ enabled: true }] });
  });
});
