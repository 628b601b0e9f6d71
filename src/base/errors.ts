/** What went wrong, for callers that branch on it. Closed list. */
export type ErrorCode =
  | 'INVALID_ARGUMENT'
  | 'DUPLICATE_COLLECTION'
  | 'DUPLICATE_ROOT'
  | 'SKILL_NOT_FOUND'
  | 'COLLECTION_NOT_FOUND'
  | 'FILE_NOT_FOUND'
  | 'FILE_CHANGED'
  | 'AMBIGUOUS_NAME'
  | 'UNREADABLE'
  | 'TOO_LARGE'
  | 'EDIT_REFUSED'
  | 'PIN_REFUSED'
  | 'GATE_REFUSED'
  | 'NOT_PINNED'
  | 'MANIFEST_DRIFT'
  | 'BROKEN_FILE'
  | 'PROGRAM_MISSING'
  | 'PROGRAM_FAILED'
  | 'SOURCE_REFUSED'
  | 'SOURCE_UNAVAILABLE'
  | 'STALE_VERSION'
  | 'NAME_TAKEN'
  | 'UPDATE_CONFLICT'
  | 'PACKAGE_NOT_FOUND'
  | 'VERSION_NOT_FOUND'
  | 'WRITER_MISSING'
  | 'WRITER_FAILED'
  | 'STORE_BUSY'
  | 'STORE_BROKEN'
  | 'STORE_NEWER'
  | 'STORE_UNAVAILABLE'
  | 'NOT_WRITABLE'
  | 'INTERNAL';

/** Extra facts an error carries; all optional, all safe to print. */
export interface ErrorDetails {
  /** At most three references the caller may see and might have meant. */
  readonly suggestions?: readonly string[];
  readonly paths?: readonly string[];
  readonly reason?: string;
  readonly cause?: unknown;
}

/** Every error this library throws on purpose. `message` names the thing, the place and the way out. */
export class SkillficheError extends Error {
  override readonly name: string = 'SkillficheError';
  readonly code: ErrorCode;
  readonly suggestions: readonly string[];
  readonly paths: readonly string[];
  readonly reason: string | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.suggestions = details.suggestions ?? [];
    this.paths = details.paths ?? [];
    this.reason = details.reason;
  }
}

/** Two markers claim one collection id. `paths` holds both folders. */
export class DuplicateCollectionError extends SkillficheError {
  override readonly name = 'DuplicateCollectionError';
  constructor(message: string, paths: readonly string[]) {
    super('DUPLICATE_COLLECTION', message, { paths });
  }
}

/** No visible skill has this id or name. `suggestions` holds at most three visible ones. */
export class SkillNotFoundError extends SkillficheError {
  override readonly name = 'SkillNotFoundError';
  constructor(message: string, suggestions: readonly string[]) {
    super('SKILL_NOT_FOUND', message, { suggestions });
  }
}

/** Several visible skills of equal standing have this name. `suggestions` holds at most three of their ids. */
export class AmbiguousNameError extends SkillficheError {
  override readonly name = 'AmbiguousNameError';
  constructor(message: string, suggestions: readonly string[]) {
    super('AMBIGUOUS_NAME', message, { suggestions });
  }
}

/** An impossible state: our bug. */
export function internalError(what: string, cause?: unknown): SkillficheError {
  return new SkillficheError('INTERNAL', `Internal error: ${what}. Please report this with the command you ran.`, {
    cause,
  });
}

/** The `errno` name of a file-system failure (`EACCES`, `ENOENT` ...), or `UNKNOWN`. */
export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
}
