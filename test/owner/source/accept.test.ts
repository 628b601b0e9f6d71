import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readInstallLock } from '../../../src/format/source/lock.ts';
import type { AddReport } from '../../../src/owner/store/types.ts';
import { hasGit, makeRepo } from '../../support/repositories.ts';
import { skillText } from '../../support/tree.ts';
import { makeGitPlace, openGitPlace } from './verbs/support.ts';

const TOKEN = `ghp_${'Zq3vX9kLmP2sT7wYbN4cR8dF1gH6jK0aEuQi'}`;
const HIDDEN = '\u{E0049}\u{E0067}';
const SECRET = ['package/secret'] as const;

const errorsOf = ({ refused }: Pick<AddReport, 'refused'>): string[] =>
  refused.flatMap(({ findings }) =>
    findings.filter(({ severity }) => severity === 'error').map(({ code, path, line }) => `${code} ${path}:${line}`),
  );

describe.skipIf(!hasGit)(`what the gate refuses and an owner accepts${hasGit ? '' : ' (git is not here)'}`, () => {
  const collection = {
    'skills/one/SKILL.md': skillText('one'),
    'README.md': `Read this.\n${HIDDEN}\n`,
    'deploy/settings.env': `A=1\nTOKEN=${TOKEN}\n`,
  };

  it('beside the skills of a collection too: rule, file and line, never the value', async () => {
    const repo = makeRepo();
    repo.commit(collection);
    const { workspace } = await makeGitPlace();
    const report = await workspace.sources.install(repo.url, { asCollection: 'lab' });
    expect(report.added).toEqual([]);
    expect(errorsOf(report)).toEqual([
      'text/hidden-character tree/README.md:2',
      'package/secret tree/deploy/settings.env:2',
    ]);
    expect(JSON.stringify(report)).not.toContain(TOKEN.slice(4, 16));
    const hints = report.refused[0]?.findings.map(({ hint }) => hint).join('\n');
    expect(hints).toContain('--accept package/secret');
    // One rule is not the other.
    const half = await workspace.sources.install(repo.url, { asCollection: 'lab', accept: SECRET });
    expect(errorsOf(half)).toEqual(['text/hidden-character tree/README.md:2']);
    expect((await workspace.store.events()).length).toBe(0);
  });

  it('is taken by its rule’s name, and log and lock say by whom', async () => {
    const repo = makeRepo();
    repo.commit(collection);
    const place = await makeGitPlace({}, { person: 'ada' });
    const { workspace, project, base } = place;
    const accept = [...SECRET, 'text/hidden-character'];
    const dry = await workspace.sources.install(repo.url, { asCollection: 'lab', accept, dryRun: true });
    expect([dry.added.length, await workspace.store.events()]).toEqual([1, []]);
    const report = await workspace.sources.install(repo.url, { asCollection: 'lab', accept });
    expect(errorsOf(report)).toEqual([]);
    const said = report.added[0]?.findings.map(({ severity, message }) => `${severity} ${message}`) ?? [];
    expect(said.filter((one) => one.startsWith('warning') && one.endsWith('Accepted by ada.')).length).toBe(2);
    const [event] = await workspace.store.events();
    expect([event?.person, event?.verb]).toEqual(['ada', 'add']);
    expect(event?.detail).toMatchObject({
      accepted: [
        { rule: 'text/hidden-character', path: 'tree/README.md' },
        { rule: 'package/secret', path: 'tree/deploy/settings.env' },
      ],
    });
    const file = join(project, 'skillfiche.lock.json');
    const text = readFileSync(file, 'utf8');
    expect(readInstallLock(text, file).collections['lab']?.accepted).toEqual([
      { rule: 'package/secret', path: 'deploy/settings.env', by: 'ada' },
      { rule: 'text/hidden-character', path: 'README.md', by: 'ada' },
    ]);
    expect(text + JSON.stringify(event)).not.toContain(TOKEN.slice(4, 16));
    expect((await workspace.sources.audit()).ok).toBe(true);
    // A lock is a project's file: it says what was accepted, and accepts nothing on another machine.
    const other = await openGitPlace(base, { data: join(base, 'elsewhere'), home: join(base, 'home2') });
    await workspace.skills.remove('lab');
    writeFileSync(file, text);
    const refused = await other.workspace.sources.restore();
    expect([refused.ok, errorsOf({ refused: refused.refused.map((one) => ({ path: '', ...one })) })]).toEqual([
      false,
      ['text/hidden-character tree/README.md:2', 'package/secret tree/deploy/settings.env:2'],
    ]);
    expect((await other.workspace.sources.restore({ accept })).ok).toBe(true);
  });

  it('holds for the very bytes: a rollback passes, other bytes are judged anew', async () => {
    const repo = makeRepo();
    const skill = (body: string, extra = {}) => ({ 'SKILL.md': skillText('deploy', 'x', body), ...extra });
    repo.commit(skill('one\n', { 'conf.txt': `TOKEN=${TOKEN}\n` }));
    const { workspace, project } = await makeGitPlace();
    expect((await workspace.sources.install(repo.url, { accept: SECRET })).added.length).toBe(1);
    repo.commit(skill('two\n', { 'conf.txt': `TOKEN=${TOKEN}\n` }));
    expect((await workspace.sources.update()).changed).toMatchObject([{ version: 2 }]);
    expect((await workspace.skills.rollback('deploy')).changed).toMatchObject([{ version: 1 }]);
    repo.commit(skill('two\n', { 'conf.txt': `TOKEN=${TOKEN}\nmore\n` }));
    const later = await workspace.sources.update();
    expect(later.refused[0]?.findings.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'package/secret', path: 'conf.txt' },
    ]);
    expect((await workspace.sources.update(undefined, { accept: SECRET })).changed.length).toBe(1);
    writeFileSync(join(project, '.agents/skills/deploy/conf.txt'), `OTHER=${TOKEN}\n`);
    expect((await workspace.skills.publish('deploy')).refused.length).toBe(1);
    expect((await workspace.skills.publish('deploy', { accept: SECRET })).changed.length).toBe(1);
  });

  it('is never a link, a path or a size, nor a word that is no rule', async () => {
    const { workspace } = await makeGitPlace();
    for (const rule of ['package/link', 'secret', '*']) {
      await expect(workspace.sources.install('/nowhere', { accept: [rule] })).rejects.toThrow(/cannot be accepted/);
      await expect(workspace.sources.restore({ accept: [rule] })).rejects.toThrow(/cannot be accepted/);
    }
  });
});
