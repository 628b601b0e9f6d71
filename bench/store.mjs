// What the store costs as a command, on top of an empty process: `status`, `history` and `publish` in a store of many
// versions, what that store weighs, and what it adds to a warm `context` that never opens it.
// With --server, the address of an empty PostgreSQL database: the same store copied there, beside the file, and a second
// machine that follows it.
// Usage: node bench/store.mjs [--packages 200] [--versions 50] [--rounds 9] [--server postgres://…] [--json]
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: {
    packages: { type: 'string', default: '200' },
    versions: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '9' },
    server: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const [packages, versions, rounds] = [values.packages, values.versions, values.rounds].map(Number);
const { openWorkspace } = await import(join(here, '../dist/index.js'));
const cli = join(here, '../dist/bin/skillfiche.js');
const base = mkdtempSync(join(tmpdir(), 'skillfiche-bench-store-'));
process.on('exit', () => rmSync(base, { recursive: true, force: true }));
const [home, data, empty] = ['home', 'data', 'empty'].map((name) => join(base, name));
for (const folder of [home, empty]) mkdirSync(folder, { recursive: true });
const skills = join(home, '.agents/skills');

const nameOf = (at) => `recipe-${String(at).padStart(3, '0')}`;
const skillText = (name, version) =>
  `---\nname: ${name}\ndescription: Does what ${name} does, in its version ${version}.\n---\n\n# ${name}\n\n${'One more step.\n'.repeat(150)}Version ${version}.\n`;

/** A skill of `files` files whose SKILL.md is of a version. */
function writeSkill(name, version, files) {
  const folder = join(skills, name);
  mkdirSync(join(folder, 'references'), { recursive: true });
  writeFileSync(join(folder, 'SKILL.md'), skillText(name, version));
  if (version > 1) return;
  for (let at = 1; at < files; at++)
    writeFileSync(join(folder, 'references', `${at}.md`), `${name} ${at}\n`.repeat(200));
}

const workspace = await openWorkspace({ home, data, project: false, roots: [], env: {} });
const started = performance.now();
for (let at = 0; at < packages; at++) {
  for (let version = 1; version <= versions; version++) {
    writeSkill(nameOf(at), version, at === 0 ? 20 : 5);
    await workspace.skills.publish(`personal:${nameOf(at)}`);
  }
}
const filled = (performance.now() - started) / (packages * versions);
await workspace.close();
const bytes = statSync(join(data, 'store.db')).size;
// Content that changed: one SKILL.md a version, and the other files once.
const content = packages * versions * skillText(nameOf(0), 1).length + (packages * 4 + 15) * 200 * 13;

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
function run(args, folder = data, more = {}) {
  const cache = join(base, 'cache');
  const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: cache, SKILLFICHE_DATA: folder, ...more };
  const begun = performance.now();
  const done = spawnSync(process.execPath, args, { cwd: env.HOME, env, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(`${args.join(' ')}: ${done.stderr}`);
  return performance.now() - begun;
}

let edit = versions;
const jobs = {
  'node -e 0': () => run(['-e', '0']),
  '--version': () => run([cli, '--version']),
  status: () => run([cli, 'status', '--json']),
  history: () => run([cli, 'history', nameOf(0), '--json']),
  'publish, 20 files': () => {
    writeFileSync(join(skills, nameOf(0), 'SKILL.md'), skillText(nameOf(0), ++edit));
    return run([cli, 'publish', nameOf(0), '--json']);
  },
  'context, with the store': () => run([cli, 'context']),
  'context, without one': () => run([cli, 'context'], empty),
};
/** The store on a server, and what a second machine did to have all of it, and then fifty changes. */
let second;
if (values.server !== undefined) {
  const store = values.server;
  const other = { HOME: join(base, 'other'), SKILLFICHE_STORE: store, USER: 'owner' };
  mkdirSync(other.HOME);
  const timed = async (act) => {
    const begun = performance.now();
    const result = await act();
    return { ms: performance.now() - begun, result };
  };
  const open = (place, folder) =>
    openWorkspace({ home: place, data: folder, project: false, roots: [], env: {}, store, person: 'owner' });
  const local = await openWorkspace({ home, data, project: false, roots: [], env: {} });
  const copy = await timed(() => local.store.copy(store));
  await local.close();
  mkdirSync(join(base, 'member'));
  const here = await open(join(base, 'member'), join(base, 'member-data'));
  const there = await open(other.HOME, join(base, 'other-data'));
  await here.skills.sync();
  const all = await timed(() => there.skills.sync());
  const changes = Math.min(50, packages);
  for (let at = 0; at < changes; at++) {
    const file = join(base, 'member/.agents/skills', nameOf(at), 'SKILL.md');
    writeFileSync(file, skillText(nameOf(at), versions + 1));
    await here.skills.publish(`personal:${nameOf(at)}`);
  }
  const few = await timed(() => there.skills.sync());
  if (few.result.fetched.contents !== changes) throw new Error(`${few.result.fetched.contents} contents were fetched`);
  for (const workspace of [here, there]) await workspace.close();
  second = {
    copy_ms: copy.ms,
    sync_all_ms: all.ms,
    sync_all_contents: all.result.fetched.contents,
    changed: few.result.changed.length,
    sync_changed_ms: few.ms,
    sync_changed_contents: few.result.fetched.contents,
    sync_changed_bytes: few.result.fetched.bytes,
  };
  Object.assign(jobs, {
    'status, server': () => run([cli, 'status', '--json'], join(base, 'other-data'), other),
    'sync, server, nothing to do': () => run([cli, 'sync', '--json'], join(base, 'other-data'), other),
    'history, server': () => run([cli, 'history', nameOf(0), '--json'], join(base, 'other-data'), other),
  });
}
// A stamp of the last two seconds proves nothing yet.
await new Promise((resolve) => setTimeout(resolve, 2_500));
for (const job of Object.values(jobs)) job();
const samples = Object.fromEntries(Object.keys(jobs).map((name) => [name, []]));
for (let round = 0; round < rounds; round++) for (const [name, job] of Object.entries(jobs)) samples[name].push(job());

const floor = median(samples['node -e 0']);
const rows = Object.entries(samples).map(([name, list]) => ({
  job: name,
  median_ms: median(list),
  least_ms: Math.min(...list),
  above_empty_process_ms: median(list) - floor,
}));
const pairs = samples['context, with the store'].map((one, at) => one / samples['context, without one'][at]);
const report = {
  packages,
  versions: packages * versions,
  publish_in_process_ms: filled,
  store_bytes: bytes,
  store_over_changed_content: bytes / content,
  context_ratio: median(pairs),
  ...(second === undefined ? {} : { server: second }),
  load: loadavg()[0],
  rows,
};
if (values.json) console.log(JSON.stringify(report, undefined, 2));
else {
  console.log(`${packages} skills, ${report.versions} versions, load ${report.load.toFixed(1)}`);
  for (const { job, median_ms, least_ms, above_empty_process_ms } of rows) {
    console.log(
      `${job.padEnd(26)} ${median_ms.toFixed(0).padStart(6)} ms  least ${least_ms.toFixed(0).padStart(5)}  above an empty process ${above_empty_process_ms.toFixed(0).padStart(5)}`,
    );
  }
  console.log(`publish in a running process  ${filled.toFixed(1)} ms`);
  console.log(
    `store ${(bytes / 1e6).toFixed(1)} MB, ${report.store_over_changed_content.toFixed(2)} times what changed`,
  );
  if (second !== undefined) {
    console.log(`copy to the server ${second.copy_ms.toFixed(0)} ms, read again`);
    console.log(`another machine: all of it ${second.sync_all_ms.toFixed(0)} ms, ${second.sync_all_contents} contents`);
    console.log(
      `${second.changed} changed: ${second.sync_changed_ms.toFixed(0)} ms, ${second.sync_changed_contents} contents, ${second.sync_changed_bytes} bytes`,
    );
  }
  console.log(`context with the store / without  ${report.context_ratio.toFixed(3)}`);
}
