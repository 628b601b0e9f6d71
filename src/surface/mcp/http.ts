import { createGuard, newToken, requireToken } from './guard.ts';
import { listen } from './listen.ts';
import type { Live } from './live.ts';
import { createMcpRoute, failure } from './route.ts';
import type { ServerSettings } from './server.ts';

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

const PATH = '/mcp';

/**
 * Serves Streamable HTTP on this machine, without sessions. Requests for another host name or from a web page of another
 * origin get 403, without the token 401, for another path 404.
 */
export async function serveOverHttp(live: Live, settings: ServerSettings, options: HttpOptions): Promise<RunningHttp> {
  const token = options.token === false ? undefined : (options.token ?? newToken());
  if (token !== undefined) requireToken(token, '--http');
  const route = createMcpRoute(live, settings);
  const begin = (origins: readonly string[]): ((request: Request) => Promise<Response>) => {
    const refuse = createGuard(token, origins);
    return async (request) => {
      const refusal = refuse(request);
      if (refusal !== undefined) return failure(refusal.status, refusal.message, refusal.headers);
      if (new URL(request.url).pathname !== PATH) return failure(404, `The address is ${PATH}`);
      return route.fetch(request);
    };
  };
  try {
    const listening = await listen(options.port, begin, settings.log);
    return {
      url: `${listening.url}${PATH}`,
      token,
      async close() {
        await route.close();
        await listening.close();
      },
    };
  } catch (error) {
    await route.close();
    throw error;
  }
}
