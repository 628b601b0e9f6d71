import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Writer } from '../../../src/index.ts';
import { expectFits, type Job, startApi } from '../../support/api.ts';
import { skillText } from '../../support/tree.ts';

const answered = (schema: string, job: Job) => {
  expect(job.error).toBeUndefined();
  expectFits(schema, job.answer);
  return job.answer;
};
const IMPORT = '/api/agents/ciso/skills/import';
const GENERATE = '/api/agents/ciso/skills/generate';

describe('files for an agent over HTTP', () => {
  it('are taken each by itself, switched off, and stand on the list of the agent', async () => {
    const { ask, get, base } = await startApi();
    const files = [
      { name: 'audit.md', content: skillText('audit', 'Audits.').replace('---\n\n', 'allowed-tools: Bash\n---\n\n') },
      { name: '../../evil.md', content: skillText('evil', 'Evil.') },
      { name: 'nul.md', content: 'a\0b' },
    ];
    expect(answered('import', await ask(IMPORT, { files, dry_run: true }))).toMatchObject({ dry_run: true });
    expect(existsSync(join(base, 'home/.agents'))).toBe(false);
    expect(answered('import', await ask(IMPORT, { files }))).toMatchObject({
      imported: [{ name: 'audit.md', id: 'personal:audit', left_out: ['allowed-tools'] }],
      skipped: [],
      failed: [{ name: '../../evil.md' }, { name: 'nul.md' }],
    });
    expect(answered('import', await ask(IMPORT, { files: files.slice(0, 1) }))).toMatchObject({
      imported: [],
      skipped: [{ name: 'audit.md', reason: expect.stringContaining('there already') }],
    });
    expect((await get('/api/levels/agent%3Aciso')).json).toMatchObject({ skills: [], off: ['personal:audit'] });
    expect((await get('/api/installed')).json).toMatchObject({ skills: [{ enabled: false, came_by: 'import' }] });
  });

  it.each<[object, number]>([
    [{}, 400],
    [{ files: 'x' }, 400],
    [{ files: [{ name: 'a.md' }] }, 400],
    [{ files: [{ name: 'a.md', content: 7 }] }, 400],
    [{ files: [null] }, 400],
    [{ files: [{ name: 'a.md', content: '', path: '/etc' }] }, 400],
    [{ files: [], agent: 'x' }, 400],
    [{ files: [], dry_run: 'yes' }, 400],
    [{ files: [{ name: 'a.md', content: 'x'.repeat(9 * 1024 * 1024) }] }, 413],
  ])('of a wrong shape are refused at once (%#)', async (body, status) => {
    const { ask } = await startApi();
    expect((await ask(IMPORT, body)).state).toBe(String(status));
  });

  it('for an agent that no list can be of, or too many, are a failed job that says why', async () => {
    const { ask } = await startApi();
    const body = { files: [{ name: 'a.md', content: skillText('a', 'A.') }] };
    expect(await ask('/api/agents/..%2Fx/skills/import', body)).toMatchObject({ state: 'failed' });
    const many = Array.from({ length: 10_000 }, (_, at) => ({ name: `s${at}.md`, content: 'x' }));
    expect(await ask(IMPORT, { files: many })).toMatchObject({ state: 'failed', error: { code: 'TOO_LARGE' } });
  });
});

describe('a document for an agent over HTTP', () => {
  const draft = {
    title: 'Restart the queue',
    description: 'Restarts it. Use when it hangs.',
    when: [],
    triggers: [],
    steps: ['Restart it.'],
    rules: [],
    vocabulary: [],
  };
  const writer: Writer = { id: 'fake', write: async () => draft };

  it('becomes a skill that is switched off', async () => {
    const { ask, get } = await startApi({ writer });
    expect(
      answered('generate', await ask(GENERATE, { content: 'Turn it off and on.', source_name: 'a.md' })),
    ).toMatchObject({ id: 'personal:restart-the-queue', truncated: false, drafts: 1 });
    expect((await get('/api/installed')).json).toMatchObject({ skills: [{ enabled: false, came_by: 'generate' }] });
    expect(
      answered(
        'generate',
        await ask(GENERATE, { artifact: 'skills:review/references/a.md', name: 'other', dry_run: true }),
      ),
    ).toMatchObject({ name: 'other', dry_run: true });
    expect(await ask(GENERATE, { artifact: '/etc/passwd' })).toMatchObject({
      state: 'failed',
      error: { code: 'SKILL_NOT_FOUND' },
    });
  });

  it('without a writer is a failed job that says how to give one', async () => {
    const { ask } = await startApi();
    expect(await ask(GENERATE, { content: 'x', source_name: 'a' })).toMatchObject({
      state: 'failed',
      error: { code: 'WRITER_MISSING', message: expect.stringContaining('--writer') },
    });
  });

  it('of a wrong shape is refused at once', async () => {
    const { ask } = await startApi({ writer });
    for (const body of [
      {},
      { content: 'x' },
      { content: 'x', source_name: 'a', artifact: 'b' },
      { artifact: 7 },
      { content: 'x', source_name: 'a', path: '/etc/passwd' },
    ]) {
      expect((await ask(GENERATE, body)).state).toBe('400');
    }
    expect((await ask(GENERATE, { content: 'x'.repeat(3 * 1024 * 1024), source_name: 'a' })).state).toBe('413');
  });

  it('can be cancelled while the writer hangs, and others are answered meanwhile', async () => {
    const hanging: Writer = { id: 'hangs', write: () => new Promise(() => {}) };
    const { url, headers, get } = await startApi({ writer: hanging });
    const body = JSON.stringify({ content: 'x', source_name: 'a' });
    const job = (await (await fetch(`${url}${GENERATE}`, { method: 'POST', headers, body })).json()) as Job;
    await expect
      .poll(async () => (await get(`/api/jobs/${job.id}`)).json)
      .toMatchObject({ progress: { step: 'writing' } });
    await fetch(`${url}/api/jobs/${job.id}`, { method: 'DELETE', headers });
    await expect.poll(async () => (await get(`/api/jobs/${job.id}`)).json).toMatchObject({ state: 'cancelled' });
    expect((await get('/api/installed')).json).toMatchObject({ skills: [] });
  });
});
