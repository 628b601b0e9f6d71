import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A code that is exchanged for a session once, and a session. */
interface Secret {
  readonly digest: Buffer;
  expiresMs: number;
}

export interface PageSession {
  /** What the page sends as `Authorization: Bearer`; it keeps it in its memory, and no cookie exists that others could use. */
  readonly token: string;
  /** ISO 8601, UTC; each use puts it off. */
  readonly expires: string;
}

const SECRET_BYTES = 32;
const CODE_LASTS_MS = 10 * 60_000;
const SESSION_LASTS_MS = 12 * 60 * 60_000;
/** The oldest goes when there are more. */
const MAX_CODES = 16;
const MAX_SESSIONS = 32;

/**
 * How a browser gets in without the owner's token: by a code of one link, which works once and for ten minutes. Only
 * digests are kept, and all are compared in constant time.
 */
export class PageSessions {
  readonly #now: () => number;
  #codes: Secret[] = [];
  #sessions: Secret[] = [];

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A code for one link, and until when it works. */
  code(): { readonly code: string; readonly expires: string } {
    const { text, secret } = makeSecret(this.#now() + CODE_LASTS_MS);
    this.#codes = [...this.#codes, secret].slice(-MAX_CODES);
    return { code: text, expires: new Date(secret.expiresMs).toISOString() };
  }

  /** A session for a code that was not used yet. */
  open(code: string): PageSession | undefined {
    const found = this.#find(this.#codes, code);
    if (found === undefined) return undefined;
    this.#codes = this.#codes.filter((one) => one !== found);
    const { text, secret } = makeSecret(this.#now() + SESSION_LASTS_MS);
    this.#sessions = [...this.#sessions, secret].slice(-MAX_SESSIONS);
    return { token: text, expires: new Date(secret.expiresMs).toISOString() };
  }

  /** Whether a session has this token; it then lasts again as long as a new one. */
  holds(token: string): boolean {
    const found = this.#find(this.#sessions, token);
    if (found !== undefined) found.expiresMs = this.#now() + SESSION_LASTS_MS;
    return found !== undefined;
  }

  end(token: string): void {
    const found = this.#find(this.#sessions, token);
    this.#sessions = this.#sessions.filter((one) => one !== found);
  }

  #find(secrets: readonly Secret[], text: string): Secret | undefined {
    const digest = digestOf(text);
    const now = this.#now();
    let found: Secret | undefined;
    // Every one is compared, so that the time says nothing of which.
    for (const one of secrets) if (timingSafeEqual(one.digest, digest) && one.expiresMs > now) found = one;
    return found;
  }
}

function makeSecret(expiresMs: number): { readonly text: string; readonly secret: Secret } {
  const text = randomBytes(SECRET_BYTES).toString('base64url');
  return { text, secret: { digest: digestOf(text), expiresMs } };
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
