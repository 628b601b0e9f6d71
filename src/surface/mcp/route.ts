import { createMcpHandler } from '@modelcontextprotocol/server';
import { MAX_LINE_BYTES } from './lines.ts';
import type { Live } from './live.ts';
import { createServer, type ServerSettings } from './server.ts';
import { tidyMessage } from './tidy.ts';

/** Streamable HTTP as one route of a server: whoever asks has passed the guard. */
export interface McpRoute {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

export function createMcpRoute(live: Live, settings: ServerSettings): McpRoute {
  const handler = createMcpHandler(() => createServer(live, settings), {
    onerror: (error) => settings.log(error.message),
  });
  const stop = live.onChange(({ tools, prompts, resources }) => {
    if (tools) handler.notify.toolsChanged();
    if (prompts) handler.notify.promptsChanged();
    if (resources) handler.notify.resourcesChanged();
  });
  return {
    async fetch(request) {
      const tidied = await tidyRequest(request);
      return tidied instanceof Response ? tidied : handler.fetch(tidied);
    },
    async close() {
      stop();
      await handler.close();
    },
  };
}

/** The same request with its message tidied; an answer where that cannot be meant. Bodies that are no JSON are left to the SDK. */
async function tidyRequest(request: Request): Promise<Request | Response> {
  if (request.method !== 'POST' || request.body === null) return request;
  const body = await readBody(request.body);
  if (body === undefined) return failure(413, 'The message is longer than can be read');
  const again = (text: string): Request =>
    new Request(request.url, { method: 'POST', headers: request.headers, signal: request.signal, body: text });
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return again(body);
    throw error;
  }
  const tidied = tidyMessage(json);
  if ('message' in tidied) return again(JSON.stringify(tidied.message));
  return Response.json({ jsonrpc: '2.0', error: { code: -32_602, message: tidied.refused }, id: tidied.id });
}

/** The text of a body; undefined when it is longer than any message of ours. */
async function readBody(body: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > MAX_LINE_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** A refusal as clients of the protocol read it. */
export function failure(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status, headers });
}
