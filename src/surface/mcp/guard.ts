import { randomBytes, timingSafeEqual } from 'node:crypto';
import { hostHeaderValidationResponse, localhostAllowedHostnames } from '@modelcontextprotocol/server';
import { SkillficheError } from '../../base/errors.ts';

/** Why a request is not answered. */
export interface HttpRefusal {
  readonly status: 401 | 403;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

const TOKEN_BYTES = 32;

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Throws INVALID_ARGUMENT for a token that no header can carry. */
export function requireToken(token: string, option: string): void {
  if (/^[\x21-\x7E]+$/u.test(token)) return;
  throw new SkillficheError(
    'INVALID_ARGUMENT',
    `A token for ${option} holds visible ASCII characters only, and no blanks.`,
  );
}

/**
 * Who is let in: requests for this machine's own names, of no page of another origin, with the token. The one guard of
 * everything we serve; it is asked before any route is looked at.
 */
export function createGuard(
  token: string | undefined,
  origins: readonly string[],
  /** Other tokens that are good now. */
  alsoHolds: (given: string) => boolean = () => false,
): (request: Request) => HttpRefusal | undefined {
  return (request) => {
    if (hostHeaderValidationResponse(request, localhostAllowedHostnames()) !== undefined) {
      return { status: 403, message: 'Not for this host name: ask 127.0.0.1 or localhost', headers: {} };
    }
    // Programs send no origin. A web page does, and one of another server has no business here, also one of this machine.
    const origin = request.headers.get('origin');
    if (origin !== null && !origins.includes(origin.toLowerCase())) {
      return { status: 403, message: 'Not for pages of another origin', headers: {} };
    }
    if (token !== undefined && !holdsToken(request, token, alsoHolds)) {
      const message = 'Send the token that the server printed: Authorization: Bearer ...';
      return { status: 401, message, headers: { 'WWW-Authenticate': 'Bearer' } };
    }
    return undefined;
  };
}

/** What stands in `Authorization: Bearer`, or nothing. Cookies say nothing here: a browser sends them by itself. */
export function bearerOf(request: Request): string {
  return /^bearer +(\S+)$/iu.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
}

function holdsToken(request: Request, token: string, alsoHolds: (given: string) => boolean): boolean {
  const given = bearerOf(request);
  const expected = Buffer.from(token);
  const actual = Buffer.from(given);
  const isOwner = actual.length === expected.length && timingSafeEqual(actual, expected);
  return isOwner || (given !== '' && alsoHolds(given));
}
