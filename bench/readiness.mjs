// How many requirement declarations of a real tree are fully understood, and what judging costs.
// node bench/readiness.mjs [TREE]      default: clawhub among the corpora (SKILLFICHE_SHARED, or ../../shared)
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openCatalog } from '../dist/app/open-catalog.js';
import { contextOf } from '../dist/catalog/internals.js';
import { parseRequirements } from '../dist/catalog/readiness/requirements.js';
import { explain } from '../dist/catalog/readiness/verdict.js';
import { gatherMachine } from '../dist/io/machine/machine.js';

/** Of declarations by vendors, in `requires` and in `requirements`; prose in `compatibility` is nobody's to understand. */
const WANTED_SHARE = 0.9;
const ROUNDS = 5;

const shared = process.env.SKILLFICHE_SHARED ?? resolve(import.meta.dirname, '../../shared');
const tree = resolve(process.argv[2] ?? join(shared, 'corpora/clawhub'));
if (!existsSync(tree)) {
  console.log(`readiness: ${tree} is not there; name a tree of skills.`);
  process.exit(0);
}

const catalog = await openCatalog({ roots: [{ id: 'tree', kind: 'project', path: tree }], cache: false });
const { data } = contextOf(catalog);
const rows = data.tables.flatMap((table) =>
  Array.from({ length: table.skills }, (_, row) => ({ id: table.id(row), declared: table.declared(row) })),
);

let declarations = 0;
const notUnderstood = [];
for (const { id, declared } of rows) {
  const parsed = parseRequirements(declared);
  const requirements = parsed.requirements.filter((one) => one.source !== 'compatibility');
  const isDeclared = parsed.declared && (requirements.length > 0 || parsed.requirements.length === 0);
  if (!isDeclared) continue;
  declarations++;
  const doubts = requirements.filter((one) => one.kind === 'unverifiable' || one.open !== undefined);
  if (doubts.length > 0) notUnderstood.push({ id, doubts });
}
const share = declarations === 0 ? 1 : (declarations - notUnderstood.length) / declarations;

for (const { id, doubts } of notUnderstood) {
  for (const { source, text, doubt } of doubts)
    console.log(`  ${id}  ${source}: ${text} (${doubt ?? 'one alternative'})`);
}
console.log(
  `${rows.length} skills, ${declarations} with declarations, ${declarations - notUnderstood.length} fully understood:`,
);
console.log(`  ${(share * 100).toFixed(1)} % (wanted: ${WANTED_SHARE * 100} %)`);

const times = [];
const states = {};
for (let round = 0; round < ROUNDS; round++) {
  const started = performance.now();
  const facts = gatherMachine();
  for (const { declared } of rows) {
    const { readiness } = explain(parseRequirements(declared), facts);
    if (round === 0) states[readiness.state] = (states[readiness.state] ?? 0) + 1;
  }
  times.push(performance.now() - started);
}
times.sort((a, b) => a - b);
console.log(
  `  ${JSON.stringify(states)}; read and judged in ${times[ROUNDS >> 1].toFixed(1)} ms (median of ${ROUNDS}, the machine asked anew each time)`,
);
if (share < WANTED_SHARE) process.exitCode = 1;
