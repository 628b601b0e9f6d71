// First cold scan of a fresh process through the library. Prints the milliseconds, imports included and apart.
const started = performance.now();
const { openCatalog } = await import('../../dist/index.js');
const imported = performance.now();
const catalog = await openCatalog({
  roots: [{ id: 'r', kind: 'bundled', path: process.argv[2] }],
  cache: false,
  sliceMs: 0,
});
const view = catalog.view();
console.log(
  JSON.stringify({ ms: performance.now() - imported, import_ms: imported - started, skills: view.ledger().indexed }),
);
