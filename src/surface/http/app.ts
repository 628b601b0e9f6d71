import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { SkillficheError } from '../../base/errors.ts';
import { isRecord } from '../../base/record.ts';
import { bearerOf, type HttpRefusal } from '../mcp/guard.ts';
import { failure } from '../mcp/route.ts';
import { readArguments } from '../tools/arguments.ts';
import { AGENTS } from './agents.ts';
import { AUTHORING } from './authoring.ts';
import { errorRecord } from './errors.ts';
import { eventsOf, type Job, type JobHandle, type Jobs } from './jobs.ts';
import { KEEPING } from './keeping.ts';
import { LEVELS } from './levels.ts';
import { openApi } from './openapi.ts';
import { READING } from './reading.ts';
import type { Call, Route, World } from './route.ts';
import type { PageSessions } from './sessions.ts';
import { SOURCES } from './sources.ts';
import { WRITING } from './writing.ts';

export interface AppParts {
  readonly world: World;
  readonly jobs: Jobs;
  readonly refuse: (request: Request) => HttpRefusal | undefined;
  readonly sessions: PageSessions;
  /** Where the page is, with a slash at its end. */
  readonly address: string;
  readonly page: PageFiles | undefined;
  readonly mcp: (request: Request) => Promise<Response>;
  readonly log: (line: string) => void;
}

/** One file of the page; it holds nothing of anybody's, so it is given without a token. */
export interface PageFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}
/** The file at a path such as `/` or `/page/app.js`. */
export type PageFiles = (path: string) => PageFile | undefined;

/** Every route of the API; more exact paths stand before those that would take them. */
export const ROUTES: readonly Route[] = [
  ...READING,
  ...SOURCES,
  ...AUTHORING,
  ...AGENTS,
  ...WRITING,
  ...KEEPING,
  ...LEVELS,
];

/** Longer than any request of ours: references and a note. MCP has a limit of its own. */
const MAX_BODY_BYTES: number = 256 * 1024;

/** On every answer: nothing may be framed, or kept, and what is no file of the page is no page. */
const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** The page takes from its own server alone. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Every address of the server behind one guard. */
export function createApp({ world, jobs, refuse, sessions, address, page, mcp, log }: AppParts): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    const { method, path } = context.req;
    const file = method === 'GET' || method === 'HEAD' ? page?.(path) : undefined;
    // Who has no token yet needs these two to get one; host and origin are looked at for them as well.
    const isOpen = file !== undefined || (method === 'POST' && path === SESSION_PATH);
    const found = refuse(context.req.raw);
    const refusal = found?.status === 401 && isOpen ? undefined : found;
    if (refusal === undefined && file !== undefined) {
      context.res = new Response(new Uint8Array(file.bytes), {
        headers: { 'Content-Type': file.type, 'Content-Security-Policy': PAGE_POLICY },
      });
    } else if (refusal === undefined) await next();
    else if (context.req.path === '/mcp') {
      context.res = failure(refusal.status, refusal.message, refusal.headers);
    } else {
      const reason = refusal.status === 401 ? 'token' : 'origin';
      const error = { code: 'INVALID_ARGUMENT', reason, message: refusal.message, suggestions: [], paths: [] };
      context.res = Response.json({ error }, { status: refusal.status, headers: refusal.headers });
    }
    for (const [name, value] of Object.entries(HEADERS)) {
      if (file === undefined || refusal !== undefined || !context.res.headers.has(name)) {
        context.res.headers.set(name, value);
      }
    }
  });
  app.all('/mcp', (context) => mcp(context.req.raw));
  const limited = (maxSize: number): ReturnType<typeof bodyLimit> =>
    bodyLimit({
      maxSize,
      onError: () => failed(new SkillficheError('TOO_LARGE', `A request here has at most ${maxSize} bytes.`), log),
    });
  const usual = limited(MAX_BODY_BYTES);
  const larger = ROUTES.flatMap(({ body, path }) =>
    body === undefined ? [] : [{ path, limit: limited(body.maxBytes) }],
  );
  for (const { path, limit } of larger) app.use(pathOf(path), limit);
  app.use('/api/*', (context, next) => {
    const isLarger = larger.some(({ path }) => matchesPath(path, context.req.path));
    return isLarger ? next() : usual(context, next);
  });
  app.get('/api/openapi.json', () => Response.json(openApi(ROUTES)));
  addSessions(app, sessions, address);
  app.get('/api/jobs', () => Response.json({ jobs: jobs.list() }));
  app.get('/api/jobs/:id', (context) => Response.json(jobOf(jobs, context.req.param('id'))));
  app.delete('/api/jobs/:id', (context) => {
    jobs.cancel(context.req.param('id'));
    return Response.json(jobOf(jobs, context.req.param('id')));
  });
  app.get('/api/jobs/:id/events', (context) => eventsOf(jobs, jobOf(jobs, context.req.param('id'))));
  for (const route of ROUTES) {
    app.on(route.method.toUpperCase(), pathOf(route.path), async (context) => {
      const { values, body } = await readRequest(route, context);
      const accept = context.req.header('accept');
      const run = (job?: JobHandle): Promise<object> =>
        route.run(world, values, { accept, ...body, ...(job === undefined ? {} : { job }) } satisfies Call);
      if (!route.isJob) {
        const answer = await run();
        return answer instanceof Response ? answer : Response.json(answer);
      }
      const job = jobs.start(route.path, run);
      return Response.json(job, { status: 202, headers: { Location: `/api/jobs/${job.id}` } });
    });
  }
  app.notFound(() => {
    const message = 'There is nothing at this address, or not with this method; /api/openapi.json has them all.';
    return failed(new SkillficheError('FILE_NOT_FOUND', message), log);
  });
  app.onError((error) => failed(error, log));
  return app;
}

function failed(thrown: unknown, log: (line: string) => void): Response {
  const { status, error } = errorRecord(thrown, log);
  return Response.json({ error }, { status });
}

/** As the router spells an address. */
function pathOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function matchesPath(path: string, asked: string): boolean {
  const [wanted, given] = [path.split('/'), asked.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith('{') || part === given[at]);
}

async function readRequest(
  route: Route,
  context: Context,
): Promise<{ readonly values: Parameters<Route['run']>[1]; readonly body: Pick<Call, 'body'> }> {
  const given = route.method === 'post' ? await bodyOf(context) : queryOf(context);
  route.body?.check(given);
  // The address says of which thing: nothing in a body can say otherwise.
  const read = readArguments(route.input, { ...(route.body === undefined ? given : {}), ...context.req.param() });
  if (read.ok) return { values: read.values, body: route.body === undefined ? {} : { body: given } };
  throw new SkillficheError('INVALID_ARGUMENT', `${route.path}: ${read.problems.join('; ')}.`);
}

function queryOf(context: Context): Record<string, unknown> {
  const entries = Object.entries(context.req.queries());
  return Object.fromEntries(entries.map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

/** Only what says that it is JSON is read as JSON: a form of a page cannot say so. */
async function bodyOf(context: Context): Promise<Record<string, unknown>> {
  const type = context.req.header('content-type') ?? '';
  const wrong = (): SkillficheError =>
    new SkillficheError('INVALID_ARGUMENT', 'The body must be one JSON object, with Content-Type: application/json.');
  if (!/^application\/json\s*(?:;|$)/iu.test(type)) throw wrong();
  let body: unknown;
  try {
    body = JSON.parse(await context.req.text());
  } catch (error) {
    if (error instanceof SyntaxError) throw wrong();
    throw error;
  }
  if (!isRecord(body)) throw wrong();
  return body;
}

function jobOf(jobs: Jobs, id: string): Job {
  const job = jobs.get(id);
  if (job !== undefined) return job;
  throw new SkillficheError(
    'FILE_NOT_FOUND',
    'There is no such job: it ended long ago, or the server was started anew since. /api/installed has what is installed.',
  );
}

const SESSION_PATH = '/api/session';

/** How the page gets in: by the code of a link, once. */
function addSessions(app: Hono, sessions: PageSessions, address: string): void {
  app.post(SESSION_PATH, async (context) => {
    const { code } = await bodyOf(context);
    const session = typeof code === 'string' ? sessions.open(code) : undefined;
    if (session !== undefined) return Response.json(session);
    const message = 'This link was used already, or is too old. The server gives a new one: see docs/serve.md.';
    const error = { code: 'INVALID_ARGUMENT', reason: 'code', message, suggestions: [], paths: [] };
    return Response.json({ error }, { status: 401 });
  });
  app.delete(SESSION_PATH, (context) => {
    sessions.end(bearerOf(context.req.raw));
    return new Response(null, { status: 204 });
  });
  app.post(`${SESSION_PATH}/link`, () => {
    const { code, expires } = sessions.code();
    return Response.json({ url: pageLink(address, code), expires });
  });
}

/** Behind "#": no server, log or referrer ever sees it. */
export function pageLink(address: string, code: string): string {
  return `${address}#code=${code}`;
}
