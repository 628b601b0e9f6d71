import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { onTestFinished } from 'vitest';
import type { Catalog, ViewOptions } from '../../../../src/catalog/types.ts';
import { Live } from '../../../../src/surface/mcp/live.ts';
import { createServer } from '../../../../src/surface/mcp/server.ts';
import { notifyOver } from '../../../../src/surface/mcp/stdio.ts';

export type Era = '2025-11-25' | '2026-07-28';
export const ERAS: readonly Era[] = ['2025-11-25', '2026-07-28'];

export interface Connection {
  readonly client: Client;
  readonly skills: SkillsClient;
  readonly live: Live;
  /** Lines the server wrote to its log. */
  readonly log: string[];
}

/** A real client, connected in memory to a server over `catalog`; both go when the test ends. */
export async function connect(catalog: Catalog, era: Era = '2025-11-25', view: ViewOptions = {}): Promise<Connection> {
  const log: string[] = [];
  const settings = { version: '1.2.3', log: (line: string) => void log.push(line) };
  const live = new Live(catalog, catalog.view(view), settings.log);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const handle = serveStdio(async () => notifyOver(await createServer(live, settings), live, settings), {
    transport: far,
  });
  const client = new Client(
    { name: 'test', version: '0' },
    { versionNegotiation: { mode: era === '2025-11-25' ? 'legacy' : { pin: era } } },
  );
  await client.connect(near);
  onTestFinished(async () => {
    await client.close();
    await handle.close();
  });
  return { client, skills: new SkillsClient(client), live, log };
}
