import { isRecord } from '../../base/record.ts';
import { VERSION } from '../../base/version.ts';
import { shippedSchema } from '../../io/places/schemas.ts';
import type { Route } from './route.ts';

/** The description of the API, made from the routes and the schemas of their records. */
export function openApi(routes: readonly Route[]): object {
  const names = [...new Set([...routes.map(({ answer }) => answer), 'job', 'error'])].sort();
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) };
  const job = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  paths['/api/jobs/{id}'] = {
    get: { summary: 'A job as it stands.', parameters: [job], responses: { 200: answer('job'), ...FAILURES } },
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

const FAILURES = { default: answer('error') };

function operationOf({ summary, input, answer: name, isJob, path }: Route): object {
  const required = input.required ?? [];
  const isInPath = (key: string): boolean => path.includes(`{${key}}`);
  if (isJob) {
    return {
      summary,
      description: `Answered at once with a job; its "answer" is a record of the schema "${name}".`,
      requestBody: { required: true, content: { 'application/json': { schema: input } } },
      responses: { 202: answer('job'), ...FAILURES },
    };
  }
  const parameters = Object.entries(input.properties).map(([key, { description, ...schema }]) => ({
    name: key,
    in: isInPath(key) ? 'path' : 'query',
    required: required.includes(key),
    description,
    schema,
  }));
  return { summary, parameters, responses: { 200: answer(name), ...FAILURES } };
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
