import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ownerToken } from '../../../src/io/places/owner-token.ts';
import { expectFits, type Job, startApi, status, TOKEN } from '../../support/api.ts';
import { makeTree } from '../../support/tree.ts';

describe('the guard of the API', () => {
  it('lets nobody in without the token, from another host name or from a page of another origin, on any route', async () => {
    const { url, headers, get } = await startApi();
    const { json } = await get('/api/openapi.json');
    const paths = [...Object.keys(json['paths'] ?? {}), '/api/openapi.json', '/mcp', '/', '/nowhere'];
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const at = `${url}${path}`;
        // Whoever has the code of a link has no token yet.
        if (!(path === '/api/session' && method === 'POST')) {
          expect((await status(at, {}, method)).code, path).toBe(401);
          expect((await status(at, { authorization: 'Bearer other' }, method)).code, path).toBe(401);
        }
        expect((await status(at, { ...headers, host: 'evil.example' }, method)).code, path).toBe(403);
        const foreign = await status(at, { ...headers, origin: 'http://localhost:3000' }, method);
        expect(foreign.code, path).toBe(403);
        expect(foreign.headers).toMatchObject({
          'content-security-policy': expect.stringContaining("default-src 'none'"),
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        });
        expect(foreign.headers).not.toHaveProperty('access-control-allow-origin');
      }
    }
    expect((await status(`${url}/api/skills`, { ...headers, origin: url })).code).toBe(200);
  });

  it('takes JSON alone, says what is wrong with it, and no more of it than it needs', async () => {
    const { url, headers, ask, get } = await startApi();
    const post = (type: string, body: string) =>
      status(`${url}/api/disable`, { ...headers, 'content-type': type }, 'POST', body);
    expect((await post('text/plain', '{"refs":["review"]}')).code).toBe(400);
    expect((await post('application/json', '{')).code).toBe(400);
    expect((await post('application/json', '[]')).code).toBe(400);
    expect((await post('application/json', JSON.stringify({ refs: ['x'.repeat(300_000)] }))).code).toBe(413);
    expect(await ask('/api/disable', { ref: 'review' })).toMatchObject({
      state: '400',
      error: { message: expect.stringContaining('"refs" is missing') },
    });
    const wrong = await get('/api/skills?limit=many');
    expect(wrong).toMatchObject({ status: 400, json: { error: { code: 'INVALID_ARGUMENT' } } });
    expectFits('error', wrong.json);
    const nowhere = await get('/api/skills/nobody');
    expect(nowhere.status).toBe(404);
    expectFits('error', nowhere.json);
    expect((await get('/api/nothing')).status).toBe(404);
    expect((await get('/api/jobs/none')).status).toBe(404);
  });
});

describe('what the API answers', () => {
  it.each([
    ['list', '/api/skills', { total: 2, collections: [{ id: 'bio', count: 1 }] }],
    ['list', '/api/skills?collection=bio&limit=1', { total: 1, skills: [{ id: 'bio:align' }] }],
    [
      'show',
      '/api/skills/skills%3Areview',
      { id: 'skills:review', files: [{ path: 'SKILL.md' }, { path: 'references/a.md' }] },
    ],
    ['show', '/api/skills/secret', { id: 'skills:secret', user_only: true }],
    ['file', '/api/skills/review/file?path=references%2Fa.md', { text: 'Notes.\n' }],
    ['validate', '/api/skills/review/diagnostics', {}],
    ['search', '/api/search?query=align+reads', { skills: [{ id: 'bio:align' }] }],
    ['readiness', '/api/readiness', {}],
    ['readiness', '/api/readiness?collection=bio&state=unknown', {}],
    ['inventory', '/api/inventory', {}],
    ['scan', '/api/diagnostics', { ledger: { found: 3 } }],
    ['status', '/api/installed', { skills: [] }],
  ])('%s for %s', async (schema, path, record) => {
    const { get } = await startApi();
    const { status: code, json } = await get(path);
    expect({ code, json }).toMatchObject({ code: 200, json: record });
    expectFits(schema, json);
  });

  it('is described by a document whose every reference leads somewhere', async () => {
    const { get } = await startApi();
    const { json } = await get('/api/openapi.json');
    expect(json['openapi']).toBe('3.1.0');
    const references = [...JSON.stringify(json).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(references.length).toBeGreaterThan(30);
    for (const one of references) {
      const found = one
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], json);
      expect(found, one).toBeDefined();
    }
  });

  it('lets a skill be added, seen, switched, rolled back and removed, each as a job', async () => {
    const { ask, get, cwd } = await startApi();
    const draft = join(cwd, 'drafts/deploy');
    const fits = (name: string, job: Job) => {
      expect(job.error).toBeUndefined();
      expectFits(name, job.answer);
      return job.answer;
    };
    expect(fits('add', await ask('/api/add', { source: draft, dry_run: true }))).toMatchObject({ dry_run: true });
    expect(existsSync(join(cwd, '.agents/skills/deploy'))).toBe(false);
    expect(fits('add', await ask('/api/add', { source: draft }))).toMatchObject({ added: [{ id: 'project:deploy' }] });
    expect((await get('/api/skills/project%3Adeploy')).json).toMatchObject({ name: 'deploy' });
    expectFits('status', (await get('/api/installed')).json);
    const history = (await get('/api/skills/project%3Adeploy/history')).json;
    expect(history).toMatchObject({ versions: [{ number: 1, active: true }] });
    expectFits('history', history);
    expectFits('diff', (await get('/api/skills/project%3Adeploy/diff?from=1&to=disk')).json);
    fits('switch', await ask('/api/disable', { refs: ['deploy'] }));
    expect((await get('/api/skills/project%3Adeploy')).status).toBe(404);
    fits('switch', await ask('/api/enable', { refs: ['project:deploy'] }));
    expect((await get('/api/skills/project%3Adeploy')).status).toBe(200);
    fits('outdated', await ask('/api/outdated', {}));
    fits('update', await ask('/api/update', { dry_run: true }));
    expect(fits('change', await ask('/api/remove', { ref: 'deploy' }))).toMatchObject({ changed: [{ from: 1 }] });
    expect((await get('/api/skills/project%3Adeploy')).status).toBe(404);
    fits('change', await ask('/api/rollback', { ref: 'project:deploy', to: 1 }));
    expect((await get('/api/skills/project%3Adeploy')).status).toBe(200);
    expect(await ask('/api/add', { source: join(cwd, 'nowhere') })).toMatchObject({
      state: 'failed',
      error: { message: expect.stringContaining('nowhere') },
    });
  });

  it('serves models by /mcp what models may see, and no more', async () => {
    const { url } = await startApi();
    const client = new Client({ name: 'test', version: '0' });
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
    });
    await client.connect(transport);
    onTestFinished(() => client.close());
    const result = await client.callTool({ name: 'list_skills', arguments: {} });
    expect(result.structuredContent).toMatchObject({ total: 1 });
    expect(JSON.stringify(result)).not.toContain('secret');
  });
});

describe("the owner's token", () => {
  it('is made once, also by two at the same time, in a file that nobody else may read', async () => {
    const data = join(makeTree({ x: null }), 'data');
    const [first, second] = await Promise.all([ownerToken(data), ownerToken(data)]);
    expect(first.token).toMatch(/^[\w-]{43}$/);
    expect(second.token).toBe(first.token);
    expect((await ownerToken(data)).token).toBe(first.token);
    if (process.platform !== 'win32') expect(statSync(first.file).mode & 0o777).toBe(0o600);
  });

  it('is not taken from a file that others may read, or that holds something else', async () => {
    const open = makeTree({ 'serve-token': `${TOKEN}\n` });
    await expect(ownerToken(open)).rejects.toMatchObject({ code: 'NOT_WRITABLE' });
  });
});
