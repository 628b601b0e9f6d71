import { SkillficheError } from '../../base/errors.ts';
import { MAX_ANSWER_BYTES } from '../../base/limits.ts';
import { quoteValue } from '../../base/text.ts';
import type { Fetch } from './ask.ts';

/** Turns texts into vectors: a module of the caller's, or a server ({@link openEmbedder}). */
export interface Embedder {
  /** Names the model and its settings: vectors are kept by it. */
  readonly id: string;
  /** One vector a text, all of one length. `kind`: some models treat questions and texts apart. */
  embed(
    texts: readonly string[],
    options: { readonly kind: 'query' | 'skill'; readonly signal: AbortSignal },
  ): Promise<readonly ArrayLike<number>[]>;
  /** Texts of one call; default 32. */
  readonly batch?: number;
  /** Characters of a text that count; default 2,000. */
  readonly maxCharacters?: number;
  close?(): Promise<void> | void;
}

export interface EmbedderAddress {
  /** `http://127.0.0.1:11434/api/embed` (Ollama), or an address of the OpenAI shape such as `http://127.0.0.1:8080/v1/embeddings`. */
  readonly url: string;
  readonly model: string;
  /** Texts of skills may leave this machine. Default false: an address elsewhere is refused. */
  readonly allowRemote?: boolean;
  readonly fetch?: Fetch;
}

/** An embedder behind a URL. Throws INVALID_ARGUMENT for an address that is none, or is elsewhere without `allowRemote`. */
export function openEmbedder(address: EmbedderAddress): Embedder {
  const url = checkedUrl(address);
  const fetch: Fetch = address.fetch ?? ((to, init) => globalThis.fetch(to, init));
  const { model } = address;
  const isOllama = url.pathname.endsWith('/api/embed');
  return {
    id: `${url.origin}${url.pathname} ${model}`,
    async embed(texts, { signal }) {
      const response = await send(fetch, url, { model, input: texts }, signal);
      return isOllama ? ollamaVectors(response, texts.length) : openAiVectors(response, texts.length);
    },
  };
}

function checkedUrl({ url: text, allowRemote }: EmbedderAddress): URL {
  if (!URL.canParse(text)) {
    throw new SkillficheError('INVALID_ARGUMENT', `The embedder's address ${quoteValue(text)} is no URL.`);
  }
  const url = new URL(text);
  const isHere = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(url.hostname);
  if (!/^https?:$/.test(url.protocol) || (!isHere && (allowRemote !== true || url.protocol !== 'https:'))) {
    const why = `The embedder at ${url.origin} is not on this machine: it would be sent the texts of skills and questions.`;
    throw new SkillficheError('INVALID_ARGUMENT', `${why} Say allowRemote if it may, with an https address.`);
  }
  return url;
}

async function send(fetch: Fetch, url: URL, body: unknown, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url.href, {
    method: 'POST',
    // What is sent on would be sent to an address that nobody named.
    redirect: 'error',
    credentials: 'omit',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'skillfiche' },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok || Number(response.headers.get('content-length') ?? 0) > MAX_ANSWER_BYTES) {
    await response.body?.cancel();
    throw unusable(`status ${response.status}`);
  }
  return response.json();
}

function ollamaVectors(answer: unknown, count: number): number[][] {
  const { embeddings } = (answer ?? {}) as { embeddings?: unknown };
  return checkedVectors(embeddings, count);
}

function openAiVectors(answer: unknown, count: number): number[][] {
  const { data } = (answer ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) throw unusable('no list of vectors');
  // Each says whose it is; the order of the list promises nothing.
  const ordered = Array.from({ length: count }, (_, index) => data.find((one) => one?.index === index)?.embedding);
  return checkedVectors(ordered, count);
}

function checkedVectors(vectors: unknown, count: number): number[][] {
  if (!Array.isArray(vectors) || vectors.length !== count) throw unusable(`not one vector for each of ${count} texts`);
  for (const vector of vectors) {
    const isGood = Array.isArray(vector) && vector.length > 0 && vector.every((one) => Number.isFinite(one));
    if (!isGood || vector.length !== vectors[0].length)
      throw unusable('vectors that are no lists of numbers of one length');
  }
  return vectors;
}

function unusable(what: string): SkillficheError {
  return new SkillficheError('SOURCE_UNAVAILABLE', `The embedder's answer cannot be used: ${what}.`);
}
