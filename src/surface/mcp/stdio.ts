import type { Readable, Writable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import { serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio';
import { LineTransport } from './line-transport.ts';
import type { Live } from './live.ts';
import { createServer, type ServerSettings } from './server.ts';

export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

/**
 * Serves one client until it closes stdin or stops reading stdout; then resolves, whatever is still being read. The caller
 * ends the process: requests without an answer have nobody left to get it.
 */
export async function serveOverStdio(live: Live, settings: ServerSettings, { stdin, stdout }: Streams): Promise<void> {
  const transport = new LineTransport(stdin, stdout);
  live.room = () => transport.room();
  const onerror = (error: Error): void => settings.log(error.message);
  const handle = serveConnection(async () => notifyOver(await createServer(live, settings), live, settings), {
    transport,
    onerror,
  });
  await transport.ended;
  await handle.close();
  // An open stdin would keep the process alive.
  stdin.destroy();
  await transport.flushed();
}

/** Tells the client of one connection about changes, until that connection closes. */
export function notifyOver(server: Server, live: Live, settings: ServerSettings): Server {
  server.onclose = live.onChange(({ tools, prompts, resources }) => {
    if (server.transport === undefined) return;
    const { menu } = settings;
    const isToolsChanged = menu === undefined ? tools : menu.isNews(live.latest?.view);
    const sent = [
      isToolsChanged ? server.sendToolListChanged() : undefined,
      prompts ? server.sendPromptListChanged() : undefined,
      resources && menu === undefined ? server.sendResourceListChanged() : undefined,
    ];
    Promise.all(sent).catch((error: unknown) => settings.log(`a notification was not sent: ${String(error)}`));
  });
  return server;
}
