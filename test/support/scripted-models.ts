// Models of five kinds that say what a script says, and write down what they were shown. No network, no key.

import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { type Model, type ModelResponse, Usage } from '@openai/agents';
import { MockLanguageModelV3 } from 'ai/test';

/** A call of a tool; after the last the model answers. */
export interface Step {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface Script {
  readonly steps: readonly Step[];
  readonly answer: string;
  /** Filled while the model is asked: its system prompt, its tools by name, and the result of each call. */
  readonly seen: { system: string; tools: Record<string, unknown>; results: string[] };
}

export function scriptOf(steps: readonly Step[], answer: string): Script {
  return { steps, answer, seen: { system: '', tools: {}, results: [] } };
}

const NO_TOKENS = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0, text: 0, reasoning: 0 };

export function aiSdkModel({ steps, answer, seen }: Script): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    async doGenerate({ prompt, tools = [] }) {
      for (const one of tools) if (one.type === 'function') seen.tools[one.name] = one.inputSchema;
      for (const message of prompt) if (message.role === 'system') seen.system = message.content;
      seen.results = prompt.flatMap((message) =>
        message.role === 'tool' ? message.content.map((part) => textIn('output' in part ? part.output : '')) : [],
      );
      const usage = { inputTokens: NO_TOKENS, outputTokens: NO_TOKENS };
      const next = steps[seen.results.length];
      if (next === undefined) {
        const finishReason = { unified: 'stop' as const, raw: undefined };
        return { content: [{ type: 'text', text: answer }], finishReason, usage, warnings: [] };
      }
      const toolCallId = `call-${seen.results.length}`;
      const call = { type: 'tool-call' as const, toolCallId, toolName: next.name, input: JSON.stringify(next.args) };
      return { content: [call], finishReason: { unified: 'tool-calls', raw: undefined }, usage, warnings: [] };
    },
  });
}

export function openAiModel({ steps, answer, seen }: Script): Model {
  return {
    async getResponse({ input, tools, systemInstructions }): Promise<ModelResponse> {
      seen.system = systemInstructions ?? '';
      for (const one of tools) if (one.type === 'function') seen.tools[one.name] = one.parameters;
      const results = typeof input === 'string' ? [] : input.filter((item) => item.type === 'function_call_result');
      seen.results = results.map((item) => textIn(item.output));
      const usage = new Usage();
      const next = steps[results.length];
      if (next === undefined) {
        const content = [{ type: 'output_text' as const, text: answer }];
        return { usage, output: [{ type: 'message', role: 'assistant', status: 'completed', content }] };
      }
      const call = { callId: `call-${results.length}`, name: next.name, arguments: JSON.stringify(next.args) };
      return { usage, output: [{ type: 'function_call', status: 'completed', ...call }] };
    },
    getStreamedResponse: () => {
      throw new Error('not streamed');
    },
  };
}

export function langChainModel(script: Script): BaseChatModel {
  return new ScriptedChatModel(script);
}

class ScriptedChatModel extends BaseChatModel {
  readonly #script: Script;

  constructor(script: Script) {
    super({});
    this.#script = script;
  }

  _llmType(): string {
    return 'scripted';
  }

  override bindTools(tools: readonly unknown[]): this {
    for (const one of tools as readonly { name: string; schema: unknown }[]) {
      this.#script.seen.tools[one.name] = one.schema;
    }
    return this;
  }

  async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const { steps, answer, seen } = this.#script;
    const textsOf = (type: string) =>
      messages.filter((one) => one.getType() === type).map(({ content }) => textIn(content));
    seen.system = textsOf('system').join('\n');
    seen.results = textsOf('tool');
    const next = steps[seen.results.length];
    const message =
      next === undefined
        ? new AIMessage(answer)
        : new AIMessage({
            content: '',
            tool_calls: [{ id: `call-${seen.results.length}`, name: next.name, args: next.args, type: 'tool_call' }],
          });
    return { generations: [{ message, text: String(message.content) }] };
  }
}

interface AnthropicRequest {
  readonly system?: unknown;
  /** Absent where a thread that the other end keeps goes on: then `messages` are the new ones alone. */
  readonly tools?: readonly { readonly name: string; readonly input_schema: unknown }[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** The other end of the Messages API. */
export function anthropicFetch({ steps, answer, seen }: Script): typeof fetch {
  return async (_url, init) => {
    const request = JSON.parse(String(init?.body)) as AnthropicRequest;
    if (request.tools !== undefined) seen.system = textIn(request.system);
    for (const one of request.tools ?? []) seen.tools[one.name] = one.input_schema;
    const results = request.messages.flatMap(({ content }) =>
      Array.isArray(content) ? content.filter(({ type }) => type === 'tool_result').map(textIn) : [],
    );
    seen.results = request.tools === undefined ? [...seen.results, ...results] : results;
    const next = steps[seen.results.length];
    const content =
      next === undefined
        ? { type: 'text', text: answer }
        : { type: 'tool_use', id: `toolu_${seen.results.length}`, name: next.name, input: next.args };
    return Response.json({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content: [content],
      stop_reason: next === undefined ? 'end_turn' : 'tool_use',
      stop_sequence: null,
      usage: { input_tokens: 0, output_tokens: 0 },
    });
  };
}

/** Every text in what a framework hands to its model, in order. */
function textIn(output: unknown): string {
  if (Array.isArray(output)) return output.map(textIn).join('');
  if (typeof output === 'string') return output;
  if (typeof output !== 'object' || output === null) return '';
  for (const key of ['text', 'content', 'value', 'output'] as const) {
    if (key in output) return textIn((output as Record<string, unknown>)[key]);
  }
  return '';
}
