import { SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import type { LockSource } from '../../format/lock/lock.ts';
import type { PinOptions } from './pin.ts';

/** A lock is read by others, who may hand its source to git, and is published: no option, no line break, no password. */
function addressFault(source: unknown): string | undefined {
  if (typeof source !== 'string') return `it is no text but ${quoteValue(source)}`;
  if (source.trim() === '') return 'it is empty';
  if (source.startsWith('-')) return 'programs would read it as an option';
  if (/\p{Cc}/u.test(source)) return 'it has a line break or a control character';
  const hasPassword = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*:[^/?#]*@/i.test(source);
  return hasPassword ? 'it holds a password, and the lock is for everybody to read' : undefined;
}

/** The source that options name, checked; `undefined` where they name none. Throws INVALID_ARGUMENT. */
export function readSource({ source, commit }: Pick<PinOptions, 'source' | 'commit'>): LockSource | undefined {
  if (source === undefined && commit === undefined) return undefined;
  if (source === undefined) {
    throw new SkillficheError('INVALID_ARGUMENT', 'A commit needs the source it belongs to (--source URL).');
  }
  const fault = addressFault(source);
  if (fault !== undefined) throw new SkillficheError('INVALID_ARGUMENT', `The source cannot be kept: ${fault}.`);
  if (commit !== undefined && !(typeof commit === 'string' && /^[0-9a-f]{7,64}$/.test(commit))) {
    throw new SkillficheError(
      'INVALID_ARGUMENT',
      `${quoteValue(commit)} is no commit: give 7 to 64 hex digits in lower case.`,
    );
  }
  return { url: source, ...(commit === undefined ? {} : { commit }) };
}
