// From spawn to the answer to `initialize`, over stdio, against a hand-written server that does nothing else; and from the
// end of stdin to the exit. usage: node bench/mcp.mjs [--runs N] [flags of skillfiche, such as --root DIR; default --bundled]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const bin = resolve(import.meta.dirname, '../dist/bin/skillfiche.js');
if (!existsSync(bin)) throw new Error('There is no build yet: run "npm run build" first.');

const args = process.argv.slice(2);
const at = args.indexOf('--runs');
const runs = at === -1 ? 20 : Number(args.splice(at, 2)[1]);
const flags = args.length > 0 ? args : ['--bundled'];

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '0' } },
};
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

/** The least a Node process needs to answer: the floor. */
const ECHO = `
import { createInterface } from 'node:readline';
const info = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'echo', version: '0' } };
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  const result = method === 'initialize' ? info : { tools: [] };
  if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
}`;

/** Milliseconds to the first answer, from there to the second, and from the end of stdin to the exit. */
async function measure(argv) {
  const start = performance.now();
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'ignore'] });
  const answer = async (message) => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
    let text = '';
    while (!text.includes('\n')) text += (await once(child.stdout, 'data'))[0];
    const reply = JSON.parse(text.split('\n')[0]);
    if (reply.id !== message.id || reply.error !== undefined) throw new Error(`wrong answer: ${text.slice(0, 500)}`);
  };
  await answer(INITIALIZE);
  const initialized = performance.now();
  await answer(LIST);
  const listed = performance.now();
  child.stdin.end();
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`exit code ${code}`);
  return [initialized - start, listed - initialized, performance.now() - listed];
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

const folder = mkdtempSync(join(tmpdir(), 'skillfiche-bench-'));
const echo = join(folder, 'echo.mjs');
writeFileSync(echo, ECHO);
const servers = { echo: [echo], skillfiche: [bin, 'mcp', '--quiet', ...flags] };
const times = { echo: [], skillfiche: [] };
try {
  // One of each by turns: what else the machine does hits both.
  for (let run = -2; run < runs; run++) {
    for (const [name, argv] of Object.entries(servers)) {
      const measured = await measure(argv);
      if (run >= 0) times[name].push(measured);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`median of ${runs} runs, ms (${flags.join(' ')})\n`);
process.stdout.write(
  `${''.padEnd(12)}${'initialize'.padStart(12)}${'tools/list'.padStart(12)}${'exit'.padStart(12)}\n`,
);
for (const [name, measured] of Object.entries(times)) {
  const cells = [0, 1, 2].map((part) =>
    median(measured.map((one) => one[part]))
      .toFixed(1)
      .padStart(12),
  );
  process.stdout.write(`${name.padEnd(12)}${cells.join('')}\n`);
}
