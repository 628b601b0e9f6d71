import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import type { Io } from '../../src/surface/cli/io.ts';
import { type CliRun, runIn } from './cli.ts';

/** Runs one command line in a world without variables. */
export function cli(argv: readonly string[], world: Partial<Io> = {}): Promise<CliRun> {
  return runIn('/', argv, { env: {}, ...world });
}

/** The one JSON object a command printed, checked against its schema in schemas/. */
export async function cliJson<T>(
  schema: string,
  argv: readonly string[],
  world: Partial<Io> = {},
): Promise<CliRun & { readonly json: T }> {
  const result = await cli([...argv, '--json'], world);
  const json = JSON.parse(result.out);
  const file = join(import.meta.dirname, '../../schemas', `${schema}.schema.json`);
  const check = new Ajv2020({ strict: true, allErrors: true }).compile(JSON.parse(readFileSync(file, 'utf8')));
  check(json);
  expect(check.errors ?? []).toEqual([]);
  return { ...result, json };
}
