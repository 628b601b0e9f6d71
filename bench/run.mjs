// `npm run bench`: how far every main job is from what the disk and an empty process take. Method in README.md.
// Usage: node bench/run.mjs [--sizes 562,2500,20000] [--rounds 9] [--corpora DIR] [--json]
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generatedTree } from './trees.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '562,2500,20000' },
    rounds: { type: 'string', default: '9' },
    corpora: { type: 'string', default: resolve(here, '../../shared/corpora') },
    json: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const cli = join(here, '../dist/bin/skillfiche.js');
const scratch = mkdtempSync(join(tmpdir(), 'skillfiche-bench-run-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;
const node = (...args) => {
  const started = performance.now();
  const done = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  const wall = performance.now() - started;
  if (done.status !== 0 && done.status !== 1) throw new Error(`${args.join(' ')}: ${done.stderr}`);
  return { wall, out: done.stdout };
};
const inner = (...args) => JSON.parse(node(...args).out).ms;

/** A copy of a real tree: one job writes, and a tree that others use stays as it is. */
function copied(name) {
  const folder = join(tmpdir(), `skillfiche-bench-${name}`);
  if (!existsSync(join(folder, '.complete'))) {
    cpSync(join(values.corpora, name), folder, { recursive: true });
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
    }
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, '.complete'), '');
  }
  return folder;
}

/** Every folder and SKILL.md below a folder: what a warm start has to look at. */
function pathsOf(root) {
  const paths = [root];
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory() || /^skill\.md$/i.test(entry.name) || entry.name === 'COLLECTION.json') {
      paths.push(join(entry.parentPath, entry.name));
    }
  }
  return paths;
}

/** Runs the jobs in turn, round by round, so that a slow minute slows all of them. */
function alternate(jobs) {
  const samples = Object.fromEntries(Object.keys(jobs).map((name) => [name, []]));
  for (const work of Object.values(jobs)) work();
  for (let round = 0; round < rounds; round++) {
    for (const [name, work] of Object.entries(jobs)) samples[name].push(work());
  }
  return samples;
}

const ratio = (samples, a, b) => ({
  median: median(samples[a]) / median(samples[b]),
  min: Math.min(...samples[a]) / Math.min(...samples[b]),
});

function benchTree(name, root) {
  const pathsFile = join(scratch, `${name}.paths`);
  writeFileSync(pathsFile, pathsOf(root).join('\n'));
  const cache = join(scratch, `${name}.cache`);
  const flags = ['--root', `bundled=${root}`, '--cache', cache, '--quiet'];
  node(cli, 'context', ...flags);
  const overview = JSON.parse(node(cli, 'list', '--json', ...flags).out);
  const collection = overview.collections[0];
  const listed = collection === undefined ? [] : [collection.id];
  const total = collection?.count ?? overview.total;
  // Stamps have to be older than the snapshot before they are trusted.
  execFileSync('sleep', ['2.5']);
  node(cli, 'search', 'align', ...flags);
  node(cli, 'context', ...flags);
  const samples = alternate({
    node: () => node('-e', '0').wall,
    floor_read: () => inner(join(here, 'floors/read.mjs'), root),
    cold: () => inner(join(here, 'probes/cold.mjs'), root),
    scan: () => node(cli, 'scan', '--no-cache', '--quiet', '--root', `bundled=${root}`).wall,
    floor_read_process: () => node(join(here, 'floors/read.mjs'), root).wall,
    floor_stat: () => node(join(here, 'floors/stat.mjs'), pathsFile).wall,
    context: () => node(cli, 'context', ...flags).wall,
    search: () => node(cli, 'search', 'align', 'sequence', 'reads', '--limit', '5', ...flags).wall,
    list: () => node(cli, 'list', ...listed, '--offset', String(total >> 1), ...flags).wall,
  });
  const running = JSON.parse(node('--expose-gc', join(here, 'probes/running.mjs'), root, pathsFile).out);
  return {
    tree: name,
    skills: running.skills,
    cold_to_read: ratio(samples, 'cold', 'floor_read'),
    scan_to_read: ratio(samples, 'scan', 'floor_read_process'),
    context_to_stat: ratio(samples, 'context', 'floor_stat'),
    list_to_stat: ratio(samples, 'list', 'floor_stat'),
    context_to_node: ratio(samples, 'context', 'node'),
    search_to_node: ratio(samples, 'search', 'node'),
    search_over_context_ms: median(samples.search) - median(samples.context),
    refresh_changed_to_stat: running.refresh_changed_ms.median / running.stat_ms.median,
    refresh_unchanged_to_stat: running.refresh_unchanged_ms.median / running.stat_ms.median,
    held_mb_per_thousand: running.held_per_thousand_mb,
    ms: Object.fromEntries(
      Object.entries(samples).map(([job, list]) => [job, { median: median(list), min: Math.min(...list) }]),
    ),
    running,
  };
}

const trees = values.sizes
  .split(',')
  .filter(Boolean)
  .map((size) => [size, generatedTree(Number(size))]);
if (existsSync(values.corpora)) {
  for (const name of ['bioskills', 'clawhub']) trees.push([name, copied(name)]);
}
const results = trees.map(([name, root]) => benchTree(name, root));
const report = { node: process.version, cores: cpus().length, load: loadavg()[0], rounds, results };
if (values.json) console.log(JSON.stringify(report, undefined, 2));
else {
  const show = ({ median: mid, min }) => `${mid.toFixed(2)} (${min.toFixed(2)})`;
  console.log(
    `Node ${process.version}, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}, ${rounds} rounds; medians (minima)`,
  );
  const rows = [
    ['cold scan / read + hash', (one) => show(one.cold_to_read)],
    ['the same, whole processes', (one) => show(one.scan_to_read)],
    ['warm context / stat', (one) => show(one.context_to_stat)],
    ['warm list / stat', (one) => show(one.list_to_stat)],
    ['warm context / node -e 0', (one) => show(one.context_to_node)],
    ['warm search / node -e 0', (one) => show(one.search_to_node)],
    ['search over context, ms', (one) => one.search_over_context_ms.toFixed(0)],
    ['refresh, one changed / stat', (one) => one.refresh_changed_to_stat.toFixed(2)],
    ['refresh, unchanged / stat', (one) => one.refresh_unchanged_to_stat.toFixed(2)],
    ['MB held a thousand skills', (one) => one.held_mb_per_thousand.toFixed(2)],
    ['cold scan, ms', (one) => one.ms.cold.median.toFixed(0)],
    ['warm context, ms', (one) => one.ms.context.median.toFixed(0)],
    ['context in process, ms', (one) => one.running.context_ms.median.toFixed(2)],
    ['page in process, ms', (one) => one.running.page_ms.median.toFixed(2)],
    ['search in process, ms', (one) => one.running.search_ms.median.toFixed(2)],
    ['edit in process, µs', (one) => (one.running.edit_ms.median * 1000).toFixed(0)],
  ];
  const cells = [['', ...results.map((one) => one.tree)], ...rows.map(([title, get]) => [title, ...results.map(get)])];
  const widths = cells[0].map((_, at) => Math.max(...cells.map((row) => row[at].length)));
  for (const row of cells)
    console.log(row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[at]))).join('  '));
}
