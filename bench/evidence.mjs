// What evidence of needs costs: a whole process that reads all of a tree without a cache, against one that walks the tree,
// reads every SKILL.md and hashes it; in turns, so that a slow minute slows both.
// node bench/evidence.mjs [TREE] [--json]      default: bioskills among the corpora (SKILLFICHE_SHARED, or ../../shared)
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';

const ROUNDS = 7;
const bin = resolve(import.meta.dirname, '../dist/bin/skillfiche.js');
if (!existsSync(bin)) throw new Error('There is no build yet: run "npm run build" first.');

const args = process.argv.slice(2);
const shared = process.env.SKILLFICHE_SHARED ?? resolve(import.meta.dirname, '../../shared');
const tree = resolve(args.find((one) => !one.startsWith('--')) ?? join(shared, 'corpora/bioskills'));
if (!existsSync(tree)) {
  console.log(`evidence: ${tree} is not there; name a tree of skills.`);
  process.exit(0);
}

/** Milliseconds of one process by the clock, and what it printed. */
function run(argv) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`exit code ${status}: ${stderr}`);
  return { wall: performance.now() - started, stdout };
}

const jobs = {
  floor: [join(import.meta.dirname, 'floors/read.mjs'), tree],
  evidence: [bin, 'readiness', 'evidence', '--root', tree, '--no-cache', '--json'],
};
const times = { floor: [], evidence: [] };
let skills = [];
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, argv] of Object.entries(jobs)) {
    const { wall, stdout } = run(argv);
    times[name].push(wall);
    if (name === 'evidence') skills = JSON.parse(stdout).skills;
  }
}

const sorted = (list) => list.toSorted((a, b) => a - b);
const [floor, evidence] = [sorted(times.floor), sorted(times.evidence)];
const kinds = ['programs', 'python', 'r', 'node', 'env'];
const report = {
  tree,
  skills: skills.length,
  with_needs: skills.filter(({ needs }) => kinds.some((kind) => needs[kind].length > 0)).length,
  median_ms: Math.round(evidence[ROUNDS >> 1]),
  minimum_ms: Math.round(evidence[0]),
  floor_median_ms: Math.round(floor[ROUNDS >> 1]),
  floor_minimum_ms: Math.round(floor[0]),
  load: loadavg()[0],
};
if (args.includes('--json')) console.log(JSON.stringify(report));
else {
  console.log(`${report.skills} skills, ${report.with_needs} show something they need`);
  console.log(
    `  ${report.median_ms} ms (least ${report.minimum_ms}), ${(report.median_ms / report.floor_median_ms).toFixed(1)} times walk + read + hash (${report.floor_median_ms} ms), load ${report.load.toFixed(1)}`,
  );
}
