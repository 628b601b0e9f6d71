import { isRecord } from '../../base/record.ts';
import { invalidParams } from './failures.ts';

/** The part of Standard Schema that the SDK asks of a request's parameters. */
interface ParamsSchema<T> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'skillfiche';
    readonly types?: { readonly input: unknown; readonly output: T };
    readonly validate: (value: unknown) => { readonly value: T };
  };
}

export type Params = Readonly<Record<string, unknown>>;

/** Parameters as `read` understands them; what it throws is the protocol error the caller gets. */
export function paramsSchema<T>(read: (params: Params) => T): ParamsSchema<T> {
  const validate = (value: unknown): { value: T } => ({ value: read(isRecord(value) ? value : {}) });
  return { '~standard': { version: 1, vendor: 'skillfiche', validate } };
}

/** Longer than any address or cursor of ours; a refusal repeats what was asked for. */
const MAX_TEXT_LENGTH = 32_768;

export function textParam(params: Params, name: string): string {
  const value = params[name];
  if (typeof value !== 'string') throw invalidParams(`${name} must be a text`);
  if (value.length > MAX_TEXT_LENGTH) throw invalidParams(`${name} must have at most ${MAX_TEXT_LENGTH} characters`);
  return value;
}

export function readOptionalText(params: Params, name: string): string | undefined {
  return isAbsent(params, name) ? undefined : textParam(params, name);
}

export function recordParam(params: Params, name: string): Params {
  const value = params[name];
  if (!isRecord(value)) throw invalidParams(`${name} must be an object`);
  return value;
}

/** An object of texts, such as the arguments of a prompt; absent is empty. */
export function textsParam(params: Params, name: string): Readonly<Record<string, string>> {
  if (isAbsent(params, name)) return {};
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(recordParam(params, name))) {
    if (value === null) continue;
    if (typeof value !== 'string') throw invalidParams(`${name}.${key} must be a text`);
    texts[key] = value;
  }
  return texts;
}

/** Clients that fill in what nobody said write `null`. */
function isAbsent(params: Params, name: string): boolean {
  return params[name] === undefined || params[name] === null;
}
