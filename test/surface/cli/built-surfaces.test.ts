// Every way in, as it is built: what works from its source may throw in dist alone, where another bundler put it together.

import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadCommands } from '../../../src/surface/cli/commands/index.ts';
import type { Io } from '../../../src/surface/cli/io.ts';
import { TOOLS } from '../../../src/surface/tools/table.ts';
import { markerText } from '../../support/catalog.ts';
import { makeTree, plantTree, skillText } from '../../support/tree.ts';

const project = join(import.meta.dirname, '../../..');
const program = join(project, 'dist/bin/skillfiche.js');
const run = promisify(execFile);

const TREE = {
  'skills/bio/COLLECTION.json': markerText('bio'),
  'skills/bio/sort/SKILL.md': skillText('sort-reads', 'Sorts reads.'),
  'skills/bio/sort/run.sh': 'curl https://example.org\n',
  // What the fast reader declines goes through the full one.
  'skills/plain/SKILL.md': '---\nname: plain\ndescription: Uses: a colon\nextra: &a [1, {b: *a}]\n---\nBody.\n',
  'config.json': '{"roots": [{"id": "mine", "kind": "project", "path": "skills"}]}',
  'source/taken/SKILL.md': skillText('taken', 'Takes it.'),
  'home/.keep': '',
  'handed.md': skillText('handed', 'Handed over.'),
  'writer.mjs':
    "export default { id: 'mine', write: async () => ({ title: 'New one', description: 'New.', when: [], triggers: [], steps: ['Do it.'], rules: [], vocabulary: [] }) };\n",
};

/** How each command ends over that tree; the commands before one have run. */
const CASES: Readonly<Record<string, readonly (readonly [argv: string, code: number])[]>> = {
  scan: [
    ['scan --details', 0],
    ['scan --json --config config.json', 0],
  ],
  context: [['context --via files', 0]],
  list: [
    ['list', 0],
    ['list bio --json', 0],
  ],
  search: [['search sorts raeds', 0]],
  show: [
    ['show plain', 0],
    ['show bio:sort --file run.sh', 0],
  ],
  readiness: [['readiness --json', 0]],
  'readiness evidence': [['readiness evidence bio:sort', 0]],
  inventory: [['inventory', 0]],
  'inventory check': [['inventory check', 0]],
  'inventory evidence': [['inventory evidence bio', 0]],
  'inventory init': [['inventory init', 0]],
  'inventory review': [['inventory review bio:sort --mode none', 0]],
  edit: [['edit plain --description Edited', 0]],
  validate: [
    ['validate', 0],
    ['validate --fix --dry-run', 0],
  ],
  pin: [['pin bio', 0]],
  verify: [['verify', 0]],
  bootstrap: [['bootstrap --json', 0]],
  add: [['add ./source/taken', 0]],
  status: [['status --json', 0]],
  outdated: [['outdated', 0]],
  update: [['update --dry-run', 0]],
  restore: [['restore --dry-run', 0]],
  ci: [['ci --dry-run', 0]],
  install: [['install ./source/taken --dry-run', 1]],
  audit: [['audit', 0]],
  index: [['index --out site', 0]],
  lock: [],
  'lock check': [['lock check', 0]],
  'lock export': [['lock export --json', 0]],
  init: [['init fresh --place personal', 0]],
  publish: [['publish fresh', 0]],
  history: [['history taken', 0]],
  diff: [['diff taken', 0]],
  disable: [['disable plain', 0]],
  enable: [['enable plain', 0]],
  sync: [['sync', 0]],
  export: [['export plain --to ./elsewhere', 0]],
  archive: [['archive plain', 0]],
  unexport: [['unexport plain', 0]],
  level: [],
  'level set': [['level set list:x plain', 0]],
  'level add': [['level add list:x bio:sort', 0]],
  'level remove': [['level remove list:x bio:sort', 0]],
  'level show': [['level show list:x --json', 0]],
  'level list': [['level list', 0]],
  session: [],
  'session seed': [['session seed --cwd source --level list:x', 0]],
  'session manifest': [
    ['session manifest --level list:x --out session.json', 0],
    ['list --manifest session.json --manifest-strict', 0],
  ],
  'session unseed': [['session unseed --cwd source', 0]],
  'level delete': [['level delete list:x', 0]],
  import: [['import handed.md', 0]],
  generate: [
    ['generate handed.md --writer writer.mjs', 0],
    ['generate handed.md --writer http://127.0.0.1:9/v1 --model none', 2],
  ],
  doctor: [['doctor', 0]],
  store: [],
  'store backup': [['store backup backup.db', 0]],
  'store copy': [['store copy --to copied.db', 0]],
  rollback: [['rollback taken', 2]],
  remove: [['remove taken', 0]],
  purge: [['purge taken', 0]],
  mcp: [['mcp --quiet', 0]],
  // It ends when it is told to: below. The owner is shown everything.
  serve: [['serve --only bio:*', 2]],
  cache: [],
  'cache dir': [['cache dir', 0]],
  'cache clear': [['cache clear', 0]],
};

const isBuilt = existsSync(program);
const reason = isBuilt ? '' : ' (there is no build: npm run build)';

describe.skipIf(!isBuilt)(`the built command${reason}`, () => {
  let folder = '';
  beforeAll(() => {
    folder = plantTree(TREE);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const environment = (): Record<string, string> => ({
    PATH: process.env['PATH'] ?? '',
    HOME: join(folder, 'home'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_DATA_HOME: join(folder, 'data'),
  });
  async function start(
    argv: string,
  ): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
    const root = argv.includes('--config') ? [] : ['--root', 'skills'];
    const child = spawn(process.execPath, [program, ...argv.split(' '), ...root], { cwd: folder, env: environment() });
    child.stdin.end();
    const parts = { out: '', err: '' };
    child.stdout.on('data', (part) => {
      parts.out += part;
    });
    child.stderr.on('data', (part) => {
      parts.err += part;
    });
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, ...parts };
  }

  it('has a case here for each command that there is', async () => {
    const io: Io = {
      out: () => undefined,
      outBytes: () => undefined,
      err: () => undefined,
      cwd: '/',
      env: {},
      columns: 80,
      isTty: false,
      isErrTty: false,
    };
    const commands = await loadCommands([], io, new Set());
    const names = commands.flatMap((one) => [one.name(), ...one.commands.map((sub) => `${one.name()} ${sub.name()}`)]);
    expect(Object.keys(CASES).sort()).toEqual(names.sort());
  });

  it.each(Object.values(CASES).flat())('%s ends with %i', async (argv, code) => {
    const result = await start(argv);
    expect(result, result.err).toMatchObject({ code });
    expect(result.err).not.toMatch(/internal error|ERR_|Cannot find|is not a function/);
    if (argv.includes('--json')) expect(() => JSON.parse(result.out)).not.toThrow();
  });

  it('offers every tool over MCP, and prompts, resources and skills', async () => {
    const client = new Client({ name: 'test', version: '0' });
    const args = [program, 'mcp', '--root', join(folder, 'skills')];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env: environment(), stderr: 'pipe' }),
    );
    onTestFinished(() => client.close());
    const given: Readonly<Record<string, Record<string, unknown>>> = {
      list_skills: {},
      search_skills: { query: 'sort' },
      load_skill: { name: 'plain' },
      read_skill_file: { name: 'bio:sort', path: 'run.sh' },
      skill_readiness: {},
    };
    expect(Object.keys(given).sort()).toEqual(TOOLS.map(({ name }) => name).sort());
    for (const [name, argument] of Object.entries(given)) {
      const result = await client.callTool({ name, arguments: argument });
      expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
    }
    expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0);
    await client.getPrompt({ name: 'use_skill', arguments: { name: 'plain' } });
    const { resources } = await client.listResources();
    await client.readResource({ uri: resources[0]?.uri ?? '' });
    await client.complete({ ref: { type: 'ref/prompt', name: 'use_skill' }, argument: { name: 'name', value: 'pl' } });
  });

  it('serves HTTP', async () => {
    const child = spawn(process.execPath, [program, 'mcp', '--http', '0', '--no-token', '--root', 'skills'], {
      cwd: folder,
      env: environment(),
    });
    onTestFinished(() => void child.kill());
    let log = '';
    child.stderr.on('data', (part) => {
      log += part;
    });
    await vi.waitFor(() => expect(log).toContain('listening on'), { timeout: 20_000, interval: 20 });
    const [url = ''] = /http:\S+/.exec(log) ?? [];
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const answer = await fetch(url, { method: 'POST', headers, body });
    expect(await answer.text()).toContain('load_skill');
  });

  it.skipIf(process.platform === 'win32')(
    'serves the API to whoever has the token of its file, until it is told to end',
    async () => {
      const child = spawn(process.execPath, [program, 'serve', '--root', 'skills'], {
        cwd: folder,
        env: environment(),
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      let log = '';
      child.stderr.on('data', (part) => {
        log += part;
      });
      await vi.waitFor(() => expect(log).toContain('listening on'), { timeout: 20_000, interval: 20 });
      const [url = ''] = /http:[^\s;]+/.exec(log) ?? [];
      const file = join(folder, 'data/skillfiche/serve-token');
      const token = readFileSync(file, 'utf8').trim();
      expect(log).toContain(file);
      expect(log).not.toContain(token);
      const ask = (path: string, given: string) =>
        fetch(`${url}${path}`, { headers: { authorization: `Bearer ${given}` } });
      expect((await ask('/api/skills', 'other')).status).toBe(401);
      expect(await (await ask('/api/skills', token)).text()).toContain('"plain"');
      expect(await (await ask('/api/openapi.json', token)).text()).toContain('/api/rollback');
      child.kill('SIGTERM');
      expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
    },
  );
});

describe.skipIf(!isBuilt)(`the built library${reason}`, () => {
  const tour = join(project, 'test/support/library-tour.mjs');

  it('does whatever it offers', async () => {
    const { stdout } = await run(process.execPath, [tour, makeTree({})]);
    expect(JSON.parse(stdout)).toEqual({ uncalled: [] });
  });

  it("does so too in one file of somebody else's bundler", async () => {
    const folder = makeTree({ work: null });
    const outfile = join(folder, 'tour.mjs');
    // Machine code cannot be bundled by anybody.
    await build({
      entryPoints: [tour],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['libsql'],
      absWorkingDir: project,
      logLevel: 'error',
    });
    symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
    const { stdout } = await run(process.execPath, [outfile, join(folder, 'work')]);
    expect(JSON.parse(stdout)).toEqual({ uncalled: [] });
  });

  it('has types that stand by themselves', async () => {
    const folder = makeTree({
      'consumer.ts': `
import { type Catalog, declareSkill, openCatalog, openWorkspace, SkillficheError, type View } from 'skillfiche';
const catalog: Catalog = await openCatalog({ roots: [{ id: 'a', kind: 'project', path: '.' }] });
const view: View = catalog.view({ only: [] });
const page: number = (await view.listSkills()).total;
const text: string = (await view.replySkill('a')).text;
const workspace = await openWorkspace({ project: false });
await workspace.close();
await declareSkill('.');
// @ts-expect-error An option that does not exist.
await openCatalog({ roots: [], rots: [] });
// @ts-expect-error What is internal is not published.
await openWorkspace({ onStep: () => undefined });
export { page, SkillficheError, text };
`,
    });
    const config = {
      compilerOptions: {
        module: 'nodenext',
        target: 'es2023',
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        noEmit: true,
        types: ['node'],
        typeRoots: [join(project, 'node_modules/@types')],
        paths: { skillfiche: [join(project, 'dist/index.d.ts')] },
      },
      files: ['consumer.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    const tsc = join(project, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });
});
