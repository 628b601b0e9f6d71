import { parseAge } from '../../base/age.ts';
import { SkillficheError } from '../../base/errors.ts';
import { readConfig } from './config.ts';
import type { Globals } from './globals.ts';
import type { Io } from './io.ts';

/** What the person's configuration says of sources, and `--min-age`, which only makes it longer or is asked for anew. */
export async function policyOf(
  globals: Globals,
  io: Io,
  minAge?: string,
): Promise<{
  readonly allow?: readonly string[];
  readonly minAgeMs?: number;
  readonly minAgeExcept?: readonly string[];
}> {
  const { sources } = globals.config === undefined ? {} : await readConfig(globals.config, io);
  const age = minAge ?? sources?.min_age;
  const minAgeMs = age === undefined ? undefined : parseAge(age);
  if (age !== undefined && minAgeMs === undefined) {
    throw new SkillficheError(
      'INVALID_ARGUMENT',
      `${JSON.stringify(age)} is no age: give days, hours or minutes, such as 7d, 12h, 30m.`,
    );
  }
  return {
    ...(sources?.allow === undefined ? {} : { allow: sources.allow }),
    ...(minAgeMs === undefined ? {} : { minAgeMs }),
    // Who says an age in the command means it for all.
    ...(sources?.min_age_except === undefined || minAge !== undefined ? {} : { minAgeExcept: sources.min_age_except }),
  };
}
