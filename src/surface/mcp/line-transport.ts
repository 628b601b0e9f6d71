import type { Readable, Writable } from 'node:stream';
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { LineReader, TOO_LONG } from './lines.ts';
import { tidyMessage } from './tidy.ts';

const CANCELLED = 'notifications/cancelled';

/** Requests handed on at one time, and bytes waiting for a client that does not read. */
const MAX_IN_FLIGHT = 64;
const MAX_BACKLOG_BYTES: number = 32 * 1024 * 1024;
/** Of messages that have to wait, so much is read ahead: only what is read shows that the input has ended. */
const MAX_AHEAD_CHARACTERS: number = 4 * 1024 * 1024;
/**
 * What a client asked before it closed its side is still answered for so long: hosts count on a prompt exit. Not less than
 * so many turns of 10 ms, because a turn does not end while we are at work on an answer.
 */
const FAREWELL_MS = 140;
const FAREWELL_TURNS = 4;
const TURN_MS = 10;
/** A client that has hung up and takes nothing for so long will not read what is left for it. */
const DEAF_AFTER_MS = 2_000;

/**
 * JSON-RPC over two streams, a message a line. The SDK has such a transport too; this one answers lines that are no
 * messages, takes on no more than it can answer, and answers what was asked before stdin ended.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T) => void;
  /** Settles when the client has hung up and has got what it could still get. */
  readonly ended: Promise<void>;
  readonly #stdin: Readable;
  readonly #stdout: Writable;
  readonly #lines = new LineReader();
  readonly #inFlight = new Set<string | number>();
  /** Requests that wait in line and were cancelled meanwhile. */
  readonly #unwanted = new Set<string | number>();
  /** Who waits for room. */
  readonly #waiting: (() => void)[] = [];
  #markEnded: () => void = () => undefined;
  #inputEnded = false;
  #farewell: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(stdin: Readable, stdout: Writable) {
    this.#stdin = stdin;
    this.#stdout = stdout;
    this.ended = new Promise((resolve) => {
      this.#markEnded = resolve;
    });
  }

  async start(): Promise<void> {
    this.#stdin.on('data', this.#onData);
    for (const event of ['end', 'close', 'error'] as const) this.#stdin.once(event, this.#onInputEnd);
    // A client that no longer reads gets nothing more: EPIPE is no error of ours.
    for (const event of ['close', 'error'] as const) this.#stdout.on(event, this.#onOutputEnd);
    this.#stdout.on('drain', this.#onDrain);
    if (this.#stdin.readableEnded || this.#stdin.destroyed) this.#onInputEnd();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed || !this.#stdout.writable) return;
    this.#stdout.write(`${JSON.stringify(message)}\n`);
    if (!('method' in message) && message.id !== undefined) this.#inFlight.delete(message.id);
    this.#takeUp();
  }

  /** Settles when little is waiting to be read by the client, or when it will read nothing more. */
  async room(): Promise<void> {
    while (!this.#closed && this.#stdout.writable && this.#stdout.writableLength >= MAX_BACKLOG_BYTES) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Settles when the client has taken what was written, or will not, though it keeps the pipe open. */
  async flushed(): Promise<void> {
    const stdout = this.#stdout;
    for (let before = 0; stdout.writable && stdout.writableLength > 0; ) {
      if (stdout.writableLength === before) return;
      before = stdout.writableLength;
      await this.#drainedWithin(DEAF_AFTER_MS);
    }
  }

  async #drainedWithin(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      for (const event of ['drain', 'close'] as const) {
        this.#stdout.once(event, () => {
          clearTimeout(timer);
          resolve();
        });
      }
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#farewell);
    this.#stdin.off('data', this.#onData);
    this.#stdin.pause();
    this.#stdout.off('drain', this.#onDrain);
    this.#onOutputEnd();
    this.onclose?.();
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#lines.append(chunk);
    this.#cancelAhead();
    this.#takeUp();
  };

  readonly #onDrain = (): void => {
    for (const resolve of this.#waiting.splice(0)) resolve();
    this.#takeUp();
  };

  readonly #onOutputEnd = (): void => {
    for (const resolve of this.#waiting.splice(0)) resolve();
    this.#markEnded();
  };

  readonly #onInputEnd = (): void => {
    if (this.#inputEnded) return;
    this.#inputEnded = true;
    this.#takeUp();
    this.#waitForAnswers(FAREWELL_TURNS, performance.now() + FAREWELL_MS);
  };

  #waitForAnswers(turns: number, until: number): void {
    if (turns <= 0 && performance.now() >= until) this.#markEnded();
    else this.#farewell = setTimeout(() => this.#waitForAnswers(turns - 1, until), TURN_MS);
  }

  /** Hands on messages while there is room for their answers. */
  readonly #takeUp = (): void => {
    while (!this.#closed && this.#hasRoom()) {
      const line = this.#lines.next();
      if (line === undefined) break;
      if (line === TOO_LONG) this.#refuse(-32_600, 'Invalid Request: the message is longer than can be read', null);
      else if (line.trim() !== '') this.#receive(line);
    }
    if (this.#lines.isEmpty) this.#unwanted.clear();
    if (this.#hasRoom() || this.#lines.waitingCharacters < MAX_AHEAD_CHARACTERS) this.#stdin.resume();
    else this.#stdin.pause();
    if (this.#inputEnded && this.#inFlight.size === 0 && this.#lines.isEmpty) {
      // Whatever is written by now goes out before the process ends.
      this.#stdout.write('', this.#markEnded);
    }
  };

  #hasRoom(): boolean {
    return this.#inFlight.size < MAX_IN_FLIGHT && this.#stdout.writableLength < MAX_BACKLOG_BYTES;
  }

  #receive(line: string): void {
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch {
      this.#refuse(-32_700, 'Parse error: a line must be one JSON-RPC message', null);
      return;
    }
    const tidied = tidyMessage(json);
    if ('refused' in tidied) {
      this.#refuse(-32_602, tidied.refused, tidied.id);
      return;
    }
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(tidied.message);
    } catch {
      this.#refuse(-32_600, 'Invalid Request: not a JSON-RPC 2.0 message', idOf(json));
      return;
    }
    if ('method' in message && 'id' in message && this.#unwanted.delete(message.id)) return;
    this.#count(message);
    this.onmessage?.(message);
  }

  /** Cancellations do not wait behind what they cancel: requests that still wait are then never begun. */
  #cancelAhead(): void {
    if (this.#hasRoom() && this.#lines.isEmpty) return;
    for (const line of this.#lines.takeAhead((one) => one.includes(CANCELLED))) {
      const id = cancelledBy(line);
      if (id !== undefined && !this.#inFlight.has(id)) this.#unwanted.add(id);
      else this.#receive(line);
    }
  }

  /** A subscription is answered when it ends, and a cancelled request never: neither holds up the others. */
  #count(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message && message.method !== 'subscriptions/listen') this.#inFlight.add(message.id);
    const cancelled = message.method === CANCELLED ? message.params?.['requestId'] : undefined;
    if (typeof cancelled === 'string' || typeof cancelled === 'number') this.#inFlight.delete(cancelled);
  }

  /** The SDK's type has no `null` id; JSON-RPC asks for one where the request had none that can be read. */
  #refuse(code: number, message: string, id: string | number | null): void {
    if (this.#stdout.writable)
      this.#stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  }
}

/** The request that a line cancels, where the line is what it seems. */
function cancelledBy(line: string): string | number | undefined {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (typeof json !== 'object' || json === null || !('method' in json) || json.method !== CANCELLED) return undefined;
  const params: unknown = 'params' in json ? json.params : undefined;
  const id = typeof params === 'object' && params !== null && 'requestId' in params ? params.requestId : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function idOf(json: unknown): string | number | null {
  const id = typeof json === 'object' && json !== null && 'id' in json ? json.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
