// How good search is, and what it costs, against MiniSearch and SQLite FTS5 in the same run. Method and findings: README.md.
// Usage: node bench/retrieval.mjs [--shared DIR] [--tree NAME] [--prompts FILE] [--embedder URL --model NAME] [--json]      after `node build.mjs`

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import MiniSearch from 'minisearch';
import { openCatalog } from '../dist/app/open-catalog.js';
import { finishNow, IndexBuilder } from '../dist/catalog/search/build/build.js';
import { openIndex } from '../dist/catalog/search/index/open.js';
import { analyzeQuery } from '../dist/catalog/search/query/analyze.js';
import { rankDocuments } from '../dist/catalog/search/query/query.js';
import { NAME_SHARE, rarity } from '../dist/catalog/search/query/ranking.js';
import { nameShareOf, scorePairs, scoreTerms } from '../dist/catalog/search/query/score.js';
import { SURE, supportOf, WEAK } from '../dist/catalog/search/query/threshold.js';
import { bodySections } from '../dist/catalog/search/text/fields.js';
import { keywordsFast } from '../dist/format/skill/fast/keywords.js';
import { keywordsFull } from '../dist/format/skill/fast/keywords-full.js';
import { splitFences } from '../dist/format/skill/read/fence.js';
import { openEmbedder } from '../dist/io/net/embedder.js';
import { options as baselines, buildFts5, FTS5, openFts5 } from './retrieval-baselines.mjs';
import { crossValidate, labelledOf, measureSets, setNames } from './retrieval-sets.mjs';

const { values } = parseArgs({
  options: {
    tree: { type: 'string', default: 'bioskills' },
    prompts: { type: 'string' },
    shared: { type: 'string', default: process.env.SKILLFICHE_SHARED ?? resolve(import.meta.dirname, '../../shared') },
    // Sets of other fields with vectors beside the words: an address of the Ollama or OpenAI shape.
    embedder: { type: 'string' },
    model: { type: 'string', default: 'nomic-embed-text' },
    json: { type: 'boolean', default: false },
  },
});
if (!existsSync(join(values.shared, 'retrieval'))) {
  console.log(`retrieval: ${values.shared} is not there; name the folder of trees and prompts with --shared.`);
  process.exit(0);
}
const scratch = mkdtempSync(join(tmpdir(), 'skillfiche-bench-retrieval-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

const THRESHOLDS = [0.4, 0.6, 0.7, 0.8, 0.9, 1.1];
/** Trees whose authors listed what their skills are for: the lists are prompts, and are left out of the index. */
const OTHER_TREES = ['scientific', 'wshobson', 'antigravity', 'cybersecurity'];
const FOREIGN_TREES = ['cybersecurity', 'wshobson'];
const MOST_PROMPTS = 600;
const ROUNDS = 7;

const readLines = (file) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const noMatch = readLines(join(import.meta.dirname, 'no-match.jsonl'));
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;
const percentile = (list, share) => list.toSorted((a, b) => a - b)[Math.floor(share * (list.length - 1))] ?? 0;
/** Every so-manieth of a list, so that at most `most` are left. */
const thin = (list, most) => list.filter((_, at) => at % Math.ceil(list.length / most) === 0);

async function readDocuments(name, root = join(values.shared, 'corpora', name)) {
  const catalog = await openCatalog({ roots: [{ id: name, kind: 'project', path: root }], cache: false });
  return catalog
    .view()
    .entries()
    .map((entry) => {
      const text = readFileSync(join(entry.folder, entry.file), 'utf8');
      const fences = splitFences(text);
      const keywords = keywordsFast(text, fences) ?? keywordsFull(text, fences);
      const { id, path, description, sha256 } = entry;
      return {
        id,
        name: entry.name,
        path,
        description,
        keywords,
        sha256,
        isMember: false,
        body: text.slice(fences.body),
      };
    });
}

const WHEN =
  /^#{1,6}\s+.*(?:when to (?:use|activate)|use this skill when|example (?:prompts|queries|requests|questions)|trigger conditions)/i;
const NOT_WHEN = /not use|when not|versus|vs |which|each/i;

/** Takes the lists of uses out of the bodies: `{documents, prompts}`. */
function splitUses(documents) {
  const prompts = [];
  const without = documents.map((document) => {
    let level = 0;
    const kept = document.body.split('\n').filter((line) => {
      const depth = /^(#{1,6})\s/.exec(line)?.[1].length;
      if (depth !== undefined && (depth <= level || NOT_WHEN.test(line))) level = 0;
      if (depth !== undefined && level === 0 && WHEN.test(line) && !NOT_WHEN.test(line)) level = depth;
      if (level === 0) return true;
      const item =
        /^\s*(?:[-*+]|\d+[.)])\s+(.*)/
          .exec(line)?.[1]
          .replace(/\*\*|__|[`"“”]/g, '')
          .trim() ?? '';
      const words = item.split(/\s+/).length;
      if (words >= 3 && words <= 45 && !/^(?:do )?not /i.test(item)) prompts.push({ query: item, id: document.id });
      return false;
    });
    return { ...document, body: kept.join('\n') };
  });
  return { documents: without, prompts: thin(prompts, MOST_PROMPTS) };
}

function buildOurs(documents) {
  const builder = new IndexBuilder();
  for (const document of documents) builder.add(document, document.body, 0);
  return openIndex(finishNow(builder, { digest: '0'.repeat(64) }));
}

function fieldsOf(document) {
  const pieces = bodySections(document.body).flatMap((section) => section.pieces);
  const textOf = (isHeading) =>
    pieces
      .filter(({ of }) => (of === 'heading') === isHeading)
      .map(({ text }) => text)
      .join('\n');
  return { name: document.name, description: document.description, headings: textOf(true), body: textOf(false) };
}

function buildBaseline(documents, name) {
  const index = new MiniSearch(baselines[name]);
  documents.forEach((document, id) => {
    index.add({ id, ...fieldsOf(document) });
  });
  return index;
}

/** Engines over the same documents: each builds, and gives the ids that answer a query, the best first. */
const engines = {
  ours: (documents) => {
    const index = buildOurs(documents);
    return {
      bytes: index.parts[0].segment.bytes,
      find: (query) => rankDocuments(index, query, { limit: 10 }).hits.map(({ document }) => documents[document].id),
    };
  },
  ...Object.fromEntries(
    Object.keys(baselines).map((name) => [
      name,
      (documents) => {
        const index = buildBaseline(documents, name);
        const bytes = Buffer.from(JSON.stringify(index));
        return {
          bytes,
          find: (query) =>
            index
              .search(query)
              .slice(0, 10)
              .map(({ id }) => documents[id].id),
        };
      },
    ]),
  ),
  [FTS5]: (documents) => {
    const file = join(scratch, 'fts5.db');
    rmSync(file, { force: true });
    buildFts5(file, documents.map(fieldsOf));
    const find = openFts5(file);
    return { bytes: readFileSync(file), find: (query) => find(query).map((id) => documents[id].id) };
  },
};

function measure(find, prompts) {
  const counts = { hit1: 0, recall5: 0, mrr10: 0 };
  for (const { query, id } of prompts) {
    const at = find(query).indexOf(id);
    if (at === 0) counts.hit1++;
    if (at >= 0 && at < 5) counts.recall5++;
    if (at >= 0) counts.mrr10 += 1 / (at + 1);
  }
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count / prompts.length]));
}

/** What the best documents of a query have for them, whatever the threshold: `[{id, support}]`, the best first. */
function supports(index, documents, query) {
  const { terms, pairs, unknown, words } = analyzeQuery(index, query);
  const scores = scoreTerms(index, terms);
  const known = terms.filter(({ term }) => term !== undefined).reduce((sum, { weight }) => sum + weight, 0);
  const unit = rarity(index.livingDocuments, 1, index.livingSections, 1);
  const asked = { weight: known + unknown.length * unit, words, unit };
  const all = [];
  for (let document = 0; document < index.documents; document++) {
    if (scores.score[document] === 0) continue;
    const byName = NAME_SHARE * unit * nameShareOf(index, scores, document);
    const score = scores.score[document] + scorePairs(index, document, pairs) + byName;
    const support = supportOf(score, scores.terms[document], scores.matched[document], asked);
    all.push({ id: documents[document].id, score, support });
  }
  return all.sort((a, b) => b.score - a.score);
}

/** By threshold: the gold skills kept among the first five, and the prompts of no skill that find one. */
function curve(documents, prompts, foreign) {
  const index = buildOurs(documents);
  const gold = prompts.map(({ query, id }) => {
    const all = supports(index, documents, query);
    const at = all.findIndex((one) => one.id === id);
    return at >= 0 && at < 5 ? all[at].support : -1;
  });
  const best = Object.fromEntries(
    Object.entries(foreign).map(([kind, queries]) => [
      kind,
      queries.map((query) => Math.max(0, ...supports(index, documents, query).map(({ support }) => support))),
    ]),
  );
  const shareAbove = (list, least) => list.filter((one) => one >= least).length / list.length;
  return [...THRESHOLDS, WEAK, SURE].sort().map((threshold) => ({
    threshold,
    recall5: shareAbove(gold, threshold),
    ...Object.fromEntries(Object.entries(best).map(([kind, list]) => [kind, shareAbove(list, threshold)])),
  }));
}

function loadFresh(kind, bytes, query) {
  const file = join(scratch, 'index');
  writeFileSync(file, bytes);
  const runs = Array.from({ length: ROUNDS }, () => {
    const probe = join(import.meta.dirname, 'probes/search-load.mjs');
    const done = spawnSync(process.execPath, ['--expose-gc', probe, kind, file, query], { encoding: 'utf8' });
    if (done.status !== 0) throw new Error(done.stderr);
    return JSON.parse(done.stdout);
  });
  return Object.fromEntries(['ms', 'heap_mb', 'buffers_mb'].map((key) => [key, median(runs.map((run) => run[key]))]));
}

const documents = await readDocuments(values.tree);
const promptsFile = values.prompts ?? join(values.shared, `retrieval/${values.tree}-dev.jsonl`);
const prompts = readLines(promptsFile).map(({ query, gold, kind }) => ({ query, kind, id: `${values.tree}:${gold}` }));
const bodyBytes = documents.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
const byKind = (kind) => prompts.filter((prompt) => prompt.kind === kind);
const general = noMatch.filter(({ kind }) => kind === 'general').map(({ query }) => query);
const foreign = Object.fromEntries(
  ['general', 'coding', 'near'].map((kind) => [
    kind,
    noMatch.filter((one) => one.kind === kind).map(({ query }) => query),
  ]),
);
for (const name of FOREIGN_TREES) {
  const described = (await readDocuments(name)).filter(({ description }) => description.length > 20);
  foreign[name] = thin(described, 150).map(({ description }) => description.split(/(?<=[.!?])\s/)[0].slice(0, 250));
}

const quality = [];
for (const [engine, build] of Object.entries(engines)) {
  const started = performance.now();
  const { bytes, find } = build(documents);
  const buildMs = performance.now() - started;
  for (const { query } of prompts.slice(0, 200)) find(query);
  const times = prompts.map(({ query }) => {
    const begun = performance.now();
    find(query);
    return performance.now() - begun;
  });
  const fires = (queries) => queries.filter((query) => find(query).length > 0).length / queries.length;
  quality.push({
    engine,
    quick_start: measure(find, byKind('quick_start')),
    example: measure(find, byKind('example')),
    false_fires: Object.fromEntries(Object.entries(foreign).map(([kind, queries]) => [kind, fires(queries)])),
    build_ms: buildMs,
    index_mb: bytes.length / 1e6,
    index_to_bodies: bytes.length / bodyBytes,
    query_ms: { p50: percentile(times, 0.5), p99: percentile(times, 0.99) },
    fresh: loadFresh(engine, bytes, prompts[0].query),
  });
}

const others = [];
for (const name of OTHER_TREES) {
  const tree = splitUses(await readDocuments(name));
  for (const [engine, build] of Object.entries(engines)) {
    const { find } = build(tree.documents);
    others.push({ tree: name, engine, prompts: tree.prompts.length, ...measure(find, tree.prompts) });
  }
  const curves = curve(tree.documents, tree.prompts, {
    general,
    bioskills: thin(prompts, 200).map(({ query }) => query),
  });
  others.push({ tree: name, curve: curves });
}
const setsFolder = join(values.shared, 'retrieval/sets');
const embedder =
  values.embedder === undefined ? undefined : openEmbedder({ url: values.embedder, model: values.model });
const sets = await measureSets(setsFolder, setNames(setsFolder), embedder);
const setEngines = [];
for (const name of setNames(setsFolder)) {
  const set = await readDocuments('s', join(setsFolder, name, 'skills'));
  const labelled = labelledOf(setsFolder, name);
  for (const engine of Object.keys(engines).filter((one) => one !== 'ours')) {
    const { find } = engines[engine](set);
    const first = (most) =>
      labelled.filter(({ query, gold }) =>
        find(query)
          .slice(0, most)
          .some((id) => gold.includes(id.slice(2))),
      ).length / labelled.length;
    setEngines.push({ set: name, engine, hit1: first(1), recall5: first(5) });
  }
}
const validation = await crossValidate(setsFolder, setNames(setsFolder));
const product = productCosts();
const trade_off = curve(documents, prompts, foreign);

/** The same through the library and the command line, snippets included: what a user waits for. */
function productCosts() {
  const root = join(values.shared, 'corpora', values.tree);
  const cache = join(scratch, 'cache');
  const cli = join(import.meta.dirname, '../dist/bin/skillfiche.js');
  const flags = ['--root', `project:tree=${root}`, '--cache', cache];
  const wall = (...args) => {
    const begun = performance.now();
    spawnSync(process.execPath, args, { stdio: 'ignore' });
    return performance.now() - begun;
  };
  wall(cli, 'search', 'warm', ...flags);
  // Stamps have to be older than the snapshot before they are trusted.
  spawnSync('sleep', ['2.2']);
  wall(cli, 'search', 'warm', ...flags);
  const probe = join(import.meta.dirname, 'probes/search.mjs');
  const inProcess = JSON.parse(
    spawnSync(process.execPath, ['--expose-gc', probe, root, cache, promptsFile], { encoding: 'utf8' }).stdout,
  );
  const runs = Array.from({ length: ROUNDS }, () => [
    wall(cli, 'search', 'align', 'reads', ...flags),
    wall(cli, 'context', ...flags),
    wall('-e', '0'),
  ]);
  const [search, context, node] = [0, 1, 2].map((at) => median(runs.map((run) => run[at])));
  return { ...inProcess, search_to_node: search / node, search_over_context_ms: search - context };
}

const report = {
  node: process.version,
  cores: cpus().length,
  load: loadavg()[0],
  skills: documents.length,
  quality,
  product,
  trade_off,
  others,
  sets,
  set_engines: setEngines,
  validation,
};
if (values.json) console.log(JSON.stringify(report, undefined, 2));
else print(report);

function print({ node, cores, load, skills }) {
  const percent = (share) => (share * 100).toFixed(1);
  const table = (rows) => {
    const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)));
    for (const row of rows)
      console.log(row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[at]))).join('  '));
    console.log();
  };
  const three = ({ hit1, recall5, mrr10 }) => [hit1, recall5, mrr10].map(percent).join(' / ');
  console.log(
    `Node ${node}, ${cores} cores, load ${load.toFixed(1)}; ${skills} skills, ${prompts.length} prompts. Hit@1 / Recall@5 / MRR@10 in percent.\n`,
  );
  const lines = [
    ['quick_start', (one) => three(one.quick_start)],
    ['example', (one) => three(one.example)],
    ...Object.keys(foreign).map((kind) => [
      `answers ${foreign[kind].length} ${kind} prompts, %`,
      (one) => percent(one.false_fires[kind]),
    ]),
    ['build, ms', (one) => one.build_ms.toFixed(0)],
    ['index, MB', (one) => one.index_mb.toFixed(1)],
    ['index / bodies', (one) => one.index_to_bodies.toFixed(2)],
    ['fresh process: load + first query, ms', (one) => one.fresh.ms.toFixed(0)],
    ['heap / buffers held, MB', (one) => `${one.fresh.heap_mb.toFixed(1)} / ${one.fresh.buffers_mb.toFixed(1)}`],
    ['query p50 / p99, ms', (one) => `${one.query_ms.p50.toFixed(2)} / ${one.query_ms.p99.toFixed(2)}`],
  ];
  table([['', ...quality.map(({ engine }) => engine)], ...lines.map(([title, get]) => [title, ...quality.map(get)])]);
  console.log(
    `Through the library, snippets included: first query ${product.first_ms.toFixed(1)} ms, then p50 ${product.p50_ms.toFixed(2)} ms, p99 ${product.p99_ms.toFixed(2)} ms; ` +
      `heap ${product.heap_mb.toFixed(1)} MB, buffers ${product.external_mb.toFixed(1)} MB. ` +
      `The command, warm: ${product.search_to_node.toFixed(2)} × \`node -e 0\`, ${product.search_over_context_ms.toFixed(0)} ms over \`context\`.\n`,
  );
  const names = Object.keys(engines);
  table([
    ['other trees', 'prompts', ...names],
    ...OTHER_TREES.map((tree) => {
      const rows = others.filter((one) => one.tree === tree && one.engine !== undefined);
      return [tree, String(rows[0].prompts), ...rows.map(three)];
    }),
  ]);
  const curves = [
    ['bioskills', trade_off],
    ...others.filter((one) => one.curve !== undefined).map((one) => [one.tree, one.curve]),
  ];
  for (const [tree, rows] of curves) {
    const keys = Object.keys(rows[0]).filter((key) => key !== 'threshold');
    table([
      [`${tree}: threshold`, ...keys],
      ...rows.map((row) => [
        `${row.threshold}${row.threshold === SURE ? ' (ours)' : ''}`,
        ...keys.map((key) => percent(row[key])),
      ]),
    ]);
  }
  console.log('\nSets of other fields, in percent; weak hits count unless "sure" is said:');
  const cell = (value) => (value === null ? '–' : percent(value));
  table([
    ['', 'prompts', 'Hit@1', 'Recall@5', 'Recall@5, sure', 'find nothing', 'negatives', 'get a hit', 'get a sure one'],
    ...sets.map((one) => [
      one.set,
      String(one.prompts),
      ...['hit1', 'recall5', 'sure5', 'nothing'].map((key) => cell(one[key])),
      String(one.negatives),
      ...['fired', 'fired_sure'].map((key) => cell(one[key])),
    ]),
  ]);
  const others5 = Object.keys(engines).filter((one) => one !== 'ours');
  const of = (set, engine) => setEngines.find((one) => one.set === set && one.engine === engine);
  const macro = (key, list) => list.reduce((sum, one) => sum + one[key], 0) / list.length;
  const two = ({ hit1, recall5 }) => `${percent(hit1)} / ${percent(recall5)}`;
  const macroOf = (list) => two({ hit1: macro('hit1', list), recall5: macro('recall5', list) });
  if (sets.length > 0)
    table([
      ['Hit@1 / Recall@5', 'ours', ...others5],
      ...sets.map((one) => [one.set, two(one), ...others5.map((engine) => two(of(one.set, engine)))]),
      ['macro', macroOf(sets), ...others5.map((engine) => macroOf(setEngines.filter((one) => one.engine === engine)))],
    ]);
  console.log('Leave one set out: Hit@1 / Recall@5 with the setting the others choose, and with ours.');
  for (const { set, chosen, held_out, fixed } of validation) {
    console.log(
      `${set.padEnd(12)} name ${chosen.nameShare}, sure ${chosen.sure}, company ${chosen.company}: ${two(held_out)}; ours ${two(fixed)}`,
    );
  }
}
