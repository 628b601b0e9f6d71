import { isRecord } from '../../base/record.ts';

// Messages as clients really write them, before the SDK checks them: its own complaints are dumps of a schema checker.

type Json = Readonly<Record<string, unknown>>;

export type Tidied = { readonly message: unknown } | { readonly id: string | number; readonly refused: string };

/**
 * A message without the `null`s that stand for what nobody said. `refused`: a request with parameters that cannot be meant,
 * in one sentence.
 */
export function tidyMessage(json: unknown): Tidied {
  if (!isRecord(json) || typeof json['method'] !== 'string') return { message: json };
  const { params: given, ...rest } = json;
  const id = json['id'];
  if (given === null || given === undefined) return { message: rest };
  if (!isRecord(given)) return { message: json };
  const params = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const problem = json['method'] === 'tools/call' ? callProblem(params) : undefined;
  if (problem !== undefined && (typeof id === 'string' || typeof id === 'number')) return { id, refused: problem };
  return { message: { ...rest, params } };
}

function callProblem({ name, arguments: given }: Json): string | undefined {
  if (typeof name !== 'string') return 'name must be a text: which tool is called';
  return given === undefined || isRecord(given) ? undefined : 'arguments must be an object';
}
