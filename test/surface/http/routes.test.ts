import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../src/surface/http/app.ts';
import { expectFits, type Job, startApi } from '../../support/api.ts';
import { skillText } from '../../support/tree.ts';

const answered = (schema: string, job: Job) => {
  expect(job.error).toBeUndefined();
  expectFits(schema, job.answer);
  return job.answer;
};

describe('the routes', () => {
  it('each have an address of their own, a summary and a schema', () => {
    const seen = ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(seen).size).toBe(seen.length);
    for (const { answer, summary, path } of ROUTES) {
      expect(summary, path).toMatch(/\.$/);
      if (typeof answer !== 'string') continue;
      expect(existsSync(join(import.meta.dirname, `../../../schemas/${answer}.schema.json`)), answer).toBe(true);
    }
  });

  it.each([
    ['clashes', '/api/clashes', { clashes: [] }],
    ['level-list', '/api/levels', { levels: [] }],
    ['level', '/api/levels/agent%3Aciso', { key: 'agent:ciso', skills: [], dropped: [] }],
    ['export-list', '/api/exports', { exports: [] }],
    ['audit', '/api/audit', { ok: true }],
    ['lock-check', '/api/locks', {}],
    ['doctor', '/api/doctor', { ok: true }],
    ['readiness', '/api/readiness?evidence=read&limit=0', { summary: { total: 4 }, skills: [] }],
    ['readiness-evidence', '/api/readiness/evidence?collection=bio', { skills: [{ id: 'bio:align' }] }],
    ['readiness-evidence', '/api/readiness/evidence?refs=review', { skills: [{ id: 'skills:review' }] }],
  ])('%s for %s', async (schema, path, record) => {
    const { get } = await startApi({ files: { 'skills/extra/SKILL.md': skillText('extra', 'More.') } });
    const { status, json } = await get(path);
    expect({ status, json }).toMatchObject({ status: 200, json: record });
    expectFits(schema, json);
  });

  it('says who has a name that several bear', async () => {
    const { get } = await startApi({ files: { 'skills/bio/review/SKILL.md': skillText('review', 'Another.') } });
    const { json } = await get('/api/clashes');
    expectFits('clashes', json);
    expect(json).toMatchObject({
      clashes: [{ name: 'review', has: 'skills:review', skills: [{ id: 'bio:review' }, { id: 'skills:review' }] }],
    });
  });

  it('gives counts that are new after a change of ours, and pages of a list without its summary', async () => {
    const { ask, get } = await startApi();
    const total = async () => ((await get('/api/readiness?limit=0')).json['summary'] as { total: number }).total;
    const before = await total();
    await ask('/api/disable', { refs: ['review'] });
    expect(await total()).toBe(before - 1);
    const { json } = await get('/api/readiness?offset=1&limit=1');
    expectFits('readiness', json);
    expect(json['skills']).toHaveLength(1);
    const { json: hits } = await get('/api/search?query=align&wait=false');
    expectFits('search', hits);
  });

  it('gives readiness with what to install first', async () => {
    const tool = 'no-such-program-anywhere';
    const { get } = await startApi({
      files: { 'skills/needs/SKILL.md': skillText('needs', 'Needs it.', `\`\`\`sh\n${tool} --go\n\`\`\`\n`) },
    });
    const { json } = await get('/api/readiness?evidence=read');
    expectFits('readiness', json);
    expect(json['summary']).toMatchObject({ unlock: { install: [`bin:${tool}`], skills: 1 } });
  });
});

describe('lists of skills', () => {
  it('take single skills and a whole collection, give them back, and go', async () => {
    const { ask, get } = await startApi();
    const at = '/api/levels/agent%3Aciso';
    expect(answered('level', await ask(at, { add: ['review', 'bio'] }))).toMatchObject({
      skills: ['skills:review', 'bio:align'],
    });
    expect((await get('/api/levels')).json).toMatchObject({ levels: [{ key: 'agent:ciso', skills: 2 }] });
    expect(answered('level', await ask(at, { remove: ['bio:*'] }))).toMatchObject({ skills: ['skills:review'] });
    expect(answered('level', await ask(at, { set: ['align'] }))).toMatchObject({ skills: ['bio:align'] });
    // A body cannot name another list than the address.
    expect(answered('level', await ask(at, { key: 'global', add: ['review'] }))).toMatchObject({ key: 'agent:ciso' });
    expect(answered('level', await ask(at, {}, 'DELETE'))).toMatchObject({ skills: [] });
    expect((await get('/api/levels')).json).toEqual({ levels: [] });
  });

  it('take a pack whole or not at all, and say why not', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`skills/bio/m${at}/SKILL.md`, skillText(`m${at}`, 'One.')]),
    );
    const { ask, get } = await startApi({ files: many });
    expect(await ask('/api/levels/agent%3Aa', { add: ['bio'] })).toMatchObject({
      state: 'failed',
      error: { code: 'INVALID_ARGUMENT', message: expect.stringContaining('41 skills; 30') },
    });
    expect((await get('/api/levels')).json).toEqual({ levels: [] });
    const list = answered('level', await ask('/api/levels/list%3Abio', { add: ['bio:*'] }));
    expect(list?.['skills']).toHaveLength(41);
    expect(await ask('/api/levels/list%3Abio', { add: ['nobody:*'] })).toMatchObject({ state: 'failed' });
    expect((await get('/api/levels/wrong')).status).toBe(400);
  });

  it('keep what is switched off, and say so', async () => {
    const { ask, get } = await startApi();
    answered('level', await ask('/api/levels/global', { add: ['review', 'align'] }));
    answered('switch', await ask('/api/disable', { refs: ['review'] }));
    const { json } = await get('/api/levels/global');
    expectFits('level', json);
    expect(json).toMatchObject({ skills: ['bio:align'], off: ['skills:review'], dropped: [] });
  });
});

describe('a skill as a file', () => {
  const file = async (accept?: string, ref = 'review') => {
    const { url, headers } = await startApi();
    const asked = { authorization: headers.authorization, ...(accept === undefined ? {} : { accept }) };
    const response = await fetch(`${url}/api/skills/${ref}/archive`, { headers: asked });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  it.each([
    [undefined],
    ['*/*'],
    ['application/zip'],
    ['application/*;q=0.5, text/html'],
    ['text/markdown;q=0.1, application/zip'],
  ])('is a zip where Accept is %s', async (accept) => {
    const { response, bytes } = await file(accept);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="review.zip"');
    expect(response.headers.get('vary')).toBe('Accept');
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(bytes.subarray(0, 2).toString('latin1')).toBe('PK');
    expect(bytes.includes('review/references/a.md')).toBe(true);
  });

  it.each([['text/markdown'], ['text/*'], ['text/html, text/markdown;q=0.9, */*;q=0.1']])(
    'is one document where Accept is %s',
    async (accept) => {
      const { response, bytes } = await file(accept);
      expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(response.headers.get('content-disposition')).toBe('attachment; filename="review.md"');
      expect(bytes.toString()).toMatch(/^---\nname: review\n[\s\S]*## File: references\/a\.md/);
    },
  );

  it.each([['application/json'], ['application/zip;q=0'], ['*/*;q=0'], ['nonsense']])(
    'is nothing where Accept is %s',
    async (accept) => {
      const { response, bytes } = await file(accept);
      expect(response.status).toBe(406);
      expect(response.headers.get('vary')).toBe('Accept');
      expectFits('error', JSON.parse(bytes.toString()));
    },
  );

  it('of a skill that is not there is a 404', async () => {
    expect((await file(undefined, 'nobody')).response.status).toBe(404);
  });
});

describe('a skill written by hand', () => {
  const DRAFT = {
    title: 'Deploy the site',
    description: 'Deploys the site. Use it after a release.',
    triggers: ['ship it', 'go: live'],
    steps: ['Run the tests.', 'Push the tag.\nThen wait.'],
    body: 'Mind the clock.',
  };

  it('is judged as one types, without being kept', async () => {
    const { url, headers, get } = await startApi();
    const check = async (draft: object) => {
      const body = JSON.stringify(draft);
      const response = await fetch(`${url}/api/skills/check`, { method: 'POST', headers, body });
      const json = (await response.json()) as { findings: { code: string }[]; refused: boolean; text: string };
      expect(response.status).toBe(200);
      expectFits('draft-check', json);
      return json;
    };
    expect(await check({})).toMatchObject({ refused: true, name: 'untitled' });
    expect(await check({ title: 'Deploy', name: 'Not A Name' })).toMatchObject({ refused: true });
    const hidden = await check({ ...DRAFT, body: 'a\u202eb' });
    expect(hidden.refused).toBe(true);
    expect(hidden.findings.map(({ code }) => code)).toContain('text/hidden-character');
    const good = await check(DRAFT);
    expect(good).toMatchObject({ refused: false, name: 'deploy-the-site' });
    expect(good.text).toBe(
      '---\nname: deploy-the-site\ndescription: Deploys the site. Use it after a release.\ntriggers:\n  - ship it\n  - "go: live"\n---\n\n# Deploy the site\n\nMind the clock.\n\n1. Run the tests.\n2. Push the tag.\n   Then wait.\n',
    );
    expect((await get('/api/installed')).json).toMatchObject({ skills: [] });
  });

  it('becomes version 1, is found, and is refused where its name is taken', async () => {
    const { ask, get, cwd } = await startApi();
    expect(answered('written', await ask('/api/skills', { ...DRAFT, note: 'first' }))).toMatchObject({
      added: [{ id: 'project:deploy-the-site', version: 1 }],
    });
    expect(readFileSync(join(cwd, '.agents/skills/deploy-the-site/SKILL.md'), 'utf8')).toContain('# Deploy the site');
    expect((await get('/api/search?query=ship+it')).json).toMatchObject({
      skills: [{ id: 'project:deploy-the-site' }],
    });
    expect((await get('/api/skills/deploy-the-site/history')).json).toMatchObject({
      versions: [{ came_by: 'publish', note: 'first' }],
    });
    expect(answered('written', await ask('/api/skills', DRAFT))).toMatchObject({
      added: [],
      refused: [{ findings: expect.arrayContaining([expect.objectContaining({ code: 'store/taken' })]) }],
    });
  });

  it('is published again after an edit, purged after a removal', async () => {
    const { ask, cwd, get } = await startApi();
    await ask('/api/skills', DRAFT);
    writeFileSync(join(cwd, '.agents/skills/deploy-the-site/notes.md'), 'See SKILL.md.\n');
    expect(answered('change', await ask('/api/publish', { ref: 'deploy-the-site' }))).toMatchObject({
      changed: [{ from: 1, version: 2 }],
    });
    answered('change', await ask('/api/sync', {}));
    answered('restore', await ask('/api/restore', { dry_run: true }));
    answered('change', await ask('/api/remove', { ref: 'deploy-the-site' }));
    answered('change', await ask('/api/purge', { ref: 'deploy-the-site' }));
    expect((await get('/api/skills/deploy-the-site/history')).status).toBe(404);
  });

  it('arrives switched off where that is asked', async () => {
    const { ask, get } = await startApi();
    await ask('/api/skills', { ...DRAFT, off: true });
    expect((await get('/api/skills/deploy-the-site')).status).toBe(404);
    expect((await get('/api/installed')).json).toMatchObject({ skills: [{ enabled: false }] });
  });
});

describe('what is wrong with a skill', () => {
  it('has line and fix, and is mended without losing a word', async () => {
    const broken = '---\nname: broken\ndescription: Uses: a colon\n---\n\n# Broken\n';
    const { ask, get, base } = await startApi({ files: { 'skills/broken/SKILL.md': broken } });
    const { json } = await get('/api/skills/broken/diagnostics');
    expectFits('validate', json);
    expect(JSON.stringify(json)).toMatch(/"line":3/);
    answered('validate', await ask('/api/fix', { refs: ['broken'] }));
    expect(readFileSync(join(base, 'skills/broken/SKILL.md'), 'utf8')).toBe(
      broken.replace('Uses: a colon', "'Uses: a colon'").replace("'", '"').replace("'", '"'),
    );
  });
});
