import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

// The SDK's HTTP handler speaks web-standard requests and responses; this is all of `node:http` it needs.

/** The request as the handler reads it; undefined when its target or its headers make no valid one. */
export async function toRequest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Request | undefined> {
  const method = incoming.method ?? 'GET';
  const headers = new Headers();
  const abort = new AbortController();
  outgoing.once('close', () => abort.abort());
  const hasBody = method !== 'GET' && method !== 'HEAD';
  try {
    for (const [name, value] of Object.entries(incoming.headers)) {
      for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one);
    }
    // The Host header is checked by its own rule; it must not decide where this request seems to go.
    const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
    return new Request(url, {
      method,
      headers,
      signal: abort.signal,
      ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' } : {}),
    });
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Writes the response as fast as the client reads it, and gives up when the client hangs up. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  const reader = response.body?.getReader();
  if (reader !== undefined) {
    // An event stream may be silent for long: the client must know at once that it is open.
    outgoing.flushHeaders();
    const gone = new AbortController();
    outgoing.once('close', () => {
      gone.abort();
      reader.cancel().catch(() => undefined);
    });
    for (let part = await reader.read(); !part.done && !gone.signal.aborted; part = await reader.read()) {
      if (!outgoing.write(part.value)) await drained(outgoing, gone.signal);
    }
  }
  outgoing.end();
}

async function drained(outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  try {
    await once(outgoing, 'drain', { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
