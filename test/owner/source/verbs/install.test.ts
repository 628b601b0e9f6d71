import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SkillficheError } from '../../../../src/base/errors.ts';
import { readInstallLock } from '../../../../src/format/source/lock.ts';
import { hasGit, makeRepo } from '../../../support/repositories.ts';
import { skillText } from '../../../support/tree.ts';
import { readAll } from '../../store/support.ts';
import { makeGitPlace as makePlace } from './support.ts';

async function failure(promise: Promise<unknown>): Promise<SkillficheError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SkillficheError)) throw new Error(`no SkillficheError but ${String(error)}`);
  return error;
}

const skills = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [`skills/${name}/SKILL.md`, skillText(name)]));

describe.skipIf(!hasGit)(`installing from a repository${hasGit ? '' : ' (git is not here)'}`, () => {
  it('takes one skill, byte for byte and with its bits, and pins it', async () => {
    const repo = makeRepo();
    const commit = repo.commit({
      ...skills('deploy', 'other'),
      'skills/deploy/scripts/run.sh': { script: '#!/bin/sh\r\n' },
      'README.md': 'x',
    });
    const { workspace, project } = await makePlace();
    const report = await workspace.sources.install(repo.url, { skills: ['deploy'] });
    expect(report.refused).toEqual([]);
    expect(report.added.map(({ id, version }) => [id, version])).toEqual([['project:deploy', 1]]);
    const folder = join(project, '.agents/skills/deploy');
    expect(readAll(folder)).toEqual({ 'SKILL.md': skillText('deploy'), 'scripts/run.sh': '#!/bin/sh\r\n' });
    expect(statSync(join(folder, 'scripts/run.sh')).mode & 0o111).not.toBe(0);
    const file = join(project, 'skillfiche.lock.json');
    const lock = readInstallLock(readFileSync(file, 'utf8'), file);
    expect(report.locks).toEqual([file]);
    expect(lock.skills['deploy']).toMatchObject({
      source: { type: 'git', url: repo.url, path: 'skills/deploy', commit },
      digest: report.added[0]?.digest,
    });
    expect(readFileSync(file, 'utf8')).not.toContain(project);
  });

  it('asks which, where there are several and nothing says so', async () => {
    const repo = makeRepo();
    repo.commit(skills('a-one', 'b-two'));
    const { workspace, project } = await makePlace();
    const error = await failure(workspace.sources.install(repo.url));
    expect([error.code, error.reason]).toEqual(['INVALID_ARGUMENT', 'choice']);
    expect(error.message).toContain('a-one (skills/a-one), b-two (skills/b-two)');
    expect(existsSync(join(project, 'skillfiche.lock.json'))).toBe(false);
    const chosen = await workspace.sources.install(repo.url, { choose: async (found) => [found[1]?.path ?? ''] });
    expect(chosen.added.map(({ slug }) => slug)).toEqual(['b-two']);
    const all = await workspace.sources.install(repo.url, { all: true });
    expect(all.added.map(({ slug }) => slug)).toEqual(['a-one']);
    expect(all.refused[0]?.findings[0]?.code).toBe('store/taken');
  });

  it('takes a whole tree as one pinned collection', async () => {
    const repo = makeRepo();
    const commit = repo.commit({ ...skills('a-one', 'b-two'), LICENSE: 'MIT', 'skills/b-two/link.md': 'x' });
    const { workspace, project } = await makePlace();
    const report = await workspace.sources.install(repo.url, { asCollection: 'lab' });
    expect(report.refused).toEqual([]);
    const folder = join(project, '.agents/skills/lab');
    expect(Object.keys(readAll(folder))).toEqual([
      'COLLECTION.json',
      'COLLECTION.lock.json',
      'tree/LICENSE',
      'tree/skills/a-one/SKILL.md',
      'tree/skills/b-two/SKILL.md',
      'tree/skills/b-two/link.md',
    ]);
    const { collections } = await workspace.skills.status();
    expect(collections).toMatchObject([{ id: 'project:lab', members: 2, commit, modified: false }]);
  });
});
