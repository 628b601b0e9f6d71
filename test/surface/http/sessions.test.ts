import { describe, expect, it } from 'vitest';
import { PageSessions } from '../../../src/surface/http/sessions.ts';
import { expectFits, startApi, status } from '../../support/api.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the code of a link', () => {
  it('opens one session, once', () => {
    const sessions = new PageSessions();
    const { code } = sessions.code();
    const session = sessions.open(code);
    expect(session?.token).toMatch(/^[\w-]{43}$/);
    expect(session?.token).not.toBe(code);
    expect(sessions.open(code)).toBeUndefined();
    expect(sessions.holds(session?.token ?? '')).toBe(true);
    expect(sessions.holds(code)).toBe(false);
    expect(sessions.holds('')).toBe(false);
  });

  it('is good for ten minutes, and a session until it was idle for twelve hours', () => {
    let now = 0;
    const sessions = new PageSessions(() => now);
    const late = sessions.code();
    now = 10 * MINUTE;
    expect(sessions.open(late.code)).toBeUndefined();
    const { token } = sessions.open(sessions.code().code) ?? { token: '' };
    now += 11 * HOUR;
    expect(sessions.holds(token)).toBe(true);
    now += 11 * HOUR;
    expect(sessions.holds(token)).toBe(true);
    now += 12 * HOUR;
    expect(sessions.holds(token)).toBe(false);
  });

  it('and sessions are bounded: the oldest go', () => {
    const sessions = new PageSessions();
    const codes = Array.from({ length: 40 }, () => sessions.code().code);
    expect(codes.map((code) => sessions.open(code)).filter((one) => one !== undefined)).toHaveLength(16);
    const tokens = Array.from({ length: 40 }, () => sessions.open(sessions.code().code)?.token ?? '');
    expect(tokens.filter((one) => sessions.holds(one))).toEqual(tokens.slice(-32));
  });
});

const PAGE: Readonly<Record<string, { readonly type: string; readonly bytes: Uint8Array }>> = {
  '/': { type: 'text/html; charset=utf-8', bytes: Buffer.from('<!doctype html><title>x</title>') },
};

/** A server with a page, and what its link gives. */
async function open() {
  const started = await startApi({ page: (path) => PAGE[path] });
  const code = new URL(started.link ?? '').hash.replace('#code=', '');
  const exchange = (headers: Record<string, string> = {}, given: unknown = code) =>
    fetch(`${started.url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ code: given }),
    });
  return { ...started, code, exchange };
}

describe('the page', () => {
  it('is given to whoever asks on this machine, under a policy that lets it ask nobody else', async () => {
    const { url } = await open();
    const response = await fetch(`${url}/`);
    expect(await response.text()).toContain('<!doctype html>');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await status(`${url}/`, { host: 'evil.example' })).code).toBe(403);
    expect((await status(`${url}/`, { origin: 'http://evil.example' })).code).toBe(403);
    expect((await status(`${url}/`, {}, 'POST')).code).toBe(401);
    expect((await status(`${url}/page/none.js`, {})).code).toBe(401);
  });

  it('gets in by the code of its link, which stands where no server sees it', async () => {
    const { link, url, exchange } = await open();
    expect(link).toMatch(new RegExp(`^${url}/#code=[\\w-]{43}$`));
    const first = await exchange();
    expect(first.status).toBe(200);
    expect(first.headers.get('set-cookie')).toBeNull();
    const session = (await first.json()) as { token: string };
    expectFits('session', session);
    const again = await exchange();
    expect(again.status).toBe(401);
    expectFits('error', await again.json());
    const headers = { authorization: `Bearer ${session.token}` };
    expect((await fetch(`${url}/api/skills`, { headers })).status).toBe(200);
    expect((await fetch(`${url}/api/session`, { method: 'DELETE', headers })).status).toBe(204);
    expect((await fetch(`${url}/api/skills`, { headers })).status).toBe(401);
  });

  it('of another origin gets nothing, with the code, with a cookie, or with a session', async () => {
    const { url, exchange, headers } = await open();
    for (const origin of ['http://evil.example', 'http://127.0.0.1:3000', 'http://localhost:3000', 'null']) {
      expect((await exchange({ origin })).status, origin).toBe(403);
    }
    const session = (await (await exchange({ origin: url })).json()) as { token: string };
    const cookie = `session=${session.token}; token=${session.token}; skillfiche=${session.token}`;
    // What a browser adds by itself opens nothing, so there is no request to forge.
    expect((await status(`${url}/api/skills`, { cookie })).code).toBe(401);
    expect((await status(`${url}/api/disable`, { cookie, origin: url }, 'POST')).code).toBe(401);
    const own = { ...headers, authorization: `Bearer ${session.token}` };
    for (const [name, value] of [
      ['origin', 'http://evil.example'],
      ['origin', 'http://127.0.0.1:3000'],
      ['host', 'evil.example'],
    ] as const) {
      for (const [method, path] of [
        ['GET', '/api/skills'],
        ['POST', '/api/disable'],
        ['DELETE', '/api/levels/global'],
        ['POST', '/api/session/link'],
      ] as const) {
        expect((await status(`${url}${path}`, { ...own, [name]: value }, method)).code, `${name} ${path}`).toBe(403);
      }
    }
  });

  it('is refused without a code, and with what is none', async () => {
    const { exchange, url } = await open();
    for (const wrong of ['', 'x', 'x'.repeat(43), 7, null, ['a'], {}]) {
      expect((await exchange({}, wrong)).status).toBe(401);
    }
    expect((await exchange({ 'content-type': 'text/plain' })).status).toBe(400);
    expect((await status(`${url}/api/session`, {}, 'POST')).code).toBe(400);
  });

  it('gets a new link from whoever is in', async () => {
    const { url, headers, exchange } = await open();
    const response = await fetch(`${url}/api/session/link`, { method: 'POST', headers });
    const link = (await response.json()) as { url: string };
    expectFits('session-link', link);
    expect((await exchange({}, link.url.replace(/^.*#code=/, ''))).status).toBe(200);
    expect((await fetch(`${url}/api/session/link`, { method: 'POST' })).status).toBe(401);
  });
});

it('without a page there is no link', async () => {
  const { link, url } = await startApi();
  expect(link).toBeUndefined();
  expect((await status(`${url}/`, {})).code).toBe(401);
});
