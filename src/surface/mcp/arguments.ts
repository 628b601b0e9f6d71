// What a model passes to a tool, checked against the tool's own input schema.

/** The only kinds of argument our tools take: no unions, no null, no references. */
export type ArgumentSchema =
  | { readonly type: 'string'; readonly description: string; readonly maxLength: number }
  | {
      readonly type: 'integer';
      readonly description: string;
      readonly minimum: number;
      readonly maximum?: number;
      readonly default?: number;
    };

export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, ArgumentSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

export type Arguments =
  | { readonly ok: true; readonly texts: Texts; readonly numbers: Numbers }
  | { readonly ok: false; readonly problems: readonly string[] };
type Texts = Readonly<Record<string, string | undefined>>;
type Numbers = Readonly<Record<string, number | undefined>>;

/**
 * Reads arguments the way models write them: `null` for an optional one is no argument, and `"10"` is a number.
 * Problems say what was expected, so that the next call can be right.
 */
export function readArguments(schema: InputSchema, given: Readonly<Record<string, unknown>>): Arguments {
  const texts: Record<string, string> = {};
  const numbers: Record<string, number> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    const expected = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (expected === undefined) {
      problems.push(`${quote(name)} is not an argument of this tool; it takes ${listNames(schema)}`);
    } else if (expected.type === 'string') {
      if (typeof value !== 'string') problems.push(`${quote(name)} must be a text, not ${kindOf(value)}`);
      else if (value.length > expected.maxLength) {
        problems.push(`${quote(name)} must have at most ${expected.maxLength} characters, not ${value.length}`);
      } else texts[name] = value;
    } else {
      const number = toInteger(value);
      if (number === undefined || number < expected.minimum || number > (expected.maximum ?? Number.MAX_SAFE_INTEGER)) {
        problems.push(`${quote(name)} must be a whole number ${rangeOf(expected)}, not ${show(value)}`);
      } else numbers[name] = number;
    }
  }
  for (const name of schema.required ?? []) {
    if (texts[name] === undefined && numbers[name] === undefined && !(name in given && given[name] !== null)) {
      const { description = '' } = schema.properties[name] ?? {};
      problems.push(`${quote(name)} is missing: ${description.replace(/\.$/u, '')}`);
    }
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, texts, numbers };
}

function toInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,15}$/u.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

function rangeOf(schema: { readonly minimum: number; readonly maximum?: number }): string {
  return schema.maximum === undefined ? `of at least ${schema.minimum}` : `from ${schema.minimum} to ${schema.maximum}`;
}

function listNames(schema: InputSchema): string {
  return Object.keys(schema.properties).join(', ');
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'a list' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}

/** Quoted text of the caller's, short enough for an error. */
function show(value: unknown): string {
  return typeof value === 'string' ? quote(value) : typeof value === 'number' ? String(value) : kindOf(value);
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
