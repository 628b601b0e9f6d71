import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { runIn } from '../../../support/cli.ts';
import { makeTree, skillText } from '../../../support/tree.ts';

it.each([
  [['--http', 'http'], /must be a port, 0 to 65535/],
  [['--http', '65536'], /must be a port/],
  [['--http', '-1'], /must be a port/],
  [['--menu', '7'], /must be 1 to 6/],
  [['--menu', '--http', '0'], /--menu is of one conversation, and --http serves many clients/],
  [['--stdio'], /unknown option '--stdio'/],
])('mcp %j is a usage error', async (flags, message) => {
  const { code, err, out } = await runIn('/', ['mcp', ...flags]);
  expect(code).toBe(2);
  expect(err).toMatch(message);
  expect(out).toBe('');
});

async function talk(flags: readonly string[], ...messages: object[]) {
  const before = globalThis.console;
  onTestFinished(() => {
    globalThis.console = before;
  });
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  const answers: { id: number; result: Record<string, unknown> }[] = [];
  createInterface({ input: streams.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    // On a busy machine the first answer does not wait for the trees, and the client is told when they are read.
    if (!('id' in message)) return;
    answers.push(message);
    if (answers.length === messages.length) streams.stdin.end();
  });
  for (const message of messages) streams.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let ended = 0;
  const end = () => void ended++;
  return { ...(await runIn('/', ['mcp', ...flags], { streams, end })), answers, ended };
}

const HELLO = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
};
const LIST = { id: 2, method: 'tools/call', params: { name: 'list_skills', arguments: {} } };

it('mcp answers on stdout what was asked on stdin, and ends with it', async () => {
  const root = makeTree({ 'a/SKILL.md': skillText('a'), 'b/SKILL.md': skillText('b') });
  const { code, answers, out, ended } = await talk(['--root', root, '--only', 'a'], HELLO, LIST);
  expect(code).toBe(0);
  // Whatever it had begun for its client must not keep it.
  expect(ended).toBe(1);
  expect(out).toBe('');
  expect(answers.map(({ id }) => id)).toEqual([1, 2]);
  expect(answers[0]?.result).toMatchObject({ serverInfo: { name: 'skillfiche', version: '0.1.0' } });
  expect(answers[1]?.result['structuredContent']).toMatchObject({ total: 1, skills: [{ id: 'project:a' }] });
});

it('mcp does not start with an allowlist that names nothing', async () => {
  const root = makeTree({ 'a/SKILL.md': skillText('a') });
  const { code, answers, err } = await talk(['--root', root, '--only', 'absent'], HELLO);
  expect(code).toBe(2);
  // The request may have come first: then it is refused.
  expect(answers.filter((one) => 'result' in one)).toEqual([]);
  expect(err).toContain('absent');
});

it('mcp serves what is left when a named root is not there, or is a file, and says so', async () => {
  const root = makeTree({ 'skills/a/SKILL.md': skillText('a'), 'note.txt': 'x' });
  const flags = ['--root', `${root}/skills`, '--root', `${root}/gone`, '--root', `${root}/note.txt`];
  const { code, answers, err } = await talk(flags, HELLO, LIST);
  expect(code).toBe(0);
  expect(answers[1]?.result['structuredContent']).toMatchObject({ total: 1, skills: [{ id: 'project:a' }] });
  expect(err).toMatch(/the root .*gone does not exist/);
  expect(err).toMatch(/the root .*note\.txt is (?:not a|no) folder/);
  // Any other command has no answer without it.
  expect((await runIn('/', ['list', ...flags])).code).toBe(2);
});
