// From spawn to the answer to `initialize`, over stdio, against a hand-written server that does nothing else; and from the
// end of stdin to the exit. Then what an agent pays in tokens until it has a recipe in hand: the list of tools, a search, the
// recipe that comes first, over the questions in questions.json; and a page of the largest collection.
// usage: node bench/mcp.mjs [--runs N] [flags of skillfiche, such as --root DIR; default --bundled]; --runs 0 only counts tokens
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

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

async function measureTimes() {
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
}

/** Tokens of an answer as its text, as the JSON of its blocks, and as its record: clients hand a model one of these. */
function tokensOf({ content, structuredContent }) {
  return {
    text: countTokens(content.map(({ text }) => text).join('\n')),
    blocks: countTokens(JSON.stringify(content)),
    record: countTokens(JSON.stringify(structuredContent)),
  };
}

function mean(numbers) {
  return Math.round(numbers.reduce((sum, one) => sum + one, 0) / numbers.length);
}

async function countAll() {
  const questions = JSON.parse(readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8'));
  const client = new Client({ name: 'bench', version: '0' });
  const args = [bin, 'mcp', '--quiet', ...flags];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }));
  const call = (name, given) => client.callTool({ name, arguments: given });
  const tools = countTokens(JSON.stringify((await client.listTools()).tools));
  const searches = [];
  const loads = [];
  for (const query of questions) {
    const found = await call('search_skills', { query });
    searches.push(tokensOf(found));
    const [first] = found.structuredContent.skills;
    if (first !== undefined) loads.push(tokensOf(await call('load_skill', { name: first.id })));
  }
  const { structuredContent: overview } = await call('list_skills', {});
  const largest = overview.collections.toSorted((a, b) => b.count - a.count)[0];
  const page = tokensOf(await call('list_skills', largest === undefined ? {} : { collection: largest.id, limit: 50 }));
  await client.close();
  const forms = ['text', 'blocks', 'record'];
  const means = (answers) => forms.map((form) => mean(answers.map((one) => one[form])));
  const [search, load] = [means(searches), means(loads)];
  const rows = [
    ['tools/list', forms.map(() => tools)],
    [`a search, mean of ${questions.length}`, search],
    ['the dearest search', forms.map((form) => Math.max(...searches.map((one) => one[form])))],
    ['the first hit, loaded', load],
    ['until a recipe is in hand', forms.map((_, at) => tools + search[at] + load[at])],
    ['a page of 50', forms.map((form) => page[form])],
  ];
  process.stdout.write(`tokens, o200k (${flags.join(' ')})\n`);
  process.stdout.write(
    `${''.padEnd(28)}${['as text', 'as JSON', 'as record'].map((head) => head.padStart(11)).join('')}\n`,
  );
  for (const [what, counts] of rows) {
    process.stdout.write(`${what.padEnd(28)}${counts.map((count) => String(count).padStart(11)).join('')}\n`);
  }
}

if (runs > 0) await measureTimes();
await countAll();
