import { isRecord } from '../../base/record.ts';
import { VERSION } from '../../base/version.ts';
import { shippedSchema } from '../../io/places/schemas.ts';
import type { Route } from './route.ts';

/** The description of the API, made from the routes and the schemas of their records. */
export function openApi(routes: readonly Route[]): object {
  const named = routes.flatMap(({ answer: one }) => (typeof one === 'string' ? [one] : []));
  const names = [...new Set([...named, 'job', 'jobs', 'session', 'session-link', 'error'])].sort();
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) };
  const job = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  paths['/api/jobs/{id}'] = {
    get: { summary: 'A job as it stands.', parameters: [job], responses: { 200: answer('job'), ...FAILURES } },
    delete: {
      summary: 'Ask for the end of a job: one that waits never begins, one that runs ends at its next step.',
      parameters: [job],
      responses: { 200: answer('job'), ...FAILURES },
    },
  };
  paths['/api/jobs'] = {
    get: {
      summary: 'The jobs that are known, without their answers.',
      responses: { 200: answer('jobs'), ...FAILURES },
    },
  };
  paths['/api/session'] = {
    post: {
      summary: 'A session for the code of a one-time link. The one address that needs no token.',
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema: CODE } } },
      responses: { 200: answer('session'), ...FAILURES },
    },
    delete: { summary: 'End the session that asks.', responses: { 204: { description: 'Ended.' }, ...FAILURES } },
  };
  paths['/api/session/link'] = {
    post: { summary: 'A new one-time link to the page.', responses: { 200: answer('session-link'), ...FAILURES } },
  };
  paths['/api/jobs/{id}/events'] = {
    get: {
      summary: 'The same whenever its state changes, as server-sent events named "job", until it has ended.',
      parameters: [job],
      responses: { 200: { description: 'Events.', content: { 'text/event-stream': {} } }, ...FAILURES },
    },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'skillfiche', version: VERSION },
    security: [{ owner: [] }],
    paths,
    components: {
      securitySchemes: { owner: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(names.map((name) => [name, schemaOf(name)])),
    },
  };
}

const CODE = { type: 'object', required: ['code'], properties: { code: { type: 'string' } } };
const FAILURES = { default: answer('error') };

function operationOf({ summary, input, answer: name, isJob, method, path, body }: Route): object {
  const inPath = Object.keys(input.properties).filter((key) => path.includes(`{${key}}`));
  const isRequired = (key: string): boolean => input.required?.includes(key) === true;
  const parameters = Object.entries(input.properties)
    .filter(([key]) => method !== 'post' || inPath.includes(key))
    .map(([key, { description, ...schema }]) => ({
      name: key,
      in: inPath.includes(key) ? 'path' : 'query',
      required: isRequired(key),
      description,
      schema,
    }));
  return {
    summary,
    ...(isJob ? { description: `Answered at once with a job; its "answer" is a record of the schema "${name}".` } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(method === 'post' ? { requestBody: bodyOf(input, inPath, body) } : {}),
    responses: isJob ? { 202: answer('job'), ...FAILURES } : { 200: answerOf(name), ...FAILURES },
  };
}

function bodyOf(input: Route['input'], inPath: readonly string[], own: Route['body']): object {
  if (own !== undefined) return { required: true, content: { 'application/json': { schema: own.schema } } };
  const properties = Object.fromEntries(Object.entries(input.properties).filter(([key]) => !inPath.includes(key)));
  const required = (input.required ?? []).filter((key) => !inPath.includes(key));
  const schema = { ...input, properties, required };
  return { required: true, content: { 'application/json': { schema } } };
}

function answerOf(given: Route['answer']): object {
  if (typeof given === 'string') return answer(given);
  return { description: 'A file.', content: Object.fromEntries(given.map((type) => [type, {}])) };
}

function answer(name: string): object {
  const schema = { $ref: `#/components/schemas/${name}` };
  return { description: `A record of the schema "${name}".`, content: { 'application/json': { schema } } };
}

/** A document's own `$defs` are found from the root of this one. */
function schemaOf(name: string): unknown {
  const { $id: _id, $schema: _schema, ...schema } = shippedSchema(name);
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved);
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? inner.replace(/^#/u, `#/components/schemas/${name}`)
          : moved(inner),
      ]),
    );
  };
  return moved(schema);
}
