import { SkillficheError } from './errors.ts';
import { nearest } from './nearest.ts';
import { isRecord } from './record.ts';
import { quoteValue } from './text.ts';

/** Every key of an options type, once: the compiler asks for a line here when an option is added. */
export type OptionKeys<T> = { readonly [K in keyof Required<T>]: true };

/**
 * Throws INVALID_ARGUMENT for what is no object of options, and for a key that is none of `keys`, with the nearest name:
 * a misspelt option that is ignored gives a wrong answer that looks right.
 */
export function requireOptions(given: unknown, taker: string, keys: Readonly<Record<string, true>>): void {
  if (!isRecord(given)) {
    throw new SkillficheError('INVALID_ARGUMENT', `${taker} takes an object of options, not ${quoteValue(given)}.`);
  }
  for (const key of Object.keys(given)) {
    if (Object.hasOwn(keys, key)) continue;
    const known = Object.keys(keys);
    const [meant] = nearest(key, known, 1);
    const wayOut = meant === undefined ? `There are ${known.join(', ')}.` : `Did you mean ${meant}?`;
    throw new SkillficheError('INVALID_ARGUMENT', `${taker} has no option ${quoteValue(key)}. ${wayOut}`, {
      suggestions: meant === undefined ? [] : [meant],
    });
  }
}
