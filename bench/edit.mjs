// What an edit costs, on real SKILL.md files: microseconds for the text, milliseconds for the file.
// Beside it stands what other editors do, parse and print with a YAML library, which loses comments and quoting.
// Usage: node bench/edit.mjs [--files 1500] [--rounds 5] [--corpora DIR] [--json]   (after `npm run build`)
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseDocument } from 'yaml';
import { editFrontmatter } from '../dist/format/skill/edit/edit.js';
import { fixFrontmatter } from '../dist/format/skill/edit/fix.js';
import { splitFences } from '../dist/format/skill/read/fence.js';
import { editSkillFile } from '../dist/owner/edit/file.js';

const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '1500' },
    rounds: { type: 'string', default: '5' },
    corpora: { type: 'string', default: resolve(here, '../../shared/corpora') },
    json: { type: 'boolean', default: false },
  },
});

/** Evenly spaced files of all trees, so that no tree's manner decides. */
function sample(folder, count) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === 'SKILL.md')
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const step = Math.max(1, paths.length / count);
  return Array.from({ length: Math.min(count, paths.length) }, (_, index) =>
    readFileSync(paths[Math.floor(index * step)], 'utf8'),
  );
}

const quantile = (list, part) => list[Math.min(list.length - 1, Math.floor(list.length * part))] ?? 0;

/** Microseconds of each call; of several rounds the fastest, since what else runs can only slow a call down. */
function time(texts, work) {
  const best = texts.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round <= Number(values.rounds); round++) {
    texts.forEach((text, index) => {
      const started = performance.now();
      work(text);
      const took = (performance.now() - started) * 1000;
      if (round > 0) best[index] = Math.min(best[index], took);
    });
  }
  best.sort((a, b) => a - b);
  return { median: quantile(best, 0.5), p95: quantile(best, 0.95), max: quantile(best, 1) };
}

function rebuild(text) {
  const { content, closing } = splitFences(text);
  const document = parseDocument(text.slice(content, closing));
  document.set('description', 'New: text');
  return text.slice(0, content) + document.toString() + text.slice(closing);
}

async function timeFiles(texts) {
  const folder = mkdtempSync(join(tmpdir(), 'skillfiche-bench-edit-'));
  const file = join(folder, 'SKILL.md');
  const took = [];
  for (const text of texts) {
    writeFileSync(file, text);
    const started = performance.now();
    await editSkillFile(file, { description: 'New: text' });
    took.push((performance.now() - started) * 1000);
  }
  rmSync(folder, { recursive: true });
  took.sort((a, b) => a - b);
  return { median: quantile(took, 0.5), p95: quantile(took, 0.95), max: quantile(took, 1) };
}

const texts = sample(values.corpora, Number(values.files)).filter(
  (text) => editFrontmatter(text, { description: 'x' }).ok && parseableByYaml(text),
);
function parseableByYaml(text) {
  const { content, closing } = splitFences(text);
  return parseDocument(text.slice(content, closing)).errors.length === 0;
}

const results = {
  'set description': time(texts, (text) => editFrontmatter(text, { description: 'New: text' })),
  'set to a long value': time(texts, (text) => editFrontmatter(text, { description: 'many words '.repeat(90) })),
  'add origin': time(texts, (text) => editFrontmatter(text, { origin: 'here' })),
  'remove description': time(texts, (text) => editFrontmatter(text, { description: null })),
  'three fields': time(texts, (text) => editFrontmatter(text, { name: 'a', description: 'b', origin: 'c' })),
  'repair (nothing to do)': time(texts, (text) => fixFrontmatter(text)),
  'YAML library, rebuilt': time(texts, rebuild),
  'a file, written whole': await timeFiles(texts.slice(0, 300)),
};
const sizes = texts.map((text) => text.length).toSorted((a, b) => a - b);

if (values.json) {
  const machine = { node: process.version, cpu: cpus()[0]?.model, load: loadavg()[0] };
  console.log(JSON.stringify({ unit: 'microseconds', files: texts.length, machine, results }, undefined, 2));
} else {
  console.log(`${texts.length} files, median ${quantile(sizes, 0.5)} characters; load ${loadavg()[0].toFixed(1)}; µs`);
  for (const [name, row] of Object.entries(results)) {
    const cells = ['median', 'p95', 'max'].map((key) => `${key} ${row[key].toFixed(0).padStart(6)}`);
    console.log(`${name.padEnd(24)} ${cells.join('   ')}`);
  }
}
