import { errnoOf, SkillficheError } from '../../base/errors.ts';
import { MAX_ANSWER_BYTES, MAX_ANSWER_MS, MAX_REDIRECTS } from '../../base/limits.ts';
import { quoteValue } from '../../base/text.ts';
import { isPrivateAddress, isPrivateHost } from './private-address.ts';

/** What of the platform's `fetch` is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface AskOptions {
  /** Only answers of this origin, also after redirects. Default: any that is as safe as the first. */
  readonly origin?: string;
  /** Bytes, unpacked. Default: 64 MiB. */
  readonly maxBytes?: number;
  readonly accept?: string;
  readonly signal?: AbortSignal;
  /** The address stands in a file that somebody else may have written: then not even its own host may be a private one. */
  readonly isForeign?: boolean;
}

export interface Answer {
  /** Where it was in the end. */
  readonly url: string;
  readonly bytes: Buffer;
}

/**
 * Asks for one document by GET, without cookies or credentials. `undefined`: there is none (404, 410). Throws
 * SOURCE_UNAVAILABLE when it cannot be had, SOURCE_REFUSED when it must not be taken: too large, elsewhere, unsafe.
 */
export type Ask = (url: string, options?: AskOptions) => Promise<Answer | undefined>;

/** The addresses a host's name stands for; none where it is not known. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const byDns: Resolve = async (host) => {
  const { lookup } = await import('node:dns/promises');
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    // The request itself then says that it cannot be reached.
    if (errnoOf(error) === 'UNKNOWN') throw error;
    return [];
  }
};

/**
 * `fetch` default: the platform's, after a look at where a name leads. Nothing is asked before somebody calls. A host that
 * the caller names may be anywhere; nobody else sends us into this machine or the networks around it.
 */
export function createAsk(fetch?: Fetch, resolve: Resolve | undefined = fetch === undefined ? byDns : undefined): Ask {
  const send = fetch ?? ((url: string, init: RequestInit) => globalThis.fetch(url, init));
  return async (url, options = {}) => {
    const { signal, accept = '*/*', maxBytes = MAX_ANSWER_BYTES } = options;
    const timeout = AbortSignal.timeout(MAX_ANSWER_MS);
    const init: RequestInit = {
      redirect: 'manual',
      credentials: 'omit',
      headers: { accept, 'user-agent': 'skillfiche' },
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    };
    let at = checkedUrl(url, undefined, options.origin);
    const own = options.isForeign === true ? undefined : at.host;
    for (let hops = 0; ; hops++) {
      if (at.host !== own) await requirePublic(at, resolve);
      const response = await reach(send, at, init);
      const { status } = response;
      const next = response.headers.get('location');
      if (status >= 300 && status < 400 && next !== null) {
        await response.body?.cancel();
        if (hops === MAX_REDIRECTS) throw refused(`${shown(url)} sends us on more than ${MAX_REDIRECTS} times`);
        at = checkedUrl(next, at, options.origin);
        continue;
      }
      if (status === 404 || status === 410) {
        await response.body?.cancel();
        return undefined;
      }
      if (status !== 200) {
        await response.body?.cancel();
        const message = `${shown(at.href)} answered with status ${status}. Is the address right, and is it public?`;
        throw new SkillficheError('SOURCE_UNAVAILABLE', message);
      }
      return { url: at.href, bytes: await readBody(response, at, maxBytes) };
    }
  };
}

async function requirePublic({ hostname, href }: URL, resolve: Resolve | undefined): Promise<void> {
  const isPrivate =
    isPrivateHost(hostname) || (await resolve?.(hostname.replace(/^\[|\]$/g, '')))?.some(isPrivateAddress) === true;
  if (!isPrivate) return;
  throw refused(`${shown(href)} leads into this machine or a network around it, and you did not name it`, 'private');
}

async function reach(fetch: Fetch, at: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(at.href, init);
  } catch (error) {
    throw unavailable(at, error);
  }
}

function unavailable(at: URL, error: unknown): SkillficheError {
  // The platform hides the reason one level down.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const why = cause instanceof Error ? cause.message || cause.name : String(cause);
  const message = `${shown(at.href)} could not be reached: ${quoteValue(why)}. Is there a connection, and is the address right?`;
  return new SkillficheError('SOURCE_UNAVAILABLE', message, { cause: error });
}

async function readBody(response: Response, at: URL, maxBytes: number): Promise<Buffer> {
  const tooLarge = (): SkillficheError => refused(`${shown(at.href)} has more than ${maxBytes} bytes`, 'too-large');
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  if (reader === undefined) return Buffer.alloc(0);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks);
      size += value.length;
      if (size > maxBytes) {
        await reader.cancel();
        throw tooLarge();
      }
      chunks.push(value);
    }
  } catch (error) {
    throw error instanceof SkillficheError ? error : unavailable(at, error);
  }
}

const isLocal = (url: URL): boolean => /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(url.hostname);

/** An address that may be asked: https, or http on this machine; from elsewhere nobody is sent to this machine. */
function checkedUrl(text: string, from: URL | undefined, origin: string | undefined): URL {
  let url: URL;
  try {
    url = new URL(text, from);
  } catch (error) {
    throw refused(`${shown(text)} is no address`, 'address', error);
  }
  if (url.username !== '' || url.password !== '') throw refused('the address holds a name or password');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal(url))) {
    throw refused(`${shown(url.href)} is not https`);
  }
  if (from !== undefined && isLocal(url) && !isLocal(from)) {
    throw refused(`${shown(from.href)} sends us to this machine (${shown(url.href)})`);
  }
  if (origin !== undefined && url.origin !== origin) {
    throw refused(`${shown(url.href)} is not at ${origin}, where the index is`, 'other-origin');
  }
  return url;
}

function shown(url: string): string {
  // Queries may carry tokens.
  return quoteValue(url.replace(/[?#].*$/s, '')).slice(1, -1);
}

function refused(why: string, reason = 'address', cause?: unknown): SkillficheError {
  return new SkillficheError('SOURCE_REFUSED', `Not fetched: ${why}.`, { reason, cause });
}
