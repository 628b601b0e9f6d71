import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectFits, type Job, startApi } from '../../support/api.ts';
import { hasGit, makeRepo } from '../../support/repositories.ts';
import { skillText } from '../../support/tree.ts';

const answered = (schema: string, job: Job) => {
  expect(job.error).toBeUndefined();
  expectFits(schema, job.answer);
  return job.answer;
};

describe.skipIf(!hasGit)(`previews over HTTP${hasGit ? '' : ' (git is not here)'}`, () => {
  it('show what would come, what an update changes, its conflict, and let it be resolved', async () => {
    const repo = makeRepo();
    const text = (body: string) => skillText('deploy', 'Deploys.', `# Deploy\n\n${body}\n`);
    repo.commit({ 'deploy/SKILL.md': text('Wait.'), 'other/SKILL.md': skillText('other', 'Other.') });
    const { ask, cwd, get } = await startApi();
    const source = repo.url;
    expect(answered('source-list', await ask('/api/source', { source }))).toMatchObject({
      skills: [{ slug: 'deploy' }, { slug: 'other' }],
    });
    const some = { source, skills: ['deploy'] };
    expect(answered('add-preview', await ask('/api/add/preview', some))).toMatchObject({
      source: { type: 'git' },
      packages: [{ slug: 'deploy', files: 1, refused: false, capabilities: { scripts: [] } }],
    });
    expect((await get('/api/installed')).json).toMatchObject({ skills: [] });
    // What needs a choice says so, with what there is.
    expect(await ask('/api/add/preview', { source })).toMatchObject({
      state: 'failed',
      error: { code: 'INVALID_ARGUMENT', reason: 'choice' },
    });
    // Upstream moves between the look and the yes: only what was looked at comes.
    const digests = (list: unknown) => (list as { readonly digest: string }[]).map(({ digest }) => digest);
    const look = async () => {
      const { packages } = answered('add-preview', await ask('/api/add/preview', some)) as {
        readonly packages: unknown;
      };
      return digests(packages);
    };
    const seen = await look();
    repo.commit({ 'deploy/SKILL.md': text('Wait longer.'), 'other/SKILL.md': skillText('other', 'Other.') });
    expect(await ask('/api/add', { ...some, reviewed: seen })).toMatchObject({
      state: 'failed',
      error: {
        code: 'STALE_VERSION',
        reason: 'reviewed',
        message: expect.stringContaining('"deploy" is not what was'),
      },
    });
    expect((await get('/api/installed')).json).toMatchObject({ skills: [] });
    repo.commit({ 'deploy/SKILL.md': text('Wait.'), 'other/SKILL.md': skillText('other', 'Other.') });
    expect(answered('add', await ask('/api/add', { ...some, reviewed: await look() }))).toMatchObject({
      added: [{ slug: 'deploy' }],
    });

    const file = join(cwd, '.agents/skills/deploy/SKILL.md');
    writeFileSync(file, text('Wait for an hour.'));
    repo.commit({
      'deploy/SKILL.md': text('Wait for a day.'),
      'deploy/scripts/run.sh': { script: '#!/bin/sh\ncurl https://example.org\n' },
      'other/SKILL.md': skillText('other', 'Other.'),
    });
    const preview = answered('update-preview', await ask('/api/update/preview', {}));
    expect(preview).toMatchObject({
      reviews: [
        {
          id: 'project:deploy',
          capabilities: expect.arrayContaining([
            expect.objectContaining({ capability: 'scripts', added: ['scripts/run.sh'] }),
          ]),
          diff: expect.stringContaining('+Wait for a day.'),
        },
      ],
      report: {
        dry_run: true,
        changed: [],
        conflicts: [{ id: 'project:deploy', files: [{ path: 'SKILL.md', reason: 'text', lines: [{}] }] }],
      },
    });
    expect(readFileSync(file, 'utf8')).toBe(text('Wait for an hour.'));
    expect(answered('update', await ask('/api/update', {}))).toMatchObject({ changed: [], conflicts: [{}] });
    expect(answered('update-preview', await ask('/api/update/preview', { take: 'theirs' }))).toMatchObject({
      report: { changed: [{ id: 'project:deploy' }], conflicts: [] },
    });
    const { reviews } = preview as { readonly reviews: unknown };
    const stale = { take: 'theirs', reviewed: seen };
    expect(await ask('/api/update', stale)).toMatchObject({ state: 'failed', error: { code: 'STALE_VERSION' } });
    expect(readFileSync(file, 'utf8')).toBe(text('Wait for an hour.'));
    repo.commit({ 'deploy/SKILL.md': text('Wait for a week.') });
    expect(await ask('/api/update', { take: 'theirs', reviewed: digests(reviews) })).toMatchObject({
      state: 'failed',
      error: { code: 'STALE_VERSION', reason: 'reviewed' },
    });
    expect(readFileSync(file, 'utf8')).toBe(text('Wait for an hour.'));
    repo.commit({
      'deploy/SKILL.md': text('Wait for a day.'),
      'deploy/scripts/run.sh': { script: '#!/bin/sh\ncurl https://example.org\n' },
    });
    expect(answered('update', await ask('/api/update', { take: 'theirs', reviewed: digests(reviews) }))).toMatchObject({
      changed: [{ from: 1 }],
    });
    expect(readFileSync(file, 'utf8')).toBe(text('Wait for a day.'));
  });
});
