import type { Catalog } from '../../app/types.ts';
import type { Workspace } from '../../app/workspace-types.ts';
import type { View } from '../../catalog/types.ts';
import { createGuard, requireToken } from '../mcp/guard.ts';
import { listen } from '../mcp/listen.ts';
import { createMcpRoute } from '../mcp/route.ts';
import { prepare, type ServeOptions } from '../mcp/serve.ts';
import { createApp } from './app.ts';
import { Jobs } from './jobs.ts';
import type { World } from './route.ts';

export interface ServeApiOptions extends Omit<ServeOptions, 'open'> {
  /** Opens the catalog: `view` is what models see by `/mcp`, `people` what the owner sees. Called once. */
  readonly open: () => Promise<{ readonly catalog: Catalog; readonly view: View; readonly people?: View }>;
  readonly workspace: Workspace;
  readonly policy: World['policy'];
  /** 0 takes a free port. */
  readonly port: number;
  readonly token: string;
}

export interface RunningApi {
  /** Without a path. */
  readonly url: string;
  /** Waits for the job that is under way. */
  close(): Promise<void>;
}

/** Serves the API, and MCP as one of its routes, on 127.0.0.1 until `close` is called. */
export async function serveApi(options: ServeApiOptions): Promise<RunningApi> {
  requireToken(options.token, 'serve');
  const opening = options.open();
  const { live, settings, stop } = await prepare(opening, options, performance.now(), false);
  const mcp = createMcpRoute(live, settings);
  try {
    // An address that is printed answers: the trees come first.
    await opening;
    const jobs = new Jobs(settings.log);
    const world: World = {
      workspace: options.workspace,
      policy: options.policy,
      async current() {
        const { people, catalog } = await live.current();
        // What `open` gave, or what that became by `refresh`.
        return { view: people, catalog: catalog as Catalog };
      },
    };
    const begin = (origins: readonly string[]): ((request: Request) => Response | Promise<Response>) => {
      const refuse = createGuard(options.token, origins);
      const app = createApp({ world, jobs, refuse, mcp: (request) => mcp.fetch(request), log: settings.log });
      return (request) => app.fetch(request);
    };
    const listening = await listen(options.port, begin, settings.log);
    return {
      url: listening.url,
      async close() {
        stop();
        await mcp.close();
        await listening.close();
        await jobs.idle();
      },
    };
  } catch (error) {
    stop();
    await mcp.close();
    throw error;
  }
}
