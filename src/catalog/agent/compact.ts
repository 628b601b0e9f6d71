// Conversations have the shape of their framework. What all have in common: the result of a tool is a message, or a part
// of one, that says so by its role or type, with its text somewhere below.

/** A result longer than this is cut to it, characters. */
const SHORT_RESULT = 300;
const RESULT = /^(?:tool|function|tool[-_]result|function_call_(?:output|result)|function_response)$/;
const CONTENT_KEYS: ReadonlySet<string> = new Set([
  'content',
  'output',
  'result',
  'value',
  'text',
  'parts',
  'response',
]);

/** Shortens results of tools in the messages before the last `keep`; texts that hold one of `kept` stay whole. */
export function compactMessages<M>(messages: readonly M[], keep: number, kept: readonly string[]): M[] {
  // Some frameworks give a result on as JSON.
  const precious = kept.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
  const end = messages.length - keep;
  return messages.map((message, at) => (at < end ? shortenResults(message, false, precious) : message));
}

function shortenResults<T>(value: T, isResult: boolean, precious: readonly string[]): T {
  if (typeof value === 'string') return (isResult ? shorten(value, precious) : value) as T;
  if (Array.isArray(value)) return replaced(value, [...value.keys()], isResult, precious);
  if (typeof value !== 'object' || value === null) return value;
  const isHere = isResult || saysResult(value);
  return replaced(
    value,
    Object.keys(value).filter((key) => CONTENT_KEYS.has(key)),
    isHere,
    precious,
  );
}

/** The value itself where nothing changes, else a copy of its kind. */
function replaced<T extends object>(
  value: T,
  keys: readonly (string | number)[],
  isResult: boolean,
  precious: readonly string[],
): T {
  let copy: T | undefined;
  for (const key of keys) {
    const before: unknown = Reflect.get(value, key);
    const after = shortenResults(before, isResult, precious);
    if (after === before) continue;
    copy ??= Array.isArray(value)
      ? ([...value] as unknown as T)
      : Object.assign(Object.create(Object.getPrototypeOf(value)), value);
    Reflect.set(copy as T, key, after);
  }
  return copy ?? value;
}

function saysResult(value: object): boolean {
  const { role, type } = value as { role?: unknown; type?: unknown };
  return [role, type].some((word) => typeof word === 'string' && RESULT.test(word));
}

function shorten(text: string, precious: readonly string[]): string {
  if (text.length <= SHORT_RESULT + 60 || precious.some((one) => text.includes(one))) return text;
  const head = text.slice(0, SHORT_RESULT).toWellFormed();
  return `${head}\n[shortened: ${text.length - SHORT_RESULT} more characters; call the tool again for them]`;
}
