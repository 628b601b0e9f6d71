import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SkillficheError } from '../../../src/base/errors.ts';
import { createAsk, type Fetch } from '../../../src/io/net/ask.ts';

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function failure(promise: Promise<unknown>): Promise<SkillficheError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SkillficheError)) throw new Error(`no SkillficheError but ${String(error)}`);
  return error;
}

/** Answers by address, without a server. */
const fake =
  (answers: Readonly<Record<string, () => Response>>): Fetch =>
  async (url) =>
    answers[url]?.() ?? new Response('', { status: 404 });
const to = (location: string) => () => new Response(null, { status: 302, headers: { location } });

describe('asking for a document', () => {
  it('gives its bytes, without a cookie or a credential', async () => {
    let headers: IncomingMessage['headers'] = {};
    const url = await serve((request, response) => {
      headers = request.headers;
      response.setHeader('set-cookie', 'a=1').end(Buffer.from([0, 255, 10]));
    });
    const ask = createAsk();
    await ask(`${url}/x`);
    expect(await ask(`${url}/x`)).toEqual({ url: `${url}/x`, bytes: Buffer.from([0, 255, 10]) });
    expect(headers.cookie).toBeUndefined();
    expect(headers.authorization).toBeUndefined();
  });

  it('tells what is not there from what went wrong', async () => {
    const url = await serve((request, response) => response.writeHead(request.url === '/gone' ? 404 : 503).end());
    expect(await createAsk()(`${url}/gone`)).toBeUndefined();
    const error = await failure(createAsk()(`${url}/x?token=secret`));
    expect(error.code).toBe('SOURCE_UNAVAILABLE');
    expect(error.message).toContain('/x answered with status 503');
    expect(error.message).not.toContain('secret');
  });

  it('says what cannot be reached', async () => {
    const error = await failure(createAsk()('http://127.0.0.1:9/x'));
    expect(error.code).toBe('SOURCE_UNAVAILABLE');
    expect(error.message).toMatch(/could not be reached: ".*(?:ECONNREFUSED|bad port)/);
  });

  it('follows redirects, a few', async () => {
    const url = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(307, { location: `/${left - 1}` }).end();
    });
    expect((await createAsk()(`${url}/5`))?.bytes.toString()).toBe('there');
    expect((await failure(createAsk()(`${url}/6`))).message).toContain('more than 5 times');
  });

  it('takes no more than it is allowed, announced, unannounced or packed', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/announced') response.end(Buffer.alloc(5_000));
      else if (request.url === '/packed')
        response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(1_000_000)));
      else {
        const more = (): void =>
          void (response.write(Buffer.alloc(1_000)) ? setImmediate(more) : response.once('drain', more));
        more();
      }
    });
    for (const path of ['/announced', '/packed', '/endless']) {
      const error = await failure(createAsk()(url + path, { maxBytes: 4_000 }));
      expect([error.code, error.reason]).toEqual(['SOURCE_REFUSED', 'too-large']);
    }
  });

  it.each([
    ['http', { 'https://a.example/': to('http://a.example/x') }, 'is not https'],
    ['a file', { 'https://a.example/': to('file:///etc/passwd') }, 'is not https'],
    ['this machine', { 'https://a.example/': to('https://127.0.0.1/admin') }, 'sends us to this machine'],
    ['a password', { 'https://a.example/': to('https://u:p@a.example/') }, 'name or password'],
    ['nonsense', { 'https://a.example/': to('https://[') }, 'is no address'],
  ])('is not sent to %s', async (_, answers, why) => {
    const error = await failure(createAsk(fake(answers))('https://a.example/'));
    expect(error.code).toBe('SOURCE_REFUSED');
    expect(error.message).toContain(why);
  });

  it.each(['http://example.org/x', 'ftp://a/x', 'data:text/plain,x', 'x'])('does not ask %s', async (url) => {
    const asked: string[] = [];
    const ask = createAsk(async (one) => {
      asked.push(one);
      return new Response('');
    });
    expect((await failure(ask(url))).code).toBe('SOURCE_REFUSED');
    expect(asked).toEqual([]);
  });

  it('stays at one origin where that is asked, also behind a redirect', async () => {
    const origin = 'https://a.example';
    const answers = {
      'https://a.example/x': to('https://b.example/x'),
      'https://b.example/x': () => new Response('no'),
    };
    const ask = createAsk(fake(answers));
    expect((await failure(ask('https://a.example/x', { origin }))).reason).toBe('other-origin');
    expect((await failure(ask('https://b.example/x', { origin }))).reason).toBe('other-origin');
    expect((await ask('https://a.example/x'))?.bytes.toString()).toBe('no');
  });
});
