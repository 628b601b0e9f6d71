// What a long-running process pays: refresh with nothing and with one file changed, context, pages, searches, edits; memory as well.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { openCatalog } from '../../dist/index.js';

const [root, pathsFile] = process.argv.slice(2);
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
const time = async (runs, work) => {
  const samples = [];
  for (let run = 0; run < runs; run++) {
    const started = performance.now();
    await work(run);
    samples.push(performance.now() - started);
  }
  return { median: median(samples), min: Math.min(...samples), max: Math.max(...samples) };
};
const memory = async () => {
  // Buffers are given back by a sweeper that runs beside us.
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await setTimeout(50);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { held: heapUsed + external, rss };
};

const before = await memory();
let catalog = await openCatalog({ roots: [{ id: 'r', kind: 'bundled', path: root }], cache: false });
const skills = catalog.view().ledger().indexed;
const after = await memory();

const paths = readFileSync(pathsFile, 'utf8').split('\n').filter(Boolean);
const statAll = await time(9, () => {
  for (const path of paths) statSync(path, { throwIfNoEntry: false });
});
const unchanged = await time(9, async () => {
  const next = await catalog.refresh();
  if (next !== catalog) catalog = next;
});
const changedFile = paths.find((path) => path.endsWith('SKILL.md'));
const original = readFileSync(changedFile, 'utf8');
const changed = await time(9, async (run) => {
  writeFileSync(changedFile, `${original}\n<!-- ${run} -->\n`);
  catalog = await catalog.refresh();
});
writeFileSync(changedFile, original);
catalog = await catalog.refresh();
const view = catalog.view();
const collection = view.collections()[0]?.id;
const context = await time(50, () => view.context());
const { editFrontmatter } = await import('../../dist/format/skill/edit/edit.js');
const edit = await time(50, (run) => editFrontmatter(original, { description: `Changed for the ${run}th time.` }));
const queries = [
  'align sequence reads',
  'call variants',
  'encrypt archive schedule',
  'table join query',
  'train model',
];
await view.searchSkills({ query: 'align' });
const search = await time(100, (run) => view.searchSkills({ query: queries[run % queries.length], limit: 5 }));
const page = await time(50, (run) =>
  view.listSkills({ ...(collection ? { collection } : {}), offset: (run * 50) % Math.max(1, skills) }),
);
console.log(
  JSON.stringify({
    skills,
    held_per_thousand_mb: (after.held - before.held) / 1048576 / (skills / 1000),
    rss_mb: after.rss / 1048576,
    stat_ms: statAll,
    refresh_unchanged_ms: unchanged,
    refresh_changed_ms: changed,
    context_ms: context,
    page_ms: page,
    search_ms: search,
    edit_ms: edit,
  }),
);
