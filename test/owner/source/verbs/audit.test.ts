import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../../src/base/hash.ts';
import { skillDigest } from '../../../../src/format/lock/digest.ts';
import { formatSarif } from '../../../../src/format/source/sarif.ts';
import { hasGit, makeRepo } from '../../../support/repositories.ts';
import { skillText } from '../../../support/tree.ts';
import { makeGitPlace } from './support.ts';

const lockOf = (project: string) => join(project, 'skillfiche.lock.json');

describe.skipIf(!hasGit)(`auditing what is installed${hasGit ? '' : ' (git is not here)'}`, () => {
  it('tells edits, what is in no lock, what is missing, and what the gate would not let in again', async () => {
    const repo = makeRepo();
    repo.commit({ 'a/SKILL.md': skillText('a'), 'b/SKILL.md': skillText('b'), 'c/SKILL.md': skillText('c') });
    const { workspace, project } = await makeGitPlace();
    await workspace.sources.install(repo.url, { all: true });
    expect(await workspace.sources.audit()).toMatchObject({ ok: true, checked: 3, missing: [] });
    const hidden = `${skillText('a')}\u{E0041}\u{E0042}`;
    writeFileSync(join(project, '.agents/skills/a/SKILL.md'), hidden);
    const lock = JSON.parse(readFileSync(lockOf(project), 'utf8'));
    lock.skills.gone = lock.skills.b;
    delete lock.skills.c;
    writeFileSync(lockOf(project), JSON.stringify(lock));
    const report = await workspace.sources.audit();
    const codes = Object.fromEntries(
      report.packages.map(({ id, findings }) => [
        id,
        findings.map(({ code }) => code).filter((code) => /^source|^text/.test(code)),
      ]),
    );
    expect(report.ok).toBe(false);
    expect(codes).toEqual({
      'project:a': ['text/hidden-character', 'source/modified'],
      'project:b': [],
      'project:c': ['source/not-in-lock'],
    });
    expect(report.missing).toMatchObject([{ id: 'project:gone', finding: { code: 'source/not-installed' } }]);
    const sarif = JSON.parse(
      formatSarif(
        [...report.packages.flatMap(({ findings }) => findings), ...report.missing.map(({ finding }) => finding)],
        '1.2.3',
      ),
    );
    expect(sarif).toMatchObject({
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'skillfiche', version: '1.2.3' } } }],
    });
    const { rules } = sarif.runs[0].tool.driver;
    for (const { ruleId, ruleIndex, level } of sarif.runs[0].results) {
      expect(rules[ruleIndex].id).toBe(ruleId);
      expect(['error', 'warning', 'note']).toContain(level);
    }
  });

  it('does not install other bytes than the lock pins, though the lock is sound in itself', async () => {
    const repo = makeRepo();
    repo.commit({ 'a/SKILL.md': skillText('a') });
    const here = await makeGitPlace();
    await here.workspace.sources.install(repo.url);
    const lock = JSON.parse(readFileSync(lockOf(here.project), 'utf8'));
    const files = [{ path: 'SKILL.md', size: 3, sha256: sha256Hex('abc') }];
    lock.skills.a = { ...lock.skills.a, files, digest: skillDigest(files) };
    writeFileSync(lockOf(here.project), JSON.stringify(lock));
    expect((await here.workspace.sources.checkLocks()).findings.map(({ code }) => code)).toEqual([
      'source/not-as-locked',
    ]);
    const there = await makeGitPlace({ 'project/skillfiche.lock.json': JSON.stringify(lock) });
    const report = await there.workspace.sources.restore();
    expect(report).toMatchObject({ ok: false, changed: [] });
    expect(report.refused[0]?.findings[0]?.code).toBe('source/not-as-locked');
    expect((await there.workspace.skills.status()).skills).toEqual([]);
  });

  it('writes the locks of other tools, and reads them back to the same bytes', async () => {
    const repo = makeRepo();
    const commit = repo.commit({
      'x/a/SKILL.md': skillText('a'),
      'x/a/b/c.txt': 'c',
      'x/a/B.txt': 'B',
      'x/b/SKILL.md': skillText('b'),
    });
    const here = await makeGitPlace();
    await here.workspace.sources.install(repo.url, { all: true });
    const skills = await here.workspace.sources.exportLock('skills');
    expect(JSON.parse(skills.text)).toMatchObject({
      version: 1,
      skills: {
        a: {
          source: repo.url,
          sourceType: 'git',
          skillPath: 'x/a/SKILL.md',
          computedHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      },
    });
    const other = await here.workspace.sources.exportLock('skills-lock');
    expect(JSON.parse(other.text).skills.a).toMatchObject({ resolved: repo.url, commit, path: 'x/a' });
    for (const { text } of [skills, other]) {
      const there = await makeGitPlace({ 'project/other.lock': text });
      const report = await there.workspace.sources.installFromLock('other.lock');
      expect(report).toMatchObject({ skipped: [], unproven: [], refused: [] });
      expect(report.added.map(({ digest }) => digest)).toEqual(
        (await here.workspace.skills.status()).skills.map(({ digest }) => digest),
      );
    }
  });

  it('says of another tool’s lock what has moved since, and takes it only when asked', async () => {
    const repo = makeRepo();
    repo.commit({ 'a/SKILL.md': skillText('a') });
    const here = await makeGitPlace();
    await here.workspace.sources.install(repo.url);
    const { text } = await here.workspace.sources.exportLock('skills');
    repo.commit({ 'a/SKILL.md': skillText('a', 'Poisoned.') });
    const there = await makeGitPlace({ 'project/skills-lock.json': text });
    const report = await there.workspace.sources.installFromLock('skills-lock.json');
    expect(report.added).toEqual([]);
    expect(report.skipped[0]?.why).toContain('moved since');
    const taken = await there.workspace.sources.installFromLock('skills-lock.json', { acceptMoved: true });
    expect([taken.added.length, taken.unproven]).toEqual([1, ['a']]);
    rmSync(join(there.project, 'skills-lock.json'));
    await expect(there.workspace.sources.installFromLock('skills-lock.json')).rejects.toMatchObject({
      code: 'UNREADABLE',
    });
  });
});
