// Servers as they are built, and a switch that another process turns.

import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeTree, skillText } from '../../support/tree.ts';

const project = join(import.meta.dirname, '../../..');
const program = join(project, 'dist/bin/skillfiche.js');
const isBuilt = existsSync(program);
const run = promisify(execFile);

/** A home and a tree with two skills, and the commands that see them. */
function place() {
  const folder = makeTree({
    'home/x': null,
    'skills/mine/SKILL.md': skillText('mine', 'Is mine.'),
    'skills/other/SKILL.md': skillText('other', 'Is another.'),
  });
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: join(folder, 'home'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_DATA_HOME: join(folder, 'data'),
  };
  const skillfiche = async (...argv: readonly string[]): Promise<string> =>
    (await run(process.execPath, [program, ...argv], { cwd: folder, env })).stdout;
  return { folder, env, skillfiche };
}

/** A second and what the machine takes to start a process is not ours: counted from when the command has ended. */
const WITHIN = { timeout: 1_000, interval: 20 };

describe.skipIf(!isBuilt)(`a switch turned by another process${isBuilt ? '' : ' (not built)'}`, () => {
  it('reaches a client of a running MCP server within a second, unasked, both ways; readiness stays', async () => {
    const { folder, env, skillfiche } = place();
    const client = new Client({ name: 'test', version: '0' });
    const told: string[] = [];
    for (const list of ['tools', 'prompts', 'resources'] as const) {
      client.setNotificationHandler(`notifications/${list}/list_changed`, () => void told.push(list));
    }
    const args = [program, 'mcp', '--root', 'skills'];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env, cwd: folder, stderr: 'ignore' }),
    );
    onTestFinished(() => client.close());
    const names = async (): Promise<string> =>
      JSON.stringify(await client.callTool({ name: 'list_skills', arguments: {} }));
    expect(await names()).toMatch(/mine.*other/s);
    const ready = await skillfiche('readiness', '--root', 'skills', '--json');
    expect(ready).toContain('project:mine');

    await skillfiche('disable', 'project:mine');
    await vi.waitFor(() => expect(new Set(told)).toEqual(new Set(['prompts', 'resources'])), WITHIN);
    expect(await names()).not.toContain('mine');
    expect((await client.callTool({ name: 'load_skill', arguments: { name: 'mine' } })).isError).toBe(true);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).not.toContain('mine');
    expect(await skillfiche('list', '--root', 'skills')).not.toContain('mine');
    expect(await skillfiche('readiness', '--root', 'skills', '--json')).toBe(ready);

    told.length = 0;
    await skillfiche('enable', 'project:mine');
    await vi.waitFor(() => expect(told).toContain('prompts'), WITHIN);
    expect(await names()).toContain('mine');
  });

  it('is in the next answer of a running API', async () => {
    const { folder, env, skillfiche } = place();
    const child = spawn(process.execPath, [program, 'serve', '--root', 'skills'], { cwd: folder, env });
    onTestFinished(() => void child.kill('SIGKILL'));
    let log = '';
    child.stderr.on('data', (part) => {
      log += part;
    });
    await vi.waitFor(() => expect(log).toContain('listening on'), { timeout: 20_000, interval: 20 });
    const [url = ''] = /http:[^\s;]+/.exec(log) ?? [];
    const token = readFileSync(join(folder, 'data/skillfiche/serve-token'), 'utf8').trim();
    const get = async (path: string): Promise<string> =>
      (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })).text();
    expect(await get('/api/skills')).toContain('"project:mine"');
    await skillfiche('disable', 'project:mine');
    expect(await get('/api/skills')).not.toContain('"project:mine"');
    expect(await get('/api/skills')).toContain('"project:other"');
    await skillfiche('enable', 'project:mine');
    expect(await get('/api/skills')).toContain('"project:mine"');
  });
});
