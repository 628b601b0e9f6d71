import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { skillText } from '../../support/tree.ts';
import { serverForTests } from './server.ts';
import { makePlace, type Place, sourceOf } from './support.ts';

const { server, why, fresh } = serverForTests();
const program = join(import.meta.dirname, '../../../dist/bin/skillfiche.js');

describe.skipIf(server === undefined)(`what follows a store on a server${why}`, () => {
  const machine = (store: string) =>
    makePlace({ 'project/skillfiche.json': '{"project":"acme/shop"}' }, { store, person: 'ann' });
  const switches = ({ data }: Place): unknown =>
    existsSync(join(data, 'switches.json'))
      ? JSON.parse(readFileSync(join(data, 'switches.json'), 'utf8')).everywhere
      : {};
  async function pair() {
    const database = fresh();
    const store = server?.address(database) ?? '';
    return { database, a: await machine(store), b: await machine(store), store };
  }

  it('has the switches of another machine within a second, told by nobody but the server', async () => {
    const { a, b } = await pair();
    const following = b.workspace.store.follow({ pollMs: 3_600_000 });
    onTestFinished(() => following.stop());
    await a.workspace.skills.disable(['first:*']);
    await vi.waitFor(() => expect(switches(b)).toEqual({ 'first:*': 'off' }), { timeout: 5_000, interval: 5 });
    for (let turn = 0; turn < 5; turn++) {
      const begun = performance.now();
      await a.workspace.skills[turn % 2 === 0 ? 'enable' : 'disable'](['first:*']);
      const wanted = turn % 2 === 0 ? {} : { 'first:*': 'off' };
      await vi.waitFor(() => expect(switches(b)).toEqual(wanted), { timeout: 5_000, interval: 5 });
      expect(performance.now() - begun).toBeLessThan(1_000);
    }
    await following.stop();
    await a.workspace.skills.disable(['first:*']);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(switches(b)).toEqual({});
  });

  it('asks by itself where nobody can be heard, and within the time that was said', async () => {
    const { a, b, database } = await pair();
    // A pool between that drops what is said: the listener is cut off again and again.
    const mute = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${database}' and query like 'listen%'`;
    const following = b.workspace.store.follow({ pollMs: 400 });
    onTestFinished(() => following.stop());
    await new Promise((resolve) => setTimeout(resolve, 200));
    server?.sql('postgres', mute);
    const begun = performance.now();
    await a.workspace.skills.disable(['first:*']);
    await vi.waitFor(() => expect(switches(b)).toEqual({ 'first:*': 'off' }), { timeout: 5_000, interval: 5 });
    expect(performance.now() - begun).toBeLessThan(1_400);
  });

  it('says once that the server is gone and once that it is back, and switches stay off meanwhile', async () => {
    const { a, b } = await pair();
    const said: (string | undefined)[] = [];
    const following = b.workspace.store.follow({ pollMs: 50, onTrouble: (message) => said.push(message) });
    onTestFinished(() => following.stop());
    await a.workspace.skills.disable(['first:*']);
    await vi.waitFor(() => expect(switches(b)).toEqual({ 'first:*': 'off' }));
    server?.pause();
    await vi.waitFor(() => expect(said).toEqual([expect.stringContaining('cannot be reached')]), { timeout: 5_000 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(said).toHaveLength(1);
    expect(switches(b)).toEqual({ 'first:*': 'off' });
    server?.resume();
    await vi.waitFor(() => expect(said).toEqual([expect.any(String), undefined]), { timeout: 20_000 });
    await a.workspace.skills.enable(['first:*']);
    await vi.waitFor(() => expect(switches(b)).toEqual({}), { timeout: 20_000 });
  });

  it('finds its tables made once when many machines come first at the same time', async () => {
    const store = server?.address(fresh()) ?? '';
    const places = await Promise.all(Array.from({ length: 6 }, () => machine(store)));
    await Promise.all(places.map(({ workspace }) => workspace.skills.status()));
    expect(await Promise.all(places.map(({ workspace }) => workspace.store.events()))).toEqual(places.map(() => []));
  });

  it('ends at once, also while a server says nothing', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const place = await machine(`postgres://u:p@127.0.0.1:${port}/x`);
    const begun = performance.now();
    const following = place.workspace.store.follow();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await following.stop();
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  describe.skipIf(!existsSync(program))(
    `a server on another machine${existsSync(program) ? '' : ' (no build)'}`,
    () => {
      /** Lines that a child says, one JSON each. */
      function speak(child: ChildProcess) {
        const lines: { readonly id?: number; readonly method?: string; readonly result?: unknown }[] = [];
        let rest = '';
        child.stdout?.on('data', (part: Buffer) => {
          const parts = `${rest}${part}`.split('\n');
          rest = parts.pop() ?? '';
          lines.push(...parts.filter((line) => line !== '').map((line) => JSON.parse(line)));
        });
        const send = (message: object): void => {
          child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
        };
        const ask = async (id: number, method: string, params: object): Promise<unknown> => {
          send({ id, method, params });
          return vi.waitFor(
            () => {
              const found = lines.find((line) => line.id === id);
              if (found === undefined) throw new Error(`no answer to ${method}`);
              return found;
            },
            { timeout: 20_000, interval: 10 },
          );
        };
        return { lines, send, ask };
      }

      it('over MCP says that its lists changed, and no longer shows what was switched off elsewhere', async () => {
        const { a, b, store } = await pair();
        await a.workspace.skills.add(sourceOf('deploy', { 'SKILL.md': skillText('deploy', 'Deploys.') }));
        await b.workspace.skills.sync();
        const env = {
          PATH: process.env['PATH'],
          HOME: b.home,
          SKILLFICHE_DATA: b.data,
          SKILLFICHE_STORE: store,
          USER: 'ann',
        };
        const root = ['--root', `project=${b.project}/.agents/skills`];
        const child = spawn(process.execPath, [program, 'mcp', ...root], { cwd: b.project, env });
        onTestFinished(() => void child.kill('SIGKILL'));
        const { lines, send, ask } = speak(child);
        const clientInfo = { name: 'test', version: '1' };
        await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
        send({ method: 'notifications/initialized' });
        const listed = async (id: number): Promise<string> =>
          JSON.stringify(await ask(id, 'tools/call', { name: 'list_skills', arguments: {} }));
        expect(await listed(2)).toContain('Deploys.');
        const begun = performance.now();
        await a.workspace.skills.disable(['deploy']);
        const isTold = (): void => expect(lines.some(({ method }) => method?.endsWith('list_changed'))).toBe(true);
        await vi.waitFor(isTold, { timeout: 10_000, interval: 10 });
        expect(performance.now() - begun).toBeLessThan(2_000);
        expect(await listed(3)).not.toContain('Deploys.');
        child.stdin.end();
        const code = await new Promise((resolve) => child.once('exit', resolve));
        expect(code).toBe(0);
      });
    },
  );
});
