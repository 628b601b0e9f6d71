import { SkillficheError } from './errors.ts';
import { quoteValue } from './text.ts';

/** Throws INVALID_ARGUMENT for what is no object of options: callers of plain JavaScript have no compiler to tell them. */
export function requireOptions(given: unknown, taker: string): void {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return;
  throw new SkillficheError('INVALID_ARGUMENT', `${taker} takes an object of options, not ${quoteValue(given)}.`);
}
