import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { SkillficheError } from '../../base/errors.ts';
import { isRecord } from '../../base/record.ts';
import type { HttpRefusal } from '../mcp/guard.ts';
import { failure } from '../mcp/route.ts';
import { readArguments } from '../tools/arguments.ts';
import { errorRecord } from './errors.ts';
import { isEnded, type Job, type Jobs } from './jobs.ts';
import { openApi } from './openapi.ts';
import { READING } from './reading.ts';
import type { Route, World } from './route.ts';
import { WRITING } from './writing.ts';

export interface AppParts {
  readonly world: World;
  readonly jobs: Jobs;
  readonly refuse: (request: Request) => HttpRefusal | undefined;
  readonly mcp: (request: Request) => Promise<Response>;
  readonly log: (line: string) => void;
}

/** Longer than any request of ours: references and a note. MCP has a limit of its own. */
const MAX_BODY_BYTES: number = 256 * 1024;

/** On every answer: nothing here is a page, may be framed, or may be kept. */
const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

/** Every address of the server behind one guard. */
export function createApp({ world, jobs, refuse, mcp, log }: AppParts): Hono {
  const app = new Hono();
  const routes = [...READING, ...WRITING];
  app.use(async (context, next) => {
    const refusal = refuse(context.req.raw);
    if (refusal === undefined) await next();
    else if (context.req.path === '/mcp') {
      context.res = failure(refusal.status, refusal.message, refusal.headers);
    } else {
      const reason = refusal.status === 401 ? 'token' : 'origin';
      const error = { code: 'INVALID_ARGUMENT', reason, message: refusal.message, suggestions: [], paths: [] };
      context.res = Response.json({ error }, { status: refusal.status, headers: refusal.headers });
    }
    for (const [name, value] of Object.entries(HEADERS)) context.res.headers.set(name, value);
  });
  app.all('/mcp', (context) => mcp(context.req.raw));
  app.use(
    '/api/*',
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => failed(new SkillficheError('TOO_LARGE', `A request has at most ${MAX_BODY_BYTES} bytes.`), log),
    }),
  );
  app.get('/api/openapi.json', () => Response.json(openApi(routes)));
  app.get('/api/jobs/:id', (context) => Response.json(jobOf(jobs, context.req.param('id'))));
  app.get('/api/jobs/:id/events', (context) => events(jobs, jobOf(jobs, context.req.param('id'))));
  for (const route of routes) {
    app.on(route.method.toUpperCase(), route.path.replace('{id}', ':id'), async (context) => {
      const values = await argumentsOf(route, context);
      if (!route.isJob) return Response.json(await route.run(world, values));
      const job = jobs.start(route.path, () => route.run(world, values));
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

async function argumentsOf(route: Route, context: Context) {
  const id = context.req.param('id');
  const given = {
    ...(route.isJob ? await bodyOf(context) : queryOf(context)),
    ...(id === undefined ? {} : { id }),
  };
  const read = readArguments(route.input, given);
  if (read.ok) return read.values;
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
  throw new SkillficheError('FILE_NOT_FOUND', 'There is no such job; those that ended long ago are forgotten.');
}

function events(jobs: Jobs, job: Job): Response {
  let stop = (): void => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      let isClosed = false;
      const unfollow = jobs.follow(job, (now) => {
        if (isClosed) return;
        controller.enqueue(Buffer.from(`event: job\ndata: ${JSON.stringify(now)}\n\n`));
        if (!isEnded(now)) return;
        isClosed = true;
        controller.close();
        stop();
      });
      stop = unfollow;
      if (isClosed) unfollow();
    },
    cancel: () => stop(),
  });
  return new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } });
}
