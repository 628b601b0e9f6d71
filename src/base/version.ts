/** Held against package.json by a test. */
export const VERSION = '0.1.0';

// Put in by build.mjs; run from source there is none.
declare const SKILLFICHE_BUILD: string | undefined;

/** A digest of the sources that were built: what another build kept is not taken for this one's. */
export const BUILD: string = typeof SKILLFICHE_BUILD === 'string' ? SKILLFICHE_BUILD : '';
