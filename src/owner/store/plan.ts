import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { cryptoModule } from '../../base/hash.ts';
import type { ProcessMark } from '../../io/disk/running.ts';
import type { StoredPackage } from './packages.ts';
import type { PackageKind } from './types.ts';

/** A change under way, written down before anything is done: enough to finish it or to take it back. */
export interface Plan {
  readonly nonce: string;
  readonly verb: string;
  readonly package: string;
  readonly place: string;
  readonly slug: string;
  readonly kind: PackageKind;
  /** The folder that shows the package. */
  readonly folder: string;
  /** Where the new folder is built and the old one kept; absent when no folder changes. */
  readonly aside?: string;
  /** Folders above that are not there yet, the outermost first. */
  readonly made: readonly string[];
  /** The revision of `active` that this change follows; 0: there is none yet. */
  readonly revision: number;
  /** The version that becomes active; absent: removed. */
  readonly to?: number;
  readonly digest?: string;
  /** What the folder then holds. */
  readonly tree?: string;
  /** The folder that is replaced, so that no other one is. */
  readonly old?: { readonly dev: number; readonly ino: number };
  /** Only this machine's folder follows what is active already: nothing shared is written, and the swap is the commit. */
  readonly isLocal?: true;
  /** The shared store it is a change of; absent: the one in the file beside it. No other store can end it. */
  readonly store?: string;
  readonly mark: ProcessMark;
}

type PlanHead = Pick<
  Plan,
  'nonce' | 'verb' | 'package' | 'place' | 'slug' | 'kind' | 'folder' | 'made' | 'revision' | 'mark'
>;

/** What every plan of a change to a package says of it. */
export function planHead(mark: ProcessMark, one: StoredPackage, verb: string, folder: string): PlanHead {
  const { key, place, slug, kind, revision } = one;
  return { nonce: newNonce(), verb, package: key, place: place.key, slug, kind, folder, made: [], revision, mark };
}

export function newNonce(): string {
  return cryptoModule().randomBytes(8).toString('hex');
}

/** What a disk that does not do as told means to a person. Other errors stay what they are. */
export function diskError(error: unknown, what: string, path: string): unknown {
  const cause = errnoOf(error);
  if (error instanceof SkillficheError || cause === 'UNKNOWN' || cause.startsWith('SQLITE')) return error;
  const why =
    cause === 'ENOSPC' || cause === 'EDQUOT' || cause === 'EFBIG'
      ? 'the disk is full'
      : cause === 'EROFS' || cause === 'EACCES' || cause === 'EPERM'
        ? 'it may not be written to'
        : cause === 'EXDEV'
          ? 'it lies on another disk than the folder beside it; choose another place with --into'
          : 'the disk said no';
  const message = `${what}: ${path}: ${why} (${cause}). Everything is as it was.`;
  return new SkillficheError('NOT_WRITABLE', message, { reason: cause, paths: [path], cause: error });
}
