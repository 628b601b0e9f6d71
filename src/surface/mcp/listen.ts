import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { sendResponse, toRequest } from './node-http.ts';

/** Other machines never reach it. */
const HOST = '127.0.0.1';
const LAST_WORDS_MS = 250;

export interface Listening {
  /** Without a path. */
  readonly url: string;
  close(): Promise<void>;
}

/** Where pages of the server at this port come from. */
function originsAt(port: number): readonly string[] {
  return ['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}:${port}`);
}

/** Answers requests on a port of this machine; `begin` makes the answering, once the port is known. */
export async function listen(
  port: number,
  begin: (origins: readonly string[]) => (request: Request) => Response | Promise<Response>,
  log: (line: string) => void,
): Promise<Listening> {
  let answer: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 });
  const server = createHttpServer((incoming, outgoing) => {
    toRequest(incoming, outgoing)
      .then((request) =>
        request === undefined ? new Response('Not a usable request', { status: 400 }) : answer(request),
      )
      .then((response) => sendResponse(response, outgoing))
      .catch((error: unknown) => {
        log(`HTTP: ${error instanceof Error ? error.message : String(error)}`);
        outgoing.destroy();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, port)));
    server.listen(port, HOST, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  answer = begin(originsAt(taken));
  return {
    url: `http://${HOST}:${taken}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      // What was answered last is still on its way to whoever asked.
      const timer = setTimeout(() => server.closeAllConnections(), LAST_WORDS_MS);
      await closed;
      clearTimeout(timer);
    },
  };
}

function cannotListen(error: Error, port: number): Error {
  const cause = errnoOf(error);
  const why = cause === 'EADDRINUSE' ? 'another program listens there' : cause === 'EACCES' ? 'not allowed' : undefined;
  if (why === undefined) return error;
  const message = `Port ${port} of ${HOST} cannot be used: ${why}. Give another one, or 0 for a free one.`;
  return new SkillficheError('INVALID_ARGUMENT', message, { cause: error });
}
