import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../../src/app/open-catalog.ts';
import type { ProposedSkill } from '../../../src/owner/store/verbs/propose.ts';
import { skillText } from '../../support/tree.ts';
import { makePlace, openPlace, readAll, sourceOf, write } from './support.ts';

const DRAFT: ProposedSkill = {
  name: 'rotate-logs',
  description: 'Rotates the logs of a service: use it when a disk fills up.',
  instructions: '# Rotate\n\n1. Stop the writer.\n2. Run scripts/rotate.sh.\n',
  files: [{ path: 'scripts/rotate.sh', text: 'mv a.log a.log.1\n' }],
  note: 'Needed three times\nthis week.',
};

describe('a skill that a model proposed', () => {
  it('is a version that came by proposal, and in no folder, list or prompt', async () => {
    const { project, workspace } = await makePlace();
    const before = readAll(project);
    const { id, digest, version } = await workspace.skills.propose(DRAFT);
    expect([id, version]).toEqual(['project:rotate-logs', 1]);
    expect(readAll(project)).toEqual(before);
    const status = await workspace.skills.status();
    expect(status).toMatchObject({
      skills: [],
      proposals: [{ id, place: 'project', digest, files: 2, note: 'Needed three times this week.' }],
    });
    const { versions } = await workspace.skills.history('rotate-logs');
    expect(versions).toMatchObject([{ number: 1, came_by: 'proposal', active: false }]);
    expect((await workspace.store.doctor()).ok).toBe(true);
    expect((await workspace.store.events()).at(-1)).toMatchObject({ verb: 'propose', version: 1, digest });
    await workspace.skills.sync();
    expect(readAll(project)).toEqual(before);
  });

  it('is shown whole by diff, also in another process', async () => {
    const { base, workspace } = await makePlace();
    await workspace.skills.propose(DRAFT);
    const other = await openPlace(base);
    const { from, to, files, diff } = await other.workspace.skills.diff('rotate-logs');
    expect([from, to]).toEqual([0, 1]);
    expect(files.map(({ path, change }) => [path, change])).toEqual([
      ['SKILL.md', 'added'],
      ['scripts/rotate.sh', 'added'],
    ]);
    expect(diff).toContain('+mv a.log a.log.1');
    expect(diff).toContain('+description: "Rotates the logs of a service: use it when a disk fills up."');
  });

  it('is turned on by its owner, by id or by name, and is then a skill like others', async () => {
    const { project, workspace } = await makePlace();
    const { id } = await workspace.skills.propose(DRAFT);
    expect(await workspace.skills.enable(['rotate-logs'], { dryRun: true })).toMatchObject({ changed: [id] });
    expect((await workspace.skills.status()).proposals).toHaveLength(1);
    expect(await workspace.skills.enable(['rotate-logs'])).toMatchObject({
      enabled: true,
      changed: [id],
      unchanged: [],
    });
    expect(await workspace.skills.status()).toMatchObject({
      skills: [{ id, version: 1, came_by: 'proposal', enabled: true, modified: false }],
      proposals: [],
    });
    const path = join(project, '.agents/skills');
    const catalog = await openCatalog({ roots: [{ id: 'project', kind: 'project', path }], cache: false });
    expect((await catalog.view().loadSkill('rotate-logs')).body).toBe(`\n${DRAFT.instructions}`);
    expect(await workspace.skills.disable([id])).toMatchObject({ changed: [id] });
  });

  it.each(['remove', 'purge'] as const)('is thrown away by %s, and its name is free again', async (verb) => {
    const { workspace } = await makePlace();
    const { id } = await workspace.skills.propose(DRAFT);
    expect((await workspace.skills[verb](id, { dryRun: true })).changed).toMatchObject([{ id }]);
    expect((await workspace.skills.status()).proposals).toHaveLength(1);
    expect((await workspace.skills[verb]('rotate-logs')).changed).toMatchObject([{ id }]);
    expect((await workspace.skills.status()).proposals).toEqual([]);
    await expect(workspace.skills.history(id)).rejects.toMatchObject({ code: 'PACKAGE_NOT_FOUND' });
    expect((await workspace.skills.propose(DRAFT)).version).toBe(1);
    expect((await workspace.store.doctor()).ok).toBe(true);
  });

  it('that the gate would not let in is not kept, and the reason says where', async () => {
    const { workspace } = await makePlace();
    const bad: readonly [Partial<ProposedSkill>, RegExp][] = [
      [{ files: [{ path: '../../etc/x', text: 'x' }] }, /no path of a skill's file/],
      [{ files: [{ path: 'a//b', text: 'x' }] }, /not kept/],
      [{ files: [{ path: 'skill.MD', text: 'x' }] }, /made of name, description and instructions/],
      [{ instructions: 'Use AKIAQYLPMN5HHHFPZAM2.\n' }, /^The draft was not kept\. SKILL\.md:\d+: /],
      [{ instructions: 'Hidden \u202E text' }, /not kept/],
      [{ description: '' }, /not kept/],
      [{ name: 'Rotate Logs' }, /no name of a skill/],
      [{ name: '../x' }, /no name of a skill/],
      [{ name: 'con' }, /cannot be a skill's folder/],
      [{ instructions: 5 as never }, /all of them texts/],
    ];
    for (const [change, message] of bad) {
      await expect(workspace.skills.propose({ ...DRAFT, ...change }), JSON.stringify(change)).rejects.toThrow(message);
    }
    expect(await workspace.skills.status()).toMatchObject({ skills: [], proposals: [] });
  });
});

describe('a model that proposes', () => {
  it('changes, enables and overwrites nothing: what is there, was, waits, or lies on disk has its name', async () => {
    const { base, home, project, workspace } = await makePlace();
    await workspace.skills.add(sourceOf('deploy', { 'SKILL.md': skillText('deploy') }), { place: 'personal' });
    await workspace.skills.add(sourceOf('other', { 'SKILL.md': skillText('declared-name') }));
    await workspace.skills.add(sourceOf('gone', { 'SKILL.md': skillText('gone') }));
    await workspace.skills.remove('gone');
    await workspace.skills.disable(['project:other']);
    await workspace.skills.propose(DRAFT);
    write(join(project, '.agents/skills/by-hand/SKILL.md'), skillText('by-hand'));
    const before = { status: await workspace.skills.status(), home: readAll(home), project: readAll(project) };
    const isTaken = (name: string): boolean => name === 'elsewhere';
    for (const name of ['deploy', 'other', 'declared-name', 'gone', 'rotate-logs', 'by-hand', 'elsewhere']) {
      const refused = workspace.skills.propose({ ...DRAFT, name, instructions: 'Mine now.\n' }, { isTaken });
      await expect(refused, name).rejects.toMatchObject({
        code: 'NAME_TAKEN',
        message: `"${name}" is taken: choose another name.`,
      });
    }
    const after = await openPlace(base);
    expect(await after.workspace.skills.status()).toEqual(before.status);
    expect(readAll(home)).toEqual(before.home);
    expect(readAll(project)).toEqual(before.project);
  });

  it('that does so twice at once has one kept', async () => {
    const { base, workspace } = await makePlace();
    const other = await openPlace(base);
    const both = await Promise.allSettled([workspace.skills.propose(DRAFT), other.workspace.skills.propose(DRAFT)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await workspace.skills.status()).proposals).toHaveLength(1);
  });

  it('fills no list without end', async () => {
    const { workspace } = await makePlace();
    for (let at = 0; at < 50; at++) await workspace.skills.propose({ ...DRAFT, name: `draft-${at}` });
    await expect(workspace.skills.propose({ ...DRAFT, name: 'one-more' })).rejects.toThrow(/50 proposals wait/);
  });

  it('does not stand in the way of a person who takes in another skill of that name', async () => {
    const { workspace } = await makePlace();
    await workspace.skills.propose(DRAFT);
    const { added } = await workspace.skills.add(sourceOf('rotate-logs', { 'SKILL.md': skillText('rotate-logs') }));
    expect(added).toMatchObject([{ id: 'project:rotate-logs', version: 2 }]);
    expect(await workspace.skills.status()).toMatchObject({
      skills: [{ version: 2, came_by: 'install' }],
      proposals: [],
    });
  });
});
