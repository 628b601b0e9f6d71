// What else has been done to installers, or happened to them. Where each pattern has its test:
//
//   text that tells an agent what to fetch, install, ask    attacks: "what a recipe tells an agent to fetch ..."
//   a name like one you have                                attacks: "a name like that of an installed skill ..."
//   a tag that moves, history that is rewritten, a
//   repository that changed hands                           verbs/update: "stops where history was rewritten ..."
//   clean first, poisoned later                             verbs/update: "holds a commit that is not known ..."; here: clock, ages
//   hidden text, secrets, also beside skills                attacks, accept, format/package
//   paths that lead out, in archives, names and locks       format/archive, attacks, behind
//   links to keys, submodules, special files                attacks, behind, format/archive, git/git-cloner
//   escapes for the terminal                                attacks: names; surface/cli: what is printed
//   options and shell words in a lock or an address         attacks: "values of a committed lock ..."; format/source/grammar; git/git-cloner
//   half a download                                         attacks: "half of a repository ..."
//   other bytes than were reviewed                          here: "a source that changes between ..."
//   a cloner that lies                                      here
//   being sent into a private network                       here; io/net/private-address
//   bombs, entries without end, lies about sizes            format/archive
//   a check that installs                                   verbs/update: "says what is outdated ..."
//   a second skill of one name                              attacks: "a name that is taken ..."
//   an update that brings more, or removes elsewhere        here: "an update brings no skill ..."
//   keys of others, a later version of the lock             attacks: "an upgrade never deletes ...", "installing twice ..."
//   a removed skill that stays in the lock                  verbs/update: "drops a removed skill ..."; here: a deleted folder
//   "deleted upstream" that is not                          verbs/update: "follows a skill that upstream moved ..."
//   edits that are overwritten                              verbs/update; here: beside a collection
//   bits and line ends that are lost                        verbs/install: "takes one skill, byte for byte ..."
//   a kill between the store and the lock                   here

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FetchedRepo, RepoCloner } from '../../../src/owner/source/git/cloner.ts';
import { openSeen } from '../../../src/owner/source/seen.ts';
import { hasGit, makeRepo } from '../../support/repositories.ts';
import { makeTree, skillText } from '../../support/tree.ts';
import { buildProgram, firstWord, kill, start } from '../store/stopped.ts';
import { makePlace, openPlace, readAll } from '../store/support.ts';
import { makeGitPlace, openGitPlace } from './verbs/support.ts';

const LOCK = 'skillfiche.lock.json';

/** A cloner that lies about what it gives. */
function lying(shown: string, given: string): RepoCloner {
  const files = { 'SKILL.md': Buffer.from(skillText('a')) };
  return {
    refs: async () => ({ head: 'main', headCommit: shown, branches: new Map([['main', shown]]), tags: new Map() }),
    history: async () => 'ancestor',
    fetch: async (): Promise<FetchedRepo> => ({
      commit: given,
      list: async () =>
        Object.entries(files).map(([path, { length: size }]) => ({
          path,
          kind: 'file',
          executable: false,
          oid: path,
          size,
        })),
      read: async (entries) => new Map(entries.map(({ oid }) => [oid, files['SKILL.md']])),
      close: () => undefined,
    }),
  };
}

describe('a cloner of somebody else', () => {
  it.each([
    ['names no full commit', 'main', 'main'],
    ['gives another commit than it was asked for', '1'.repeat(40), '2'.repeat(40)],
  ])('that %s is not believed', async (_, shown, given) => {
    const { workspace, project } = await makePlace({}, { cloner: lying(shown, given) });
    await expect(workspace.sources.install('lab/skills')).rejects.toMatchObject({
      code: 'SOURCE_REFUSED',
      reason: 'commit',
    });
    expect(existsSync(join(project, '.agents'))).toBe(false);
  });
});

describe('a source that changes between the review and the installation', () => {
  it('is installed as it was reviewed', async () => {
    let reads = 0;
    const honest = lying('1'.repeat(40), '1'.repeat(40));
    const cloner: RepoCloner = {
      ...honest,
      fetch: async (url, commit) => {
        const repo = await honest.fetch(url, commit);
        const read: FetchedRepo['read'] = async (entries) => {
          reads++;
          const text = reads > 2 ? skillText('a', 'Poisoned.') : skillText('a');
          return new Map(entries.map(({ oid }) => [oid, Buffer.from(text)]));
        };
        return { ...repo, read };
      },
    };
    const { workspace, project } = await makePlace({}, { cloner });
    const report = await workspace.sources.install('lab/skills', { review: async () => true });
    expect(report.added.length).toBe(1);
    expect(readFileSync(join(project, '.agents/skills/a/SKILL.md'), 'utf8')).toBe(skillText('a'));
  });
});

describe('an address in a lock', () => {
  it('does not send anybody into a private network, unless the owner’s policy names it', async () => {
    const asked: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      asked.push(url);
      return new Response('', { status: 404 });
    };
    const from = await makePlace();
    await from.workspace.skills.add({
      kind: 'skill',
      slug: 'a',
      source: { type: 'archive', url: 'https://10.0.0.5/a.zip' },
      files: async () => [{ path: 'SKILL.md', bytes: Buffer.from(skillText('a')), executable: false, kind: 'file' }],
    });
    const lock = readFileSync(join(from.project, LOCK), 'utf8');
    const { workspace } = await makePlace({ [`project/${LOCK}`]: lock }, { fetch });
    const report = await workspace.sources.restore();
    expect(report.ok).toBe(false);
    expect(report.refused[0]?.findings[0]?.message).toContain('you did not name it');
    expect(asked).toEqual([]);
    await workspace.sources.restore({ allow: ['10.0.0.5/*'] });
    expect(asked).toEqual(['https://10.0.0.5/a.zip']);
  });

  it('that is not there at all is said, and is no difference', async () => {
    const { workspace } = await makePlace();
    expect(await workspace.sources.checkLocks()).toEqual({ ok: true, checked: 0, findings: [], locks: [] });
    expect(await workspace.sources.restore()).toMatchObject({ ok: true, changed: [], locks: [] });
    await expect(workspace.sources.checkLocks('/nowhere/x.json')).rejects.toMatchObject({ code: 'UNREADABLE' });
    // Installed, and somebody deleted the lock: said of each.
    await workspace.skills.add({
      kind: 'skill',
      slug: 'a',
      source: { type: 'git', url: 'https://example.org/x.git', commit: 'a'.repeat(40) },
      files: async () => [{ path: 'SKILL.md', bytes: Buffer.from(skillText('a')), executable: false, kind: 'file' }],
    });
    expect(await workspace.sources.checkLocks()).toMatchObject({ ok: true, checked: 1 });
    rmSync(join(workspace.project?.folder ?? '', LOCK));
    expect(await workspace.sources.checkLocks()).toMatchObject({
      checked: 0,
      locks: [],
      findings: [{ code: 'source/not-in-lock', path: 'project:a' }],
    });
  });
});

describe('a clock that goes back', () => {
  it('does not hold a commit for ever, and never makes one older than it is', () => {
    const data = makeTree({});
    const commit = '1'.repeat(40);
    const at = (day: string) => openSeen(data, new Date(`2026-03-${day}T00:00:00Z`));
    const ahead = at('20');
    ahead.firstSeen('https://example.org/x', commit);
    ahead.save();
    const back = at('05');
    expect(back.firstSeen('https://example.org/x', commit).toISOString()).toContain('03-05');
    back.save();
    expect(at('08').firstSeen('https://example.org/x', commit).toISOString()).toContain('03-05');
  });
});

describe.skipIf(!hasGit)(`what happens to an installation${hasGit ? '' : ' (git is not here)'}`, () => {
  it('two edited skills outlive the update of a collection beside them, and of themselves', async () => {
    const repo = makeRepo();
    const files = (word: string) =>
      Object.fromEntries(
        ['one', 'two', 'three'].map((name) => [
          `skills/${name}/SKILL.md`,
          skillText(name, 'Does.', `${word}\n\nkept\n`),
        ]),
      );
    repo.commit(files('first'));
    const { workspace, project } = await makeGitPlace();
    await workspace.sources.install(repo.url, { asCollection: 'lab' });
    await workspace.sources.install(repo.url, { skills: ['one', 'two'] });
    const file = (name: string): string => join(project, `.agents/skills/${name}/SKILL.md`);
    for (const name of ['one', 'two']) {
      writeFileSync(file(name), readFileSync(file(name), 'utf8').replace('kept', `mine of ${name}`));
    }
    repo.commit(files('second'));
    const collection = await workspace.sources.update(['lab']);
    expect(collection.changed.map(({ id }) => id)).toEqual(['project:lab']);
    for (const name of ['one', 'two']) expect(readFileSync(file(name), 'utf8')).toMatch(/first\n\nmine of/);
    const all = await workspace.sources.update();
    expect([all.conflicts, all.changed.map(({ id, modified }) => [id, modified])]).toEqual([
      [],
      [
        ['project:one', true],
        ['project:two', true],
      ],
    ]);
    for (const name of ['one', 'two']) expect(readFileSync(file(name), 'utf8')).toContain(`second\n\nmine of ${name}`);
    expect(readFileSync(join(project, '.agents/skills/lab/tree/skills/one/SKILL.md'), 'utf8')).toContain(
      'second\n\nkept',
    );
  });

  it('what `gh skill` noted is compared with the folder’s name in git', async () => {
    const repo = makeRepo();
    const files = {
      'skills/a/SKILL.md': skillText('a'),
      'skills/a/scripts/run.sh': { script: '#!/bin/sh\n' },
      'skills/a/scripts.md': 'sorted before the folder\n',
      'skills/a/z/y/x.txt': 'deep',
    };
    const first = repo.commit(files);
    const tree = repo.git(['rev-parse', `${first}:skills/a`]).trim();
    const lock = (hash: string) =>
      JSON.stringify({
        version: 3,
        skills: {
          a: {
            source: 'x',
            sourceType: 'git',
            sourceUrl: repo.url,
            skillPath: 'skills/a/SKILL.md',
            skillFolderHash: hash,
            installedAt: '2026-01-01T00:00:00Z',
            updatedAt: '2026-01-01T00:00:00Z',
          },
        },
      });
    const proven = await makeGitPlace({ 'project/x.json': lock(tree) });
    const report = await proven.workspace.sources.installFromLock('x.json');
    expect([report.added.length, report.unproven, report.skipped]).toEqual([1, [], []]);
    const moved = await makeGitPlace({ 'project/x.json': lock('1'.repeat(40)) });
    const refused = await moved.workspace.sources.installFromLock('x.json');
    expect([refused.added.length, refused.skipped[0]?.why]).toEqual([0, expect.stringContaining('moved since')]);
    const taken = await moved.workspace.sources.installFromLock('x.json', { acceptMoved: true });
    expect([taken.added.length, taken.unproven]).toEqual([1, ['a']]);
  });

  it('an age is not asked of sources that the owner leaves out of it', async () => {
    const repo = makeRepo();
    repo.commit({ 'a/SKILL.md': skillText('a') });
    const { workspace } = await makeGitPlace();
    await workspace.sources.install(repo.url);
    repo.commit({ 'a/SKILL.md': skillText('a', 'Newer.') });
    const week = { minAgeMs: 7 * 86_400_000 };
    expect((await workspace.sources.update(undefined, { ...week, minAgeExcept: ['lab/*'] })).held.length).toBe(1);
    const { policyKey } = await import('../../../src/owner/source/policy.ts');
    const own = policyKey({ type: 'git', url: repo.url });
    expect((await workspace.sources.update(undefined, { ...week, minAgeExcept: [own] })).changed.length).toBe(1);
  });

  it('an update brings no skill that was not installed, and removes nothing beside it', async () => {
    const repo = makeRepo();
    const files = (word: string) => ({ 'a/SKILL.md': skillText('a', word), 'b/SKILL.md': skillText('b', word) });
    repo.commit(files('One.'));
    const { workspace, project, base } = await makeGitPlace({ 'elsewhere/mine.txt': 'of the owner' });
    await workspace.sources.install(repo.url, { skills: ['a'] });
    await workspace.sources.install(repo.url, { skills: ['b'], into: join(base, 'elsewhere') });
    repo.commit({ ...files('Two.'), 'c/SKILL.md': skillText('c') });
    expect((await workspace.sources.update(['a'])).changed.map(({ id }) => id)).toEqual(['project:a']);
    expect((await workspace.sources.update()).changed.map(({ id }) => id)).toEqual(['project:b']);
    expect(Object.keys(readAll(join(project, '.agents/skills')))).toEqual(['a/SKILL.md']);
    expect(readAll(join(base, 'elsewhere'))).toEqual({
      'b/SKILL.md': skillText('b', 'Two.'),
      'mine.txt': 'of the owner',
    });
  });

  it('a skill whose folder somebody deleted can be removed, and its lock entry goes', async () => {
    const repo = makeRepo();
    repo.commit({ 'a/SKILL.md': skillText('a') });
    const { workspace, project } = await makeGitPlace();
    await workspace.sources.install(repo.url);
    rmSync(join(project, '.agents/skills/a'), { recursive: true });
    expect((await workspace.skills.remove('a')).changed.map(({ id }) => id)).toEqual(['project:a']);
    expect(JSON.parse(readFileSync(join(project, LOCK), 'utf8'))).toMatchObject({ skills: {} });
    expect(await workspace.sources.checkLocks()).toMatchObject({ ok: true, checked: 0 });
  });

  it('two homes share a project: each has its own store, and one lock serves both', async () => {
    const repo = makeRepo();
    repo.commit({ 'skills/a/SKILL.md': skillText('a'), 'skills/b/SKILL.md': skillText('b') });
    const one = await makeGitPlace();
    const other = await openGitPlace(one.base, { home: join(one.base, 'home2'), data: join(one.base, 'data2') });
    mkdirSync(join(one.base, 'home2'));
    const reports = await Promise.all([
      one.workspace.sources.install(repo.url, { skills: ['a'] }),
      other.workspace.sources.install(repo.url, { skills: ['b'] }),
    ]);
    expect(reports.map(({ added }) => added.length)).toEqual([1, 1]);
    const { skills } = JSON.parse(readFileSync(join(one.project, LOCK), 'utf8')) as { skills: object };
    expect(Object.keys(skills)).toEqual(['a', 'b']);
    // What the other home wrote is a folder that this store did not write: named, and left alone.
    const before = readAll(join(one.project, '.agents/skills'));
    const taken = await one.workspace.sources.install(repo.url, { skills: ['b'] });
    expect(taken.refused[0]?.findings[0]?.code).toBe('store/taken');
    expect(readAll(join(one.project, '.agents/skills'))).toEqual(before);
    const check = await one.workspace.sources.checkLocks();
    expect(check.findings.map(({ code, path }) => [code, path])).toEqual([['source/not-installed', 'project:b']]);
  });
});

describe('a process that is killed between the store and the lock', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await buildProgram();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['committed', 'old-removed', 'viewed'])('at %s: the next command writes the lock', async (step) => {
    const place = await makePlace();
    await place.workspace.close();
    const child = start(folder, place.base, 'add', step);
    expect(await firstWord(child)).toBe('here');
    await kill(child);
    expect(existsSync(join(place.project, LOCK))).toBe(false);
    const { workspace } = await openPlace(place.base);
    expect((await workspace.skills.status()).skills.map(({ id }) => id)).toEqual(['project:deploy']);
    const { skills } = JSON.parse(readFileSync(join(place.project, LOCK), 'utf8')) as { skills: object };
    expect(Object.keys(skills)).toEqual(['deploy']);
    expect(await workspace.sources.checkLocks()).toMatchObject({ ok: true, findings: [] });
  });
});
