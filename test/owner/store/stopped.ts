import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect } from 'vitest';
import type { Workspace } from '../../../src/app/workspace-types.ts';
import { type Place, readAll, storeEnv } from './support.ts';

const text = (name: string, what: string): string =>
  `---\nname: ${name}\ndescription: ${what}\n---\n\n${what} line\n`.concat('x\n'.repeat(200));

/** What a program in a process of its own does with a workspace, by the name of a verb. Also used here, for the state afterwards. */
export const VERBS = `
export const text = ${text.toString()};
export const sourceOf = (what, more = {}) => ({
  kind: 'skill', slug: 'deploy', source: { type: 'git', url: 'https://example.org/x.git', commit: Buffer.from(what).toString('hex').padEnd(40, '0').slice(0, 40) },
  files: async () => Object.entries({ 'SKILL.md': text('deploy', what), 'scripts/a.sh': 'echo ' + what, 'scripts/deep/b.txt': what.repeat(3000), ...more })
    .map(([path, content]) => ({ path, bytes: Buffer.from(content), executable: path.endsWith('.sh'), kind: 'file' })),
});
export const verbs = {
  add: (w) => w.skills.add(sourceOf('one')),
  publish: (w) => w.skills.publish('deploy', { note: 'n' }),
  update: (w) => w.skills.update('deploy', sourceOf('three')),
  'update-theirs': (w) => w.skills.update('deploy', sourceOf('three'), { take: 'theirs' }),
  rollback: (w) => w.skills.rollback('deploy', { to: 1 }),
  remove: (w) => w.skills.remove('deploy'),
  purge: (w) => w.skills.purge('deploy'),
  enable: (w) => w.skills.enable(['deploy']),
  disable: (w) => w.skills.disable(['deploy']),
  sync: (w) => w.skills.sync(),
  copy: (w) => w.store.copy(process.env.COPY_TO),
};
`;

const PROGRAM = `
import { renameSync, writeFileSync } from 'node:fs';
import { openWorkspace } from './workspace.mjs';
import { text, sourceOf, verbs } from './verbs.mjs';
const [base, verb, stop, seed] = process.argv.slice(2);
const say = (word) => process.stdout.write(word);
const onStep = async (step) => {
  if (step !== stop) return;
  say('here');
  await new Promise((resolve) => setTimeout(resolve, 60_000));
};
const w = await openWorkspace({ home: base + '/home', project: base + '/project', data: base + '/data', env: {}, roots: [], onStep, ...(process.env.STORE ? { store: process.env.STORE } : {}) });
if (verb === 'race') {
  let won = 0, lost = 0;
  // So many activations, however often others come first.
  for (let turn = 0; won < Number(stop); turn++) {
    try { const r = await w.skills.rollback('deploy', { to: 1 + ((turn + Number(seed)) % 2) }); won += r.changed.length; }
    catch (error) { if (!['STALE_VERSION', 'FILE_CHANGED'].includes(error.code)) throw error; lost++; }
  }
  say(JSON.stringify({ won, lost }));
} else if (verb === 'wander') {
  // To and fro for ever: whoever is killed here is killed in the middle of something.
  const folder = base + '/project/.agents/skills/deploy';
  let random = Number(seed);
  const next = (n) => { random = (random * 1103515245 + 12345) % 2147483648; return (random >> 8) % n; };
  for (let turn = 0; ; turn++) {
    const what = 'turn' + next(1000);
    try {
      const status = await w.skills.status();
      if (turn === 0) { if (status.skills.length > 0) await w.skills.update('deploy', sourceOf(what), { take: 'theirs', dryRun: true }); say('once'); }
      if (status.skills.length === 0) { try { await w.skills.rollback('deploy', { to: 1 }); } catch { await w.skills.add(sourceOf(what)); } continue; }
      const pick = next(8);
      if (pick === 0) { writeFileSync(base + '/edit', text('deploy', what)); renameSync(base + '/edit', folder + '/SKILL.md'); await w.skills.publish('deploy'); }
      else if (pick === 1) await w.skills.update('deploy', sourceOf(what), { take: 'theirs' });
      else if (pick === 2) await w.skills.remove('deploy');
      else if (pick === 3) await w.skills.disable(['deploy']);
      else if (pick === 4) await w.skills.enable(['deploy']);
      else await w.skills.rollback('deploy', { to: 1 + next(3) });
    } catch (error) { if (error.code !== 'VERSION_NOT_FOUND') { process.stderr.write(String(error.stack)); process.exit(9); } }
  }
} else {
  await verbs[verb](w);
  await w.close();
  say('done');
}
`;

/** Builds the program once; the folder it lies in. */
export async function buildProgram(): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'skillfiche-store-')));
  const native = pathToFileURL(createRequire(import.meta.url).resolve('libsql')).href;
  await build({
    entryPoints: [join(import.meta.dirname, '../../../src/app/open-workspace.ts')],
    outfile: join(folder, 'workspace.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [
      {
        name: 'native',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^libsql$/ }, () => ({ path: native, external: true }));
          onResolve({ filter: /^pg-native$/ }, () => ({ path: 'pg-native', external: true }));
        },
      },
    ],
  });
  writeFileSync(join(folder, 'verbs.mjs'), VERBS);
  writeFileSync(join(folder, 'program.mjs'), PROGRAM);
  return folder;
}

/** `STORE` of `env`: where the shared tables are, if not beside the place. */
export function startWith(
  env: Readonly<Record<string, string>>,
  folder: string,
  ...parameters: string[]
): ChildProcess {
  return spawn(process.execPath, [join(folder, 'program.mjs'), ...parameters], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Works in the place `base`, with the store that is its own. */
export const start = (folder: string, base: string, ...parameters: string[]): ChildProcess =>
  startWith(storeEnv(base), folder, base, ...parameters);

/** What a process said first, or `''` when it ended without a word. */
export async function firstWord(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.once('data', (data: Buffer) => resolve(data.toString()));
    child.once('exit', () => resolve(''));
  });
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Everything a person could see of the store and its folders, without times and places. */
export async function snapshot({ workspace, project, data }: Place): Promise<unknown> {
  const { skills } = await workspace.skills.status();
  const versions = await history(workspace);
  const agents = join(project, '.agents');
  const folders = existsSync(agents) ? readAll(agents) : {};
  const left = readdirSync(data).filter(
    (name) => !/^(?:store\.db(?:-wal|-shm)?|switches\.json|intents|locks-behind)$/.test(name),
  );
  const notes = join(data, 'locks-behind');
  return {
    skills: skills.map(({ version, digest, modified, stale, enabled }) => ({
      version,
      digest,
      modified,
      stale,
      enabled,
    })),
    versions: versions.map(({ number, digest, came_by }) => ({ number, digest, came_by })),
    folders,
    left: [
      ...left,
      ...readdirSync(join(data, 'intents'), { recursive: true }),
      ...(existsSync(notes) ? readdirSync(notes) : []),
    ],
  };
}

async function history(workspace: Workspace) {
  try {
    return (await workspace.skills.history('deploy')).versions;
  } catch (error) {
    expect(error).toMatchObject({ code: 'PACKAGE_NOT_FOUND' });
    return [];
  }
}
