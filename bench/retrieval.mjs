// How good search is, and what it costs: labelled prompts over a real tree, against MiniSearch in the same run, and
// prompts that belong to no skill. Method in README.md. Usage: node bench/retrieval.mjs [--prompts FILE] [--tree DIR] [--json]
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import MiniSearch from 'minisearch';
import { openCatalog } from '../dist/index.js';

const here = dirname(fileURLToPath(import.meta.url));
const sharedFolder = resolve(here, '../../shared');
const { values } = parseArgs({
  options: {
    prompts: { type: 'string', default: join(sharedFolder, 'retrieval/bioskills-dev.jsonl') },
    tree: { type: 'string', default: join(sharedFolder, 'corpora/bioskills') },
    foreign: { type: 'string', default: join(here, 'foreign-prompts.txt') },
    json: { type: 'boolean', default: false },
  },
});
const prompts = readFileSync(values.prompts, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line));
const foreign = readFileSync(values.foreign, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const roots = [{ id: 'tree', kind: 'project', path: values.tree }];
const quantile = (list, share) =>
  list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0;
const percent = (value) => (value * 100).toFixed(1);

/** Hit@1, Recall@5 and MRR@10 by kind of prompt. `rank` gives ids, the best first. */
async function score(rank) {
  const kinds = {};
  for (const prompt of prompts) {
    const ids = await rank(prompt.query);
    const at = ids.slice(0, 10).indexOf(prompt.gold);
    kinds[prompt.kind] ??= { prompts: 0, hit1: 0, recall5: 0, mrr10: 0 };
    const kind = kinds[prompt.kind];
    kind.prompts++;
    if (at === 0) kind.hit1++;
    if (at >= 0 && at < 5) kind.recall5++;
    if (at >= 0) kind.mrr10 += 1 / (at + 1);
  }
  for (const kind of Object.values(kinds)) for (const key of ['hit1', 'recall5', 'mrr10']) kind[key] /= kind.prompts;
  return kinds;
}

async function falseFires(rank) {
  let fired = 0;
  for (const query of foreign) if ((await rank(query)).length > 0) fired++;
  return fired / foreign.length;
}

const heldMb = () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1048576;
};

async function benchOurs() {
  const cache = mkdtempSync(join(tmpdir(), 'skillfiche-retrieval-'));
  try {
    const catalog = await openCatalog({ roots, cache });
    const view = catalog.view();
    const started = performance.now();
    await view.searchSkills({ query: 'build' });
    const build_ms = performance.now() - started;
    const rank = async (query) => {
      const { skills } = await view.searchSkills({ query, limit: 10 });
      return skills.map((skill) => skill.id.slice('tree:'.length));
    };
    const kinds = await score(rank);
    const fires = await falseFires(rank);
    const index = readdirSync(cache).find((name) => name.startsWith('search-'));
    const size_mb = index === undefined ? 0 : statSync(join(cache, index)).size / 1048576;
    const cli = join(here, '../dist/bin/skillfiche.js');
    const whole = (...args) => {
      const begun = performance.now();
      spawnSync(process.execPath, args, { stdio: 'ignore' });
      return performance.now() - begun;
    };
    const flags = ['--root', `project:tree=${values.tree}`, '--cache', cache];
    execFileSync('sleep', ['2.2']);
    whole(cli, 'search', 'warm', ...flags);
    const probe = join(here, 'probes/search.mjs');
    const run = spawnSync(process.execPath, ['--expose-gc', probe, values.tree, cache, values.prompts], {
      encoding: 'utf8',
    });
    const inProcess = JSON.parse(run.stdout);
    const fresh = Array.from({ length: 9 }, () => [whole(cli, 'search', 'align', 'reads', ...flags), whole('-e', '0')]);
    return {
      engine: 'skillfiche',
      kinds,
      false_fires: fires,
      build_ms,
      size_mb,
      held_mb: inProcess.heap_mb + inProcess.external_mb,
      heap_mb: inProcess.heap_mb,
      p50_ms: inProcess.p50_ms,
      p99_ms: inProcess.p99_ms,
      first_ms: inProcess.first_ms,
      fresh_ms: quantile(
        fresh.map(([ours]) => ours),
        0.5,
      ),
      fresh_to_node:
        quantile(
          fresh.map(([ours]) => ours),
          0.5,
        ) /
        quantile(
          fresh.map(([, node]) => node),
          0.5,
        ),
    };
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

const STOP = new Set(
  'a an and are as at be by can do for from how i in into is it me my of on or that the this to use using want what when where which with you'.split(
    ' ',
  ),
);
const stem = (term) => term.replace(/(?:ies|es|s|ing|ed)$/, '');

async function benchMiniSearch(engine, options, search) {
  const catalog = await openCatalog({ roots, cache: false });
  const view = catalog.view();
  const documents = [];
  for (const entry of view.entries()) {
    const { body } = await view.loadSkill(entry.id);
    const headings = (body.match(/^#{1,6} .*$/gm) ?? []).join('\n');
    documents.push({
      id: entry.path,
      name: entry.name.replaceAll('-', ' '),
      description: entry.description,
      headings,
      body,
    });
  }
  const before = heldMb();
  const started = performance.now();
  const index = new MiniSearch({ fields: ['name', 'description', 'headings', 'body'], ...options });
  index.addAll(documents);
  const build_ms = performance.now() - started;
  const held_mb = heldMb() - before;
  const times = [];
  const rank = async (query) => {
    const begun = performance.now();
    const found = index.search(query, search);
    times.push(performance.now() - begun);
    return found.map(({ id }) => id);
  };
  const kinds = await score(rank);
  const fires = await falseFires(rank);
  const size_mb = Buffer.byteLength(JSON.stringify(index)) / 1048576;
  return {
    engine,
    kinds,
    false_fires: fires,
    build_ms,
    size_mb,
    held_mb,
    p50_ms: quantile(times, 0.5),
    p99_ms: quantile(times, 0.99),
  };
}

const results = [
  await benchOurs(),
  await benchMiniSearch('MiniSearch, plain', {}, {}),
  await benchMiniSearch(
    'MiniSearch, tuned',
    { processTerm: (term) => (STOP.has(term.toLowerCase()) ? null : stem(term.toLowerCase())) },
    { boost: { name: 4, description: 3, headings: 2 } },
  ),
];
const report = { node: process.version, load: loadavg()[0], prompts: prompts.length, foreign: foreign.length, results };
if (values.json) console.log(JSON.stringify(report, undefined, 2));
else {
  const kinds = Object.keys(results[0].kinds);
  console.log(
    `${prompts.length} prompts, ${foreign.length} that belong to no skill; Node ${process.version}, load ${loadavg()[0].toFixed(1)}`,
  );
  const rows = [
    ['', ...results.map((one) => one.engine)],
    ...kinds.map((kind) => [
      `${kind}: Hit@1 / R@5 / MRR@10`,
      ...results.map(
        ({ kinds: by }) => `${percent(by[kind].hit1)} / ${percent(by[kind].recall5)} / ${percent(by[kind].mrr10)}`,
      ),
    ]),
    ['answers to foreign prompts, %', ...results.map((one) => percent(one.false_fires))],
    ['build, ms', ...results.map((one) => one.build_ms.toFixed(0))],
    ['index on disk, MB', ...results.map((one) => one.size_mb.toFixed(1))],
    ['held in memory, MB', ...results.map((one) => one.held_mb.toFixed(1))],
    ['query p50 / p99, ms', ...results.map((one) => `${one.p50_ms.toFixed(2)} / ${one.p99_ms.toFixed(2)}`)],
    ['load and first query, ms', ...results.map((one) => (one.first_ms === undefined ? '–' : one.first_ms.toFixed(1)))],
    [
      'fresh process, ms (÷ node -e 0)',
      ...results.map((one) =>
        one.fresh_ms === undefined ? '–' : `${one.fresh_ms.toFixed(0)} (${one.fresh_to_node.toFixed(2)})`,
      ),
    ],
  ];
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)));
  for (const row of rows)
    console.log(row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[at]))).join('  '));
}
