// The round trip of an agent (list, search, load, read a file) through the clients that people use, each with a model that
// plays its part: what such a model is shown is what counts.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  Agent,
  MCPServerStdio,
  type Model,
  type ModelResponse,
  Runner,
  setTracingDisabled,
  Usage,
} from '@openai/agents';
import { generateText, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { markerText } from '../../support/catalog.ts';
import { plantTree, skillText } from '../../support/tree.ts';
import { bundle } from './support/bundle.ts';

/** What the model asks for, and what it must be shown. */
const STEPS = [
  { name: 'list_skills', args: {}, shows: '- bio (1): bio: 1 recipes.' },
  { name: 'list_skills', args: { collection: 'bio' }, shows: '- bio:align/sort: Sorts alignments.' },
  { name: 'search_skills', args: { query: 'sort alignments' }, shows: '- bio:align/sort: Sorts alignments.' },
  { name: 'load_skill', args: { name: 'bio:align/sort' }, shows: 'Sort it with samtools.' },
  { name: 'read_skill_file', args: { name: 'bio:align/sort', path: 'scripts/sort.sh' }, shows: 'samtools sort "$1"' },
  { name: 'load_skill', args: { name: 'no-such-skill' }, shows: 'No skill named "no-such-skill"' },
] as const;
const LAST = 'Done.';

let command: { readonly command: string; readonly args: string[] };
let remove: () => void = () => undefined;

beforeAll(async () => {
  const root = plantTree({
    'bio/COLLECTION.json': markerText('bio'),
    'bio/align/sort/SKILL.md': skillText('sort', 'Sorts alignments.', 'Sort it with samtools.'),
    'bio/align/sort/scripts/sort.sh': 'samtools sort "$1"\n',
  });
  const built = await bundle(join(import.meta.dirname, '../../../src/surface/cli/main.ts'));
  remove = () => {
    built.remove();
    rmSync(root, { recursive: true, force: true });
  };
  command = { command: process.execPath, args: [built.file, 'mcp', '--quiet', '--no-cache', '--root', root] };
});
afterAll(() => remove());

/** Each answer holds what it must, as plain text that is no JSON, and its lines are there once. */
function expectShown(shown: readonly string[]): void {
  expect(shown).toHaveLength(STEPS.length);
  for (const [at, { shows }] of STEPS.entries()) {
    expect(shown[at]).toContain(shows);
    expect(shown[at]?.split(shows)).toHaveLength(2);
    expect(shown[at]).not.toContain('resource_link');
  }
}

describe('an agent gets its recipe', () => {
  it('through the official SDK, version 1', async () => {
    const client = new Client({ name: 'test', version: '0' });
    await client.connect(new StdioClientTransport({ ...command, stderr: 'ignore' }));
    onTestFinished(() => client.close());
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(5);
    const shown: string[] = [];
    for (const { name, args } of STEPS) {
      const { content } = await client.callTool({ name, arguments: args });
      const blocks = content as readonly { readonly type: string; readonly text?: string }[];
      expect(blocks.map(({ type }) => type)).toEqual(['text']);
      shown.push(blocks.map(({ text }) => text).join(''));
    }
    expectShown(shown);
  });

  it('through LangChain and its graph', async () => {
    const client = new MultiServerMCPClient({ skills: { transport: 'stdio', ...command } });
    onTestFinished(() => client.close());
    const tools = await client.getTools();
    expect(tools).toHaveLength(5);
    const model = new ScriptedChatModel();
    const agent = createReactAgent({ llm: model, tools });
    const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Sort it.' }] });
    expect(messages.at(-1)?.content).toBe(LAST);
    const answers: BaseMessage[] = messages.filter((message: BaseMessage) => message.getType() === 'tool');
    for (const { content } of answers) {
      const types = typeof content === 'string' ? ['text'] : content.map(({ type }) => type);
      expect(new Set(types)).toEqual(new Set(['text']));
    }
    // Its adapter puts the record beside the text, as a property of the same block.
    expectShown(answers.map(({ content }) => textIn(content)));
  });

  it('through the OpenAI Agents SDK', async () => {
    setTracingDisabled(true);
    const server = new MCPServerStdio({ name: 'skills', ...command });
    await server.connect();
    onTestFinished(() => server.close());
    const shown: string[] = [];
    const model: Model = {
      async getResponse({ input }): Promise<ModelResponse> {
        const results = typeof input === 'string' ? [] : input.filter((item) => item.type === 'function_call_result');
        const last = results.at(-1);
        if (last !== undefined) shown.push(textIn(last.output));
        const step = STEPS[results.length];
        const usage = new Usage();
        if (step === undefined) {
          const content = [{ type: 'output_text' as const, text: LAST }];
          return { usage, output: [{ type: 'message', role: 'assistant', status: 'completed', content }] };
        }
        const callId = `call-${results.length}`;
        const { name, args } = step;
        return {
          usage,
          output: [{ type: 'function_call', callId, name, arguments: JSON.stringify(args), status: 'completed' }],
        };
      },
      getStreamedResponse: () => {
        throw new Error('not streamed');
      },
    };
    const agent = new Agent({ name: 'test', instructions: 'Use skills.', model, mcpServers: [server] });
    const result = await new Runner({ tracingDisabled: true }).run(agent, 'Sort it.', { maxTurns: 12 });
    expect(result.finalOutput).toBe(LAST);
    expectShown(shown);
  });

  it('through the Vercel AI SDK', async () => {
    const client = await createMCPClient({ transport: new Experimental_StdioMCPTransport(command) });
    onTestFinished(() => client.close());
    const tools = await client.tools();
    expect(Object.keys(tools)).toHaveLength(5);
    const shown: string[] = [];
    let step = 0;
    const model = new MockLanguageModelV3({
      async doGenerate({ prompt }) {
        const last = prompt.at(-1);
        if (last?.role === 'tool') {
          shown.push(...last.content.map((part) => (part.type === 'tool-result' ? textIn(part.output) : '')));
        }
        const usage = { inputTokens: NO_TOKENS, outputTokens: NO_TOKENS };
        const next = STEPS[step];
        if (next === undefined) {
          const finishReason = { unified: 'stop' as const, raw: undefined };
          return { content: [{ type: 'text', text: LAST }], finishReason, usage, warnings: [] };
        }
        const toolCallId = `call-${step++}`;
        const call = { type: 'tool-call' as const, toolCallId, toolName: next.name, input: JSON.stringify(next.args) };
        return { content: [call], finishReason: { unified: 'tool-calls', raw: undefined }, usage, warnings: [] };
      },
    });
    const { text } = await generateText({ model, tools, prompt: 'Sort it.', stopWhen: stepCountIs(12) });
    expect(text).toBe(LAST);
    expectShown(shown);
  });
});

const NO_TOKENS = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0, text: 0, reasoning: 0 };

/** Every text in what a framework hands to its model, in order. */
function textIn(output: unknown): string {
  if (Array.isArray(output)) return output.map(textIn).join('');
  if (typeof output === 'string') return asText(output);
  if (typeof output !== 'object' || output === null) return '';
  if ('text' in output) return asText(output.text);
  if ('content' in output) return textIn(output.content);
  return 'value' in output ? textIn(output.value) : '';
}

/** Some hand on the blocks of an answer as JSON. */
function asText(text: unknown): string {
  if (typeof text !== 'string') return '';
  if (!/^(?:\[\{|\{")/.test(text)) return text;
  return textIn(JSON.parse(text));
}

class ScriptedChatModel extends BaseChatModel {
  _llmType(): string {
    return 'scripted';
  }

  override bindTools(): this {
    return this;
  }

  async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const step = messages.filter((message) => message.getType() === 'tool').length;
    const next = STEPS[step];
    const message =
      next === undefined
        ? new AIMessage(LAST)
        : new AIMessage({
            content: '',
            tool_calls: [{ id: `call-${step}`, name: next.name, args: next.args, type: 'tool_call' }],
          });
    return { generations: [{ message, text: String(message.content) }] };
  }

  constructor() {
    super({});
  }
}
