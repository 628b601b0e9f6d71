import { errnoOf, SkillficheError } from '../../../base/errors.ts';

/**
 * What a server cannot do for us, in our words. A driver's own text may quote the address it was given, password and all:
 * neither it nor the error is handed on, only the code.
 */
export function postgresError(error: unknown): SkillficheError {
  if (error instanceof SkillficheError) return error;
  const code = errnoOf(error);
  const [kind, message] = wordsFor(code);
  return new SkillficheError(kind, message, { reason: code });
}

function wordsFor(code: string): readonly [SkillficheError['code'], string] {
  if (code.startsWith('28')) {
    return [
      'STORE_UNAVAILABLE',
      'The PostgreSQL server does not let this user in. Look at its address (SKILLFICHE_STORE, or --to): user, password, database.',
    ];
  }
  if (code === '3D000') {
    return [
      'STORE_UNAVAILABLE',
      'The PostgreSQL server has no database of that name. Create it, or mend the address (SKILLFICHE_STORE, or --to).',
    ];
  }
  if (code === '42501' || code === '25006') return ['NOT_WRITABLE', READ_ONLY];
  if (code === '55P03') {
    return ['STORE_BUSY', 'The PostgreSQL store is in use by another process that does not let go. Try again.'];
  }
  if (code === '53100') return ['NOT_WRITABLE', 'The disk of the PostgreSQL server is full. Nothing was changed.'];
  if (code === '23503' || code === '40001' || code === '40P01') {
    return ['STALE_VERSION', 'Somebody else changed the same in the meantime. Nothing was changed; run it again.'];
  }
  if (code === '22021' || code === '22P05') {
    return [
      'INVALID_ARGUMENT',
      'The PostgreSQL store cannot keep a character of this text. Its database should be of encoding UTF8.',
    ];
  }
  if (/^(?:22|23|42|XX)/.test(code)) {
    return [
      'STORE_BROKEN',
      `The PostgreSQL store does not hold what is expected (${code}). Skill folders are untouched.`,
    ];
  }
  return [
    'STORE_UNAVAILABLE',
    `The PostgreSQL server cannot be reached, or went away (${code}). A change that was under way is ended by the next command that reaches it: done whole, or not at all.`,
  ];
}

export const READ_ONLY: string =
  'This user may only read the PostgreSQL store. Nothing was changed; whoever keeps the store can grant more.';
