import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
} from '@modelcontextprotocol/server';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { MAX_LINE_BYTES } from './lines.ts';
import type { Live } from './live.ts';
import { sendResponse, toRequest } from './node-http.ts';
import { createServer, type ServerSettings } from './server.ts';
import { tidyMessage } from './tidy.ts';

export interface HttpOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** What clients must send as a bearer token. Absent: a new one. `false`: none, for tests on this machine only. */
  readonly token?: string | false;
}

export interface RunningHttp {
  readonly url: string;
  readonly token: string | undefined;
  close(): Promise<void>;
}

/** Other machines never reach it. */
const HOST = '127.0.0.1';
const PATH = '/mcp';
const TOKEN_BYTES = 32;

/**
 * Serves Streamable HTTP on this machine, without sessions. Requests for another host name or from a web page of another
 * origin get 403, without the token 401, for another path 404.
 */
export async function serveOverHttp(live: Live, settings: ServerSettings, options: HttpOptions): Promise<RunningHttp> {
  const token = options.token === false ? undefined : (options.token ?? randomBytes(TOKEN_BYTES).toString('base64url'));
  if (token !== undefined && !/^[\x21-\x7E]+$/u.test(token)) {
    throw new SkillficheError(
      'INVALID_ARGUMENT',
      'A token for --http holds visible ASCII characters only, and no blanks.',
    );
  }
  const handler = createMcpHandler(() => createServer(live, settings), {
    onerror: (error) => settings.log(error.message),
  });
  const stop = live.onChange(({ tools, prompts, resources }) => {
    if (tools) handler.notify.toolsChanged();
    if (prompts) handler.notify.promptsChanged();
    if (resources) handler.notify.resourcesChanged();
  });

  const origins: string[] = [];

  async function answer(request: Request): Promise<Response> {
    const refused =
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ?? foreignOrigin(request, origins);
    if (refused !== undefined) return refused;
    if (token !== undefined && !holdsToken(request, token)) {
      return failure(401, 'Send the token that the server printed: Authorization: Bearer ...', {
        'WWW-Authenticate': 'Bearer',
      });
    }
    if (new URL(request.url).pathname !== PATH) return failure(404, `The address is ${PATH}`);
    const tidied = await tidyRequest(request);
    return tidied instanceof Response ? tidied : handler.fetch(tidied);
  }

  const server = createHttpServer((incoming, outgoing) => {
    toRequest(incoming, outgoing)
      .then((request) => (request === undefined ? failure(400, 'Not a usable request') : answer(request)))
      .then((response) => sendResponse(response, outgoing))
      .catch((error: unknown) => {
        settings.log(`HTTP: ${error instanceof Error ? error.message : String(error)}`);
        outgoing.destroy();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, options.port)));
    server.listen(options.port, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  origins.push(...['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}:${port}`));
  return {
    url: `http://${HOST}:${port}${PATH}`,
    token,
    async close() {
      stop();
      await handler.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Programs send no origin. A web page does, and one of another server has no business here, also one of this machine. */
function foreignOrigin(request: Request, own: readonly string[]): Response | undefined {
  const origin = request.headers.get('origin');
  return origin === null || own.includes(origin.toLowerCase())
    ? undefined
    : failure(403, 'Not for pages of another origin');
}

/** The same request with its message tidied; an answer where that cannot be meant. Bodies that are no JSON are left to the SDK. */
async function tidyRequest(request: Request): Promise<Request | Response> {
  if (request.method !== 'POST' || request.body === null) return request;
  const body = await readBody(request.body);
  if (body === undefined) return failure(413, 'The message is longer than can be read');
  const again = (text: string): Request =>
    new Request(request.url, { method: 'POST', headers: request.headers, signal: request.signal, body: text });
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return again(body);
    throw error;
  }
  const tidied = tidyMessage(json);
  if ('message' in tidied) return again(JSON.stringify(tidied.message));
  return Response.json({ jsonrpc: '2.0', error: { code: -32_602, message: tidied.refused }, id: tidied.id });
}

/** The text of a body; undefined when it is longer than any message of ours. */
async function readBody(body: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > MAX_LINE_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function cannotListen(error: Error, port: number): Error {
  const cause = errnoOf(error);
  const why = cause === 'EADDRINUSE' ? 'another program listens there' : cause === 'EACCES' ? 'not allowed' : undefined;
  if (why === undefined) return error;
  const message = `Port ${port} of ${HOST} cannot be used: ${why}. Give another one, or 0 for a free one.`;
  return new SkillficheError('INVALID_ARGUMENT', message, { cause: error });
}

function holdsToken(request: Request, token: string): boolean {
  const [, given] = /^bearer +(\S+)$/iu.exec(request.headers.get('authorization') ?? '') ?? [];
  const expected = Buffer.from(token);
  const actual = Buffer.from(given ?? '');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function failure(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status, headers });
}
