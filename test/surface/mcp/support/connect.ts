import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { onTestFinished } from 'vitest';
import type { ReadableCatalog, ViewOptions } from '../../../../src/catalog/types.ts';
import { Live, type Serving } from '../../../../src/surface/mcp/live.ts';
import type { Propose } from '../../../../src/surface/mcp/proposals.ts';
import { createServer } from '../../../../src/surface/mcp/server.ts';
import { notifyOver } from '../../../../src/surface/mcp/stdio.ts';
import { TurnMenu } from '../../../../src/surface/mcp/turn-menu.ts';

export type Era = '2025-11-25' | '2026-07-28';
export const ERAS: readonly Era[] = ['2025-11-25', '2026-07-28'];

export interface Connection {
  readonly client: Client;
  readonly skills: SkillsClient;
  readonly live: Live;
  /** What the first answers are made from. */
  readonly snapshot: Serving;
  /** Lines the server wrote to its log. */
  readonly log: string[];
}

export interface ConnectOptions {
  /** Tells folders, as over stdio; default true. */
  readonly directories?: boolean;
  /** A client that declares the skills extension; default false. */
  readonly skills?: boolean;
  /** A menu of so many skills a turn, as under `--menu`. */
  readonly menu?: number;
  /** Where proposals are kept, as under `--propose`. */
  readonly propose?: Propose;
  /** Of the window that prompts are picked from; default the model's. */
  readonly people?: ViewOptions;
}

/** A real client, connected in memory to a server over `catalog`; both go when the test ends. */
export async function connect(
  catalog: ReadableCatalog,
  era: Era = '2025-11-25',
  view: ViewOptions = {},
  options: ConnectOptions = {},
): Promise<Connection> {
  const log: string[] = [];
  const settings = {
    version: '1.2.3',
    log: (line: string) => void log.push(line),
    directories: options.directories ?? true,
    answerBy: Number.POSITIVE_INFINITY,
    ...(options.propose === undefined ? {} : { propose: options.propose }),
    ...(options.menu === undefined ? {} : { menu: new TurnMenu(options.menu) }),
  };
  const live = new Live(
    Promise.resolve({
      catalog,
      view: catalog.view(view),
      ...(options.people === undefined ? {} : { people: catalog.view(options.people) }),
    }),
    settings.log,
  );
  const snapshot = await live.current();
  const [near, far] = InMemoryTransport.createLinkedPair();
  const handle = serveStdio(async () => notifyOver(await createServer(live, settings), live, settings), {
    transport: far,
  });
  const client = new Client(
    { name: 'test', version: '0' },
    {
      versionNegotiation: { mode: era === '2025-11-25' ? 'legacy' : { pin: era } },
      ...(options.skills === true ? { capabilities: { extensions: { 'io.modelcontextprotocol/skills': {} } } } : {}),
    },
  );
  await client.connect(near);
  onTestFinished(async () => {
    await client.close();
    await handle.close();
  });
  return { client, skills: new SkillsClient(client), live, snapshot, log };
}
