import { request as httpRequest } from 'node:http';
import { Writable } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveHttp } from '../../../src/surface/mcp/serve.ts';
import { skillText } from '../../support/tree.ts';
import { ERAS } from './support/connect.ts';
import { fakeCatalog, fakeDisk } from './support/fake-catalog.ts';

const tree = { bio: { a: { 'SKILL.md': skillText('bio-a', 'Does a.') } } };

async function start(token?: string | false, port = 0) {
  const disk = fakeDisk(tree);
  const lines: string[] = [];
  const stderr = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const catalog = fakeCatalog(disk);
  const open = async () => ({ catalog, view: catalog.view() });
  const running = await serveHttp({ open, version: '1', stderr, port, ...(token === undefined ? {} : { token }) });
  onTestFinished(() => running.close());
  return { disk, lines, ...running };
}

/** `fetch` sets Host itself, so the hostile requests are made one level lower. */
function ask(url: string, headers: Record<string, string>, method = 'POST', body = PING): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end(method === 'POST' ? body : undefined);
  });
}

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

describe.each(ERAS)('over HTTP, %s', (era) => {
  it('a real client with the token is served', async () => {
    const { url, token } = await start();
    const client = new Client(
      { name: 'test', version: '0' },
      { versionNegotiation: { mode: era === '2025-11-25' ? 'legacy' : { pin: era } } },
    );
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });
    await client.connect(transport);
    onTestFinished(() => client.close());
    expect((await client.listTools()).tools).toHaveLength(5);
    const result = await client.callTool({ name: 'list_skills', arguments: { collection: 'bio' } });
    expect(result.structuredContent).toMatchObject({ total: 1 });
  });
});

describe('the HTTP server', () => {
  it('tells its address and a new token on stderr alone', async () => {
    const first = await start();
    const second = await start();
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(first.token).toMatch(/^[\w-]{43}$/);
    expect(second.token).not.toBe(first.token);
    expect(first.lines.join('')).toContain(first.url);
    expect(first.lines.join('')).toContain(`Bearer ${first.token}`);
  });

  it.each([
    ['no token', {}, 401],
    ['another token', { authorization: 'Bearer nonsense' }, 401],
    ['a token of the same length', { authorization: `Bearer ${'x'.repeat(6)}` }, 401],
    ['another scheme', { authorization: 'Basic secret' }, 401],
    ['the token', { authorization: 'Bearer secret' }, 200],
    ['the token, scheme in small letters', { authorization: 'bearer secret' }, 200],
    ['another host', { authorization: 'Bearer secret', host: 'evil.example' }, 403],
    ['a host that only begins well', { authorization: 'Bearer secret', host: 'localhost.evil.example' }, 403],
    ['localhost', { authorization: 'Bearer secret', host: 'localhost:1234' }, 200],
    ['a foreign page', { authorization: 'Bearer secret', origin: 'https://evil.example' }, 403],
    ['no origin at all', { authorization: 'Bearer secret', origin: 'null' }, 403],
    [
      'a page of another server of this machine',
      { authorization: 'Bearer secret', origin: 'http://localhost:3000' },
      403,
    ],
  ])('answers a request with %s', async (_, headers, status) => {
    const { url } = await start('secret');
    expect(await ask(url, { ...JSON_HEADERS, ...headers })).toBe(status);
  });

  it.each(['127.0.0.1', 'localhost', '[::1]'])('lets in a page of its own origin, %s', async (host) => {
    const { url } = await start('secret');
    const { port } = new URL(url);
    const headers = { ...JSON_HEADERS, authorization: 'Bearer secret' };
    expect(await ask(url, { ...headers, origin: `http://${host}:${port}` })).toBe(200);
    expect(await ask(url, { ...headers, origin: `https://${host}:${port}` })).toBe(403);
    expect(await ask(url, { ...headers, origin: `http://${host}` })).toBe(403);
  });

  it('does not print a token that it was given', async () => {
    const { lines } = await start('given-secret');
    expect(lines.join('')).toContain('Authorization: Bearer ...');
    expect(lines.join('')).not.toContain('given-secret');
  });

  it.each(['two words', 'line\n', 'é', ''])('refuses the token %j, which no header can carry', async (token) => {
    await expect(start(token)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('says that a port is taken, and what to do', async () => {
    const taken = Number(new URL((await start()).url).port);
    await expect(start(undefined, taken)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(`Port ${taken} of 127.0.0.1 cannot be used`),
    });
  });

  it('asks for no token only when told so', async () => {
    const { url, token, lines } = await start(false);
    expect(token).toBeUndefined();
    expect(lines.join('')).toContain('no token is asked for');
    expect(await ask(url, JSON_HEADERS)).toBe(200);
    expect(await ask(url, { ...JSON_HEADERS, host: 'evil.example' })).toBe(403);
  });

  it('answers wrong methods, paths and bodies with their codes', async () => {
    const { url } = await start(false);
    expect(await ask(url, JSON_HEADERS, 'GET')).toBe(405);
    expect(await ask(url, JSON_HEADERS, 'DELETE')).toBe(405);
    expect(await ask(new URL('/', url).href, JSON_HEADERS)).toBe(404);
    expect(await ask(url, { accept: JSON_HEADERS.accept, 'content-type': 'text/plain' })).toBe(415);
    expect(await ask(url, JSON_HEADERS, 'POST', '{')).toBe(400);
    expect(await ask(url, JSON_HEADERS, 'POST', `"${'x'.repeat(5 * 1024 * 1024)}"`)).toBe(413);
    expect(await ask(url, JSON_HEADERS)).toBe(200);
  });

  it('survives clients that hang up', async () => {
    const { url } = await start(false);
    for (let round = 0; round < 20; round++) {
      const request = httpRequest(url, { method: 'POST', headers: { ...JSON_HEADERS, 'content-length': '1000' } });
      request.on('error', () => undefined);
      request.write('{');
      setTimeout(() => request.destroy(), 1);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await ask(url, JSON_HEADERS)).toBe(200);
  });

  it('tells subscribed clients what changed', async () => {
    const { url, disk } = await start(false);
    const client = new Client({ name: 'test', version: '0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    const told = new Promise((resolve) =>
      client.setNotificationHandler('notifications/resources/list_changed', resolve),
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    onTestFinished(() => client.close());
    await client.listen({ resourcesListChanged: true });
    disk.tree = {};
    await client.listTools();
    await told;
  });
});
