import type { Catalog } from '../../app/types.ts';
import type { Workspace } from '../../app/workspace-types.ts';
import type { View } from '../../catalog/types.ts';
import { createGuard, requireToken } from '../mcp/guard.ts';
import { listen } from '../mcp/listen.ts';
import { createMcpRoute } from '../mcp/route.ts';
import { prepare, type ServeOptions } from '../mcp/serve.ts';
import { createApp, type PageFiles, pageLink } from './app.ts';
import { DearAnswers } from './dear.ts';
import { Jobs } from './jobs.ts';
import type { World } from './route.ts';
import { PageSessions } from './sessions.ts';

export interface ServeApiOptions extends Omit<ServeOptions, 'open'> {
  /** Opens the catalog: `view` is what models see by `/mcp`, `people` what the owner sees. Called once. */
  readonly open: () => Promise<{ readonly catalog: Catalog; readonly view: View; readonly people?: View }>;
  readonly workspace: Workspace;
  readonly policy: World['policy'];
  /** 0 takes a free port. */
  readonly port: number;
  readonly token: string;
  /** Files of the page. Without them there is none. */
  readonly page?: PageFiles;
}

export interface RunningApi {
  /** Without a path. */
  readonly url: string;
  /** Opens the page for whoever has it: once, and for ten minutes. Absent where there is no page. */
  readonly link?: string;
  /** No job begins any more; the one that is under way is asked to end, and waited for. */
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
    const dear = new DearAnswers();
    const jobs = new Jobs(settings.log, () => dear.forget());
    const sessions = new PageSessions();
    const { page } = options;
    const world: World = {
      workspace: options.workspace,
      dear,
      policy: options.policy,
      async current() {
        const { people, catalog } = await live.current();
        // What `open` gave, or what that became by `refresh`.
        return { view: people, catalog: catalog as Catalog };
      },
    };
    const begin = (origins: readonly string[]): ((request: Request) => Response | Promise<Response>) => {
      const refuse = createGuard(options.token, origins, (given) => sessions.holds(given));
      const address = `${origins[0] ?? ''}/`;
      const app = createApp({
        world,
        jobs,
        refuse,
        sessions,
        address,
        page,
        mcp: (request) => mcp.fetch(request),
        log: settings.log,
      });
      return (request) => app.fetch(request);
    };
    const listening = await listen(options.port, begin, settings.log);
    return {
      url: listening.url,
      ...(page === undefined ? {} : { link: pageLink(`${listening.url}/`, sessions.code().code) }),
      async close() {
        stop();
        // Whoever follows a job hears how it ended before the line goes.
        await jobs.close();
        await mcp.close();
        await listening.close();
      },
    };
  } catch (error) {
    stop();
    await mcp.close();
    throw error;
  }
}
