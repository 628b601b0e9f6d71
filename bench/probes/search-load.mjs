// A fresh process opens an index and answers one query: node search-load.mjs ours|ENGINE FILE QUERY
// Prints {ms, heap_mb, buffers_mb}: import included; memory after the answer, over what an empty process holds.
import { readFileSync } from 'node:fs';

const [kind, file, query] = process.argv.slice(2);
globalThis.gc?.();
const before = process.memoryUsage();
const started = performance.now();
let answer;
if (kind === 'ours') {
  const { openIndex } = await import('../../dist/catalog/search/index/open.js');
  const { rankDocuments } = await import('../../dist/catalog/search/query/query.js');
  const index = openIndex(readFileSync(file));
  answer = () => rankDocuments(index, query, { limit: 10 }).hits.length;
} else if (kind === 'sqlite fts5') {
  const { openFts5 } = await import('../retrieval-baselines.mjs');
  const find = openFts5(file);
  answer = () => find(query).length;
} else {
  const { default: MiniSearch } = await import('minisearch');
  const { options } = await import('../retrieval-baselines.mjs');
  const index = MiniSearch.loadJSON(readFileSync(file, 'utf8'), options[kind]);
  answer = () => index.search(query).length;
}
const hits = answer();
const ms = performance.now() - started;
globalThis.gc?.();
const after = process.memoryUsage();
const mb = (key) => (after[key] - before[key]) / 1e6;
console.log(JSON.stringify({ hits: hits + 0 * answer(), ms, heap_mb: mb('heapUsed'), buffers_mb: mb('arrayBuffers') }));
