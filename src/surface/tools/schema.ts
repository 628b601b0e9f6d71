// What tools take, and of what shape their records are. Plain objects: one union, null or reference makes some clients
// drop every tool.

/** One argument: a text, one of a few words, a whole number, a yes or no, or a list of texts. */
export type ArgumentSchema = TextSchema | WordSchema | IntegerSchema | FlagSchema | ListSchema;

interface TextSchema {
  readonly type: 'string';
  readonly description: string;
  /** Characters; more than any id or path a tree can hold where absent. */
  readonly maxLength?: number;
}

interface WordSchema {
  readonly type: 'string';
  readonly description: string;
  readonly enum: readonly string[];
}

interface IntegerSchema {
  readonly type: 'integer';
  readonly description: string;
  readonly minimum: number;
  readonly maximum?: number;
}

interface FlagSchema {
  readonly type: 'boolean';
  readonly description: string;
}

interface ListSchema {
  readonly type: 'array';
  readonly description: string;
  readonly items: { readonly type: 'string'; readonly enum?: readonly string[] };
  readonly maxItems?: number;
}

export type Properties = Readonly<Record<string, ArgumentSchema>>;

export interface InputSchema<P extends Properties = Properties> {
  readonly type: 'object';
  readonly properties: P;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/** The schema of a call's arguments; those that `required` does not name may be left out. */
export function inputSchema(properties: Properties, required: readonly string[] | undefined): InputSchema {
  return {
    type: 'object',
    properties,
    ...(required === undefined ? {} : { required }),
    additionalProperties: false,
  };
}

type ValueOf<S> = S extends { readonly enum: readonly (infer Word)[] }
  ? Word
  : S extends { readonly type: 'integer' }
    ? number
    : S extends { readonly type: 'boolean' }
      ? boolean
      : S extends { readonly items: { readonly enum: readonly (infer Word)[] } }
        ? readonly Word[]
        : S extends { readonly type: 'array' }
          ? readonly string[]
          : string;

/** The arguments of a tool as its `run` gets them: read, and within their limits. */
export type ArgumentsOf<P extends Properties, R extends keyof P> = {
  readonly [K in R]: ValueOf<P[K]>;
} & { readonly [K in Exclude<keyof P, R>]?: ValueOf<P[K]> };

/** JSON Schema as far as records need it. */
export type OutputSchema =
  | { readonly type: 'string' | 'integer' | 'number' | 'boolean'; readonly description?: string }
  | { readonly type: 'string'; readonly enum: readonly string[] }
  | { readonly type: 'array'; readonly items: OutputSchema; readonly description?: string }
  | ObjectSchema;

export interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, OutputSchema>>;
  readonly required: readonly string[];
}
