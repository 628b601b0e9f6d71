import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bundle } from './support/bundle.ts';
import { ERAS } from './support/connect.ts';

let server = '';
let remove: () => void = () => undefined;

beforeAll(async () => {
  ({ file: server, remove } = await bundle(join(import.meta.dirname, 'support/fake-process.ts')));
});
afterAll(() => remove());

interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly lines: () => string[];
  readonly errors: () => string;
  say(...messages: unknown[]): void;
  until(count: number): Promise<void>;
  readonly exit: Promise<unknown[]>;
}

/** `keep` says what of each line is worth keeping. */
function start(keep: (line: string) => string = (line) => line): Running {
  const child = spawn(process.execPath, [server]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const kept: string[] = [];
  let errors = '';
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => kept.push(keep(line)));
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  child.stdin.on('error', () => undefined);
  const lines = () => kept;
  return {
    child,
    lines,
    errors: () => errors,
    say: (...messages) => {
      for (const message of messages) {
        child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
      }
    },
    async until(count) {
      while (kept.length < count) await once(reader, 'line');
    },
    exit: once(child, 'exit'),
  };
}

const HELLO = {
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
};
const READY = { jsonrpc: '2.0', method: 'notifications/initialized' };
const request = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params });
const read = (id: number, uri: string) => request(id, 'resources/read', { uri });

describe('over stdio', () => {
  it.each(ERAS)('a real client is served, %s', async (era) => {
    const client = new Client(
      { name: 'test', version: '0' },
      { versionNegotiation: { mode: era === '2025-11-25' ? 'legacy' : { pin: era } } },
    );
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [server], stderr: 'pipe' }));
    onTestFinished(() => client.close());
    expect(client.getServerVersion()).toMatchObject({ name: 'skillfiche' });
    expect((await client.listTools()).tools).toHaveLength(5);
    expect((await client.readResource({ uri: 'skill://bio/bio-a/SKILL.md' })).contents).toHaveLength(1);
  });

  it('stdout carries protocol only, however noisy the rest is', async () => {
    const { say, until, lines, errors, child, exit } = start();
    say(HELLO, READY, request(1, 'tools/list'), request(2, 'tools/call', { name: 'list_skills', arguments: {} }));
    await until(3);
    child.stdin.end();
    expect(await exit).toEqual([0, null]);
    expect(lines()).toHaveLength(3);
    for (const line of lines()) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(errors()).toContain('a library says hello');
    expect(errors()).toContain('looking');
  });

  it('stderr holds nothing that a terminal would obey', async () => {
    const { say, until, errors } = start();
    say(HELLO, READY);
    await until(1);
    await expect.poll(errors, { timeout: 10_000 }).toMatch(/serving 3 skills.*\n/);
    const line = errors()
      .split('\n')
      .find((one) => one.includes('serving 3 skills'));
    expect(line).toContain('odd folder[31m');
    expect(errors()).not.toContain('\u001b');
  });

  it('answers what was asked before stdin ended, then exits by itself', async () => {
    const { say, lines, child, exit } = start();
    say(HELLO, READY, request(1, 'tools/list'));
    child.stdin.end();
    expect(await exit).toEqual([0, null]);
    expect(lines().map((line) => JSON.parse(line).id)).toEqual(['hello', 1]);
  });

  it('exits when nothing was said, and when the client stops reading', async () => {
    const silent = start();
    silent.child.stdin.end();
    expect(await silent.exit).toEqual([0, null]);
    const deaf = start();
    deaf.say(HELLO, READY);
    await deaf.until(1);
    deaf.child.stdout.destroy();
    deaf.say(...Array.from({ length: 50 }, (_, id) => request(id, 'tools/list')));
    expect(await deaf.exit).toEqual([0, null]);
  });

  it('exits also when the client leaves answers unread, with the pipe open, and asks no more', async () => {
    const { say, until, child, exit } = start();
    say(HELLO, READY);
    await until(1);
    child.stdout.pause();
    say(...Array.from({ length: 500 }, (_, id) => read(id, 'skill://bio/bio-a/big.bin')));
    child.stdin.end();
    expect((await exit)[1]).toBe(null);
  });

  it('answers lines that are no messages, and goes on', async () => {
    const { say, until, lines } = start();
    say(HELLO, READY);
    await until(1);
    say(
      '',
      'hello?',
      '{"jsonrpc":',
      '[]',
      '{"id":7,"method":"tools/list"}',
      request(8, 'no/such/method'),
      request(9, 'ping'),
    );
    await until(7);
    const answers = lines()
      .slice(1)
      .map((line) => JSON.parse(line))
      .map(({ id, error }) => [id, error?.code]);
    expect(answers).toEqual([
      [null, -32700],
      [null, -32700],
      [null, -32600],
      [7, -32600],
      [8, -32601],
      [9, undefined],
    ]);
  });

  it('refuses a file of more than 16 MiB, and the skill it belongs to is not listed', async () => {
    const { say, until, lines } = start();
    const uri = 'skill://root-p/huge/huge.bin';
    say(
      HELLO,
      READY,
      read(1, uri),
      request(2, 'skills/list'),
      request(3, 'skills/get', { uri: 'skill://root-p/huge/SKILL.md' }),
    );
    say(request(4, 'tools/call', { name: 'read_skill_file', arguments: { name: 'huge', path: 'huge.bin' } }));
    await until(5);
    const byId = new Map(lines().map((line) => [JSON.parse(line).id, JSON.parse(line)]));
    expect(byId.get(1).error).toMatchObject({ code: -32603, message: expect.stringContaining('16 MiB') });
    expect(byId.get(2).result.skills.map((skill: { uri: string }) => skill.uri)).toEqual([
      'skill://bio/bio-a/SKILL.md',
    ]);
    expect(byId.get(3).result.skill.resources).toHaveLength(2);
    expect(byId.get(4).result.isError).toBe(true);
  });

  it('a thousand calls at once are answered, and what a slow client has not read is not piled up', async () => {
    const { say, until, lines, child } = start((line) => JSON.stringify(JSON.parse(line).id));
    say(HELLO, READY);
    await until(1);
    child.stdout.pause();
    const big = Array.from({ length: 100 }, (_, id) => read(id, 'skill://bio/bio-a/big.bin'));
    const small = Array.from({ length: 900 }, (_, id) => request(1000 + id, 'tools/call', { name: 'list_skills' }));
    say(...big, ...small);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const peak = residentBytes(child.pid ?? 0);
    child.stdout.resume();
    await until(1001);
    expect(new Set(lines()).size).toBe(1001);
    // Piled up, the answers to the 100 reads alone have 280 MB.
    if (peak !== undefined) expect(peak).toBeLessThan(280 * 1024 * 1024);
  });
});

/** Where the system tells; elsewhere nothing is claimed. */
function residentBytes(pid: number): number | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(file, 'utf8'))?.[1]) * 1024;
}
