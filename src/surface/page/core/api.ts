import { signal } from '@preact/signals';

/** What a person can be told of a request that was not answered as hoped. */
export interface Refusal {
  /** `gone`: no server answered. `denied`: it does not know us. `refused`: it said no, or could not. */
  readonly kind: 'gone' | 'denied' | 'refused';
  readonly message: string;
  readonly suggestions: readonly string[];
  readonly status: number;
}

/** How it stands between the page and its server. */
export const door = signal<'opening' | 'open' | 'denied' | 'gone'>('opening');

const KEPT = 'skillfiche-session';
let token = '';

export class RequestError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/**
 * Takes the code of the link that opened the page, once, and takes it out of the address. The session is kept for this tab
 * alone, so that a reload does not ask for another link.
 */
export async function openDoor(): Promise<void> {
  token = sessionStorage.getItem(KEPT) ?? '';
  const code = /^#code=([\w-]+)$/u.exec(location.hash)?.[1];
  if (code !== undefined) {
    history.replaceState(null, '', location.pathname);
    try {
      const session = await send<{ readonly token: string }>('POST', '/api/session', { code });
      token = session.token;
      sessionStorage.setItem(KEPT, token);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.refusal.kind === 'gone' || token === '') return;
    }
  }
  if (token === '') door.value = 'denied';
  else door.value = 'open';
}

/** The record of an address. Throws RequestError; a request that is given up throws AbortError. */
export function ask<T>(path: string, signal?: AbortSignal): Promise<T> {
  return send<T>('GET', path, undefined, signal);
}

export function post<T>(path: string, body: object, signal?: AbortSignal): Promise<T> {
  return send<T>('POST', path, body, signal);
}

/** The answer as it comes, for streams. */
export async function open(method: string, path: string, body?: object, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = token === '' ? {} : { Authorization: `Bearer ${token}` };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: 'omit',
      redirect: 'error',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    door.value = 'gone';
    throw new RequestError({ kind: 'gone', message: 'The server does not answer.', suggestions: [], status: 0 });
  }
  if (door.value === 'gone') door.value = token === '' ? 'denied' : 'open';
  if (response.ok) return response;
  throw new RequestError(await refusalOf(response));
}

async function send<T>(method: string, path: string, body?: object, signal?: AbortSignal): Promise<T> {
  const response = await open(method, path, body, signal);
  return response.status === 204 ? ({} as T) : ((await response.json()) as T);
}

async function refusalOf(response: Response): Promise<Refusal> {
  const { status } = response;
  const text = await response.text();
  if (status === 401) door.value = 'denied';
  const said = readError(text);
  const message = said?.message ?? `The server answered ${status}.`;
  return { kind: status === 401 ? 'denied' : 'refused', message, suggestions: said?.suggestions ?? [], status };
}

function readError(text: string): { readonly message: string; readonly suggestions?: readonly string[] } | undefined {
  try {
    return JSON.parse(text).error;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** An address with its arguments: absent ones are left out. */
export function address(path: string, args: Readonly<Record<string, string | number | undefined>> = {}): string {
  const pairs = Object.entries(args).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [`${key}=${encodeURIComponent(String(value))}`],
  );
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`;
}

export const skillAddress = (id: string, rest = ''): string => `/api/skills/${encodeURIComponent(id)}${rest}`;
