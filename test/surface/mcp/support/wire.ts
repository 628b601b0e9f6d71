import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import { Live, type ServedCatalog } from '../../../../src/surface/mcp/live.ts';
import type { ServerSettings } from '../../../../src/surface/mcp/server.ts';
import { serveOverStdio } from '../../../../src/surface/mcp/stdio.ts';

export interface Answer {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface Wire {
  readonly answers: readonly Answer[];
  readonly log: readonly string[];
  /** Writes all of it in one chunk: objects as one line each. */
  say(...messages: readonly unknown[]): void;
  /** Settles with the answer to this request. */
  answer(id: unknown): Promise<Answer>;
  /** Settles when the server has let go of the client. */
  readonly ended: Promise<void>;
  end(): void;
}

export const HELLO = {
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
};
export const READY = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** A server in this process, and the other ends of its streams. */
export function openWire(opening: Promise<ServedCatalog>, settings: Partial<ServerSettings> = {}): Wire {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const answers: Answer[] = [];
  const log: string[] = [];
  const waiting = new Set<() => void>();
  let rest = '';
  stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) answers.push(JSON.parse(line));
    for (const look of waiting) look();
  });
  const say = (line: string): void => void log.push(line);
  const live = new Live(opening, say);
  const whole = { version: '0', log: say, directories: true, answerBy: Number.POSITIVE_INFINITY, ...settings };
  const ended = serveOverStdio(live, whole, { stdin, stdout });
  onTestFinished(() => {
    stdin.end();
    return ended;
  });
  return {
    answers,
    log,
    say: (...messages) =>
      void stdin.write(messages.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('')),
    answer: (id) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = answers.find((one) => one.id === id);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    ended,
    end: () => void stdin.end(),
  };
}

export function request(id: unknown, method: string, params?: unknown): object {
  return { jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) };
}
