import type { Catalog } from '../../app/types.ts';
import type { Workspace } from '../../app/workspace-types.ts';
import type { View } from '../../catalog/types.ts';
import type { ArgumentValue } from '../tools/arguments.ts';
import { type ArgumentsOf, type InputSchema, inputSchema, type Properties } from '../tools/schema.ts';
import type { DearAnswers } from './dear.ts';
import type { JobHandle } from './jobs.ts';

/** What an answer is made from. */
export interface World {
  /** The catalog as it is now, and the owner's window on it. */
  current(): Promise<{ readonly catalog: Catalog; readonly view: View }>;
  readonly workspace: Workspace;
  /** What is dear to answer. */
  readonly dear: DearAnswers;
  /** What the owner's configuration says of sources. */
  readonly policy: {
    readonly allow?: readonly string[];
    readonly minAgeMs?: number;
    readonly minAgeExcept?: readonly string[];
  };
}

/** What a request gives beside its arguments. */
export interface Call {
  /** Of a job: how it is going, and whether it is still wanted. */
  readonly job?: JobHandle;
  readonly accept: string | undefined;
  /** Of an address that reads its body by itself. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A body that holds more than single values. */
export interface OwnBody {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly maxBytes: number;
  /** Throws INVALID_ARGUMENT for a shape that is wrong; what stands in it is for the work to judge. */
  check(body: Readonly<Record<string, unknown>>): void;
}

/** One address of the API. */
export interface Route {
  readonly method: 'get' | 'post' | 'delete';
  /** As OpenAPI spells it: `/api/skills/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly input: InputSchema;
  /** Name of the schema its record fits; or the types of what is no record. */
  readonly answer: string | readonly string[];
  /** What changes something or takes long: answered with a job whose `answer` is the record. */
  readonly isJob: boolean;
  readonly body?: OwnBody;
  run(world: World, values: Readonly<Record<string, ArgumentValue>>, call: Call): Promise<object>;
}

interface Plan<P extends Properties, R extends keyof P & string> {
  readonly summary: string;
  readonly answer: string | readonly string[];
  readonly properties: P;
  readonly required?: readonly R[];
  run(world: World, args: ArgumentsOf<P, R>, call: Call): Promise<object>;
}

/** An address that only looks. */
export function reading<const P extends Properties, R extends keyof P & string = never>(
  path: string,
  plan: Plan<P, R>,
): Route {
  return define('get', path, plan);
}

/** An address that only looks, at something that is too long for an address. */
export function asking<const P extends Properties, R extends keyof P & string = never>(
  path: string,
  plan: Plan<P, R>,
): Route {
  return { ...define('post', path, plan), isJob: false };
}

/** An address that changes something, or takes long. */
export function writing<const P extends Properties, R extends keyof P & string = never>(
  path: string,
  plan: Plan<P, R>,
): Route {
  return define('post', path, plan);
}

/** The same, with a body of its own. */
export function taking<const P extends Properties, R extends keyof P & string = never>(
  path: string,
  body: OwnBody,
  plan: Plan<P, R>,
): Route {
  return { ...define('post', path, plan), body };
}

/** An address whose thing goes away. */
export function deleting<const P extends Properties, R extends keyof P & string = never>(
  path: string,
  plan: Plan<P, R>,
): Route {
  return define('delete', path, plan);
}

function define<const P extends Properties, R extends keyof P & string>(
  method: Route['method'],
  path: string,
  { summary, answer, properties, required, run }: Plan<P, R>,
): Route {
  const input = inputSchema(properties, required);
  return {
    method,
    path,
    summary,
    input,
    answer,
    isJob: method !== 'get',
    // The values were read by the same properties that the type is made from.
    run: (world, values, call) => run(world, values as ArgumentsOf<P, R>, call),
  };
}
