// Arguments that several tools take.

import type { ArgumentSchema } from './schema.ts';

export const skillArgument = {
  type: 'string',
  description: 'The id or the name of a skill.',
} as const satisfies ArgumentSchema;

export const collectionArgument = {
  type: 'string',
  description: 'The id of a collection.',
} as const satisfies ArgumentSchema;

export const offsetArgument = {
  type: 'integer',
  description: 'Where to go on.',
  minimum: 0,
} as const satisfies ArgumentSchema;

export function limitArgument(
  fallback: number,
  maximum: number,
): { readonly type: 'integer'; readonly description: string; readonly minimum: number; readonly maximum: number } {
  return { type: 'integer', description: `Rows at most; default ${fallback}.`, minimum: 1, maximum };
}
