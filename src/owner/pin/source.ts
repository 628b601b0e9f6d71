import { SkillficheError } from '../../base/errors.ts';
import { quoteValue } from '../../base/text.ts';
import type { CollectionLock, LockSource } from '../../format/lock/lock.ts';
import { readLock } from '../../format/lock/lock-check.ts';
import { checkDocument } from '../../format/schema/check.ts';
import { checkLock } from '../../format/schema/generated.ts';
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

/** What the options say of the source; nothing, where they are silent. */
export interface ToldSource {
  readonly url?: string;
  readonly commit?: string;
  readonly none: boolean;
}

/** The source that options name, checked. Throws INVALID_ARGUMENT. */
export function readSource({ source, commit, noSource = false }: PinOptions): ToldSource {
  if (noSource && (source !== undefined || commit !== undefined)) {
    throw new SkillficheError('INVALID_ARGUMENT', 'A source and no source at once: leave one of them out.');
  }
  const fault = source === undefined ? undefined : addressFault(source);
  if (fault !== undefined) throw new SkillficheError('INVALID_ARGUMENT', `The source cannot be kept: ${fault}.`);
  if (commit !== undefined && !(typeof commit === 'string' && /^[0-9a-f]{7,64}$/.test(commit))) {
    throw new SkillficheError(
      'INVALID_ARGUMENT',
      `${quoteValue(commit)} is no commit: give 7 to 64 hex digits in lower case.`,
    );
  }
  return {
    none: noSource,
    ...(source === undefined ? {} : { url: source }),
    ...(commit === undefined ? {} : { commit }),
  };
}

/** What an earlier pin wrote down about the tree. */
export interface OldLock {
  readonly source: LockSource | undefined;
  readonly tree_digest: string;
}

const check = (document: unknown) => checkDocument(checkLock, document);

/** The old lock; one that proves nothing is as none, since it is about to be replaced. */
export function oldLock(text: string | undefined): OldLock | undefined {
  if (text === undefined) return undefined;
  try {
    const { source, tree_digest } = readLock(text, 'the old lock', check);
    return { source, tree_digest };
  } catch (error) {
    if (error instanceof SkillficheError) return undefined;
    throw error;
  }
}

/**
 * The source of a new lock. What is told wins; a commit alone belongs to the address that is known. Else it is that of
 * the old lock while the bytes are the same, and that of the marker, unless the marker still names the commit of the old
 * bytes: PIN_REFUSED, since new bytes under an old commit would be a lie.
 */
export function sourceOf(
  id: string,
  told: ToldSource,
  known: { readonly marker: LockSource | undefined; readonly old: OldLock | undefined; readonly digest: string },
): LockSource | undefined {
  const { marker, old, digest } = known;
  if (told.none) return undefined;
  const url = told.url ?? old?.source?.url ?? marker?.url;
  if (told.commit !== undefined && url === undefined) {
    throw new SkillficheError('INVALID_ARGUMENT', 'A commit needs the source it belongs to (--source URL).');
  }
  if (url !== undefined && told.commit !== undefined) return { url, commit: told.commit };
  if (told.url !== undefined) return { url: told.url };
  const last = old?.source;
  if (last === undefined || old === undefined) return marker;
  if (old.tree_digest === digest) return last;
  const isNews = marker?.commit !== undefined && (marker.url !== last.url || marker.commit !== last.commit);
  if (isNews) return marker;
  if (last.commit === undefined) return last;
  throw new SkillficheError(
    'PIN_REFUSED',
    `The collection ${id} was pinned at commit ${last.commit} of ${last.url}, and its bytes have changed since. Say which commit they are of (--commit SHA), or that they are of none (--no-source).`,
    { reason: 'commit' },
  );
}

/** The lock with its source where it belongs: behind the id. */
export function withSource({ lockfile_version, id, ...rest }: CollectionLock, source: LockSource): CollectionLock {
  return { lockfile_version, id, source, ...rest };
}
