// Searching in a process that finds its index in the cache: memory it adds, and time a query. Needs --expose-gc.
import { readFileSync } from 'node:fs';
import { openCatalog } from '../../dist/index.js';

const [tree, cache, prompts] = process.argv.slice(2);
const queries = readFileSync(prompts, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line).query);
const memory = () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed / 1048576, external: external / 1048576 };
};
const view = (await openCatalog({ roots: [{ id: 'tree', kind: 'project', path: tree }], cache })).view();
await view.listSkills();
const before = memory();
const started = performance.now();
await view.searchSkills({ query: queries[0] ?? 'align' });
const first_ms = performance.now() - started;
const times = [];
for (const query of queries) {
  const begun = performance.now();
  await view.searchSkills({ query, limit: 10 });
  times.push(performance.now() - begun);
}
const after = memory();
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
console.log(
  JSON.stringify({
    first_ms,
    p50_ms: at(0.5),
    p99_ms: at(0.99),
    heap_mb: after.heap - before.heap,
    external_mb: after.external - before.external,
  }),
);
